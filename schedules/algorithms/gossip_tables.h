#pragma once
/// The forwarding tables of Meyer, Sibeyn: Oblivious Gossiping on Tori, Sections 2 and 4.
///
/// Packets run both ways round edge-disjoint cycles, one or two per dimension of the torus. Two neighbours on
/// the cycle feed a node beside it: one passes the forward stream, the other the backward stream.

#include "schedules/core/forward_table.h"
#include "schedules/core/schedule.h"

namespace torusim {

/// The stream that each neighbour passes to a node beside a cycle. `kPrinted` is the paper's text, `kSwapped`
/// forward and backward exchanged; both gossip completely, in more steps
/// (docs/algorithms/papers/meyer-sibeyn.md).
enum class Supply { kCorrected, kPrinted, kSwapped };

/// The two sides of a 2D torus in the paper's words; T is -rows, B +rows, L -columns, R +columns.
struct RowsAndColumns {
  int rows = 0;     ///< dimension along which the row number i of node (i,j) grows; its side n1 is even
  int columns = 1;  ///< dimension along which the column number j grows; side n2
};

/// Sections 2.1 (n2 even: two Hamiltonian cycles) and 2.2 (n2 odd: partial ones; nodes of column n2 - 2 have
/// one packet instead of two). Packet c of a node runs on cycle c. `one_packet`: the setting of Theorem 2,
/// one packet on both cycles; n2 even only. `supply` matters only for n2 odd.
ForwardTable two_packet_table(const Topology& topology, const RowsAndColumns& dimensions, bool one_packet,
                              Supply supply);
/// The cycle, 0 or 1, that passes node (i,j) between T and L or R. The other passage of the node belongs to
/// the other cycle.
int cycle_above(int i, int j, int n2);

/// Section 4.1: x1 is the dimension of even side n1, along which the cycles advance lap by lap; its rows 0
/// and 1 (of x2) hold the zigzags. One packet a node. `supply` is not kPrinted. n1 odd, is our own
/// construction, with n2 at least 3 and `supply` kCorrected. The paper only mentions "inserting one special
/// column".
ForwardTable one_packet_table_2d(const Topology& topology, int x1, int x2, Supply supply);

/// Section 4.2: n1 divisible by 3, n2 by n1, n3 >= 3. One packet a node. `supply` is not kSwapped; kPrinted
/// has the directions of the printed text with its two cycle numbers put right.
ForwardTable one_packet_table_3d(const Topology& topology, Supply supply);

/// The first step of Section 2.2, for n2 odd columns. A node of column n2 - 2 has only one packet, so part of
/// its data moves into the packets of other nodes.
///
/// The data of a node is 2 n2 pieces, numbered 0 .. 2 n2 - 1. A node of column j, 1 <= j <= n2 - 2, sends its
/// last j pieces to the left. A node of column n2 - 2 also sends a piece to the right. Then no packet has
/// more than n2 + 1 pieces, (1 + 1/n2) s/2 in the paper's words.
class Redistribution {
 public:
  Redistribution(const Topology& topology, const RowsAndColumns& dimensions);

  int pieces() const { return 2 * n2_; }
  /// The messages of the step.
  std::vector<Transfer> transfers() const;
  /// [2 node + cycle]: the pieces of the packets after the step. A node in column n2 - 2 has only the packet
  /// of cycle i mod 2; both entries are equal.
  std::vector<BlockSet> packets() const;

 private:
  /// Pieces first .. first + count - 1 of the node.
  BlockSet pieces_of(NodeId node, int first, int count) const;

  Topology topology_;
  RowsAndColumns dimensions_;
  int n2_;
};

}  // namespace torusim
