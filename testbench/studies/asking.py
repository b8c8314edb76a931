"""What the studies of this directory ask torusim, and how their tables stand in pages."""

import json
import os
import re
import subprocess
import sys


def git(repositories, repository, *arguments):
    """What git says of a repository, bare or not, in the directory `repositories`."""
    base = os.path.join(repositories, repository)
    inside = os.path.join(base, ".git")
    base = inside if os.path.isdir(inside) else base
    return subprocess.run(["git", "--git-dir=" + base, *arguments], capture_output=True, check=True).stdout


def near_square(nodes):
    """A torus of so many nodes, or a ring; of one node, the smallest ring."""
    side = int(nodes ** 0.5)
    while side > 1 and nodes % side:
        side -= 1
    if nodes == 1:
        return "ring:2"
    return f"torus:{side}x{nodes // side}" if side > 1 else f"ring:{nodes}"


def options(algorithm, shape, settings):
    network = shape if ":" in shape else f"torus:{shape}"
    return [algorithm, "-t", network, *(word for setting in settings for word in ("--set", setting))]


def ask(command, refused):
    """Its standard output; None where it fails as `refused` expects: (exit code, standard error) -> bool."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 0:
        return done.stdout
    if refused(done.returncode, done.stderr):
        return None
    print(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}{done.stdout}", file=sys.stderr)
    sys.exit(2)


def info(program, algorithm, shape, settings, more=(), refused=lambda code, _: code in (2, 3)):
    """What `torusim info` says; None where the algorithm does not run."""
    text = ask([program, "info", *options(algorithm, shape, settings), "--json", *more], refused)
    return None if text is None else json.loads(text)


def cycles(program, algorithm, shape, settings, block, startup, sync, more=()):
    """(measured, predicted or None) of a run whose blocks are all verified; None where there are more phases than classes, or
    no signals."""
    lacking = {"priority": "classes", "local": "signals"}.get(sync)
    text = ask([program, "run", *options(algorithm, shape, settings), "--quiet", "--block", str(block), "--startup", str(startup),
                "--sync", sync, *more], lambda _, why: lacking is not None and lacking in why)
    if text is None:
        return None
    found = re.search(r"^cycles +(\d+)(?: \(predicted for all phases between barriers: (\d+)\))?", text, re.MULTILINE)
    return int(found[1]), found[2] and int(found[2])


def row(cells):
    return "| " + " | ".join(cells) + " |"


def head(cells):
    return [row(cells), "|---" * len(cells) + "|"]


def name_of(algorithm, settings):
    return " ".join([f"`{algorithm}`", *settings])


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def replace(path, name, text):
    """The page with this text between `<!-- name -->` and `<!-- end -->`."""
    page, places = re.subn(rf"(<!-- {name} -->\n).*?(<!-- end -->)", lambda m: m[1] + text + m[2], read(path), flags=re.S)
    if places != 1:
        sys.exit(f"{path}: no place for the tables")
    write(path, page)


def compare(path, tables):
    """Does the page hold these tables? Prints the first that it does not; 0 or 1, for exit()."""
    page = read(path)
    for table in tables:
        if table not in page:
            print(f"{path}: counted now:\n{table}")
            return 1
    return 0
