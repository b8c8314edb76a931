#pragma once
/// Total exchange on any graph in single hops: line_exchange() for factors of a product that are no line.
/// exchange_steps.h has the model.
///
/// Dimakopoulos and Dimopoulos need exchanges on the factors in as many steps as the average status (Theorem
/// 3), and have such exchanges for Cayley graphs. Other vertex-transitive graphs reach this number too, if
/// paths are shortest, channels are loaded evenly and no hop waits: Petersen's graph takes 15 steps.

#include <cstdint>
#include <functional>
#include <vector>

#include "schedules/algorithms/exchange_steps.h"
#include "schedules/core/factor_graph.h"
#include "schedules/formulas/product_closed_forms.h"

namespace torusim {

/// One-port: all first hops, then all second hops and so on. Each set takes as many steps as its busiest
/// sender or receiver has hops (edge colouring of a bipartite multigraph, Koenig). At the end every hop moves
/// to the first possible step. If the steps exceed bound (3) and the graph is found to be a Cayley graph, all
/// nodes send displacement after displacement instead, which meets the bound. All-port: channels are loaded
/// evenly, and the message with the farthest to go is first.
ExchangeSteps graph_exchange(const FactorGraph& graph, PortModel ports);

/// The path of a message: a port for each hop.
struct GraphPath {
  int source = 0, destination = 0;
  std::vector<std::int16_t> ports;
};

/// The index, below `loads`, of the load that hop `hop` of a path adds to when it leaves `node` by `port`.
using LoadOf = std::function<int(int hop, int node, int port)>;

/// One path for each ordered pair of nodes. Starts with any paths and replaces path after path while that
/// reduces the sum of the squares of all loads; `seed` decides among equal paths.
std::vector<GraphPath> balanced_paths(const FactorGraph& graph, int loads, const LoadOf& load_of,
                                      unsigned seed);

}  // namespace torusim
