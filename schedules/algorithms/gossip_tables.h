#pragma once
/// The forwarding tables of Meyer, Sibeyn: Oblivious Gossiping on Tori, Sections 2 and 4.
///
/// Packets run both ways round edge-disjoint cycles, one or two per dimension of the torus. A node beside a
/// cycle is fed from two neighbours on it: one passes it what runs forward, the other what runs backward.

#include "schedules/core/forward_table.h"
#include "schedules/core/schedule.h"

namespace torusim {

/// Who feeds nodes beside a cycle with which stream. `kPrinted` is the paper's text, `kSwapped` forward and
/// backward exchanged; both gossip completely, in more steps (docs/papers/meyer-sibeyn.md).
enum class Supply { kCorrected, kPrinted, kSwapped };

/// The two sides of a 2D torus in the paper's words; T is -rows, B +rows, L -columns, R +columns.
struct RowsAndColumns {
  int rows = 0;     ///< dimension along which the row number i of node (i,j) grows; its side n1 is even
  int columns = 1;  ///< the same for the column number j; side n2
};

/// Sections 2.1 (n2 even: two Hamiltonian cycles) and 2.2 (n2 odd: partial ones; nodes of column n2 - 2 have
/// one packet instead of two). Packet c of a node runs on cycle c. `one_packet`: the setting of Theorem 2,
/// one packet on both cycles; n2 even only. `supply` matters only for n2 odd.
ForwardTable two_packet_table(const Topology& topology, const RowsAndColumns& dimensions, bool one_packet,
                              Supply supply);
/// The cycle, 0 or 1, on which packets that node (i,j) passes between T and L or R run; the other passage is
/// on the other cycle.
int cycle_above(int i, int j, int n2);

/// Section 4.1: x1 is the dimension of even side n1, along which the laps of the cycles follow each other;
/// its rows 0 and 1 (of x2) hold the zigzags. One packet a node. `supply` is not kPrinted. n1 odd, which the
/// paper treats "by inserting one special column" without saying how: our own construction, n2 at least 3 and
/// `supply` kCorrected.
ForwardTable one_packet_table_2d(const Topology& topology, int x1, int x2, Supply supply);

/// Section 4.2: n1 divisible by 3, n2 by n1, n3 >= 3. One packet a node. `supply` is not kSwapped; kPrinted
/// has the directions of the printed text with its two cycle numbers put right.
ForwardTable one_packet_table_3d(const Topology& topology, Supply supply);

/// The first step of Section 2.2, for n2 odd columns. A node of column n2 - 2 has only one packet, so part of
/// what it has moves into the packets of the others.
///
/// What a node has is 2 n2 pieces, numbered 0 .. 2 n2 - 1. A node of column j sends its last j pieces to the
/// left for 1 <= j <= n2 - 2, one of column n2 - 2 another piece to the right. Then no packet has more than
/// n2 + 1 pieces, (1 + 1/n2) s/2 in the paper's words.
class Redistribution {
 public:
  Redistribution(const Topology& topology, const RowsAndColumns& dimensions);

  int pieces() const { return 2 * n2_; }
  /// The messages of the step.
  std::vector<Transfer> transfers() const;
  /// [2 node + cycle]: what the packets consist of then. Of the packets of a node in column n2 - 2 only that
  /// of cycle i mod 2 exists; both entries are the same.
  std::vector<BlockSet> packets() const;

 private:
  /// Pieces first .. first + count - 1 of the node.
  BlockSet pieces_of(NodeId node, int first, int count) const;

  Topology topology_;
  RowsAndColumns dimensions_;
  int n2_;
};

}  // namespace torusim
