#!/usr/bin/env python3
"""The corpora: testbench/fuzz/corpus/TARGET.txt, an input a line. \\n, \\\\ and \\xNN stand for a line end, a backslash and
any byte that is no printable character. Lines that begin with # are comments.

    corpus.py unpack TARGET.txt DIR        a file in DIR for each line, as libFuzzer wants them
    corpus.py add TARGET.txt INPUT...      a line for each file INPUT that is not there yet
    corpus.py check TARGET.txt...          is every line as `add` would write it, and there once?
"""

import os
import re
import sys


def packed(content):
    def text(at, byte):
        if byte == ord("\n"):
            return "\\n"
        if byte == ord("\\"):
            return "\\\\"
        return chr(byte) if 32 <= byte < 127 and (at > 0 or byte != ord("#")) else f"\\x{byte:02x}"

    return "".join(text(at, byte) for at, byte in enumerate(content))


def unpacked(line):
    def byte(match):
        escape = match[1]
        return {b"n": b"\n", b"\\": b"\\"}.get(escape) or bytes([int(escape[1:], 16)])

    return re.sub(rb"\\(n|\\|x[0-9a-f]{2})", byte, line)


def lines_of(corpus):
    with open(corpus, "rb") as file:
        return file.read().split(b"\n")[:-1]


def inputs_of(corpus):
    return [line for line in lines_of(corpus) if not line.startswith(b"#")]


def unpack(corpus, directory):
    os.makedirs(directory, exist_ok=True)
    for number, line in enumerate(inputs_of(corpus), 1):
        with open(os.path.join(directory, str(number)), "wb") as file:
            file.write(unpacked(line))


def add(corpus, *inputs):
    known = set(lines_of(corpus))
    with open(corpus, "ab") as file:
        for path in inputs:
            with open(path, "rb") as content:
                line = packed(content.read()).encode()
            if line not in known:
                known.add(line)
                file.write(line + b"\n")


def check(*corpora):
    for corpus in corpora:
        lines = inputs_of(corpus)
        again = [packed(unpacked(line)).encode() for line in lines]
        if lines != again or len(set(lines)) < len(lines):
            sys.exit(f"{corpus} is not as `add` writes it")


if __name__ == "__main__":
    command = {"unpack": unpack, "add": add, "check": check}.get(sys.argv[1] if len(sys.argv) > 1 else "")
    if command is None or len(sys.argv) < 3:
        print(__doc__, file=sys.stderr)
        sys.exit(2)
    command(*sys.argv[2:])
