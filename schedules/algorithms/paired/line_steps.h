#pragma once
/// The steps of the paired exchange along one line (docs/algorithms/paired.md).
///
/// A job: the pairs reach the half group of their destination by moves of D and D/2 hops. The line is cut
/// into groups of D coordinates. The first half of a group sends in direction +, the other half in direction
/// -: two opposite rings of G = side / D groups, and each coordinate is on one ring.
/// - setup: D/2 hops against the ring's direction, for pairs that the other ring brings sooner;
/// - ring 1 .. R: D hops on the ring, R = ceil(G / 2) - 1 (G even) or floor(G / 2) (G odd);
/// - half: D/2 hops further, for pairs of the group's other half. Absent if there is one group.
/// Equal numbers of pairs move in all ring steps. Two offsets that together need R steps share them: one
/// moves in the first steps, the other in the rest. An offset that is its own partner is split. Half of the
/// pairs move in setup. In each ring step and in half, half of the pairs move if G is even, floor(G/2) / G of
/// the pairs if G is odd.

#include "schedules/algorithms/paired/line_program.h"

namespace torusim {

/// Steps of a job on a line of `side` coordinates, a multiple of `group` (D), which is even.
int job_steps(int side, int group);
void add_job(LineProgram& line, int group);

/// Even coordinates form a ring in direction +, odd coordinates a ring in direction -. After side/2 - 1 steps
/// of 2 hops a pair is at its destination or the neighbour `x xor 1` of it.
void add_one_way_rings(LineProgram& line);

/// Within groups of 4: 2 hops, for pairs of the group's other half.
void add_two(LineProgram& line);
/// Exchange with the neighbour x xor 1.
void add_one(LineProgram& line);
/// Within groups of 3: x mod 3 sends the pairs of (x + 1) mod 3 there, then those of (x + 2) mod 3.
void add_triples(LineProgram& line);

}  // namespace torusim
