#include "schedules/chakra/chakra_program.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

#include "schedules/chakra/group_table.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

using Node = ChakraNode;
using Kind = Operation::Kind;

class ProgramWriter {
 public:
  ProgramWriter(const std::vector<ChakraTrace>& traces, const std::string& name, const Topology& topology,
                const std::vector<NodeId>& nodes, const ChakraOptions& options)
      : traces_(traces),
        topology_(topology),
        nodes_(nodes),
        options_(options),
        table_(traces, topology, options.groups),
        builder_(name, static_cast<std::int32_t>(traces.size())) {}

  ChakraProgram write() {
    plan(options_.alpha);
    const int most = ports();
    const bool mixed = std::ranges::any_of(plans_, [&](const auto& plan) { return plan.ports != most; });
    // As if these ports had been given, so that a run with the ports of a recorded one is the same.
    if (options_.alpha == 0 && mixed) plan(most);
    for (std::size_t rank = 0; rank < traces_.size(); ++rank) write_rank(rank);
    Program& program = builder_.program();
    program.traces = true;
    program.by_number = true;
    program.sends_end_at_tail = true;
    program.ports = ports();
    ChakraProgram result{builder_.finish(), {}};
    result.notes = notes();
    return result;
  }

 private:
  /// The first and the last operation of a node.
  struct Span {
    OperationId entry, exit;
  };

  int ports() const {
    int most = 1;
    for (const CollectivePlan& plan : plans_) most = std::max(most, plan.ports);
    return most;
  }

  /// Plans all collectives anew, for `alpha` ports of a node; 0: those of each algorithm.
  void plan(int alpha) {
    builder_ = ProgramBuilder(builder_.program().name, builder_.program().ranks());
    plans_.clear();
    plan_of_.clear();
    first_message_.clear();
    messages_ = 0;
    using Key = std::tuple<GroupOperation, std::uint32_t, std::int64_t, int>;
    std::map<Key, std::uint32_t> known;
    PlanSettings settings{alpha, 0, 1, options_.startup, options_.make};
    for (const GroupCollective& each : table_.collectives()) {
      // Algorithms for an all-to-all are chosen by the size of a block.
      settings.block = 1;
      if (each.operation == GroupOperation::kAllToAll) {
        const auto flits =
            static_cast<std::int64_t>(table_.groups()[each.group].size()) * options_.flit_bytes;
        settings.block = std::max<std::int64_t>(1, divided(each.size, flits));
      }
      settings.root = std::max(each.root, 0);
      const auto [found, added] =
          known.try_emplace({each.operation, each.group, settings.block, settings.root},
                            static_cast<std::uint32_t>(plans_.size()));
      if (added) {
        std::vector<NodeId> nodes;
        for (const std::int32_t rank : table_.groups()[each.group]) {
          nodes.push_back(nodes_[static_cast<std::size_t>(rank)]);
        }
        plans_.push_back(plan_collective(each.operation, options_.collectives.of(each.operation), topology_,
                                         nodes, settings, builder_));
      }
      plan_of_.push_back(found->second);
      first_message_.push_back(messages_);
      messages_ += static_cast<std::uint32_t>(plans_[found->second].messages.size());
      if (messages_ > kMostCollectiveMessages) {
        throw InputError(fmt::format("{}: the collectives have more than {} messages",
                                     builder_.program().name, kMostCollectiveMessages));
      }
    }
    next_message_ = messages_;
  }

  void write_rank(std::size_t rank) {
    const ChakraTrace& trace = traces_[rank];
    rank_ = static_cast<std::int32_t>(rank);
    builder_.begin_rank(rank_);
    std::vector<Span> spans;
    spans.reserve(trace.nodes.size());
    std::size_t collective = 0;
    for (const Node& node : trace.nodes) {
      line_ = node.id < UINT32_MAX ? static_cast<std::uint32_t>(node.id + 1) : 0;
      ++types_[static_cast<std::size_t>(node.type)];
      spans.push_back(write_node(trace, node, collective));
    }
    for (std::size_t i = 0; i < spans.size(); ++i) {
      const Node& node = trace.nodes[i];
      const std::uint32_t end = options_.control ? node.end : node.first_control;
      unbound_ += node.end - end;
      for (std::uint32_t at = node.first_data; at < end; ++at) {
        if (const auto earlier = trace.find(trace.dependences[at])) {
          builder_.wait(spans[i].entry, spans[*earlier].exit, false);
        } else {
          ++absent_;
        }
      }
    }
  }

  Span write_node(const ChakraTrace& trace, const Node& node, std::size_t& collective) {
    switch (node.type) {
      case Node::Type::kInvalid:
      case Node::Type::kMetadata:
        return alone(Kind::kJoin, 0);
      case Node::Type::kCompute: {
        constexpr std::uint64_t kMost = INT64_MAX / 1000;
        if (node.duration > kMost)
          fail(trace, node, fmt::format("a duration of {} us is too long", node.duration));
        instant_ += node.duration == 0 ? 1 : 0;
        counted_ += node.duration == 0 && node.counts_operations ? 1 : 0;
        const auto time = node.duration == 0 ? 1 : static_cast<std::int64_t>(node.duration) * 1000;
        return alone(Kind::kCompute, node.on_cpu ? ChakraCpu::kHost : ChakraCpu::kComputation, time);
      }
      case Node::Type::kSend:
      case Node::Type::kReceive:
        return point_to_point(trace, node);
      case Node::Type::kCollective: {
        if (node.on_cpu)
          fail(trace, node, "COMM_COLL_NODE with is_cpu_op: a communication on the cpu is not modelled");
        const std::uint32_t which = table_.of_rank(static_cast<std::size_t>(rank_))[collective++];
        return collective_of(which);
      }
      case Node::Type::kLoad:
      case Node::Type::kStore:
        break;
    }
    fail(trace, node, fmt::format("{}: there is no remote memory; it is not modelled", to_text(node.type)));
  }

  Span point_to_point(const ChakraTrace& trace, const Node& node) {
    const bool sends = node.type == Node::Type::kSend;
    const auto missing = [&](const char* what) {
      fail(trace, node, fmt::format("{} without the attribute {}", to_text(node.type), what));
    };
    if (node.on_cpu) {
      fail(trace, node,
           fmt::format("{} with is_cpu_op: a communication on the cpu is not modelled", to_text(node.type)));
    }
    const std::int32_t own = sends ? node.source : node.destination;
    const std::int32_t peer = sends ? node.destination : node.source;
    if (peer < 0) missing(sends ? "comm_dst" : "comm_src");
    if (node.bytes < 0) missing("comm_size");
    if (peer >= static_cast<std::int32_t>(traces_.size())) {
      fail(trace, node, fmt::format("rank {} is outside 0..{}", peer, traces_.size() - 1));
    }
    if (own >= 0 && own != rank_) {
      fail(trace, node,
           fmt::format("{} is {}, in the trace of rank {}", sends ? "comm_src" : "comm_dst", own, rank_));
    }
    if (!sends) {
      const OperationId id = add(message(Kind::kReceive, peer, node.bytes, node.tag));
      return {id, id};
    }
    const Span hold = holding();
    Operation operation = message(Kind::kSend, peer, node.bytes, node.tag);
    operation.message = next_message_++;
    const OperationId send = add(operation);
    builder_.wait(send, hold.entry, false);
    return release(hold, {send});
  }

  Span collective_of(std::uint32_t which) {
    const GroupCollective& collective = table_.collectives()[which];
    const CollectivePlan& plan = plans_[plan_of_[which]];
    const std::vector<std::int32_t>& ranks = table_.groups()[collective.group];
    const auto& own = plan.of_member[static_cast<std::size_t>(table_.member(collective.group, rank_))];
    const Span hold = holding();
    OperationId join = hold.entry;
    std::vector<OperationId> ends;  // of the phases before, since `join`
    int phase = -1;
    for (const std::uint32_t index : own) {
      const PlannedMessage& planned = plan.messages[index];
      if (planned.phase != phase && !ends.empty()) {
        join = add(step(Kind::kJoin, 0));
        for (const OperationId end : ends) builder_.wait(join, end, false);
        ends.clear();
      }
      phase = planned.phase;
      const bool sends = ranks[static_cast<std::size_t>(planned.from)] == rank_;
      const std::int32_t peer = ranks[static_cast<std::size_t>(sends ? planned.to : planned.from)];
      const std::uint32_t number = first_message_[which] + index;
      Operation operation =
          message(sends ? Kind::kSend : Kind::kReceive, peer, plan.bytes(planned, collective.size),
                  Program::kFirstCollectiveTag + number);
      operation.message = number;
      operation.way = sends ? planned.way : 0;
      const OperationId id = add(operation);
      builder_.wait(id, join, false);
      ends.push_back(id);
    }
    return release(hold, ends);
  }

  static Operation step(Kind kind, std::uint8_t cpu) { return {.kind = kind, .cpu = cpu}; }
  static Operation message(Kind kind, std::int32_t peer, std::int64_t bytes, std::uint32_t tag) {
    return {.kind = kind, .cpu = ChakraCpu::kMessages, .peer = peer, .tag = tag, .size = bytes};
  }

  OperationId add(Operation operation) {
    operation.line = line_;
    return builder_.add(operation, true);
  }
  Span alone(Kind kind, std::uint8_t cpu, std::int64_t time = 0) {
    Operation operation = step(kind, cpu);
    operation.size = time;
    const OperationId id = add(operation);
    return {id, id};
  }
  Span holding() { return alone(Kind::kHold, ChakraCpu::kCommunication); }
  Span release(Span hold, const std::vector<OperationId>& ends) {
    hold.exit = add(step(Kind::kRelease, ChakraCpu::kCommunication));
    builder_.wait(hold.exit, hold.entry, false);
    for (const OperationId end : ends) builder_.wait(hold.exit, end, false);
    return hold;
  }

  [[noreturn]] static void fail(const ChakraTrace& trace, const Node& node, const std::string& what) {
    throw InputError(fmt::format("{}, node {}: {}", trace.file, node.id, what));
  }

  std::vector<std::string> notes() const {
    std::vector<std::string> result;
    std::string nodes;
    for (std::size_t type = 0; type < types_.size(); ++type) {
      if (types_[type] == 0) continue;
      nodes += fmt::format("{}{} {}", nodes.empty() ? "" : ", ", types_[type],
                           to_text(static_cast<Node::Type>(type)));
    }
    result.push_back(fmt::format("{} traces: {}", traces_.size(), nodes.empty() ? "no node" : nodes));
    // Operation and algorithm, with the groups and collectives of each.
    std::map<std::pair<GroupOperation, std::string>, std::pair<std::int64_t, std::int64_t>> algorithms;
    std::vector<bool> seen(plans_.size());
    for (std::size_t i = 0; i < plan_of_.size(); ++i) {
      const std::uint32_t plan = plan_of_[i];
      auto& [groups, collectives] = algorithms[{table_.collectives()[i].operation, plans_[plan].algorithm}];
      groups += seen[plan] ? 0 : 1;
      ++collectives;
      seen[plan] = true;
    }
    for (const auto& [key, count] : algorithms) {
      result.push_back(fmt::format("{}: {} ({} collective{} of {} group{})", to_text(key.first), key.second,
                                   count.second, count.second == 1 ? "" : "s", count.first,
                                   count.first == 1 ? "" : "s"));
    }
    const auto unnamed = std::count_if(traces_.begin(), traces_.end(),
                                       [](const ChakraTrace& trace) { return !trace.version_named; });
    if (unnamed > 0) {
      result.push_back(fmt::format("{} traces name no version of Chakra: read as 0.0.4", unnamed));
    }
    if (absent_ > 0)
      result.push_back(fmt::format("{} dependences on nodes that do not exist count as met", absent_));
    if (unbound_ > 0)
      result.push_back(fmt::format("{} control dependences do not bind (--ctrl-deps)", unbound_));
    if (instant_ > 0) {
      result.push_back(fmt::format(
          "{} computations without a duration take 1 ns{}", instant_,
          counted_ > 0 ? fmt::format("; {} have num_ops, but there is no roofline model", counted_)
                       : std::string()));
    }
    std::set<std::string> unused;
    for (const ChakraTrace& trace : traces_) unused.insert(trace.unused.begin(), trace.unused.end());
    if (!unused.empty())
      result.push_back(fmt::format("attributes without meaning here: {}", fmt::join(unused, ", ")));
    return result;
  }

  const std::vector<ChakraTrace>& traces_;
  const Topology& topology_;
  const std::vector<NodeId>& nodes_;
  const ChakraOptions& options_;
  GroupTable table_;
  ProgramBuilder builder_;
  std::vector<CollectivePlan> plans_;
  std::vector<std::uint32_t> plan_of_, first_message_;  // of each collective
  std::uint32_t messages_ = 0, next_message_ = 0;
  std::int32_t rank_ = 0;
  std::uint32_t line_ = 0;
  std::array<std::int64_t, 8> types_{};
  std::int64_t absent_ = 0, unbound_ = 0, instant_ = 0, counted_ = 0;
};

}  // namespace

ChakraProgram chakra_program(const std::vector<ChakraTrace>& traces, const std::string& name,
                             const Topology& topology, const std::vector<NodeId>& nodes,
                             const ChakraOptions& options) {
  return ProgramWriter(traces, name, topology, nodes, options).write();
}

}  // namespace torusim
