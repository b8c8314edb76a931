#include "schedules/core/program_schedule.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/core/error.h"

namespace torusim {
namespace {

/// The limit of Worm::kMostFlits, without the head.
constexpr std::int64_t kMostFlits = (1 << 30) - 1;

/// The name of a file without its directory and its end, which traces have none of.
std::string stem(const Program& program) {
  const std::string name = program.name.substr(program.name.find_last_of('/') + 1);
  if (program.traces) return name;
  return name.substr(0, name.find_last_of('.'));
}

}  // namespace

ProgramSchedule::ProgramSchedule(Program program, Topology topology, ProgramSettings settings)
    : program_(std::move(program)), settings_(std::move(settings)) {
  // Both come from files of others.
  for (std::string& note : settings_.notes) note = clean_text(note);
  info_.name = clean_text(stem(program_));
  info_.generator = fmt::format("program {}", program_.name);
  info_.collective.kind = Collective::Kind::kMessages;
  info_.topology = std::move(topology);
  info_.ports = std::max(program_.nics, program_.ports);
  info_.sync = Synchronisation::kNone;
  info_.phases = 1;
  info_.rerouting = settings_.rerouting;
  if (static_cast<std::int32_t>(settings_.node_of_rank.size()) != program_.ranks()) {
    throw InputError(fmt::format("{}: {} ranks, but {} have a node", program_.name, program_.ranks(),
                                 settings_.node_of_rank.size()));
  }
  std::int64_t bytes = 0, time = 0;  // of all operations
  const auto count = [&](OperationId id, std::int64_t& all, std::int64_t amount, const char* what) {
    all = plus(all, amount);
    if (all > kMostAmount) {
      throw InputError(fmt::format("{}: with this operation, all {}", program_.place(id), what));
    }
  };
  constexpr const char* kTooLong = "computations and host costs take more than 2^62 cycles";
  // Failed channels are left to rerouted_program(), which the program may not have passed yet.
  const Topology intact = info_.topology.with_failures(nullptr);
  std::vector<std::uint32_t> sent(static_cast<std::size_t>(intact.nodes()));
  for (OperationId id = 0; id < program_.operations.size(); ++id) {
    const Operation& operation = program_.operations[id];
    if (operation.kind == Operation::Kind::kCompute || operation.kind == Operation::Kind::kDelay) {
      count(id, time, cycles(operation), kTooLong);
    }
    check_route(intact, id);
    if (operation.kind != Operation::Kind::kSend) continue;
    choose_way(operation, sent);
    const std::int64_t length = flits(operation);
    if (length > kMostFlits) {
      throw InputError(fmt::format("{}: a message of {} bytes in flits of {}; a worm has at most {} of them",
                                   program_.place(id), operation.size, settings_.flit_bytes, kMostFlits));
    }
    const HostCosts& host = settings_.host;
    const std::int64_t both = times(2, host.busy(operation.size));
    count(id, time, plus(both, host.spacing(operation.size)), kTooLong);
    count(id, bytes, operation.size, "messages have more than 2^62 bytes");
    longest_ = std::max(longest_, length);
    info_.collective.blocks += length;
  }
}

void ProgramSchedule::check_route(const Topology& topology, OperationId id) const {
  const Operation& operation = program_.operations[id];
  if (operation.kind != Operation::Kind::kSend && operation.kind != Operation::Kind::kSignal) return;
  const Route& own = program_.ways[operation.way].route;
  if (own.empty()) return;  // dimension_order_route() leads where it should
  const NodeId to = node_of(operation.peer);
  NodeId at = node_of(operation.rank);
  std::string wrong;
  for (const Run& run : own) {
    if (!topology.has_run(at, run.dimension, run.hops)) {
      wrong = "uses a channel that does not exist";
      break;
    }
    at = topology.displaced(at, run.dimension, run.hops);
  }
  if (wrong.empty() && at != to)
    wrong = fmt::format("ends at {}, not at {}", topology.node_name(at), topology.node_name(to));
  if (wrong.empty()) return;
  throw InputError(
      fmt::format("{}: its route {} on {} {}", program_.describe(id), own.text(), topology.name(), wrong));
}

std::int64_t ProgramSchedule::cycles(const Operation& timed) const {
  return rounded(Decimal{static_cast<Decimal::Digits>(timed.size)} * settings_.cycles_per_unit,
                 Rounding::kUp);
}

void ProgramSchedule::choose_way(const Operation& send, std::vector<std::uint32_t>& sent) {
  if (!program_.ways[send.way].route.empty()) return;
  const NodeId from = node_of(send.rank), to = node_of(send.peer);
  const std::uint32_t ways = dimension_order_ways(info_.topology, from, to);
  if (ways == 1) return;
  if (ways_.empty()) ways_.resize(program_.messages);
  const std::uint32_t turn = sent[static_cast<std::size_t>(from)]++;
  ways_[send.message] = way_in_turn(info_.topology, from, to, ways, turn);
}

Route ProgramSchedule::route(const Operation& send) const {
  if (const Route& own = program_.ways[send.way].route; !own.empty()) return own;
  const NodeId from = node_of(send.rank), to = node_of(send.peer);
  if (ways_.empty() || send.kind != Operation::Kind::kSend)
    return dimension_order_route(info_.topology, from, to);
  return dimension_order_route(info_.topology, from, to, ways_[send.message]);
}

int ProgramSchedule::highest_class() const {
  int highest = 0;
  for (const Way& way : program_.ways) highest = std::max(highest, way.message_class);
  return highest;
}

bool ProgramSchedule::next(Phase& phase) {
  if (given_) return false;
  given_ = true;
  phase = {};
  phase.name = "program";
  phase.transfers.resize(program_.messages + program_.signals);
  for (const Operation& operation : program_.operations) {
    const bool signal = operation.kind == Operation::Kind::kSignal;
    if (operation.kind != Operation::Kind::kSend && !signal) continue;
    Transfer& transfer = phase.transfers[operation.message + (signal ? program_.messages : 0)];
    transfer.source = node_of(operation.rank);
    transfer.destination = node_of(operation.peer);
    transfer.message_class = program_.ways[operation.way].message_class;
    transfer.route = route(operation);
    transfer.blocks = BlockSet(info_.topology.dimensions());
    transfer.unnamed = flits(operation);
  }
  return true;
}

}  // namespace torusim
