#pragma once
/// The positions of routers in planes, and their neighbours.
///
/// Router r is bit r % 64 of word r / 64 of a line. A block holds as many words of each plane as a vector
/// has.
///
/// Planes know turns into later dimensions only. If routes take the last dimension first, dimension d of the
/// planes is dimension n - 1 - d of the network. Ports of planes are numbered accordingly.

#include <vector>

#include "models/contract/hardware.h"
#include "models/dense/planes.h"

namespace torusim::dense {

/// Minimum number of routers of a thread: with fewer it would wait for other threads as long as it works.
inline constexpr int kRoutersOfAThread = 512;

struct Geometry {
  /// Geometry with blocks of `block_words` words.
  Geometry(const Hardware& hardware, int block_words);

  const Topology topology;
  const bool reversed;  ///< the planes take the dimensions in reverse order
  const int block_words;
  const int blocks;
  /// Words before and behind a line, which shifts read and do not use.
  const std::ptrdiff_t margin;
  const std::ptrdiff_t line_words;    ///< words of a line with both margins
  std::vector<Neighbour> neighbours;  ///< by port
  WordShifts in_word;                 ///< shifts in networks of up to 64 routers

  /// The network's port of a port of the planes, and the reverse; not of local ports.
  int network_port(int port) const { return reversed ? (topology.network_ports() - 1 - port) ^ 1 : port; }
};

/// Whether the port's channel is a wrap channel, from an end of the line of routers to the other end.
inline bool wraps_around(const Topology& topology, NodeId node, int port) {
  const int d = topology.port_dimension(port);
  return topology.coordinate(node, d) == (topology.port_step(port) > 0 ? topology.side(d) - 1 : 0);
}

}  // namespace torusim::dense
