"""One-line mutants of C++ sources that clang-format has laid out: what could be written wrong without anybody noticing.

A binary operator stands between blanks there, and a template's bracket does not, so no parser is needed; what does not
compile is not counted. Comments, literals of text, preprocessor lines and assertions are left as they are.
"""

import re
from dataclasses import dataclass
from pathlib import Path

OPERATORS = {
    " < ": [" <= ", " > "], " <= ": [" < "], " > ": [" >= ", " < "], " >= ": [" > "],
    " == ": [" != "], " != ": [" == "], " && ": [" || "], " || ": [" && "],
    " + ": [" - "], " - ": [" + "], " * ": [" / "], " / ": [" * "], " % ": [" / "],
    " & ": [" | "], " | ": [" & "], " ^ ": [" | "], " << ": [" >> "], " >> ": [" << "],
    " += ": [" -= "], " -= ": [" += "], " |= ": [" &= "], " &= ": [" |= "], " ^= ": [" |= "],
    "std::min": ["std::max"], "std::max": ["std::min"],
}
# Lines that say nothing which a run could notice, or that make no sense without what they say.
SKIPPED = re.compile(r"\s*(#|static_assert|assert\(|using |template |namespace |friend |typedef |public:|private:|throw )")
NUMBER = re.compile(r"(?<![\w.'])(\d+)(?![\w.'])")
STEP = re.compile(r"(\+\+|--)(?=\w)|(?<=\w)(\+\+|--)")
WORD = re.compile(r"\b(true|false)\b")
CONDITION = re.compile(r"\b(if|while) \(")
DECLARATION = re.compile(r"\s*(const |constexpr |static |auto |return|case |default:|explicit |virtual |else\b|do\b|extern )")
STATEMENT = re.compile(r"\s+[a-z_][\w.\->\[\]()*&:+ ]*?(\(.*\)| [+\-*|&^]?= .*|\+\+|--);\s*$")
COUNTED = re.compile(r"\s+(\+\+|--)[\w.\->\[\]()]+;\s*$")
JUMP = re.compile(r"\s+(break|continue|return);\s*$")
TYPED = re.compile(r"\s+[\w:<>,*& ]+? [&*]?\w+( = .*|\(.*\)|\{.*\})?;\s*$")


@dataclass(frozen=True)
class Mutant:
    path: str  # from the root of the project
    line: int  # from 1
    old: str
    new: str
    kind: str

    def name(self):
        return f"{self.path}:{self.line}: {self.kind}: {self.new.strip()}"


def applied(mutant, text):
    """The file's text with the mutant in it; None if the line is not there any more. It may have moved."""
    lines = text.split("\n")
    places = [i for i, line in enumerate(lines) if line == mutant.old]
    if not places:
        return None
    nearest = min(places, key=lambda i: abs(i - (mutant.line - 1)))
    lines[nearest] = mutant.new
    return "\n".join(lines)


def blanked(text):
    """The text with comments and literals of text replaced by blanks, so that places stay."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|R"\((.*?)\)"|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.S)
    def blank(match):
        # 1'000 is a number.
        if match.group().startswith("'") and match.start() > 0 and text[match.start() - 1].isdigit():
            return match.group()
        return re.sub(r"[^\n]", " ", match.group())
    return pattern.sub(blank, text)


def closing(line, opening):
    """Where the bracket closes that opens at `opening`, or -1 if that is on another line."""
    depth = 0
    for i in range(opening, len(line)):
        depth += (line[i] == "(") - (line[i] == ")")
        if depth == 0:
            return i
    return -1


def of_line(line, code, before):
    """(kind, new line) of every mutant; `code` is the line without comments, `before` the last code before it."""
    def replaced(begin, end, text):
        return line[:begin] + text + line[end:]
    for old, news in OPERATORS.items():
        at = code.find(old)
        while at >= 0:
            for new in news:
                yield f"{old.strip()} > {new.strip()}", replaced(at, at + len(old), new)
            at = code.find(old, at + 1)
    for match in NUMBER.finditer(code):
        number = int(match.group())
        yield "constant", replaced(match.start(), match.end(), str(number + 1))
        if number == 1:
            yield "constant", replaced(match.start(), match.end(), "0")
    for match in STEP.finditer(code):
        yield "step", replaced(match.start(), match.end(), "--" if match.group() == "++" else "++")
    for match in WORD.finditer(code):
        yield "constant", replaced(match.start(), match.end(), "false" if match.group() == "true" else "true")
    for match in CONDITION.finditer(code):
        end = closing(code, match.end() - 1)
        if end > 0 and ";" not in code[match.end():end]:
            yield "negated", replaced(match.end(), end, "!(" + line[match.end():end] + ")")
    statement = COUNTED.match(code) or (STATEMENT.match(code) and not TYPED.match(code) and not DECLARATION.match(code))
    whole = code.count("(") == code.count(")") and before.rstrip().endswith((";", "{", "}", ")", ":", "else"))
    if JUMP.match(code) or (statement and whole):
        yield "dropped", line[:len(line) - len(line.lstrip())] + ";"


def of_file(root, path):
    text = (Path(root) / path).read_text()
    before = "{"
    for number, (line, code) in enumerate(zip(text.split("\n"), blanked(text).split("\n")), 1):
        if code.strip() and not SKIPPED.match(code):
            for kind, new in of_line(line, code.rstrip(), before):
                if new != line:
                    yield Mutant(path, number, line, new, kind)
        if code.strip():
            before = code
