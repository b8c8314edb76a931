#!/usr/bin/env bash
# The tutorial of docs/your-own-router.md, from an empty directory and an installed kit: its CMakeLists.txt, its commands
# and what they print, as they stand there. tutorial.sh SOURCE_DIRECTORY BUILD_DIRECTORY
set -euo pipefail
source=$1 build=$2
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
cmake --install "$build" --prefix "$directory/installed" --component kit > "$directory/install.log"
export CMAKE_PREFIX_PATH=$directory/installed PATH=$build:$PATH

# Whoever compiles through another program, such as ccache, does so here too.
printf '#!/bin/sh\necho "$@" >> %s/launched.log\nexec "$@"\n' "$directory" > "$directory/launcher"
chmod +x "$directory/launcher"
export CMAKE_CXX_COMPILER_LAUNCHER=$directory/launcher

block() { awk -v fence="\`\`\`$1" '$0 == fence {inside = 1; next} /^```/ {inside = 0} inside' "$source/docs/your-own-router.md"; }
mkdir "$directory/mine"
cd "$directory/mine"
cp "$directory/installed/share/torusim/rtl/guests/first_router/my_router.sv" .
block cmake > CMakeLists.txt
block sh > commands.sh
bash -e commands.sh > output.log 2>&1 || { cat output.log; exit 1; }
[[ $(grep -c 'verdict    verified' output.log) == 2 ]] || { cat output.log; exit 1; }
grep 'cycles     1211 ' output.log
test -s results/run.json
[[ $(grep -c 'Vmy_router_.*\.cc$' "$directory/launched.log") == 2 ]] || { cat "$directory/launched.log"; exit 1; }

# ```console: what each command prints and returns.
block console > shown.log
while IFS= read -r line; do
  [[ $line == '$ '* ]] || continue
  printf '%s\n' "$line"
  status=0
  bash -c "${line#??}" 2>&1 || status=$?
  printf '[exit %s]\n' "$status"
done < shown.log > printed.log
[[ $(grep -c '^\[exit' printed.log) -ge 3 ]]
diff -u shown.log printed.log
