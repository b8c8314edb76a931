"""The site from the pages: links to files outside docs/ lead to copies of them, the references of Python and C are made from
their sources, and the search works without a server."""

import os
import posixpath
import re
import shutil
import sys
import tempfile

from mkdocs.structure.files import File

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import reference  # noqa: E402  pylint: disable=wrong-import-position

MADE = tempfile.TemporaryDirectory()  # pages that lie nowhere in the tree
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Pages outside docs/; any other linked file is copied as text.
PAGES = ["CHANGELOG.md", "CONTRIBUTING.md", "models/README.md", "rtl/README.md", "rtl/guests/README.md", "rtl/test/README.md",
         "schedules/README.md"]
LINK = re.compile(r"\[([^]\n]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def place(path):
    """Where a file of the repository is in the site; None for a directory."""
    if os.path.isdir(os.path.join(ROOT, path)):
        return None
    if path == "README.md":
        return "index.md"
    if path.startswith("docs/"):
        return path[len("docs/"):]
    return path if path in PAGES else f"sources/{path}.txt"


def links(text, uri):
    """Every link of a page: the match, and the file of the repository."""
    for match in LINK.finditer(text):
        if "://" not in match[2]:
            home = posixpath.dirname(uri if uri in PAGES else f"docs/{uri}")
            yield match, posixpath.normpath(posixpath.join(home, match[2]))


def on_files(files, config):
    def add(path, uri, root=ROOT):
        file = File(path, root, config.site_dir, use_directory_urls=False)
        if not file.is_documentation_page():
            file.src_uri = file.dest_uri = file.url = uri
            file.abs_dest_path = os.path.join(config.site_dir, uri)
        files.append(file)

    for path in PAGES:
        add(path, path)
    for path, page in (("reference-python.md", reference.python_page()), ("reference-c.md", reference.c_page())):
        with open(os.path.join(MADE.name, path), "w", encoding="utf-8") as text:
            text.write(page)
        add(path, path, MADE.name)
    copied = set()
    for page in files.documentation_pages():
        with open(page.abs_src_path, encoding="utf-8") as text:
            for _, path in links(text.read(), page.src_uri):
                uri = place(path)
                if uri and uri.startswith("sources/") and uri not in copied and os.path.exists(os.path.join(ROOT, path)):
                    copied.add(uri)
                    add(path, uri)
    return files


def in_browser(config):
    """Where the target `browser` has put the program for browsers, beside the site."""
    return os.path.join(os.path.dirname(config.site_dir.rstrip("/")), "browser/site")


def on_page_markdown(markdown, page, config, files):
    if page.file.src_uri == "install.md":
        built = os.path.exists(os.path.join(in_browser(config), "torusim.wasm"))
        heading = "## In a browser\n"
        markdown = markdown.replace(heading, heading + (
            '<a href="try/index.html">Open the program</a>, or <a href="try/live.html">wormhole routing, live</a>.\n\n' if built else
            "This copy of the site was built without Emscripten, so it does not contain the program.\n\n"))
    for match, path in list(links(markdown, page.file.src_uri)):
        uri = place(path)
        if uri:
            uri = posixpath.relpath(uri, posixpath.dirname(page.file.src_uri) or ".")
        markdown = markdown.replace(match[0], f"[{match[1]}]({uri}{match[3] or ''})" if uri else match[1])
    return markdown


def on_post_build(config):
    """The program for browsers, if it was built. The index once more as a script: a page from a file may load no JSON."""
    if os.path.exists(os.path.join(in_browser(config), "torusim.wasm")):
        shutil.copytree(in_browser(config), os.path.join(config.site_dir, "try"), dirs_exist_ok=True)
    search = os.path.join(config.site_dir, "search")
    with open(os.path.join(search, "search_index.json"), encoding="utf-8") as index:
        text = index.read()
    with open(os.path.join(search, "search_index.js"), "w", encoding="utf-8") as script:
        script.write(f"var __search = {{index: Promise.resolve({text})}};\n")
    # Other languages, and maps for debuggers of the theme: half of the site.
    shutil.rmtree(os.path.join(config.site_dir, "assets/javascripts/lunr"))
    for directory, _, names in os.walk(os.path.join(config.site_dir, "assets")):
        for name in names:
            if name.endswith(".map"):
                os.remove(os.path.join(directory, name))
