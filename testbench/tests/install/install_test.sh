#!/usr/bin/env bash
# Makes the Debian packages, which install into an empty prefix, unpacks them, runs what is in them, builds projects of
# their own against them, and looks at what else is there. With ROOT, the root of a clean Debian 12, apt installs it there too.
#
#   install_test.sh CPACK CMAKE BUILD-DIRECTORY EXAMPLE-PROJECT [ROOT]
#
# Without TORUSIM_WHOLE the last example is not built, nor the first against the build directory: each compiles as long as
# all else takes.
set -euo pipefail
cpack=$1 cmake=$2 build=$(realpath "$3") example=$(realpath "$4") root=${5-}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"
export CMAKE_GENERATOR=Ninja

(cd "$build" && "$cpack" -G DEB -B "$directory" -D CPACK_DEBIAN_COMPRESSION_TYPE=none) >log || { cat log; exit 1; }
needs() { # PACKAGE LIBRARY ..
  local depends package=$1
  shift
  depends=$(dpkg-deb -f "$package"_*.deb Depends)
  for library in "$@"; do
    [[ $depends == *$library* ]] || { echo "no $library in what $package depends on: $depends"; exit 1; }
  done
}
needs torusim libc6 libfmt libpugixml libstdc++6 libsystemc
needs libtorusim0.1 libc6 libfmt libstdc++6
needs libtorusim-dev libtorusim0.1 libsystemc-dev
needs python3-torusim libtorusim0.1 python3
[[ $(dpkg-deb -f libtorusim0.1_*.deb Depends) != *systemc* ]] || { echo 'the C library needs SystemC'; exit 1; }
if [ -n "$root" ]; then
  cp ./*.deb "$root/tmp"
  chroot "$root" sh -c 'apt-get update -q && apt-get install -y -q --no-install-recommends /tmp/*torusim*.deb' >&2
  chroot "$root" torusim run t4 -t torus:8x8 --quiet | grep 'verdict *verified'
  chroot "$root" torusim --version
  chroot "$root" python3 -c 'import torusim; print(torusim.run("t4", "torus:8x8"))' | grep verified
fi
for package in ./*.deb; do dpkg -x "$package" unpacked; done
prefix=$directory/unpacked/usr
"$prefix/bin/torusim" run t4 -t torus:8x8 --quiet | grep 'verdict *verified'
[ -e "$prefix/share/doc/torusim/copyright" ]
[ ! -e "$build/site" ] || [ -e "$prefix/share/doc/torusim/html/index.html" ]
library=$(dirname "$(find "$prefix/lib" -name libtorusim.so.0.1)")

# C by pkg-config, and Python.
export PKG_CONFIG_PATH=$library/pkgconfig LD_LIBRARY_PATH=$library
# shellcheck disable=SC2046  # several flags
cc "$example/../embed/ping.c" $(pkg-config --cflags --libs torusim) -o ping
./ping >answers.txt
grep -q '^64 answers after' answers.txt
PYTHONPATH=$prefix/lib/python3/dist-packages python3 -c 'import torusim; print(torusim.run("t4", "torus:8x8"))' | grep verified
unset LD_LIBRARY_PATH

# SystemVerilog: the package and the example of docs/embed.md.
! command -v verilator >/dev/null || verilator --lint-only --timing -Wno-fatal --timescale 1ns/1ps --top adder_in_a_torus \
  "$prefix/share/torusim/rtl/dpi/torusim_pkg.sv" "$prefix"/share/doc/torusim/docs/examples/dpi/*.sv
[ -e "$prefix/share/torusim/rtl/torus/torusim_node_interface.sv" ]

# No trace of the place where it was built.
! grep -rlF "$build" "$prefix"/lib/*/cmake "$prefix/lib/cmake" "$prefix/share" 2>/dev/null

"$cmake" -S "$example" -B own -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
"$cmake" --build own >/dev/null
own/own_schedule >out.txt
grep -qx 'verified: [0-9]* cycles' <<<"$(head -n 1 out.txt)"
tail -n +2 out.txt >straight.tcs
"$prefix/bin/torusim" check straight.tcs >checked.txt
grep -q correct checked.txt

# Where SystemC is not found, all targets but torusim::models are there: the example of docs/embed.md.
mkdir network
cat >network/CMakeLists.txt <<END
cmake_minimum_required(VERSION 3.25)
project(ping CXX)
find_package(torusim REQUIRED)
add_executable(ping_network $example/../embed/ping.cpp)
target_link_libraries(ping_network PRIVATE torusim::network)
END
PKG_CONFIG_PATH='' PKG_CONFIG_LIBDIR=$directory/none "$cmake" -S network -B network/build -DCMAKE_PREFIX_PATH="$prefix" >said.txt
grep -q 'without systemc torusim::models cannot be linked' said.txt
"$cmake" --build network/build >/dev/null
network/build/ping_network >answers.txt
grep -q '^64 answers after' answers.txt

# The platform and the accelerator of docs/platform.md, whose code is all in them.
in_system() { # EXAMPLE PROGRAM LINES-OF-ITS-PART PART-OF-THE-PAGE OUTPUT..
  local source=$example/../$1 output
  "$cmake" -S "$source" -B "$1" -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
  if [ "$1" = platform ] || [ -n "${TORUSIM_WHOLE-}" ]; then
    "$cmake" --build "$1" >/dev/null
    SC_COPYRIGHT_MESSAGE=DISABLE "$1/$2" waves.vcd >said.txt
    for output in "${@:5}"; do grep -q "$output" said.txt; done
  fi
  sed -n "$4p" "$example/../../platform.md" | sed -n 's/^    *//p' >code
  [ "$(wc -l <code)" -ge "$3" ]
  while IFS= read -r line; do
    grep -qF -- "$line" "$source"/* || { echo "docs/platform.md, $4: the example has no: $line"; exit 1; }
  done <code
}
in_system platform platform 10 '1,/^## Open nodes/' '^sum 5559680, right; ' '^[1-9][0-9]* exchanges beside them' '^class 2: ' '^busiest channel: node'
grep -q '^\$enddefinitions' waves.vcd
in_system open-node open_node 9 '/^## Open nodes/,$' '^15 sums right '

# The build directory serves as well.
"$cmake" -S "$example" -B uninstalled -Dtorusim_DIR="$build" >/dev/null
if [ -n "${TORUSIM_WHOLE-}" ]; then
  "$cmake" --build uninstalled >/dev/null
  uninstalled/own_schedule >said.txt
  grep -q '^verified: ' said.txt
fi

# The manual page is compressed in a package.
grep -q 'link.*-delay' <<<"$(zcat -f "$prefix"/share/man/man1/torusim.1*)"
# shellcheck disable=SC1091
. "$prefix/share/bash-completion/completions/torusim"
completes() {
  COMP_LINE=$1 COMP_POINT=${#1} COMP_WORDBREAKS=' =:' COMPREPLY=()
  _torusim
  [ "${COMPREPLY[*]}" = "$2" ] || { echo "'$1' is completed by '${COMPREPLY[*]}', not by '$2'"; exit 1; }
}
completes 'torusim run --sy' --sync
completes 'torusim run t4 -t torus:8x8 --sync p' priority
echo installed, linked and complete
