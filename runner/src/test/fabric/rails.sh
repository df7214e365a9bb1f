#!/bin/sh
# Two network namespaces joined by four limited links (rail0 to rail3) and one that is not limited (control). Each link is a pair of
# virtual interfaces with a subnet of its own, 10.77.N.1 and 10.77.N.2, and a token bucket of 80 Mbit/s in either direction.
# Usage: rails.sh start NAME | stop NAME | rate NAME RAIL MBIT | down NAME RAIL. The namespaces are NAME-a and NAME-b.
set -eu

name=$2

limit() { # namespace interface mbit
  ip netns exec "$1" tc qdisc replace dev "$2" root tbf rate "$3mbit" burst 64kb latency 100ms
}

# The kernel tells up to a second after both ends are up that a link carries something, and libfabric sees only links of which it has.
carries() { # namespace interface
  for _ in $(seq 100); do
    case $(ip -n "$1" -brief link show dev "$2") in *" UP "*) return ;; esac
    sleep 0.1
  done
  echo "rails.sh: $2 of $1 does not come up" >&2
  exit 1
}

case $1 in
  start)
    for side in a b; do
      ip netns add "$name-$side"
      ip -n "$name-$side" link set lo up
    done
    for number in 0 1 2 3 9; do
      link=rail$number
      [ $number = 9 ] && link=control
      ip -n "$name-a" link add "$link" type veth peer name "$link" netns "$name-b"
      address=1
      for side in a b; do
        # Packets as large as on a wire: the bucket counts them one by one.
        ip -n "$name-$side" addr add "10.77.$number.$address/24" dev "$link"
        ip netns exec "$name-$side" sh -c "command -v ethtool >/dev/null && ethtool -K $link tso off gso off gro off || true" >/dev/null 2>&1
        ip -n "$name-$side" link set "$link" up
        [ $number = 9 ] || limit "$name-$side" "$link" 80
        address=2
      done
    done
    for side in a b; do
      for number in 0 1 2 3; do carries "$name-$side" "rail$number"; done
    done
    ;;
  rate)
    limit "$name-a" "$3" "$4"
    limit "$name-b" "$3" "$4"
    ;;
  down) ip -n "$name-a" link set "$3" down ;;
  stop)
    ip netns del "$name-a" || true
    ip netns del "$name-b" || true
    ;;
esac
