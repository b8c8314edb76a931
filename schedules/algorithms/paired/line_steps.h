#pragma once
/// The steps of the paired exchange along one line (docs/paired.md).
///
/// Job: the pairs reach the half group of their destination by moves of D and D/2 hops. The line is cut into
/// groups of D coordinates. The first half of a group sends in direction +, the other half in direction -:
/// two rings of G = side / D groups that run against each other, one of them at each coordinate.
/// - setup: D/2 hops against the ring's direction, what the ring the other way brings sooner;
/// - ring 1 .. R: D hops on the ring, R = ceil(G / 2) - 1 (G even) or floor(G / 2) (G odd);
/// - half: D/2 hops on, what belongs to the group's other half. Absent if there is one group.
/// In each ring step as many pairs move as in the others: of two offsets that together need R of the R steps
/// one moves in the first of them and the other in the rest, and an offset that is its own partner is split.
/// After `setup` and the rings half of the pairs move in every step (G even), floor(G/2) / G of them (odd).

#include "schedules/algorithms/paired/line_program.h"

namespace torusim {

/// Steps of a job on a line of `side` coordinates, a multiple of `group` (D), which is even.
int job_steps(int side, int group);
void add_job(LineProgram& line, int group);

/// On a ring of every second coordinate each, even ones in direction + and odd ones in direction -: side/2 -
/// 1 steps of 2 hops after which a pair is with its destination or the neighbour `x xor 1` of it.
void add_one_way_rings(LineProgram& line);

/// Within groups of 4: 2 hops, what belongs to the group's other half.
void add_two(LineProgram& line);
/// Exchange with the neighbour x xor 1.
void add_one(LineProgram& line);
/// Within groups of 3: x mod 3 sends to (x + 1) mod 3, then to (x + 2) mod 3, what belongs there.
void add_triples(LineProgram& line);

}  // namespace torusim
