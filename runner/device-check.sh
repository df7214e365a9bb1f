#!/bin/sh
# Runs every operation on the GPUs of this host and checks its results: with a thread for each GPU, and with a process for
# each. Usage: device-check.sh IMAGE [GPUS] [MAXBYTES]. One line a run on standard output; the tables are in the folder
# OUT (default: ./device-check). Exit code 1 if any run failed, measured wrong data or did not check.
set -u

image=$1
gpus=${2:-$(nvidia-smi -L 2>/dev/null | grep -c '^GPU')}
max=${3:-64M}
out=${OUT:-./device-check}
run=$image/bin/gpucomm-runner
port=${PORT:-29400}
failed=0
mkdir -p "$out"

summary() { # name, exit code, log
  rows=$(grep -cE '^ +[0-9]+ ' "$3")
  bounds=$(sed -n 's/^# Out of bounds values *: //p' "$3")
  last=$(grep -E '^ +[0-9]+ ' "$3" | tail -n 1 | awk '{ printf "%s B: %s us, busbw %s GB/s", $1, $6, $8 }')
  case "$2:$bounds" in
    0:0\ OK*) verdict=ok ;;
    *) verdict=FAILED; failed=1 ;;
  esac
  printf '%-6s %-52s exit %s, %3s rows, wrong: %-8s %s\n' "$verdict" "$1" "$2" "$rows" "${bounds:-none}" "$last"
  [ "$verdict" = ok ] || grep -h '^gpucomm:' "$3" | sort | uniq | head -n 5 | sed 's/^/         /'
}

threads() { # operation and options
  log=$out/threads-$(echo "$*" | tr ' /,' '___').log
  "$run" bench "$@" --gpus "$gpus" >"$log" 2>&1
  summary "threads   $*" $? "$log"
}

processes() { # operation and options
  log=$out/processes-$(echo "$*" | tr ' /,' '___').log
  port=$((port + 1))
  rank=$((gpus - 1))
  pids=
  while [ "$rank" -gt 0 ]; do
    "$run" bench "$@" --gpus 1 --rank "$rank" --ranks "$gpus" --rendezvous "127.0.0.1:$port" >"$log.$rank" 2>&1 &
    pids="$pids $!"
    rank=$((rank - 1))
  done
  "$run" bench "$@" --gpus 1 --rank 0 --ranks "$gpus" --rendezvous "127.0.0.1:$port" >"$log" 2>&1
  code=$?
  for pid in $pids; do wait "$pid" || [ $code -ne 0 ] || code=$?; done
  cat "$log".[0-9]* 2>/dev/null | grep '^gpucomm:' >>"$log"
  summary "processes $*" $code "$log"
}

operations="all_reduce all_gather reduce_scatter alltoall alltoallv broadcast reduce gather scatter sendrecv"
[ $((gpus & (gpus - 1))) -ne 0 ] || operations="$operations hypercube"
for mode in threads processes; do
  for operation in $operations; do
    $mode "$operation" -d float,half,bfloat16,int8 -b 8 -e "$max" -f 8 -w 2 -n 5
  done
  $mode moe_dispatch -d bfloat16 -b 64K -e "$max" -f 8 -w 2 -n 5
  $mode moe_combine -d bfloat16 -b 64K -e "$max" -f 8 -w 2 -n 5 --skew 1
done
threads all_reduce -d all -o all -b 1K -e 1M -f 32 -w 2 -n 5
threads reduce -d all -o sum -r all -b 1K -e 1M -f 32 -w 2 -n 5
threads all_reduce -G 10 -b 8 -e 1M -f 8 -w 2 -n 10
threads all_reduce -m 5 -b 8 -e 1M -f 8 -w 2 -n 10
for operation in all_reduce alltoall; do
  threads "$operation" -R 1 -b 8 -e 1M -f 8 -w 2 -n 5
  threads "$operation" -R 2 -b 8 -e 1M -f 8 -w 2 -n 5
done
threads sendrecv -z 1 -b 8 -e 1M -f 8 -w 2 -n 10
exit $failed
