#!/usr/bin/env python3
"""Builds the site of the pages strictly, and looks at it as a reader without a server or a network does.

    site_test.py SOURCES        a line for each fault; ends with 1 if there is one
"""

import html.parser
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse

# Attributes by which a page loads a file; links of a text may lead anywhere.
LOADED = {"img": "src", "script": "src", "link": "href", "iframe": "src"}


class Page(html.parser.HTMLParser):
    """The links, the loaded files and the anchors of a page."""

    def __init__(self, path):
        super().__init__()
        self.links, self.loaded, self.anchors = [], [], set()
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        self.anchors.update(value for key, value in attributes if key in ("id", "name"))
        if tag == "a" and values.get("href"):
            self.links.append(values["href"])
        if tag in LOADED and values.get(LOADED[tag]):
            self.loaded.append(values[LOADED[tag]])


def faults_of(site):
    pages = {}
    for directory, _, names in os.walk(site):
        pages.update({os.path.join(directory, name): Page(os.path.join(directory, name)) for name in names if name.endswith(".html")})
    for path, page in pages.items():
        name = os.path.relpath(path, site)
        if name == "404.html":  # is for servers, and has their addresses
            continue
        for url in page.loaded:
            if urllib.parse.urlsplit(url).scheme or url.startswith("/"):
                yield f"{name}: loads {url}"
        for url in page.links + page.loaded:
            parts = urllib.parse.urlsplit(url)
            if parts.scheme or parts.netloc:
                continue
            target = os.path.normpath(os.path.join(os.path.dirname(path), urllib.parse.unquote(parts.path))) if parts.path else path
            if not os.path.exists(target):
                yield f"{name}: nothing at {url}"
            elif parts.fragment and target in pages and urllib.parse.unquote(parts.fragment) not in pages[target].anchors:
                yield f"{name}: no place {url}"
    if len(pages) < 50:
        yield f"only {len(pages)} pages"


def missing_from_references(sources, site):
    """The names that a user of Python or C can write and the references lack."""
    library = os.path.join(sources, "testbench/library")
    with open(os.path.join(library, "torusim.h"), encoding="utf-8") as file:
        names = {"c": set(re.findall(r"\b(torusim_\w+)\(", file.read()))}
    with open(os.path.join(library, "python/torusim/__init__.py"), encoding="utf-8") as file:
        names["python"] = set(re.findall(r'"(\w+)"', file.read().partition("__all__")[2]))
    for language, wanted in names.items():
        with open(os.path.join(site, f"reference-{language}.html"), encoding="utf-8") as file:
            words = set(re.findall(r"\w+", file.read()))
        yield from (f"reference-{language}.html lacks {name}" for name in sorted(wanted - words))


def found(site, word):
    """The pages that the search finds in a browser, opened as files."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        seen = subprocess.run(["chromium", "--headless", "--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP * ~NOTFOUND",
                               f"--user-data-dir={profile}", "--virtual-time-budget=20000", "--dump-dom",
                               f"file://{site}/deadlock.html?q={word}"], capture_output=True, text=True)
    return re.findall(r'<a href="([^"]*)" class="md-search-result__link"', seen.stdout)


def main(sources):
    with tempfile.TemporaryDirectory() as directory:
        site = os.path.join(directory, "site")
        built = subprocess.run(["mkdocs", "build", "--quiet", "--strict", "--config-file", os.path.join(sources, "mkdocs.yml"),
                                "--site-dir", site], capture_output=True, text=True)
        faults = [*built.stdout.splitlines(), *built.stderr.splitlines()]
        if built.returncode == 0:
            faults += [*faults_of(site), *missing_from_references(sources, site)]
            results = found(site, "dateline")
            if not any("router.html" in result for result in results):
                faults.append(f"the search for dateline finds {results}")
        elif not faults:
            faults.append(f"mkdocs: exit code {built.returncode}")
    print(*faults, f"{len(faults)} faults", sep="\n")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
