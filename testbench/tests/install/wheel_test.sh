#!/usr/bin/env bash
# The Python package as pip installs it, in a virtual environment, without a network: wheel_test.sh SOURCE [LIBRARY]
# Without LIBRARY pip builds the C library, which takes minutes.
set -euo pipefail
source=$1 library=${2:-}
directory=$(mktemp -d)
trap 'rm -rf "$directory"' EXIT
unset TORUSIM_LIBRARY PYTHONPATH
cd "$directory"
/usr/bin/python3 -m venv environment
pip=(environment/bin/pip --disable-pip-version-check --quiet)
! "${pip[@]}" install --no-index --config-settings libary=x "$source" 2>error || { echo 'an unknown setting is accepted'; exit 1; }
grep -q 'unknown setting libary; there are build-dir=DIR and library=FILE' error
"${pip[@]}" install --no-index ${library:+--config-settings library="$library"} "$source"

# Without numpy, and from a directory that has nothing of the sources.
environment/bin/python - <<'END'
import pathlib, torusim

here = pathlib.Path(torusim.__file__).parent
assert {"libtorusim.so", "py.typed"} <= {file.name for file in here.iterdir()}, here
result = torusim.run("direct", "torus:4x4", block=4, startup=10, links=True)
assert (result.verdict, result.cycles) == ("verified", 450), result
for plot in (result.plot_latency(), result.plot_links(), torusim.plot_lines({"cycles": [(4, result.cycles)]})):
    assert plot._repr_svg_().startswith("<svg")
with torusim.Network("torus:4x4") as network:
    network.send(0, 5, flits=17)
    network.run()
    assert len(network.deliveries()) == 1
END
! environment/bin/python -c 'import numpy' 2>/dev/null || { echo 'numpy is there: the test needs a bare environment'; exit 1; }
"${pip[@]}" uninstall --yes torusim
[ -z "$(find environment -name '*torusim*')" ] || { echo 'uninstalling left files'; exit 1; }
