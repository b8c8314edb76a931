#pragma once
/// Matrices of a mixture of experts: the bytes that each node sends to the node of each expert.

#include <cstdint>
#include <string>

#include "schedules/core/traffic_matrix.h"

namespace torusim {

/// The popularity of the experts.
enum class Popularity {
  kUniform,  ///< all experts alike
  kZipf,     ///< the i-th expert of a random order has weight 1 / i^skew
  kHot,      ///< one expert gets `share` of all bytes, the others equal parts of the rest
};

struct GeneratedMatrix {
  Popularity popularity = Popularity::kUniform;
  std::int64_t bytes = 1024;  ///< mean bytes from a node to an expert; with tokens: bytes of a token
  double skew = 1.2;
  double share = 0.2;
  NodeId hot = 0;           ///< node of the hot expert
  int experts = 0;          ///< expert e is on node e * nodes / experts; 0: as many as nodes
  std::int64_t tokens = 0;  ///< tokens of each node; 0: every pair gets the mean times the popularity
  int choices = 2;          ///< k: number of different experts of each token
  std::uint64_t seed = 1;
  int flit_bytes = 16;
};

/// Throws InputError for inconsistent values.
TrafficMatrix make_matrix(const GeneratedMatrix& wanted, NodeId nodes);

}  // namespace torusim
