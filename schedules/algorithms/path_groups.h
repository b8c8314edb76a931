#pragma once
/// The direct exchange on a path of a nodes, a even, in a^2/4 phases of four pairs, in groups of phases.
/// scott_exchange.h makes the phases of a mesh from these groups.
///
/// With h = a/2 and R(p) = a - 1 - p, block p is the nodes {p, R(p)}. A phase joins two blocks, p and q: its
/// sources and its destinations are the four nodes of both blocks. For p < q there are two phases: the cycle
/// p to R(q) to R(p) to q to p, and its reverse. For every p there is a phase in which p and R(p) exchange,
/// and the nodes of another block keep their blocks. So phases are edges of the complete graph of h blocks:
/// each edge occurs twice, and h more edges leave each block once. Groups:
/// - h even: a groups of h/2 phases that join every block once (perfect matchings);
/// - h odd: h groups of h phases, phase t of which joins block t and t + 1 of a cyclic order (Hamiltonian
///   cycles by Walecki's construction).

#include <array>
#include <utility>
#include <vector>

namespace torusim {

struct PathPhase {
  std::array<int, 2> blocks;                     ///< the two blocks that the phase joins
  std::array<std::pair<int, int>, 4> transfers;  ///< (source, destination); equal if a node keeps its block
};

struct PathGroup {
  std::vector<PathPhase> phases;
  std::vector<int> order;  ///< h odd: the cyclic order of the blocks
};

/// `a` is even, 4 or more.
std::vector<PathGroup> path_groups(int a);

}  // namespace torusim
