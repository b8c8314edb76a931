#pragma once
/// Total exchange on any graph in single hops: what line_exchange() is for factors of a product that are no
/// line. Model as there.
///
/// Dimakopoulos and Dimopoulos need exchanges on the factors with as many steps as the average status
/// (Theorem 3), and have them for Cayley graphs. Where all paths are shortest, the channels can be loaded
/// alike and no hop waits, as below, it holds for other vertex-transitive graphs too: Petersen's in 15 steps.

#include "schedules/algorithms/exchange_steps.h"
#include "schedules/core/factor_graph.h"
#include "schedules/core/port_model.h"

namespace torusim {

/// One-port: all first hops, then all second ones and so on, each set in as few steps as its busiest sender
/// or receiver has hops (a bipartite multigraph's edges in colours, Koenig); at the end every hop moves to
/// the first step in which it can be done. If that is more than bound (3) and the graph is found to be a
/// Cayley graph, displacement after displacement instead, the same in every node, which meets it. All-port:
/// the channels' loads are even, and the message with the farthest to go is first.
ExchangeSteps graph_exchange(const FactorGraph& graph, PortModel ports);

}  // namespace torusim
