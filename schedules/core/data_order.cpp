#include "schedules/core/data_order.h"

#include <fmt/format.h>

#include <map>
#include <optional>

#include "schedules/core/error.h"
#include "schedules/core/failures.h"
#include "schedules/core/unplaced_program.h"

namespace torusim {
namespace {

using Kind = Operation::Kind;

std::vector<NodeId> live_nodes(const Topology& topology) {
  std::vector<NodeId> nodes;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    if (takes_part(topology.failures(), node)) nodes.push_back(node);
  }
  return nodes;
}

/// Every block of a message is copied to a place of the message before it leaves, and to its place at the
/// destination when it has arrived, there added to the sum: operations without time, which wait for each
/// other.
class DataTranslator {
 public:
  DataTranslator(const ScheduleInfo& info, int block_flits, int alpha, std::int64_t reduce_delay,
                 int flit_bytes)
      : topology_(info.topology),
        collective_(info.collective),
        alpha_(alpha),
        reduce_delay_(reduce_delay),
        block_bytes_(times(block_flits, flit_bytes)),
        nodes_(live_nodes(info.topology)),
        chunks_(collective_.chunks(info.topology)),
        program_(info, nodes_) {
    settings_.flit_bytes = flit_bytes;
    follow(static_cast<std::int64_t>(nodes_.size()) * chunks_);
    uses_.resize(nodes_.size() * static_cast<std::size_t>(chunks_));
    moves_.places = static_cast<std::uint32_t>(uses_.size());
    moves_.buffer_places = moves_.places;
    moves_.title = description(topology_, collective_);
    moves_.chunk_bytes = block_bytes_;
    for (const NodeId node : nodes_) {
      const auto rank = program_.rank_of(node);
      moves_.buffers.push_back({rank, "input", {place(node, 0), static_cast<std::uint32_t>(chunks_)}});
      initial_blocks(topology_, collective_, node).for_each(topology_, [&](Block block) {
        uses_[place(node, number(block))].held = true;
        moves_.given.push_back(content(node, block, collective_.reduces() ? rank : owner(block)));
      });
      final_blocks(topology_, collective_, node).for_each(topology_, [&](Block block) {
        moves_.wanted.push_back(
            content(node, block, collective_.reduces() ? ChunkMoves::kAllRanks : owner(block)));
      });
    }
  }

  void add(const Phase& phase) {
    const std::uint32_t first = moves_.places;
    for (const Transfer& transfer : phase.transfers) send(transfer);
    std::uint32_t from = first;
    for (const Transfer& transfer : phase.transfers) receive(transfer, from);
  }

  ProgramSchedule finish() {
    std::uint32_t stream = 0;  // each operation has its own, as nothing but waits orders them
    for (const OperationId id : program_.order()) {
      const Move& move = copies_[id];
      moves_.add(stream++, {move.sources, move.sources + move.count},
                 {&move.target, move.count > 0 ? 1U : 0U});
    }
    settings_.chunks = std::make_shared<ChunkMoves>(std::move(moves_));
    return program_.finish(std::move(settings_), alpha_);
  }

 private:
  /// A chunk at a node: the operation that wrote it last, and those that have read it since.
  struct Use {
    bool held = false;
    std::optional<OperationId> writer;
    std::vector<OperationId> readers;
  };
  /// What an operation adds up, and where it goes.
  struct Move {
    std::uint32_t count = 0;  // of sources
    ChunkRange sources[2] = {}, target = {};
  };

  void follow(std::int64_t more) {
    followed_ += more;
    if (followed_ <= kMostFollowed) return;
    throw InputError(fmt::format("--sync data follows up to {} chunks, at nodes and in messages",
                                 std::int64_t{kMostFollowed}));
  }
  std::int64_t number(Block block) const {
    const std::int64_t number = collective_.number(topology_.nodes(), block);
    if (number >= 0) return number;
    throw InputError(fmt::format("{} is no block of this {}", block_name(topology_, collective_, block),
                                 to_text(collective_.kind)));
  }
  std::uint32_t place(NodeId node, std::int64_t number) const {
    return static_cast<std::uint32_t>(program_.rank_of(node) * chunks_ + number);
  }
  /// The rank with the packet of a gossip or broadcast.
  std::int32_t owner(Block block) const {
    return program_.rank_of(collective_.one_packet() ? collective_.root : block.source);
  }
  ChunkMoves::Content content(NodeId node, Block block, std::int32_t rank) const {
    return {{place(node, number(block)), 1}, rank, static_cast<std::int32_t>(number(block))};
  }

  OperationId add(NodeId node, const Operation& operation, const std::vector<std::uint32_t>& sources = {},
                  std::uint32_t target = 0) {
    Move& move = copies_.emplace_back();
    for (const std::uint32_t source : sources) move.sources[move.count++] = {source, 1};
    move.target = {target, 1};
    return program_.add(node, operation);
  }
  static Operation copying() { return {.kind = Kind::kJoin}; }

  int port(const Run& run) const { return topology_.port(run.dimension, run.hops); }

  void send(const Transfer& transfer) {
    const NodeId node = transfer.source;
    for (const NodeId end : {node, transfer.destination}) {
      if (takes_part(topology_.failures(), end)) continue;
      throw InputError(fmt::format("a message from or to {}, which has failed", topology_.node_name(end)));
    }
    // A node receives from each direction through a channel of its own, if there are as many.
    const int from = transfer.route.empty() ? 0 : port(transfer.route[transfer.route.size() - 1]);
    Operation send{.kind = Kind::kSend,
                   .peer = transfer.destination,
                   .tag = messages_,
                   .message = messages_,
                   .way = program_.add_way({transfer.route, transfer.message_class, from % alpha_}),
                   .size = times(transfer.block_count(), block_bytes_)};
    ++messages_;
    const OperationId sending = add(node, send);
    if (!transfer.route.empty()) {
      const auto [before, none] = last_.try_emplace({node, port(transfer.route[0])}, sending);
      if (!none) program_.wait(sending, std::exchange(before->second, sending));
    }
    follow(transfer.block_count());
    transfer.blocks.for_each(topology_, [&](Block block) {
      const std::uint32_t at = place(node, number(block));
      Use& use = uses_[at];
      const OperationId copy = add(node, copying(), {at}, moves_.places++);
      if (use.writer) program_.wait(copy, *use.writer);
      program_.wait(sending, copy);
      use.readers.push_back(copy);
      if (!collective_.keeps()) use.held = false;
    });
  }

  /// `from`: the place of the next block of the phase's messages.
  void receive(const Transfer& transfer, std::uint32_t& from) {
    const NodeId node = transfer.destination;
    OperationId arrival = add(node, {.kind = Kind::kReceive,
                                     .peer = transfer.source,
                                     .tag = received_++,
                                     .size = times(transfer.block_count(), block_bytes_)});
    if (transfer.adds && reduce_delay_ > 0) {
      const OperationId sum = add(node, {.kind = Kind::kDelay, .size = reduce_delay_});
      program_.wait(sum, std::exchange(arrival, sum));
    }
    transfer.blocks.for_each(topology_, [&](Block block) {
      const std::uint32_t at = place(node, number(block)), message = from++;
      Use& use = uses_[at];
      if (use.held && !collective_.reduces()) return;  // it comes again
      const bool sums = transfer.adds && use.held;
      const OperationId copy =
          add(node, copying(), sums ? std::vector{message, at} : std::vector{message}, at);
      program_.wait(copy, arrival);
      if (use.writer) program_.wait(copy, *use.writer);
      for (const OperationId reader : use.readers) program_.wait(copy, reader);
      use = {true, copy, {}};
    });
  }

  const Topology& topology_;
  const Collective& collective_;
  const int alpha_;
  const std::int64_t reduce_delay_, block_bytes_;
  const std::vector<NodeId> nodes_;
  const std::int64_t chunks_;  // of all packets
  std::int64_t followed_ = 0;
  UnplacedProgram program_;
  ProgramSettings settings_;
  ChunkMoves moves_;
  std::vector<Move> copies_;                            // [operation]
  std::vector<Use> uses_;                               // [place]
  std::map<std::pair<NodeId, int>, OperationId> last_;  // message over each channel
  std::uint32_t messages_ = 0, received_ = 0;
};

}  // namespace

ProgramSchedule program_of_data(Schedule& schedule, int block_flits, int alpha, std::int64_t reduce_delay,
                                int flit_bytes) {
  const ScheduleInfo& info = schedule.info();
  if (!info.collective.copies() && !info.collective.reduces()) {
    throw InputError(
        fmt::format("--sync data: the blocks of a gossip, broadcast or reduction are copied or "
                    "added up; those of {} are not",
                    info.name));
  }
  DataTranslator translator(info, block_flits, alpha, reduce_delay, flit_bytes);
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) translator.add(phase);
  schedule.rewind();
  return translator.finish();
}

}  // namespace torusim
