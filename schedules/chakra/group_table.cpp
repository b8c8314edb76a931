#include "schedules/chakra/group_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <utility>

#include "schedules/convert/json_document.h"
#include "schedules/core/error.h"

namespace torusim {

namespace {

using Json = nlohmann::json;

std::vector<std::int32_t> ranks_of(const std::string& name, const Json& list) {
  const auto fail = [&](const char* what) {
    throw InputError(fmt::format("the ranks of group \"{}\" are {}", name, what));
  };
  if (!list.is_array()) fail("no list");
  std::vector<std::int32_t> ranks;
  for (const Json& rank : list) {
    if (!rank.is_number_integer() || rank < 0 || rank > INT32_MAX) fail("not all numbers from 0 on");
    ranks.push_back(rank.get<std::int32_t>());
  }
  return ranks;
}

}  // namespace

ChakraGroups groups_of_metadata(std::string_view values) {
  // A list of Python with one text, which is a list of JSON.
  const std::size_t begin = values.find('{'), end = values.rfind('}');
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) {
    throw InputError("there is no list of groups");
  }
  std::string text(values.substr(begin, end - begin + 1));
  text.insert(text.begin(), '[');
  text.push_back(']');
  ChakraGroups groups;
  for (const Json& group : read_json_document(text, "in its text")) {
    const auto name = group.find("pg_name"), ranks = group.find("ranks");
    if (name == group.end() || ranks == group.end() || !name->is_string()) {
      throw InputError("a group has no pg_name or no ranks");
    }
    groups[name->get<std::string>()] = ranks_of(name->get<std::string>(), *ranks);
  }
  return groups;
}

ChakraGroups read_chakra_groups(const std::string& file) {
  constexpr std::uintmax_t kMost = std::uintmax_t{1} << 28;
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error) || std::filesystem::file_size(file, error) > kMost) {
    throw InputError(fmt::format("{}: it is no file of process groups", file));
  }
  std::ifstream in(file, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(in), {});
  const Json json = read_json_document(text, file);
  if (!json.is_object()) {
    throw InputError(fmt::format("{}: it is no object such as {{\"1\": [0, 1], \"2\": [2, 3]}}", file));
  }
  ChakraGroups groups;
  try {
    for (const auto& [name, ranks] : json.items()) groups[name] = ranks_of(name, ranks);
  } catch (const InputError& problem) {
    throw InputError(fmt::format("{}: {}", file, problem.what()));
  }
  return groups;
}

namespace {

using Node = ChakraNode;

[[noreturn]] void fail(const ChakraTrace& trace, const Node& node, const std::string& what) {
  throw InputError(fmt::format("{}, node {}: {}", trace.file, node.id, what));
}

GroupOperation operation_of(const ChakraTrace& trace, const Node& node) {
  if (node.collective < 0) fail(trace, node, "COMM_COLL_NODE without the attribute comm_type");
  const auto kind = static_cast<Node::Collective>(node.collective);
  for (const auto& [known, operation] : {std::pair{Node::Collective::kAllReduce, GroupOperation::kAllReduce},
                                         {Node::Collective::kAllGather, GroupOperation::kAllGather},
                                         {Node::Collective::kReduceScatter, GroupOperation::kReduceScatter},
                                         {Node::Collective::kAllToAll, GroupOperation::kAllToAll},
                                         {Node::Collective::kBroadcast, GroupOperation::kBroadcast},
                                         {Node::Collective::kBarrier, GroupOperation::kBarrier}}) {
    if (kind == known) return operation;
  }
  fail(trace, node,
       fmt::format("the collective {}, which this program does not run; it runs ALL_REDUCE, ALL_GATHER, "
                   "ALL_TO_ALL, REDUCE_SCATTER, BROADCAST and BARRIER",
                   to_text(kind)));
}

}  // namespace

GroupTable::GroupTable(const std::vector<ChakraTrace>& traces, const Topology& topology,
                       const ChakraGroups& from_file)
    : topology_(topology),
      from_file_(from_file),
      ranks_(static_cast<std::int32_t>(traces.size())),
      of_rank_(traces.size()) {
  match(traces);
}

/// The ranks with the coordinates of this one in all dimensions that are not involved. Dimension 0 of a trace
/// is the one along which ranks are consecutive, our last.
std::vector<std::int32_t> GroupTable::slice(const ChakraTrace& trace, std::int32_t rank,
                                            const Node& node) const {
  const std::vector<bool>& involved = trace.involved[node.dims];
  const int dimensions = topology_.dimensions();
  std::vector<bool> ours(static_cast<std::size_t>(dimensions), true);
  if (std::all_of(involved.begin(), involved.end(), [](bool each) { return each; })) return {};
  if (static_cast<int>(involved.size()) != dimensions || ranks_ != topology_.nodes()) {
    fail(trace, node,
         fmt::format(
             "involved_dim names {} of {} dimensions: that needs a network of as many dimensions with a rank "
             "on every node, and {} has {} dimensions and {} nodes for {} ranks",
             std::count(involved.begin(), involved.end(), true), involved.size(), topology_.name(),
             dimensions, topology_.nodes(), ranks_));
  }
  for (std::size_t d = 0; d < involved.size(); ++d) ours[involved.size() - 1 - d] = involved[d];
  std::vector<std::int32_t> result{rank};
  for (int d = 0; d < dimensions; ++d) {
    if (!ours[static_cast<std::size_t>(d)]) continue;
    std::vector<std::int32_t> wider;
    for (const std::int32_t each : result) {
      Topology::Coordinates place = topology_.coordinates(each);
      for (int i = 0; i < topology_.side(d); ++i) {
        place[static_cast<std::size_t>(d)] = i;
        wider.push_back(topology_.node(place));
      }
    }
    result = std::move(wider);
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::uint32_t GroupTable::group_of(const ChakraTrace& trace, std::int32_t rank, const Node& node) {
  const std::string& name = trace.group_names[node.group];
  const bool world = name.empty() || name == "0";
  std::vector<std::int32_t> ranks = slice(trace, rank, node);
  if (!world) {
    if (!ranks.empty())
      fail(trace, node, fmt::format("both pg_name \"{}\" and involved_dim, which is no whole", name));
    auto found = trace.groups.find(name);
    if (found == trace.groups.end()) {
      found = from_file_.find(name);
      if (found == from_file_.end()) {
        fail(trace, node,
             fmt::format(
                 "process group \"{}\" is in no metadata node; --groups FILE names the ranks of groups",
                 name));
      }
    }
    ranks = found->second;
  }
  if (ranks.empty()) {
    ranks.resize(static_cast<std::size_t>(ranks_));
    std::iota(ranks.begin(), ranks.end(), 0);
  }
  const auto [known, added] = known_.try_emplace(ranks, static_cast<std::uint32_t>(groups_.size()));
  if (added) {
    std::vector<std::int32_t> sorted = ranks;
    std::sort(sorted.begin(), sorted.end());
    if (std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end()) {
      fail(trace, node, fmt::format("process group \"{}\" names a rank twice", name));
    }
    if (sorted.back() >= ranks_) {
      fail(trace, node,
           fmt::format("process group \"{}\" has rank {}, and there are ranks 0..{}", name, sorted.back(),
                       ranks_ - 1));
    }
    groups_.push_back(std::move(ranks));
    rows_.emplace_back();
  }
  const std::vector<std::int32_t>& group = groups_[known->second];
  if (std::find(group.begin(), group.end(), rank) == group.end()) {
    fail(trace, node, fmt::format("rank {} is not in its process group \"{}\"", rank, name));
  }
  return known->second;
}

int GroupTable::root_of(const ChakraTrace& trace, const ChakraNode& node, std::uint32_t group) const {
  if (node.root < 0) {
    fail(trace, node, "BROADCAST without a root; the attribute root_rank or comm_root names its rank");
  }
  const int place = member(group, node.root);
  if (place == static_cast<int>(groups_[group].size()))
    fail(trace, node, fmt::format("its root, rank {}, is not in its process group", node.root));
  return place;
}

void GroupTable::match(const std::vector<ChakraTrace>& traces) {
  std::vector<std::size_t> seen;  // of the group, by this rank
  for (std::int32_t rank = 0; rank < ranks_; ++rank) {
    const ChakraTrace& trace = traces[static_cast<std::size_t>(rank)];
    std::map<std::uint64_t, std::uint32_t> resolved;  // by group name and dimensions
    seen.assign(groups_.size(), 0);
    for (const Node& node : trace.nodes) {
      if (node.type != Node::Type::kCollective) continue;
      const GroupOperation operation = operation_of(trace, node);
      if (node.bytes < 0 && operation != GroupOperation::kBarrier) {
        fail(trace, node, "COMM_COLL_NODE without the attribute comm_size");
      }
      constexpr std::int64_t kMost = std::int64_t{1} << 40;
      if (node.bytes > kMost)
        fail(trace, node, fmt::format("comm_size {} is more than 2^40 bytes", node.bytes));
      const std::uint64_t key = std::uint64_t{node.group} << 32 | node.dims;
      auto found = resolved.find(key);
      if (found == resolved.end()) found = resolved.emplace(key, group_of(trace, rank, node)).first;
      const std::uint32_t group = found->second;
      if (group >= seen.size()) seen.resize(group + 1);
      Row& row = rows_[group];
      const std::size_t index = seen[group]++;
      const std::int64_t size = operation == GroupOperation::kBarrier ? 0 : node.bytes;
      const int root = operation == GroupOperation::kBroadcast ? root_of(trace, node, group) : -1;
      if (index == row.collectives.size()) {
        row.collectives.push_back(static_cast<std::uint32_t>(collectives_.size()));
        row.first_node.push_back(node.id);
        collectives_.push_back({group, operation, size, root});
      }
      const GroupCollective& same = collectives_[row.collectives[index]];
      if (same.operation != operation || same.size != size) {
        fail(trace, node,
             fmt::format("{} of {} bytes, the {}. collective of its group of {} ranks; another rank has {} "
                         "of {} bytes "
                         "there, in its node {}",
                         to_text(operation), size, index + 1, groups_[group].size(), to_text(same.operation),
                         same.size, row.first_node[index]));
      }
      if (same.root != root) {
        fail(trace, node,
             fmt::format("its root is rank {}; another rank has rank {}, in its node {}", node.root,
                         groups_[group][static_cast<std::size_t>(same.root)], row.first_node[index]));
      }
      of_rank_[static_cast<std::size_t>(rank)].push_back(row.collectives[index]);
    }
  }
  // Every rank of a group must have all of its collectives.
  std::vector<std::vector<std::uint32_t>> counts(groups_.size());
  for (std::size_t group = 0; group < groups_.size(); ++group) counts[group].resize(groups_[group].size());
  for (std::int32_t rank = 0; rank < ranks_; ++rank) {
    for (const std::uint32_t each : of_rank_[static_cast<std::size_t>(rank)]) {
      const std::uint32_t group = collectives_[each].group;
      ++counts[group][static_cast<std::size_t>(member(group, rank))];
    }
  }
  for (std::size_t group = 0; group < groups_.size(); ++group) {
    for (std::size_t i = 0; i < groups_[group].size(); ++i) {
      if (counts[group][i] == rows_[group].collectives.size()) continue;
      throw InputError(
          fmt::format("{}: {} collectives of a group of {} ranks, and another of its ranks has {}",
                      traces[static_cast<std::size_t>(groups_[group][i])].file, counts[group][i],
                      groups_[group].size(), rows_[group].collectives.size()));
    }
  }
}

int GroupTable::member(std::uint32_t group, std::int32_t rank) const {
  const std::vector<std::int32_t>& ranks = groups_[group];
  // Most groups are in the order of their ranks.
  auto found = std::lower_bound(ranks.begin(), ranks.end(), rank);
  if (found == ranks.end() || *found != rank) found = std::find(ranks.begin(), ranks.end(), rank);
  return static_cast<int>(found - ranks.begin());
}

}  // namespace torusim
