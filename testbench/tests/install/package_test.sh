#!/usr/bin/env bash
# Makes the Debian package and runs what is in it. With ROOT, the root of a clean Debian 12, it is installed there by
# apt instead of being unpacked.
#
#   package_test.sh CPACK BUILD-DIRECTORY [ROOT]
set -euo pipefail
cpack=$1 build=$2 root=${3-}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT

cd "$build"
"$cpack" -G DEB -B "$directory" >"$directory/log" || { cat "$directory/log"; exit 1; }
package=$(ls "$directory"/torusim_*.deb)
depends=$(dpkg-deb -f "$package" Depends)
for library in libc6 libfmt libpugixml libstdc++6 libsystemc; do
  [[ $depends == *$library* ]] || { echo "no $library in: $depends"; exit 1; }
done
if [ -n "$root" ]; then
  cp "$package" "$root/tmp/torusim.deb"
  chroot "$root" sh -c 'apt-get update -q && apt-get install -y -q --no-install-recommends /tmp/torusim.deb' >&2
  chroot "$root" torusim run t4 -t torus:8x8 --quiet | grep 'verdict *verified'
  chroot "$root" torusim --version
else
  dpkg -x "$package" "$directory/root"
  "$directory/root/usr/bin/torusim" run t4 -t torus:8x8 --quiet | grep 'verdict *verified'
fi
dpkg-deb -c "$package" >"$directory/contents"
for file in usr/share/man/man1/torusim.1 usr/share/doc/torusim/copyright usr/share/bash-completion/completions/torusim; do
  grep -q "$file" "$directory/contents" || { echo "no $file"; exit 1; }
done
