"""What pip calls to build torusim (PEP 517): a wheel of the Python package with the C library beside it.

The library is built in a temporary directory, without SystemC, Verilator and tests. `pip install . --config-settings build-dir=DIR` builds it in
DIR and keeps that directory; `library=FILE` takes a library that is built already.
"""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sysconfig
import tarfile
import tempfile
import zipfile
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_PACKAGE = _ROOT / "testbench/library/python/torusim"
# What configures and compiles the C library alone: 24 files are compiled as one, in half of the time.
_OPTIONS = ["-DCMAKE_BUILD_TYPE=Release", "-DTORUSIM_SYSTEMC=OFF", "-DTORUSIM_RTL=OFF", "-DTORUSIM_TESTS=OFF",
            "-DCMAKE_UNITY_BUILD=ON", "-DCMAKE_UNITY_BUILD_BATCH_SIZE=24", "-DCMAKE_SHARED_LINKER_FLAGS=-s"]


def _version():
    return re.search(r"project\(torusim VERSION ([0-9.]+)", (_ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]


def _settings(config_settings):
    settings = config_settings or {}
    for name in settings:
        if name not in ("build-dir", "library"):
            raise SystemExit(f"torusim: unknown setting {name}; there are build-dir=DIR and library=FILE")
    return settings


def _library(directory):
    """Builds the C library in `directory`, and returns its file."""
    if shutil.which("cmake") is None:
        raise SystemExit("torusim: cmake is missing; docs/install.md lists what the Python package is built with")
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    subprocess.run(["cmake", "-S", _ROOT, "-B", directory, *generator, *_OPTIONS], check=True)
    subprocess.run(["cmake", "--build", directory, "--target", "torusim_c", "--parallel", str(os.cpu_count())], check=True)
    return Path(directory) / "libtorusim.so"


def _tag():
    return f"py3-none-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def _information():
    """The files that describe the wheel, by name, but its list of files."""
    fields = {"Metadata-Version": "2.1", "Name": "torusim", "Version": _version(), "Requires-Python": ">=3.11", "License": "MIT",
              "Summary": "Collective communication on torus routers, flit by flit", "Provides-Extra": "tables",
              "Requires-Dist": 'numpy ; extra == "tables"'}
    return {"METADATA": "".join(f"{name}: {value}\n" for name, value in fields.items()).encode(),
            "WHEEL": f"Wheel-Version: 1.0\nGenerator: torusim\nRoot-Is-Purelib: false\nTag: {_tag()}\n".encode(),
            "LICENSE": (_ROOT / "LICENSE").read_bytes()}


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    """Writes what describes the wheel, and returns the name of its directory: pip would build a wheel to learn it."""
    _settings(config_settings)
    directory = Path(metadata_directory) / f"torusim-{_version()}.dist-info"
    directory.mkdir()
    for name, text in _information().items():
        (directory / name).write_bytes(text)
    return directory.name


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Writes the wheel into `wheel_directory`, and returns its name."""
    settings = _settings(config_settings)
    with tempfile.TemporaryDirectory() as temporary:
        library = Path(settings["library"]) if "library" in settings else _library(settings.get("build-dir", temporary))
        files = {f"torusim/{file.name}": file.read_bytes() for file in sorted(_PACKAGE.iterdir()) if file.suffix in (".py", ".typed")}
        files["torusim/libtorusim.so"] = library.read_bytes()
    directory = f"torusim-{_version()}.dist-info"
    files |= {f"{directory}/{name}": text for name, text in _information().items()}
    rows = [f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b'=').decode()},{len(text)}\n"
            for path, text in files.items()]
    files[f"{directory}/RECORD"] = ("".join(rows) + f"{directory}/RECORD,,\n").encode()
    name = f"torusim-{_version()}-{_tag()}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, text in files.items():
            wheel.writestr(path, text)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """Writes the sources under version control, as pip wants them."""
    _settings(config_settings)
    name = f"torusim-{_version()}"
    listed = subprocess.run(["git", "-C", _ROOT, "ls-files", "-z"], check=True, capture_output=True, text=True).stdout
    with tarfile.open(Path(sdist_directory) / f"{name}.tar.gz", "w:gz") as archive:
        for file in filter(None, listed.split("\0")):
            archive.add(_ROOT / file, f"{name}/{file}", recursive=False)
        with tempfile.NamedTemporaryFile() as information:
            information.write(_information()["METADATA"])
            information.flush()
            archive.add(information.name, f"{name}/PKG-INFO")
    return f"{name}.tar.gz"
