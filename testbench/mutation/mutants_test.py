#!/usr/bin/env python3
"""What becomes of lines of C++, and what is left alone."""

import json
import unittest
from pathlib import Path

import mutants

HERE = Path(__file__).resolve().parent


def of(line, before=";"):
    return {new.strip() for _, new in mutants.of_line(line, mutants.blanked(line).rstrip(), before)}


class MutantsTest(unittest.TestCase):
    def test_operators(self):
        self.assertEqual(of("  return a < b;"), {"return a <= b;", "return a > b;"})
        self.assertIn("total -= flits;", of("  total += flits;"))
        self.assertIn("if (!(a && b)) {", of("  if (a && b) {"))
        self.assertIn("if (a || b) {", of("  if (a && b) {"))
        self.assertIn("x = std::min(a, b);", of("  x = std::max(a, b);"))
        self.assertEqual(of("  std::vector<int> const& f(A&& a, int* p);"), set())

    def test_constants(self):
        self.assertEqual(of("  return 7;"), {"return 8;"})
        self.assertEqual(of("  return 1;"), {"return 2;", "return 0;"})
        self.assertEqual(of("  return true;"), {"return false;"})
        self.assertEqual(of("  return x2 + u8(y_1.z3);"), {"return x2 - u8(y_1.z3);"})

    def test_statements(self):
        self.assertIn(";", of("  flits.clear();"))
        self.assertIn(";", of("  ++count;"))
        self.assertIn(";", of("  break;"))
        self.assertNotIn(";", of("  return x;"))
        self.assertNotIn(";", of("  const int x = y;"))
        self.assertNotIn(";", of("  Worm worm;"))
        self.assertNotIn(";", of("      argument);", before="  call(other,"))

    def test_what_is_left_alone(self):
        self.assertEqual(of("#include <a>"), set())
        self.assertEqual(of("  // a < b"), set())
        self.assertEqual(of('  text = "a < 1";'), {";"})
        for line in ("  assert(a < b);", "  static_assert(a < b);", "template <int n = 1>", "  throw InputError(a + b);"):
            self.assertTrue(mutants.SKIPPED.match(line), line)

    def test_a_line_that_moved(self):
        mutant = mutants.Mutant("a.cpp", 1, "  b;", "  ;", "dropped")
        self.assertEqual(mutants.applied(mutant, "x\n  b;\ny"), "x\n  ;\ny")
        self.assertIsNone(mutants.applied(mutant, "x\ny"))

    def test_planted_lines_are_there(self):
        for entry in json.loads((HERE / "planted.json").read_text()):
            mutant = mutants.Mutant(**entry["mutant"])
            self.assertIsNotNone(mutants.applied(mutant, (HERE.parents[1] / mutant.path).read_text()), mutant.name())


if __name__ == "__main__":
    unittest.main()
