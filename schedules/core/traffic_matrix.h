#pragma once
/// The blocks that each node has for each other node, row by row. Pairs without blocks take no memory.

#include <cstdint>
#include <istream>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "schedules/core/schedule.h"
#include "schedules/core/topology.h"

namespace torusim {

class TrafficMatrix {
 public:
  struct Entry {
    NodeId destination = 0;
    std::uint32_t blocks = 0;  ///< at least 1
  };
  /// The limit of a pair: the longest worm without its head
  static constexpr std::int64_t kMostBlocks = (1 << 30) - 1;
  /// The limit of entries: all pairs of 8,192 nodes, which take 512 MB.
  static constexpr std::size_t kMostEntries = std::size_t{1} << 26;

  explicit TrafficMatrix(NodeId nodes) : first_(static_cast<std::size_t>(nodes) + 1) {}

  /// Sources come in ascending order, as do the destinations of one source. Entries of 0 blocks, and of
  /// blocks that a node has for itself, are left out. Throws InputError at kMostEntries and beyond
  /// kMostBlocks.
  void add(NodeId source, NodeId destination, std::int64_t blocks);
  /// Must be called after the last add() and before any query.
  void finish();

  NodeId nodes() const { return static_cast<NodeId>(first_.size()) - 1; }
  std::span<const Entry> entries() const { return entries_; }
  /// Place of the first entry of a node among all entries; of node nodes(): their number.
  std::size_t first(NodeId source) const { return first_[static_cast<std::size_t>(source)]; }
  /// Place of the entry of a pair; entries().size() if it has none.
  std::size_t place(NodeId source, NodeId destination) const;
  std::int64_t total() const { return total_; }

 private:
  std::vector<std::size_t> first_;  // [node], and one more
  std::vector<Entry> entries_;
  NodeId row_ = 0;  // of the last entry
  std::int64_t total_ = 0;
};

/// Counts the blocks that have arrived for each pair of a matrix. Threads can count for different
/// destinations at once.
class MatrixAccount {
 public:
  explicit MatrixAccount(std::shared_ptr<const TrafficMatrix> matrix)
      : matrix_(std::move(matrix)), come_(matrix_->entries().size()) {}

  /// Counts blocks of a pair. Returns false, and counts nothing, if the pair would have more blocks than the
  /// matrix.
  bool add(NodeId source, NodeId destination, std::int64_t blocks);
  /// Calls `visit(source, destination, come, all)` for each pair that lacks blocks, until visit returns
  /// false.
  template <typename Visit>
  void each_lack(Visit visit) const {
    for (NodeId source = 0; source < matrix_->nodes(); ++source) {
      for (std::size_t i = matrix_->first(source); i < matrix_->first(source + 1); ++i) {
        const auto& [destination, blocks] = matrix_->entries()[i];
        if (come_[i] != blocks && !visit(source, destination, come_[i], blocks)) return;
      }
    }
  }

 private:
  std::shared_ptr<const TrafficMatrix> matrix_;
  std::vector<std::uint32_t> come_;  // [entry]
};

/// A schedule of messages with a matrix: the number of blocks that each node must get from each other node.
class MatrixHolder {
 public:
  virtual ~MatrixHolder() = default;
  virtual std::shared_ptr<const TrafficMatrix> matrix() const = 0;
};

/// The matrix of the schedule, or null.
std::shared_ptr<const TrafficMatrix> matrix_of(const Schedule& schedule);

// A matrix of bytes as a file of comma-separated values: line s has the bytes that node s has for nodes 0,
// 1, 2 ..

/// Reads the file; a message has one block for each flit of `flit_bytes` that its bytes need. Empty lines and
/// the text after a # are skipped. Throws InputError file:line unless it has `nodes` lines of `nodes`
/// numbers, whole and not negative.
TrafficMatrix read_matrix_file(const std::string& path, NodeId nodes, int flit_bytes);
/// Reads a matrix from text; `name` is the name of the file in messages.
TrafficMatrix read_matrix(std::istream& text, const std::string& name, NodeId nodes, int flit_bytes);

}  // namespace torusim
