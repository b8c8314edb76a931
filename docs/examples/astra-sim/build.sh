#!/bin/sh
# Builds the adapter, and ASTRA-sim's analytical networks beside it if the third path is given (docs/astra-sim.md):
#   build.sh BUILD ASTRA_SIM CHAKRA [ANALYTICAL] [-- options of CMake]
set -eu
here=$(dirname "$(realpath "$0")")
build=$1 astra_sim=$(realpath "$2") chakra=$(realpath "$3")
shift 3
analytical=
if [ $# -gt 0 ] && [ "$1" != -- ]; then
  analytical=$(realpath "$1")
  shift
fi
if [ $# -gt 0 ]; then shift; fi
cmake -S "$here" -B "$build" -DASTRA_SIM="$astra_sim" -DCHAKRA="$chakra" -DANALYTICAL="$analytical" "$@"
cmake --build "$build" --parallel
