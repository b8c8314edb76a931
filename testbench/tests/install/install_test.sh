#!/usr/bin/env bash
# Makes the Debian package, which installs into an empty prefix, unpacks it, runs what is in it, builds a project of its
# own against it, and looks at what else is there. With ROOT, the root of a clean Debian 12, apt installs it there too.
#
#   install_test.sh CPACK CMAKE BUILD-DIRECTORY EXAMPLE-PROJECT [ROOT]
set -euo pipefail
cpack=$1 cmake=$2 build=$(realpath "$3") example=$(realpath "$4") root=${5-}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cd "$directory"

(cd "$build" && "$cpack" -G DEB -B "$directory") >log || { cat log; exit 1; }
package=$(ls torusim_*.deb)
depends=$(dpkg-deb -f "$package" Depends)
for library in libc6 libfmt libpugixml libstdc++6 libsystemc; do
  [[ $depends == *$library* ]] || { echo "no $library in: $depends"; exit 1; }
done
if [ -n "$root" ]; then
  cp "$package" "$root/tmp/torusim.deb"
  chroot "$root" sh -c 'apt-get update -q && apt-get install -y -q --no-install-recommends /tmp/torusim.deb' >&2
  chroot "$root" torusim run t4 -t torus:8x8 --quiet | grep 'verdict *verified'
  chroot "$root" torusim --version
fi
dpkg -x "$package" unpacked
prefix=$directory/unpacked/usr
"$prefix/bin/torusim" run t4 -t torus:8x8 --quiet | grep 'verdict *verified'
[ -e "$prefix/share/doc/torusim/copyright" ]

# No trace of the place where it was built.
! grep -rlF "$build" "$prefix"/lib/*/cmake "$prefix/lib/cmake" "$prefix/share" 2>/dev/null

"$cmake" -S "$example" -B own -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
"$cmake" --build own >/dev/null
own/own_schedule | tee out.txt | head -n 1 | grep -qx 'verified: [0-9]* cycles'
tail -n +2 out.txt >straight.tcs
"$prefix/bin/torusim" check straight.tcs | grep -q correct

# The platform of docs/platform.md, whose code is all in it.
platform=$example/../platform
"$cmake" -S "$platform" -B platform -DCMAKE_PREFIX_PATH="$prefix" >/dev/null
"$cmake" --build platform >/dev/null
SC_COPYRIGHT_MESSAGE=DISABLE platform/platform | grep -q '^sum 5559680, right; '
sed -n 's/^    *//p' "$example/../../platform.md" >code
[ "$(wc -l <code)" -ge 10 ]
while IFS= read -r line; do
  grep -qF -- "$line" "$platform"/* || { echo "docs/platform.md: the example has no: $line"; exit 1; }
done <code

# The build directory serves as well.
"$cmake" -S "$example" -B uninstalled -Dtorusim_DIR="$build" >/dev/null
"$cmake" --build uninstalled >/dev/null
uninstalled/own_schedule | grep -q '^verified: '

# The manual page is compressed in a package.
zcat -f "$prefix"/share/man/man1/torusim.1* | grep -q 'link.*-delay'
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
