#!/usr/bin/env bash
# Prints the table of docs/astra-sim.md: 1 MB on 16 NPUs, 50 GB/s and 500 ns a link. In ns:
#   measure.sh BUILD ASTRA_SIM
set -euo pipefail
build=$(realpath "$1") examples=$(realpath "$2")/examples
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" # ASTRA-sim writes its log here

# The system file of ASTRA-sim's example with other algorithms, one for each dimension
ring=$examples/system/native_collectives/Ring_4chunks.json
sed 's/"ring"/"direct"/' "$ring" >direct.json
sed 's/"ring"/"ring", "ring"/' "$ring" >ring-ring.json
sed 's/"ring"/"direct", "direct"/' "$ring" >direct-direct.json
sed 's/"ring"/"oneDirect"/' "$ring" >one-direct.json
cp "$ring" ring.json
cp "$examples/network/analytical/Ring_16npus.yml" ring16.yml
printf 'topology: [ Ring, Ring ]\nnpus_count: [ 4, 4 ]\nbandwidth: [ 50.0, 50.0 ]\nlatency: [ 500.0, 500.0 ]\n' >torus4x4.yml

# The time in which the last NPU is finished, or a dash
time_of() {
  "$@" >output 2>&1 || true
  sed -n 's/.*finished, \([0-9]*\) cycles.*/\1/p' output | sort -n | tail -1 | grep . || echo -
}

# row BENCHMARK SYSTEM TOPOLOGY NETWORK PORTS
row() {
  benchmark=$1 system=$2 topology=$3 network=$4 ports=$5
  files=(--workload-configuration "$examples/workload/microbenchmarks/$benchmark/16npus_1MB/$benchmark"
    --system-configuration "$system.json")
  theirs=("${files[@]}" --network-configuration "$network.yml"
    --remote-memory-configuration "$examples/remote_memory/analytical/no_memory_expansion.json")
  unaware=$(time_of "$build/analytical_unaware" "${theirs[@]}")
  aware=$(time_of "$build/analytical_aware" "${theirs[@]}")
  # 53.687 bytes per ns, as ASTRA-sim reads 50 GB/s: 128 bytes in a cycle. A hop takes the link's 209 cycles and one.
  flits=("$build/astra_torusim" "${files[@]}" --topology "$topology" --clock 0.4194304 --flit-bytes 128)
  one=$(time_of "${flits[@]}" --network "--link-delay 209")
  all=$(time_of "${flits[@]}" --network "--link-delay 209" --channels "$ports")
  deep=$(time_of "${flits[@]}" --network "--link-delay 209 --reserve 4096" --channels "$ports")
  echo "| $topology | $benchmark, $system | $unaware | $aware | $one | $all | $deep |"
}

echo "| topology | benchmark, algorithm | unaware | aware | one port | all ports | deep buffers |"
echo "|---|---|---:|---:|---:|---:|---:|"
for benchmark in all_reduce reduce_scatter all_gather all_to_all; do
  row $benchmark ring ring:16 ring16 2
done
row all_to_all direct ring:16 ring16 2
for benchmark in all_reduce reduce_scatter all_gather all_to_all; do
  row $benchmark ring-ring torus:4x4 torus4x4 4
done
row all_to_all direct-direct torus:4x4 torus4x4 4
row all_to_all one-direct torus:4x4 torus4x4 4
