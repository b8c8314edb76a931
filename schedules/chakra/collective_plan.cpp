#include "schedules/chakra/collective_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <unordered_map>

#include "schedules/algorithms/best_exchange.h"
#include "schedules/algorithms/registry.h"
#include "schedules/core/error.h"
#include "schedules/core/twist.h"

namespace torusim {

namespace {

/// The seams of the dimensions, if none of them leads out of the dimensions.
std::optional<std::vector<Seam>> inner_seams(const Topology& topology, const std::vector<int>& dimensions) {
  std::vector<Seam> result;
  for (const Seam& seam : topology.twist()->seams()) {
    const auto own = std::ranges::find(dimensions, seam.dimension);
    if (own == dimensions.end()) continue;
    Seam inner{static_cast<int>(own - dimensions.begin()), {}};
    for (int d = 0; d < topology.dimensions(); ++d) {
      const int offset = seam.offset[static_cast<std::size_t>(d)];
      if (offset == 0) continue;
      const auto there = std::ranges::find(dimensions, d);
      if (there == dimensions.end()) return {};
      inner.offset[static_cast<std::size_t>(there - dimensions.begin())] = offset;
    }
    result.push_back(inner);
  }
  return result;
}

/// The shape of these lines of the network. A dimension of a twisted torus is a ring only with its seam. If a
/// seam leads out of the shape, or a line is not whole, the shape is a mesh along all dimensions with seams.
Topology shape_of(const Topology& topology, const std::vector<int>& dimensions,
                  std::vector<Dimension> sides) {
  if (!topology.twisted()) return Topology(std::move(sides));
  if (std::ranges::all_of(sides, [](const Dimension& each) { return each.line == Line::kRing; })) {
    if (auto seams = inner_seams(topology, dimensions)) {
      return seams->empty() ? Topology(std::move(sides))
                            : Topology::with_seams(std::move(sides), std::move(*seams));
    }
  }
  for (const Seam& seam : topology.twist()->seams()) {
    const auto own = std::ranges::find(dimensions, seam.dimension);
    if (own != dimensions.end())
      sides[static_cast<std::size_t>(own - dimensions.begin())].line = Line::kArray;
  }
  return Topology(std::move(sides));
}

}  // namespace

Route SubTorus::in_network(const Route& route) const {
  Route result;
  for (Run run : route) {
    run.dimension = static_cast<std::int16_t>(dimensions[static_cast<std::size_t>(run.dimension)]);
    result.append(run);
  }
  return result;
}

std::optional<SubTorus> sub_torus(const Topology& topology, std::span<const NodeId> nodes) {
  if (nodes.size() < 2) return {};
  std::vector<Dimension> sides;
  std::vector<int> dimensions, first;
  std::size_t product = 1;
  for (int d = 0; d < topology.dimensions(); ++d) {
    std::vector<bool> used(static_cast<std::size_t>(topology.side(d)));
    for (const NodeId node : nodes) used[static_cast<std::size_t>(topology.coordinate(node, d))] = true;
    const auto count = std::count(used.begin(), used.end(), true);
    product *= static_cast<std::size_t>(count);
    if (product > nodes.size()) return {};
    if (count == 1) continue;
    const auto begin = std::find(used.begin(), used.end(), true);
    const bool whole = count == topology.side(d);
    const bool in_a_row = std::all_of(begin, begin + count, [](bool each) { return each; });
    if (!whole && (topology.jumps(d) || !in_a_row)) return {};
    sides.push_back(whole ? topology.dimension(d) : Dimension{static_cast<int>(count), Line::kArray});
    dimensions.push_back(d);
    first.push_back(static_cast<int>(begin - used.begin()));
  }
  if (product != nodes.size()) return {};
  SubTorus result{shape_of(topology, dimensions, std::move(sides)), dimensions,
                  std::vector<int>(nodes.size(), -1)};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    Topology::Coordinates place{};
    for (std::size_t d = 0; d < dimensions.size(); ++d) {
      place[d] = topology.coordinate(nodes[i], dimensions[d]) - first[d];
    }
    int& member = result.member[static_cast<std::size_t>(result.shape.node(place))];
    if (member >= 0) return {};  // twice
    member = static_cast<int>(i);
  }
  return result;
}

namespace {

constexpr const char* kRing = "ring";
constexpr const char* kPairs = "pairs";
constexpr const char* kAuto = "auto";

struct Row {
  GroupOperation operation;
  const char* name;
  Collective::Kind kind;
  const char* standard[2];  ///< on a torus, the first that runs on the shape
  const char* otherwise;    ///< on any nodes
};
constexpr std::array<Row, 5> kRows{{
    {GroupOperation::kAllReduce,
     "all-reduce",
     Collective::Kind::kAllReduce,
     {"bucket", "ring-reduce"},
     kRing},
    {GroupOperation::kAllGather, "all-gather", Collective::Kind::kGossip, {"bucket", "ring-reduce"}, kRing},
    {GroupOperation::kReduceScatter,
     "reduce-scatter",
     Collective::Kind::kReduceScatter,
     {"bucket", "ring-reduce"},
     kRing},
    {GroupOperation::kAllToAll, "all-to-all", Collective::Kind::kCompleteExchange, {"exchange"}, kPairs},
    {GroupOperation::kBroadcast, "broadcast", Collective::Kind::kBroadcast, {"broadcast"}, kPairs},
}};

const Row& row_of(GroupOperation operation) { return kRows[static_cast<std::size_t>(operation)]; }

/// Throws UsageError unless the algorithm performs the operation.
AlgorithmOptions options_for(const Row& row, const std::string& name) {
  const AlgorithmInfo& info = find_algorithm(name);
  const char* const wanted = to_text(row.kind);
  for (const OptionInfo& option : info.options) {
    if (option.name == "collective" && std::ranges::count(option.values, wanted) > 0)
      return {{"collective", wanted}};
  }
  if (info.collective == row.kind) return {};
  throw UsageError(fmt::format("{} performs no {}; torusim list names those that do", name, row.name));
}

/// Messages among ranks on any nodes.
class Pattern {
 public:
  Pattern(CollectivePlan& plan, int members) : plan_(plan), members_(members) {}

  /// Every rank to the one `step` further on, in a phase of its own.
  void shift(int step, std::int64_t chunks) {
    add(step, 0, chunks);
    ++phase_;
  }
  void ring() {
    for (int i = 1; i < members_; ++i) shift(1, 1);
  }
  /// From the root: in a ring rank by rank, else to all others one after the other.
  void broadcast(int root, bool ring) {
    for (int i = 1; i < members_; ++i) {
      const int from = ring ? root + i - 1 : root;
      plan_.messages.push_back({from % members_, (root + i) % members_, phase_++, 0, 1});
    }
  }
  /// A phase has as many partners of each rank as `ways`, the ways to the ejection channels of a node.
  void pairs(const std::vector<std::uint32_t>& ways) {
    for (int first = 1; first < members_; ++phase_) {
      for (const std::uint32_t way : ways) {
        if (first < members_) add(first++, way, 1);
      }
    }
  }

 private:
  void add(int step, std::uint32_t way, std::int64_t chunks) {
    for (int from = 0; from < members_; ++from) {
      plan_.messages.push_back(
          {from, static_cast<int>((std::int64_t{from} + step) % members_), phase_, way, chunks});
    }
  }

  CollectivePlan& plan_;
  int members_;
  int phase_ = 0;
};

void check_size(std::int64_t messages, std::size_t members) {
  if (messages <= kMostCollectiveMessages) return;
  throw InputError(
      fmt::format("a collective of {} ranks has more than {} messages", members, kMostCollectiveMessages));
}

/// Pairs are as many at once as a node has ports.
void fill_pattern(CollectivePlan& plan, GroupOperation operation, bool ring, std::size_t size,
                  const PlanSettings& settings, ProgramBuilder& builder) {
  const auto members = static_cast<int>(size);
  const auto n = static_cast<std::int64_t>(size);
  Pattern pattern(plan, members);
  if (operation == GroupOperation::kBarrier) {
    plan.algorithm = "dissemination among its ranks";
    for (int step = 1; step<members; step = step> members / 2 ? members : 2 * step) pattern.shift(step, 0);
    return;
  }
  check_size(2 * n * (n - 1), size);
  plan.algorithm = ring ? "ring of its ranks" : "pairs of its ranks";
  if (operation == GroupOperation::kBroadcast) return pattern.broadcast(settings.root, ring);
  std::vector<std::uint32_t> ways{0};
  if (!ring && settings.alpha > 1) {
    plan.ports = std::min(settings.alpha, members - 1);
    plan.algorithm += fmt::format(", {} at once", plan.ports);
    ways.clear();  // a channel for each of the messages that arrive at once
    for (int channel = 0; channel < plan.ports; ++channel) ways.push_back(builder.add_way({{}, 0, channel}));
  }
  plan.chunks = operation == GroupOperation::kAllGather ? 1 : n;
  const int rounds = operation == GroupOperation::kAllReduce ? 2 : 1;
  for (int round = 0; round < rounds; ++round) ring ? pattern.ring() : pattern.pairs(ways);
}

/// The number of a way in the program; equal ways, which most are, have one.
class Ways {
 public:
  explicit Ways(ProgramBuilder& builder) : builder_(builder) {}

  std::uint32_t of(const Way& way) {
    std::string key;
    for (const Run& run : way.route) append(key, run.dimension), append(key, run.hops);
    append(key, way.message_class);
    append(key, way.ejection_channel);
    const auto [known, added] = known_.try_emplace(std::move(key), 0u);
    if (added) known->second = builder_.add_way(way);
    return known->second;
  }

 private:
  static void append(std::string& key, int value) {
    key.push_back(static_cast<char>(value & 255));
    key.push_back(static_cast<char>(value >> 8 & 255));
  }

  ProgramBuilder& builder_;
  std::unordered_map<std::string, std::uint32_t> known_;
};

/// The messages of an algorithm of the registry; false if it does not run on the shape.
bool fill_schedule(CollectivePlan& plan, const Row& row, const std::string& name, const SubTorus& group,
                   const PlanSettings& settings, ProgramBuilder& builder) {
  AlgorithmOptions options = options_for(row, name);
  constexpr std::int64_t kMost = 1'000'000;  // of both
  for (const OptionInfo& option : find_algorithm(name).options) {
    if (row.operation == GroupOperation::kBroadcast && option.name == "root") {
      const auto root = std::ranges::find(group.member, settings.root);
      options[option.name] = std::to_string(root - group.member.begin());
    }
    // With one port by default, as the other collectives.
    if (row.operation == GroupOperation::kBroadcast && option.name == "ports" && option.values.empty())
      options[option.name] = std::to_string(std::clamp(settings.alpha, 1, group.shape.network_ports()));
    const bool block = option.name == "block";
    if (!block && option.name != "startup") continue;
    options[option.name] = std::to_string(std::min(block ? settings.block : settings.startup, kMost));
  }
  std::unique_ptr<Schedule> schedule;
  try {
    schedule =
        settings.make ? settings.make(name, group.shape, options) : make_schedule(name, group.shape, options);
  } catch (const InputError&) {
    return false;
  }
  const ScheduleInfo& info = schedule->info();
  plan.algorithm = fmt::format("{} on {}", info.name == name ? name : fmt::format("{} ({})", name, info.name),
                               group.shape.name());
  plan.ports = default_channels(*schedule);
  plan.chunks = row.operation == GroupOperation::kAllToAll ? group.shape.nodes()
                : info.collective.copies()                 ? info.collective.pieces
                                                           : info.collective.chunks(group.shape);
  const int alpha = settings.alpha > 0 ? settings.alpha : plan.ports;
  Ways ways(builder);
  std::vector<int> received(group.member.size());
  int index = 0;
  for (Phase phase; schedule->next(phase); ++index) {
    std::fill(received.begin(), received.end(), 0);
    check_size(static_cast<std::int64_t>(plan.messages.size() + phase.transfers.size()), group.member.size());
    for (const Transfer& transfer : phase.transfers) {
      const auto from = static_cast<std::size_t>(transfer.source);
      const auto to = static_cast<std::size_t>(transfer.destination);
      const std::uint32_t way =
          ways.of({group.in_network(transfer.route), transfer.message_class, received[to]++ % alpha});
      plan.messages.push_back({group.member[from], group.member[to], index, way, transfer.block_count()});
    }
  }
  return true;
}

}  // namespace

const char* to_text(GroupOperation operation) {
  return operation == GroupOperation::kBarrier ? "barrier" : row_of(operation).name;
}

CollectiveChoice::CollectiveChoice(const std::string& text) {
  if (text == kAuto) return;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string item = text.substr(begin, end - begin);
    begin = end + 1;
    const std::size_t equals = item.find('=');
    const auto row = std::find_if(kRows.begin(), kRows.end(),
                                  [&](const Row& each) { return item.substr(0, equals) == each.name; });
    if (equals == std::string::npos || row == kRows.end()) {
      throw UsageError(fmt::format(
          "'{}' is none of all-reduce=, all-gather=, reduce-scatter=, all-to-all=, broadcast= and an "
          "algorithm, ring, pairs or auto",
          item));
    }
    const std::string name = item.substr(equals + 1);
    if (name == kRing && row->operation == GroupOperation::kAllToAll) {
      throw UsageError("all-to-all=ring: ring-pass is the algorithm, on a torus; pairs serves any group");
    }
    if (name != kRing && name != kPairs && name != kAuto) options_for(*row, name);
    if (!chosen_.emplace(row->operation, name).second) throw UsageError(fmt::format("two of {}", row->name));
  }
}

const std::string& CollectiveChoice::of(GroupOperation operation) const {
  static const std::string standard = kAuto;
  const auto chosen = chosen_.find(operation);
  return chosen == chosen_.end() ? standard : chosen->second;
}

std::int64_t CollectivePlan::bytes(const PlannedMessage& message, std::int64_t size) const {
  // The product could be too large.
  return size / chunks * message.chunks + (size % chunks * message.chunks + chunks - 1) / chunks;
}

CollectivePlan plan_collective(GroupOperation operation, const std::string& choice, const Topology& topology,
                               std::span<const NodeId> nodes, const PlanSettings& settings,
                               ProgramBuilder& ways) {
  CollectivePlan plan;
  if (operation == GroupOperation::kBarrier) {
    fill_pattern(plan, operation, false, nodes.size(), settings, ways);
  } else {
    const Row& row = row_of(operation);
    const bool any_nodes = choice == kRing || choice == kPairs;
    const auto group = any_nodes ? std::nullopt : sub_torus(topology, nodes);
    std::string tried;
    bool done = false;
    for (const char* standard : row.standard) {
      if (!group || done || standard == nullptr) continue;
      tried = choice == kAuto ? standard : choice;
      done = fill_schedule(plan, row, tried, *group, settings, ways);
      if (choice != kAuto) break;
    }
    if (!done) {
      fill_pattern(plan, operation, (any_nodes ? choice : row.otherwise) == kRing, nodes.size(), settings,
                   ways);
      if (!any_nodes) {
        plan.algorithm += group ? fmt::format(": {} does not run on {}", tried, group->shape.name())
                                : ": its nodes are no torus or mesh";
      }
    }
  }
  plan.of_member.resize(nodes.size());
  for (std::uint32_t i = 0; i < plan.messages.size(); ++i) {
    plan.of_member[static_cast<std::size_t>(plan.messages[i].from)].push_back(i);
    plan.of_member[static_cast<std::size_t>(plan.messages[i].to)].push_back(i);
  }
  return plan;
}

}  // namespace torusim
