#pragma once
/// Gossip on k edge-disjoint Hamiltonian cycles of a torus of k dimensions, as a forwarding table. Meyer,
/// Sibeyn: Oblivious Gossiping on Tori, Section 2, for more than two dimensions and for two odd sides; the
/// paper leaves the cycles to others.

#include <memory>
#include <string>

#include "schedules/core/schedule.h"

namespace torusim {

/// A node has k packets, each of which runs both ways round a cycle of its own (cycle_decomposition()), in
/// floor(N/2) steps: on an odd number of nodes nothing comes twice. `one_packet`, the setting of Theorem 2:
/// one packet on all cycles, in as many steps as that takes. Throws InputError, in the words of `name`,
/// unless all dimensions wrap and have sides of at least 3.
std::unique_ptr<Schedule> make_cycle_gossip(const std::string& name, const Topology& topology,
                                            bool one_packet, const std::string& generator);

}  // namespace torusim
