"""The reference of the Python package and of the C library, as Markdown from their docstrings and comments."""

import ast
import inspect
import re
from pathlib import Path

LIBRARY = Path(__file__).resolve().parents[2] / "testbench/library"


def markdown_of(docstring):
    """A docstring with its examples as code."""
    lines, example = [], False
    for line in inspect.cleandoc(docstring).splitlines():
        if line.startswith(">>>") and not example:
            lines += [""] * (lines[-1:] != [""])
        example = line.startswith(">>>") or example and line != ""
        lines.append("    " + line if example else line)
    return "\n".join(lines)


def described(node, name):
    text = ast.get_docstring(node)
    if text is None:
        raise ValueError(f"{name} has no docstring")
    return markdown_of(text)


def signature(node, name):
    arguments = ast.unparse(node.args)
    arguments = re.sub(r"^self(, )?", "", arguments)
    result = f" -> {ast.unparse(node.returns)}" if node.returns is not None else ""
    return f"{name}({arguments}){result}"


def is_property(node):
    return any(isinstance(each, ast.Name) and each.id == "property" for each in node.decorator_list)


def members_of(node, lines):
    """The fields of a class with their comments `#:`, its properties and its methods."""
    table, methods = [], []
    for each in node.body:
        if isinstance(each, (ast.Assign, ast.AnnAssign)):
            target = each.target if isinstance(each, ast.AnnAssign) else each.targets[0]
            comment = re.search(r"#: *(.*)", lines[each.lineno - 1])
            kind = ast.unparse(each.annotation) if isinstance(each, ast.AnnAssign) else ast.unparse(each.value)
            if not target.id.startswith("_"):
                table.append((target.id, kind.replace("|", "\\|"), comment[1] if comment else ""))
        elif isinstance(each, ast.FunctionDef) and not each.name.startswith("_"):
            if is_property(each):
                meaning = (ast.get_docstring(each) or "").replace("\n", " ")
                table.append((each.name, ast.unparse(each.returns).strip("'").replace("|", "\\|"), meaning))
            else:
                methods.append(f"### {node.name}.{each.name}\n\n    {signature(each, each.name)}\n\n"
                               f"{described(each, f'{node.name}.{each.name}')}\n")
    rows = "".join(f"| `{name}` | `{kind}` | {meaning} |\n" for name, kind, meaning in table)
    return ("| name | type | meaning |\n|---|---|---|\n" + rows + "\n" if rows else "") + "\n".join(methods)


def python_page():
    """Every name of the package's `__all__`."""
    package = LIBRARY / "python/torusim"
    start = ast.parse((package / "__init__.py").read_text(encoding="utf-8"))
    names = next(ast.literal_eval(node.value) for node in start.body
                 if isinstance(node, ast.Assign) and node.targets[0].id == "__all__")
    found = {}
    for imported in (node for node in start.body if isinstance(node, ast.ImportFrom)):
        text = (package / f"{imported.module}.py").read_text(encoding="utf-8")
        for node in ast.parse(text).body:
            name = getattr(node.targets[0], "id", "") if isinstance(node, ast.Assign) else getattr(node, "name", "")
            if name in {each.name for each in imported.names}:
                found[name] = (node, text.splitlines())
    parts = ["# Python reference\n", markdown_of(ast.get_docstring(start)), ""]
    # Classes before constants, functions before both.
    for name in sorted(names, key=lambda name: (not name.islower(), name)):
        node, lines = found[name]
        if isinstance(node, ast.Assign):
            code, meaning = lines[node.lineno - 1].split("  #: ")
            parts.append(f"## {name}\n\n    {code}\n\n{meaning}\n")
            continue
        if isinstance(node, ast.FunctionDef):
            parts.append(f"## {name}\n\n    {signature(node, name)}\n\n{described(node, name)}\n")
            continue
        begin = next((each for each in node.body if getattr(each, "name", "") == "__init__"), None)
        head = f"    {signature(begin, name).removesuffix(' -> None')}\n\n" if begin is not None and name == "Network" else ""
        parts.append(f"## {name}\n\n{head}{described(node, name)}\n\n{members_of(node, lines)}")
    return "\n".join(parts) + "\n"


def c_page():
    """Every declaration of torusim.h below the comment before it."""
    text = (LIBRARY / "torusim.h").read_text(encoding="utf-8")
    parts = ["# C reference\n"]
    for comment, code in re.findall(r"^/\*(.*?)\*/\n(.*?)(?=^/\*|\Z)", text, re.DOTALL | re.MULTILINE):
        words = "\n".join(re.sub(r"^ \* ?", "", line) for line in comment.strip().splitlines())
        section = re.match(r"--- (.*)\n-+$", words)
        code = re.sub(r"^#(?!define TORUSIM_[A-Z]+ ).*\n|^extern \"C\" \{\n|^\}\n", "", code, flags=re.MULTILINE).strip()
        names = re.findall(r"(?:enum|struct|\(\*|[ *])(torusim_\w+)\)?(?= \{|;|\()", code)
        heading = f"## {section[1]}\n\n" if section else f"### {names[0]}\n\n" if names else ""
        words = "" if section else words.replace("<", "&lt;")
        parts.append(f"{heading}{words}\n" + (f"\n```c\n{code}\n```\n" if code else ""))
    return "\n".join(parts)
