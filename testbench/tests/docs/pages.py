#!/usr/bin/env python3
"""Holds the pages to the tree: links lead somewhere, files that are named exist, tests that are named are there.

    pages.py SOURCES        a line for each fault; ends with 1 if there is one
"""

import fnmatch
import glob
import os
import re
import sys

PAGES = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "docs/algorithms/*.md", "docs/algorithms/papers/*.md", "docs/lab/*.md",
         "docs/examples/*/*.md", "models/*.md", "rtl/*.md", "rtl/*/*.md", "schedules/*.md"]
TEST = re.compile(r"^(?:TEST|TEST_P|TEST_F|RC_GTEST_PROP)\(([A-Za-z0-9_]+), *([A-Za-z0-9_]+)", re.M)
PATH = re.compile(r"(?:^|[ (`])((?:schedules|models|traces|testbench|rtl|docs|\.ci)/[A-Za-z0-9_./-]+)", re.M)


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def anchors(path):
    """The places that a link may name: headings, as they are written in addresses."""
    headings = re.findall(r"^#+ (.*)", text_of(path), re.M)
    return {re.sub(r"[^a-z0-9_-]", "", heading.lower().replace(" ", "-")) for heading in headings}


def faults_of(page, tests):
    text = text_of(page)
    for link in re.findall(r"\]\(([^) \n]+)\)", text):
        if link.startswith("http"):
            continue
        file, _, heading = link.partition("#")
        target = os.path.join(os.path.dirname(page), file) if file else page
        if not os.path.exists(target):
            yield f"nothing at {link}"
        elif heading and heading not in anchors(target):
            yield f"no heading {link}"
    # `models/watch/scoreboard` stands for its header and source.
    for path in sorted(set(PATH.findall(text))):
        if not glob.glob(re.sub(r"[.,:]$", "", path) + "*"):
            yield f"there is no {path}"
    # T`Suite.Name*`, and M for those of model_tests.
    for named in re.findall(r"\b[TM]`([^` \n]+)`", text) if re.match(r"docs/(algorithms/(papers/)?)?[^/]*$", page) else []:
        for one in named.split(":"):
            if not fnmatch.filter(tests, one.partition("/")[2] or one):
                yield f"no test {one}"


def main(sources):
    os.chdir(sources)
    files = [file for tests in ("schedules", "testbench") for file in glob.glob(f"{tests}/tests/**/*.cpp", recursive=True)]
    tests = [f"{suite}.{name}" for file in files for suite, name in TEST.findall(text_of(file))]
    pages = [page for pattern in PAGES for page in sorted(glob.glob(pattern))]
    faults = [f"{page}: {fault}" for page in pages for fault in faults_of(page, tests)]
    if len(pages) < 50:
        faults.append(f"only {len(pages)} pages: are they elsewhere?")
    print(*faults, f"{len(pages)} pages", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
