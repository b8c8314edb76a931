#pragma once
/// The groups of the collectives of all traces, and the match of collective nodes of different ranks. The
/// k-th collective node of a group by id, at every rank, is one collective.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "schedules/chakra/collective_plan.h"
#include "schedules/chakra/trace_nodes.h"

namespace torusim {

// Process groups of Chakra traces.

/// Process groups as JSON: {"1": [0, 1], "2": [2, 3]}. Throws InputError.
ChakraGroups read_chakra_groups(const std::string& file);
/// The groups in the values of a metadata node. Throws std::exception if the values do not have PyTorch's
/// form.
ChakraGroups groups_of_metadata(std::string_view values);

/// A collective that all ranks of a group perform together.
struct GroupCollective {
  std::uint32_t group = 0;  ///< place in GroupTable::groups
  GroupOperation operation = GroupOperation::kBarrier;
  std::int64_t size = 0;  ///< comm_size, bytes
  int root = -1;          ///< place of the root of a broadcast in the group; else -1
};

class GroupTable {
 public:
  /// Throws InputError if a group is unknown, or if its ranks differ in its collectives.
  GroupTable(const std::vector<ChakraTrace>& traces, const Topology& topology, const ChakraGroups& from_file);

  const std::vector<std::vector<std::int32_t>>& groups() const { return groups_; }
  /// All collectives; those of a group are in order.
  const std::vector<GroupCollective>& collectives() const { return collectives_; }
  /// For the collective nodes of a rank, by id: indices in collectives().
  const std::vector<std::uint32_t>& of_rank(std::size_t rank) const { return of_rank_[rank]; }
  /// The index of a rank in its group.
  int member(std::uint32_t group, std::int32_t rank) const;

 private:
  std::uint32_t group_of(const ChakraTrace& trace, std::int32_t rank, const ChakraNode& node);
  /// The place of the root in its group; -1 unless the collective is a broadcast.
  int root_of(const ChakraTrace& trace, const ChakraNode& node, std::uint32_t group) const;
  std::vector<std::int32_t> slice(const ChakraTrace& trace, std::int32_t rank, const ChakraNode& node) const;
  void match(const std::vector<ChakraTrace>& traces);

  /// The collectives of a group, in the order of its first rank.
  struct Row {
    std::vector<std::uint32_t> collectives;
    std::vector<std::uint64_t> first_node;  // node ids of the first rank, for errors
  };

  const Topology& topology_;
  const ChakraGroups& from_file_;
  std::int32_t ranks_;
  std::map<std::vector<std::int32_t>, std::uint32_t> known_;
  std::vector<std::vector<std::int32_t>> groups_;
  std::vector<Row> rows_;
  std::vector<GroupCollective> collectives_;
  std::vector<std::vector<std::uint32_t>> of_rank_;
};

}  // namespace torusim
