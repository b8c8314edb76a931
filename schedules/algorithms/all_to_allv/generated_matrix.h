#pragma once
/// Matrices of a mixture of experts: how many bytes each node sends to the node of each expert.

#include <cstdint>
#include <string>

#include "schedules/core/traffic_matrix.h"

namespace torusim {

/// How popular the experts are.
enum class Popularity {
  kUniform,  ///< all alike
  kZipf,     ///< the i-th in a random order as 1 / i^skew
  kHot,      ///< one gets `share` of everything, the others the rest in equal parts
};

struct GeneratedMatrix {
  Popularity popularity = Popularity::kUniform;
  std::int64_t bytes = 1024;  ///< from a node to an expert, the mean over experts; with tokens: of a token
  double skew = 1.2;
  double share = 0.2;
  NodeId hot = 0;           ///< node of the hot expert
  int experts = 0;          ///< expert e is on node e * nodes / experts; 0: as many as nodes
  std::int64_t tokens = 0;  ///< of each node; 0: every pair gets what the popularity makes of the mean
  int choices = 2;          ///< k: different experts that each token goes to
  std::uint64_t seed = 1;
  int flit_bytes = 16;
};

/// Throws InputError for values that do not fit together.
TrafficMatrix make_matrix(const GeneratedMatrix& wanted, NodeId nodes);

}  // namespace torusim
