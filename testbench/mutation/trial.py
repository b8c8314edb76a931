"""The copy of the project on which mutants are tried, its build and its tests."""

import hashlib
import json
import math
import os
import resource
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass

import mutants

# Every property with the same, not too many cases.
ENVIRONMENT = {"RC_PARAMS": "max_success=100 seed=1", "GTEST_FAIL_FAST": "1", "GTEST_BRIEF": "1"}
QUICK = 0.1  # seconds: tests that take no longer come first
MEMORY = 8 << 30
WAITING = 6  # times the limit of processor time
MARKER = ".copy-for-mutation"


@dataclass
class Part:
    """Some tests of a program."""
    program: str
    filter: str
    seconds: float


def stop(why):
    print(f"mutate: {why}", file=sys.stderr)
    sys.exit(2)


def tracked(root, under="."):
    """The project's files below a directory, those included that are new."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard", "--", under], check=True,
                            capture_output=True, text=True).stdout.split("\n")
    return [path for path in listed if path and (root / path).is_file()]


def copy_project(root, source):
    """Brings the copy up to date; what is the same stays untouched, so that it need not be built again."""
    marker = source / MARKER
    if source.exists() and any(source.iterdir()) and not marker.exists():
        stop(f"{source} holds something that is not a copy of the project; name another --work")
    source.mkdir(parents=True, exist_ok=True)
    marker.touch()
    wanted = tracked(root)
    known = {MARKER, *wanted}
    for old in [path.relative_to(source) for path in source.rglob("*") if path.is_file()]:
        if str(old) not in known and old.parts[0] != "build":
            (source / old).unlink()
    for path in wanted:
        to = source / path
        if to.is_file() and to.read_bytes() == (root / path).read_bytes():
            continue
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(root / path, to)
        shutil.copymode(root / path, to)


def limits(seconds):
    def set_limits():
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if seconds:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    return set_limits


class Trial:
    def __init__(self, root, work, programs, jobs):
        self.root, self.source, self.build, self.jobs = root, work, work / "build", jobs
        self.programs = programs
        self.parts, self.digests = [], {}

    def make(self, targets):
        command = ["cmake", "--build", self.build, "--parallel", str(self.jobs), "--target", *targets]
        # Paths relative to the copy: so a compiler cache knows what has been built elsewhere.
        cache = {"CCACHE_BASEDIR": str(self.source), "CCACHE_NOHASHDIR": "1"}
        return subprocess.run(command, capture_output=True, text=True, env=os.environ | cache)

    def program(self, name):
        return self.build / "testbench" / "tests" / name

    def digest(self, name):
        return hashlib.sha256(self.program(name).read_bytes()).hexdigest()

    def run(self, program, arguments, seconds):
        """(passed, what was said); `seconds` of processor time, which a busy machine does not use up, at most. Tests that
        wait instead are ended by the clock."""
        try:
            done = subprocess.run([self.program(program), *arguments], capture_output=True, text=True, errors="replace",
                                  timeout=seconds and WAITING * seconds, env=os.environ | ENVIRONMENT, cwd=self.build,
                                  preexec_fn=limits(seconds))
        except subprocess.TimeoutExpired:
            return False, f"{program}: no end"
        if done.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return False, f"{program}: no end"
        return done.returncode == 0, done.stdout + done.stderr

    def prepare(self):
        """Builds what is not changed, and sorts its tests by the time that they take."""
        copy_project(self.root, self.source)
        # Assertions on, and little optimisation: most of the time goes into compiling.
        subprocess.run(["cmake", "-S", self.source, "-B", self.build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Debug",
                        "-DCMAKE_CXX_FLAGS_DEBUG=-O1", "-DTORUSIM_RTL=OFF"], check=True, stdout=subprocess.DEVNULL)
        made = self.make(self.programs)
        if made.returncode != 0:
            stop(f"the project does not build:\n{made.stdout[-3000:]}")
        for program in self.programs:
            self.measure(program)
        self.parts.sort(key=lambda part: part.seconds)
        print("tests: " + ", ".join(f"{part.program} {part.seconds:.1f} s" for part in self.parts), flush=True)

    def measure(self, program):
        """Two parts of the program: its quick tests, and the others."""
        self.digests[program] = self.digest(program)
        of = hashlib.sha256((self.digests[program] + os.environ.get("GTEST_FILTER", "")).encode()).hexdigest()
        kept = self.build / f"{program}-{of[:16]}.json"
        if not kept.exists():
            passed, said = self.run(program, [f"--gtest_output=json:{kept}"], None)
            if not passed:
                kept.unlink(missing_ok=True)
                stop(f"{program} fails without any change:\n{said[-3000:]}")
        times = {}
        for suite in json.loads(kept.read_text())["testsuites"]:
            for test in suite["testsuite"]:
                times[f"{suite['name']}.{test['name']}"] = float(test["time"].rstrip("s"))
        for quick in (True, False):
            chosen = {name: seconds for name, seconds in times.items() if (seconds <= QUICK) == quick}
            if chosen:
                self.parts.append(Part(program, ":".join(chosen), sum(chosen.values())))

    def judge(self, mutant):
        """(verdict, by what)"""
        path = self.source / mutant.path
        if not path.exists():
            return "gone", "the file has moved"
        original = path.read_text()
        changed = mutants.applied(mutant, original)
        if changed is None:
            return "gone", "the line has changed"
        path.write_text(changed)
        try:
            made, equivalent = {}, True
            for part in self.parts:
                if part.program not in made:
                    if self.make([part.program]).returncode != 0:
                        return "does not compile", ""
                    made[part.program] = self.digest(part.program) != self.digests[part.program]
                if not made[part.program]:
                    continue
                equivalent = False
                passed, said = self.run(part.program, [f"--gtest_filter={part.filter}"], 20 + 10 * math.ceil(part.seconds))
                if not passed:
                    return "killed", self.reason(part, said)
            return ("equivalent", "the same programs") if equivalent else ("survived", "")
        finally:
            path.write_text(original)

    @staticmethod
    def reason(part, said):
        failed = [line for line in said.split("\n") if line.startswith("[  FAILED  ]")]
        if failed:
            return failed[0][len("[  FAILED  ]"):].split(",")[0].split("(")[0].strip()
        last = [line for line in said.split("\n") if line.strip()]
        return f"{part.program}: {last[-1][-100:]}" if last else part.program
