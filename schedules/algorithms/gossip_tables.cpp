#include "schedules/algorithms/gossip_tables.h"

namespace torusim {
namespace {

/// Ports by the paper's names.
struct Sides {
  int top, bottom, left, right;
  Sides(const Topology& topology, int vertical, int horizontal)
      : top(topology.port(vertical, -1)),
        bottom(topology.port(vertical, +1)),
        left(topology.port(horizontal, -1)),
        right(topology.port(horizontal, +1)) {}
};

void inject_everywhere(ForwardTable& table, NodeId node, int packet) {
  for (int out = 0; out < table.topology().network_ports(); ++out) table.inject(node, out, packet);
}

}  // namespace

int cycle_above(int i, int j, int n2) { return (j < n2 - 1 ? i : i + 1) % 2; }

ForwardTable two_packet_table(const Topology& topology, const RowsAndColumns& dimensions, bool one_packet,
                              Supply supply) {
  const Sides side(topology, dimensions.rows, dimensions.columns);
  const int n2 = topology.side(dimensions.columns);
  ForwardTable table(topology, one_packet ? 1 : 2);
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    const int i = topology.coordinate(node, dimensions.rows);
    const int j = topology.coordinate(node, dimensions.columns);
    if (n2 % 2 == 1 && j == n2 - 2) {
      table.connect(node, side.left, side.right);
      const bool left_to_top = supply != Supply::kSwapped;
      table.forward(node, left_to_top ? side.left : side.right, side.top);
      table.forward(node, supply == Supply::kCorrected ? side.right : side.left, side.bottom);
      inject_everywhere(table, node, i % 2);
      continue;
    }
    const bool top_to_right = j % 2 == 0 || j == n2 - 1;
    const int beside_top = top_to_right ? side.right : side.left;
    const int beside_bottom = top_to_right ? side.left : side.right;
    table.connect(node, side.top, beside_top);
    table.connect(node, side.bottom, beside_bottom);
    const int above = one_packet ? 0 : cycle_above(i, j, n2);
    const int below = one_packet ? 0 : 1 - above;
    for (const int out : {side.top, beside_top}) table.inject(node, out, above);
    for (const int out : {side.bottom, beside_bottom}) table.inject(node, out, below);
  }
  return table;
}

namespace {

/// Section 4.1 with n1 odd: the last two columns are on one cycle, which goes down the last but one and up
/// the last; the other passes both in row 1. Each of the two columns relays to the other the stream that only
/// it is next to.
void connect_last_columns(ForwardTable& table, NodeId node, const Sides& side, bool last, int row, int n2) {
  const bool bottom_row = row == n2 - 1;
  if (row == 1) {
    table.connect(node, last ? side.top : side.left, side.bottom);
    table.connect(node, last ? side.left : side.top, side.right);
  } else if (row == 0) {
    table.connect(node, last ? side.right : side.left, side.bottom);
    table.forward(node, side.left, side.top);
    table.forward(node, side.bottom, last ? side.left : side.right);
  } else if (last) {
    table.connect(node, side.top, bottom_row ? side.left : side.bottom);
    table.forward(node, side.top, side.right);
    table.forward(node, side.right, bottom_row ? side.bottom : side.left);
  } else {
    table.connect(node, side.top, bottom_row ? side.right : side.bottom);
    table.forward(node, side.top, side.left);
    table.forward(node, bottom_row ? side.right : side.left, bottom_row ? side.bottom : side.right);
  }
}

}  // namespace

ForwardTable one_packet_table_2d(const Topology& topology, int x1, int x2, Supply supply) {
  const Sides side(topology, x2, x1);
  const int n1 = topology.side(x1), n2 = topology.side(x2);
  ForwardTable table(topology, 1);
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    inject_everywhere(table, node, 0);
    const int column = topology.coordinate(node, x1), row = topology.coordinate(node, x2);
    if (n1 % 2 == 1 && column >= n1 - 2) {
      connect_last_columns(table, node, side, column == n1 - 1, row, n2);
    } else if (row < 2) {
      table.connect(node, side.top, side.right);
      table.connect(node, side.left, side.bottom);
    } else {
      const bool swapped = supply == Supply::kSwapped;
      table.connect(node, side.top, side.bottom);
      table.forward(node, side.top, swapped ? side.right : side.left);
      table.forward(node, side.bottom, swapped ? side.left : side.right);
    }
  }
  return table;
}

ForwardTable one_packet_table_3d(const Topology& topology, Supply supply) {
  enum : int { kPlusX, kMinusX, kPlusY, kMinusY, kPlusZ, kMinusZ };  // as Topology::port() numbers them
  const int n1 = topology.side(0);
  ForwardTable table(topology, 1);
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    inject_everywhere(table, node, 0);
    const int diagonal = topology.coordinate(node, 0) + topology.coordinate(node, 1);
    const int z = topology.coordinate(node, 2);
    if (z >= 3) {  // a rod: both streams go on, and to the neighbours beside it
      table.connect(node, kMinusZ, kPlusZ);
      const bool printed = supply == Supply::kPrinted;
      table.forward(node, kMinusZ, kPlusX);
      table.forward(node, kMinusZ, printed ? kMinusX : kMinusY);
      table.forward(node, kPlusZ, printed ? kMinusY : kMinusX);
      table.forward(node, kPlusZ, kPlusY);
      continue;
    }
    // The head: zigzags, the last of a row of laps along y instead of x. Every node is on two cycles.
    const bool leaves = z == 2 && (diagonal + 1) % n1 <= 2;
    const bool arrives = z == 2 && diagonal % n1 <= 2;
    const int next = leaves ? kPlusY : kPlusX;
    const int beside_next = leaves ? kPlusX : kPlusY;
    const int last = arrives ? kMinusY : kMinusX;
    const int beside_last = arrives ? kMinusX : kMinusY;
    table.forward(node, kMinusZ, next);
    table.forward(node, kMinusZ, beside_last);
    table.forward(node, next, kMinusZ);
    table.forward(node, last, kPlusZ);
    table.forward(node, kPlusZ, last);
    table.forward(node, kPlusZ, beside_next);
  }
  return table;
}

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
