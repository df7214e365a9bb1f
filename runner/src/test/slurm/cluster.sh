#!/bin/sh
# A Slurm of several nodes on this host, in a folder of its own: cluster.sh start FOLDER NODES PORT | cluster.sh stop FOLDER.
# It takes PORT for the controller and the NODES ports after it, and needs slurmctld, slurmd, munge and root. After start,
# SLURM_CONF=FOLDER/slurm.conf srun -N4 … starts real processes. Nothing outside FOLDER is written.
set -eu
folder=$2

start() { # NODES PORT
  nodes=$1 port=$2
  mkdir -p "$folder/state" "$folder/munge"
  chmod 755 "$folder"
  chmod 700 "$folder/munge"
  dd if=/dev/urandom bs=1 count=1024 of="$folder/munge/key" 2>/dev/null
  chmod 400 "$folder/munge/key"
  # --force: the folders above are a test's, and not as munge would like them
  munged --force --num-threads=2 --socket="$folder/munge.socket" --key-file="$folder/munge/key" --pid-file="$folder/munge.pid" \
    --log-file="$folder/munge/log" --seed-file="$folder/munge/seed" >/dev/null 2>&1
  cat >"$folder/slurm.conf" <<CONF
ClusterName=test
SlurmctldHost=localhost
SlurmctldPort=$port
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/%n
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/%n.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
ReturnToService=2
SlurmdParameters=config_overrides
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=sched_interval=1
NodeName=n[1-$nodes] NodeHostname=localhost NodeAddr=127.0.0.1 Port=[$((port + 1))-$((port + nodes))] CPUs=4 RealMemory=1000
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
CONF
  export SLURM_CONF="$folder/slurm.conf"
  slurmctld -c
  for node in $(seq "$nodes"); do
    mkdir -p "$folder/n$node"
    slurmd -N "n$node"
  done
  tries=0
  until [ "$(sinfo -h -N -o '%T' 2>/dev/null | grep -c '^idle')" = "$nodes" ]; do
    tries=$((tries + 1))
    [ $tries -lt 150 ] || { sinfo -N -l >&2; exit 1; }
    sleep 0.2
  done
}

stop() {
  for file in "$folder"/n*.pid "$folder/slurmctld.pid" "$folder/munge.pid"; do
    [ -f "$file" ] || continue
    pid=$(cat "$file")
    kill "$pid" 2>/dev/null || continue
    tries=0
    while kill -0 "$pid" 2>/dev/null && [ $tries -lt 50 ]; do tries=$((tries + 1)); sleep 0.1; done
    kill -9 "$pid" 2>/dev/null || true
  done
}

case $1 in
  start) start "$3" "$4" ;;
  stop) stop ;;
  *) echo "cluster.sh start FOLDER NODES PORT | cluster.sh stop FOLDER" >&2; exit 2 ;;
esac
