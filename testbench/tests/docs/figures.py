#!/usr/bin/env python3
"""The figures of the pages for users: writes their tables, checks what is exact in them, measures the rest.

    figures.py write                             every table of the record, into its page
    figures.py check PROGRAM                     are the pages as the record has them, and are the exact figures those of PROGRAM?
    figures.py count PROGRAM                     the exact figures of PROGRAM into the record, and all tables into their pages
    figures.py measure BUILD TABLE [TURNS]       the times and rates of one table, best of TURNS (3), into the record

The record is figures.json beside this script: for each table its page, its columns, and its rows. A page holds a table between
`<!-- figures: NAME -->` and `<!-- end -->`. Exact figures (cycles, flit-hops, messages, startups, blocks; lines of code; what a seed gives)
have no date. A column of `ways` is exact if its `of`, or that of the row, names a value of run.json (EXACT): its command is that of the row with
the words of the column, in which {KEY} is that key of the row. Measured figures are said below the table with date, commit and machine. The runs of rows with `long` take seconds to
minutes: `check` leaves them out, and those with `nightly` too, unless TORUSIM_WHOLE is set. No figure that is a time or a rate of a machine is
ever checked. Ends with 0, with 1 if a page or a figure differs, with 2 if it could not work.
"""

import datetime
import functools
import glob
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "../../.."))
RECORD = os.path.join(HERE, "figures.json")
FROM_RUN = ["cycles", "flit_hops", "messages"]
FROM_INFO = ["startups", "blocks"]
# What a cell of an exact way is, out of run.json.
EXACT = {"cycles": lambda result: result["cycles"],
         "busiest": lambda result: result["failures"]["busiest"],
         "busiest before": lambda result: result["failures"]["busiest_before"],
         "accepted": lambda result: round(result["accepted"], 3),
         "saturation": lambda result: round(result["saturation"]["taken"], 3),
         "full load": lambda result: round(result["full_load"]["accepted"], 3)}


def stop(message):
    print(f"figures: {message}", file=sys.stderr)
    sys.exit(2)


def told(command):
    """What a command of torusim says as JSON."""
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        stop(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


@functools.lru_cache(maxsize=None)
def result_of(program, run, name="run"):
    """The run.json of a run, or of another command."""
    with tempfile.TemporaryDirectory() as directory:
        tables = ["--tables", "summary"] if name == "run" else []
        command = [program, name, *run.split(), "--quiet", *tables, "-o", os.path.join(directory, "result")]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode != 0:
            stop(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr}")
        with open(os.path.join(directory, "result/run.json")) as recorded:
            return json.load(recorded)


def lines_of_code(patterns):
    """Lines that are neither empty nor comment only."""
    count = 0
    for pattern in patterns.split():
        for path in glob.glob(os.path.join(ROOT, pattern)):
            with open(path) as source:
                count += sum(1 for line in source if line.strip() and not line.strip().startswith("//"))
    return count


def exact_figures(program, row, table):
    """The exact cells of a row as they are today."""
    figures = {}
    cells = row["cells"]
    if row.get("nightly") and not os.environ.get("TORUSIM_WHOLE"):
        return figures
    for key, way in table.get("ways", {}).items():
        read = EXACT.get(row.get("of", way["of"]))
        if read and cells.get(key) is not None:
            figures[key] = read(result_of(program, f"{row['run']} {way['add'].format(**row)}", row.get("command", "run")))
    for key, (over, under) in table.get("ratios", {}).items():
        if over in figures and under in figures:
            figures[key] = round(figures[over] / figures[under], 2)
    if "lines" in cells:
        figures["lines"] = lines_of_code(row["sources"])
    if not row.get("long") and any(key in cells for key in FROM_RUN):
        result = result_of(program, row["run"])
        figures.update({key: result[key] for key in FROM_RUN if key in cells})
    if "info" in row:
        info = told([program, "info", *row["info"].split(), "--json"])
        figures.update({key: info[key] for key in FROM_INFO if key in cells})
    return figures


def save(record):
    """A row a line, so that a difference of two records is read row by row."""
    tables = []
    for name, table in record.items():
        head = json.dumps({key: value for key, value in table.items() if key != "rows"}, ensure_ascii=False)[:-1]
        rows = ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in table["rows"])
        tables.append(f'{json.dumps(name)}: {head}, "rows": [\n{rows}]}}')
    with open(RECORD, "w") as out:
        out.write("{\n" + ",\n".join(tables) + "\n}\n")


def text_of(value):
    if value is None:
        return ""
    if isinstance(value, int):
        if value >= 10**8:
            power = len(str(value)) - 1
            return f"{value / 10**power:.1f}e{power}"
        return f"{value:,}"
    return str(value)


def table_of(table):
    columns = table["columns"]
    out = ["| " + " | ".join(columns.values()) + " |", "|" + "---|" * len(columns)]
    for row in table["rows"]:
        cells = {"what": row["what"], **row["cells"]}
        out.append("| " + " | ".join(text_of(cells.get(key)) for key in columns) + " |")
    if "measured" in table:
        m = table["measured"]
        out += ["", f"*Measured {m['date']}, commit {m['commit']}, {m['machine']}; {m['how']}.*"]
    return "\n".join(out)


def written(page, tables):
    """The page with its tables as the record has them."""
    text = open(os.path.join(ROOT, page)).read()
    for name, table in tables.items():
        block = re.compile(rf"(<!-- figures: {re.escape(name)} -->\n).*?(<!-- end -->)", re.S)
        text, found = block.subn(lambda m: m.group(1) + table_of(table) + "\n" + m.group(2), text)
        if found != 1:
            stop(f"{page}: {found} places for the table {name}, expected 1")
    unknown = set(re.findall(r"<!-- figures: (\S+) -->", text)) - set(tables)
    if unknown:
        stop(f"{page}: the record has no table {', '.join(sorted(unknown))}")
    return text


def pages_of(record):
    pages = {}
    for name, table in record.items():
        pages.setdefault(table["page"], {})[name] = table
    return pages


def write(record):
    for page, tables in pages_of(record).items():
        text = written(page, tables)
        with open(os.path.join(ROOT, page), "w") as out:
            out.write(text)


def shown_commands(program):
    """Lines of pages that the command above them no longer prints: blocks that begin with `$ torusim`."""
    for page in glob.glob(os.path.join(ROOT, "docs/**/*.md"), recursive=True):
        with open(page) as text:
            for command, lines in re.findall(r"^    \$ torusim (.*)\n((?:    .+\n)+)", text.read(), re.M):
                done = subprocess.run([program, *shlex.split(command)], capture_output=True, text=True, cwd=ROOT)
                for line in lines.splitlines():
                    yield None if line[4:] in done.stdout.splitlines() else f"{page}: torusim {command} does not print: {line[4:]}"


def check(record, program):
    faults, compared = 0, 0
    for fault in shown_commands(program):
        compared += 1
        if fault:
            print(fault)
            faults += 1
    for page, tables in pages_of(record).items():
        if written(page, tables) != open(os.path.join(ROOT, page)).read():
            print(f"{page}: its tables are not those of the record: figures.py write")
            faults += 1
        for name, table in tables.items():
            for row in table["rows"]:
                for key, value in exact_figures(program, row, table).items():
                    compared += 1
                    if value != row["cells"][key]:
                        print(f"{page}, table {name}, {row['what']}: {key} is {value}, the page says {row['cells'][key]}")
                        faults += 1
    print(f"{compared} exact figures of {len(record)} tables" + ("; figures.py count PROGRAM writes them" if faults else ""))
    if compared < 15:
        print("expected at least 15")
        faults += 1
    return 1 if faults else 0


def count(record, program):
    for table in record.values():
        for row in table["rows"]:
            row["cells"].update(exact_figures(program, row, table))
    save(record)
    write(record)


def cost(command):
    """Seconds of the clock, seconds of processor, and most memory in MB of one run."""
    begin = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    clock = time.monotonic() - begin
    if status != 0:
        stop(f"{' '.join(command)}: status {status}")
    return {"clock": clock, "processor": usage.ru_utime + usage.ru_stime, "memory": usage.ru_maxrss / 1024}


def rounded(value):
    digits = 0 if value >= 100 else 1 if value >= 10 else 2
    return round(value, digits) if digits else int(round(value))


def measure_runs(table, build, turns):
    """Columns in turns, so that a slow minute falls on all of them."""
    program = os.path.join(build, "torusim")
    for row in table["rows"]:
        best = {}
        for _ in range(turns):
            for key, way in table["ways"].items():
                with tempfile.TemporaryDirectory() as directory:
                    extra = way["add"].replace("DIR", os.path.join(directory, "result")).split()
                    seen = cost([program, row.get("command", "run"), *row["run"].split(), "--quiet", *extra])
                    for kind, column in ((way["of"], key), ("memory", way.get("memory"))):
                        if column:
                            best[column] = min(best.get(column, seen[kind]), seen[kind])
        row["cells"].update({column: rounded(value) for column, value in best.items()})
        for column, (over, under) in table.get("ratios", {}).items():
            row["cells"][column] = round(best[over] / best[under], 1)
        print(row["what"], best)


def measure_benchmarks(table, build, turns):
    program = os.path.join(build, "testbench/bench/torusim_bench")
    for row in table["rows"]:
        for column, name in row["benchmarks"].items():
            best = 0
            for _ in range(turns):
                filtered = f"--benchmark_filter=^{re.escape(name)}$"
                done = told([program, filtered, "--benchmark_format=json"])
                best = max(best, done["benchmarks"][0][table["counter"]] / 1e6)
            row["cells"][column] = rounded(best)
        print(row["what"], row["cells"])


def measure(record, build, name, turns):
    if name not in record:
        stop(f"no table {name}; there are {', '.join(record)}")
    table = record[name]
    if "counter" in table:
        measure_benchmarks(table, build, turns)
    elif "ways" in table:
        measure_runs(table, build, turns)
    else:
        stop(f"table {name} is measured by {table['measured']['how']}" if "measured" in table else f"table {name} has no times")
    commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
    with open("/proc/cpuinfo") as info:
        machine = next((line.split(":")[1].strip() for line in info if line.startswith("model name")), "unknown processor")
    table["measured"].update(date=datetime.date.today().isoformat(), commit=commit.stdout.strip(), machine=machine,
                             how=f"best of {turns}")
    save(record)


def main(arguments):
    with open(RECORD) as source:
        record = json.load(source)
    if arguments == ["write"]:
        save(record)
        write(record)
        return 0
    if len(arguments) == 2 and arguments[0] == "check":
        return check(record, os.path.abspath(arguments[1]))
    if len(arguments) == 2 and arguments[0] == "count":
        count(record, os.path.abspath(arguments[1]))
        return 0
    if len(arguments) in (3, 4) and arguments[0] == "measure":
        measure(record, os.path.abspath(arguments[1]), arguments[2], int((arguments + ["3"])[3]))
        return 0
    print(__doc__, file=sys.stderr)
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
