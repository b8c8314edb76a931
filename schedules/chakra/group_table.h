#pragma once
/// The groups of the collectives of all traces, and which nodes of different ranks are one collective: of the
/// collectives of a group the first one of every rank is the same, the second one, and so on, by id.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "schedules/chakra/collective_plan.h"
#include "schedules/chakra/trace.h"

namespace torusim {

/// A collective that all ranks of a group perform together.
struct GroupCollective {
  std::uint32_t group = 0;  ///< place in GroupTable::groups
  GroupOperation operation = GroupOperation::kBarrier;
  std::int64_t size = 0;  ///< comm_size, bytes
};

class GroupTable {
 public:
  /// Throws InputError where a group is unknown, or where its ranks do not agree on its collectives.
  GroupTable(const std::vector<ChakraTrace>& traces, const Topology& topology, const ChakraGroups& from_file);

  const std::vector<std::vector<std::int32_t>>& groups() const { return groups_; }
  /// One by one; of a group in their order.
  const std::vector<GroupCollective>& collectives() const { return collectives_; }
  /// Of the nodes of a rank that are collectives, by id: places in collectives().
  const std::vector<std::uint32_t>& of_rank(std::size_t rank) const { return of_rank_[rank]; }
  /// The place of a rank in a group that it belongs to.
  int member(std::uint32_t group, std::int32_t rank) const;

 private:
  std::uint32_t group_of(const ChakraTrace& trace, std::int32_t rank, const ChakraNode& node);
  std::vector<std::int32_t> slice(const ChakraTrace& trace, std::int32_t rank, const ChakraNode& node) const;
  void match(const std::vector<ChakraTrace>& traces);

  /// The collectives of a group, as its first rank has them, and how many of each other rank have been found.
  struct Row {
    std::vector<std::uint32_t> collectives;
    std::vector<std::uint64_t> first_node;  // of that rank, for errors
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
