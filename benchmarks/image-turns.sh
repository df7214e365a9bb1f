#!/bin/sh
# Two runner images in turns on two GPUs, then -R 0, 1 and 2 of the second with checks. No Java needed; python3 is.
# Usage: image-turns.sh [BEFORE.tar.gz] [AFTER.tar.gz]   (default: those beside this script)   ends within 150 s
set -eu
here=$(dirname "$(readlink -f "$0")")
before=${1:-$here/before-runner.tar.gz}
after=${2:-$here/after-runner.tar.gz}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/before" "$work/after"
tar -xzf "$before" -C "$work/before" --strip-components=1
tar -xzf "$after" -C "$work/after" --strip-components=1
nvidia-smi -L 2>/dev/null | head -2 || true
exec python3 - "$work" "${GPUS:-2}" <<'PY'
import os, re, statistics, subprocess, sys, time
work, gpus = sys.argv[1], sys.argv[2]
began = time.time()
OPERATIONS = ["all_reduce", "all_gather", "alltoall", "reduce_scatter", "sendrecv"]
SIZES = [8, 64 << 10, 2 << 20, 16 << 20, 256 << 20]
ROUNDS = 5
MAX = os.environ.get("MAX", "256M")  # smaller on stand-ins
environment = {k: v for k, v in os.environ.items() if not k.startswith(("SLURM", "OMPI", "PMI"))}

def bench(image, *arguments, limit=40):
    try:
        run = subprocess.run([work + "/" + image + "/bin/gpucomm-runner", "bench", *arguments], stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True, env=environment, timeout=limit)
    except subprocess.TimeoutExpired:
        return -1, "", "took longer than %d s" % limit
    return run.returncode, run.stdout, run.stderr

def rows(out):
    return [line.split() for line in out.splitlines() if re.match(r" +\d+ ", line)]

times = {}
problems = []
rounds = 0
for round in range(ROUNDS):
    if time.time() - began > 118:
        break
    for operation in OPERATIONS:
        # which of the two goes first takes turns too
        for image in (("before", "after") if round % 2 == 0 else ("after", "before")):
            code, out, err = bench(image, operation, "-g", gpus, "-b", "8", "-e", MAX, "-f", "2", "-n", "50", "-w", "10",
                                   "-c", "0", "--no-iteration-times")
            if code:
                problems.append("%s %s: exit %d %s" % (image, operation, code, err.strip()[:300]))
            for row in rows(out):
                times.setdefault((operation, int(row[0])), {}).setdefault(image, []).append(float(row[5]))
    rounds += 1
print("%d rounds, %.0f s; median out-of-place times in us, after / before" % (rounds, time.time() - began))
print("%-15s %10s %12s %12s %8s   spread of before, after (max/min)" % ("operation", "bytes", "before", "after", "ratio"))
large = []
for operation in OPERATIONS:
    for size in sorted(s for o, s in times if o == operation):
        both = times[operation, size]
        if len(both) < 2:
            continue
        b, a = statistics.median(both["before"]), statistics.median(both["after"])
        if size >= 2 << 20:
            large.append((a / b, operation, size))
        if size in SIZES:
            print("%-15s %10d %12.2f %12.2f %8.4f   %.3f %.3f" % (operation, size, b, a, a / b,
                  max(both["before"]) / min(both["before"]), max(both["after"]) / min(both["after"])))
if large:
    print("from 2 MiB up, all sizes: median ratio %.4f, least %.4f (%s %d), largest %.4f (%s %d)"
          % (statistics.median(x[0] for x in large), *min(large), *max(large)))
print()
print("registered buffers: out-of-place us and wrong elements; -R 0 none, 1 ncclCommRegister, 2 symmetric windows")
for operation in ["all_reduce", "alltoall"]:
    for registration in "012":
        if time.time() - began > 146:
            print("no time left")
            break
        code, out, err = bench("after", operation, "-g", gpus, "-b", "8", "-e", MAX, "-f", "2", "-n", "50", "-w", "10", "-c", "1",
                               "--no-iteration-times", "-R", registration, limit=12)
        table = {int(row[0]): row for row in rows(out)}
        print("%-12s -R %s exit %d  %s  %s" % (operation, registration, code, "  ".join(
            "%d: %s us #%s" % (size, table[size][5], table[size][8]) for size in SIZES if size in table),
            "; ".join(line for line in out.splitlines() if "Out of bounds" in line or "Settings" in line) or err.strip()[:300]))
for extra in (["-R", "2", "-x", "2"], ["-x", "1"]):
    if time.time() - began < 147:
        code, out, err = bench("after", "alltoall", "-g", gpus, "-b", "16M", "-e", MAX, "-f", "16", "-n", "20", "-w", "5", "-c", "1",
                               "--no-iteration-times", *extra, limit=8)
        print("alltoall %s exit %d  %s %s" % (" ".join(extra), code, "  ".join("%s: %s us #%s" % (r[0], r[5], r[8]) for r in rows(out)),
                                              err.strip()[:300]))
for problem in problems[:10]:
    print("PROBLEM", problem)
print("%.0f s in all" % (time.time() - began))
PY
