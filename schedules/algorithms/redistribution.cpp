#include "schedules/algorithms/redistribution.h"

namespace torusim {

Redistribution::Redistribution(const Topology& topology, const RowsAndColumns& dimensions)
    : topology_(topology), dimensions_(dimensions), n2_(topology.side(dimensions.columns)) {}

BlockSet Redistribution::pieces_of(NodeId node, int first, int count) const {
  BlockSet result(topology_.dimensions());
  for (int piece = first; piece < first + count; ++piece) result.add(topology_, Block{node, piece});
  result.coalesce();
  return result;
}

std::vector<Transfer> Redistribution::transfers() const {
  std::vector<Transfer> result;
  const auto send = [&](NodeId node, int direction, int first, int count) {
    Transfer transfer;
    transfer.source = node;
    transfer.destination = topology_.displaced(node, dimensions_.columns, direction);
    transfer.route = {Run::of(dimensions_.columns, direction)};
    transfer.blocks = pieces_of(node, first, count);
    result.push_back(std::move(transfer));
  };
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    const int j = topology_.coordinate(node, dimensions_.columns);
    if (j >= 1 && j <= n2_ - 2) send(node, -1, pieces() - j, j);
    if (j == n2_ - 2) send(node, +1, n2_ + 1, 1);
  }
  return result;
}

std::vector<BlockSet> Redistribution::packets() const {
  std::vector<BlockSet> result;
  for (NodeId node = 0; node < topology_.nodes(); ++node) {
    const int j = topology_.coordinate(node, dimensions_.columns);
    if (j == n2_ - 2) {
      const BlockSet only = pieces_of(node, 0, n2_ + 1);
      result.insert(result.end(), 2, only);
      continue;
    }
    result.push_back(pieces_of(node, 0, n2_));
    const bool last = j == n2_ - 1;
    BlockSet second = pieces_of(node, n2_, last ? n2_ : n2_ - j);
    const NodeId from = topology_.displaced(node, dimensions_.columns, last ? -1 : +1);
    second.add(last ? pieces_of(from, n2_ + 1, 1) : pieces_of(from, pieces() - (j + 1), j + 1));
    result.push_back(std::move(second));
  }
  return result;
}

}  // namespace torusim
