#include "schedules/convert/msccl_chunks.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "schedules/convert/msccl_program.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

using Type = MscclStep::Type;

constexpr std::size_t kMostBlocks = 256;  // of a GPU: each is a cpu of its rank

/// Sends from one GPU to another on a channel, and their receives.
struct Connection {
  std::int32_t from = -1, to = -1;
  struct Message {
    std::int64_t count = 0, line = 0;
    std::uint32_t place = 0;
  };
  std::int64_t sender = -1, receiver = -1;  // lines of the first step
  int send_block = -1, receive_block = -1;
  std::vector<Message> messages;
  std::uint32_t receives = 0;
  std::uint32_t first_tag = 0;
  std::uint32_t sent = 0, received = 0;  // while operations are made
  std::uint32_t first_free = 0;          // tags of the messages that tell of free slots
  struct Step {
    OperationId id;
    Program::Step label;
  };
  std::vector<Step> sends, takes;  // with finite slots: its operations

  /// How often a send waits for a free slot.
  std::uint32_t waits(std::int64_t slots) const {
    const auto most = static_cast<std::int64_t>(messages.size());
    return slots > 0 && most > slots ? static_cast<std::uint32_t>(most - slots) : 0;
  }
};

class MscclChunks {
 public:
  MscclChunks(MscclProgram program, const ChunkSize& size)
      : program_(std::move(program)),
        ranks_(static_cast<std::int32_t>(program_.gpus.size())),
        layout_(layout()),
        slots_(size.slots),
        builder_(program_.file, ranks_) {
    lay_buffers();
    chunks_.chunk_bytes = size.chunk_bytes;
    if (size.buffer_bytes > 0) chunks_.chunk_bytes = divided(size.buffer_bytes, vector_);
    chunks_.title = layout_.title();
    note(size.buffer_bytes > 0 ? size.buffer_bytes : times(chunks_.chunk_bytes, vector_));
  }

  ChunkProgram read() {
    connect();
    for (std::int32_t rank = 0; rank < ranks_; ++rank) add_rank(rank);
    if (silent_ > 0) {
      notes_.push_back(fmt::format("{} for a step with hasdep=\"0\", which counts as one that signals",
                                   silent_ == 1 ? "1 step waits" : fmt::format("{} steps wait", silent_)));
    }
    builder_.program().sends_end_at_tail = true;
    return {builder_.finish(), std::move(chunks_), std::move(notes_)};
  }

 private:
  [[noreturn]] void fail(std::int64_t line, const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", program_.file, line, what));
  }

  const MscclGpu& gpu(std::int32_t rank) const { return program_.gpus[static_cast<std::size_t>(rank)]; }

  // --- buffers

  ChunkLayout layout() {
    std::int64_t largest = 0;
    for (const MscclGpu& each : program_.gpus) largest = std::max({largest, each.input, each.output});
    vector_ = program_.loop_chunks > 0 ? program_.loop_chunks : largest;
    if (largest > vector_) {
      fail(program_.line,
           fmt::format("nchunksperloop=\"{}\", but the largest buffer has {} chunks", vector_, largest));
    }
    try {
      return ChunkLayout(program_.kind, program_.root, program_.in_place, ranks_, vector_);
    } catch (const InputError& error) {
      fail(program_.line, error.what());
    }
  }

  void lay_buffers() {
    std::int64_t all = 0;
    for (const MscclGpu& each : program_.gpus) all += 2 * vector_ + each.scratch;
    if (all > ChunkMoves::kMost) {
      fail(program_.line, fmt::format("more than {} chunks in all buffers", ChunkMoves::kMost));
    }
    for (std::int32_t rank = 0; rank < ranks_; ++rank) {
      layout_.add_rank(chunks_, gpu(rank).scratch);
      for (const auto& [name, buffer, count] :
           {std::tuple("i_chunks", 'i', gpu(rank).input), {"o_chunks", 'o', gpu(rank).output}}) {
        const std::int64_t most = whole(rank, buffer).count;
        if (count <= most) continue;
        fail(program_.line, fmt::format("gpu {} has {}=\"{}\"; its buffer in this {}, has {}", rank, name,
                                        count, layout_.title(), most));
      }
    }
  }

  /// The output of a reduce-scatter in place is the own part of the input, unless it is as long as the input.
  ChunkRange whole(std::int32_t rank, char name) const {
    const ChunkRange output = layout_.buffer(rank, 'o');
    const bool all = name == 'o' && program_.in_place && program_.kind == Collective::Kind::kReduceScatter &&
                     gpu(rank).output > output.count;
    return layout_.buffer(rank, all ? 'i' : name);
  }

  ChunkRange range(std::int32_t rank, char name, std::int64_t offset, const MscclStep& step) const {
    const ChunkRange buffer = whole(rank, name);
    if (offset + step.count > buffer.count) {
      fail(step.line, fmt::format("chunks {} to {} of buffer {} of gpu {}, which has {}", offset,
                                  offset + step.count - 1, name, rank, buffer.count));
    }
    return {buffer.first + static_cast<std::uint32_t>(offset), static_cast<std::uint32_t>(step.count)};
  }

  void note(std::int64_t bytes) {
    if (program_.also_in_place) notes_.push_back("for buffers in place or not: runs out of place");
    const std::int64_t low = program_.min_bytes, high = program_.max_bytes;
    if (bytes < low || (high > 0 && bytes > high)) {
      notes_.push_back(fmt::format("is for buffers of {} bytes or more{}, runs with {} (--set bytes=N)", low,
                                   high > 0 ? fmt::format(", at most {}", high) : "", bytes));
    }
  }

  // --- messages

  Connection& connection(std::int32_t from, std::int32_t to, int channel) {
    Connection& found = connections_[{from, to, channel}];
    found.from = from;
    found.to = to;
    return found;
  }

  /// Sends and receives of every connection, in the order of their thread block.
  void connect() {
    std::int64_t moved = 0;
    for (std::int32_t rank = 0; rank < ranks_; ++rank) {
      const auto& blocks = gpu(rank).blocks;
      if (blocks.size() > kMostBlocks) {
        fail(program_.line,
             fmt::format("gpu {} has {} thread blocks, at most {}", rank, blocks.size(), kMostBlocks));
      }
      for (int b = 0; b < static_cast<int>(blocks.size()); ++b) {
        const MscclThreadBlock& block = blocks[static_cast<std::size_t>(b)];
        for (const MscclStep& step : block.steps) {
          moved += (sends(step.type) ? 2 : 1) * step.count;
          if (moved > ChunkMoves::kMost) {
            fail(step.line, fmt::format("steps move more than {} chunks", ChunkMoves::kMost));
          }
          if (sends(step.type)) add_send(rank, b, block, step);
          if (receives(step.type)) add_receive(rank, b, block, step);
        }
      }
    }
    std::uint32_t tag = 0;
    for (auto& [ends, each] : connections_) {
      each.first_tag = tag;
      tag += std::max(static_cast<std::uint32_t>(each.messages.size()), each.receives);
      each.first_free = tag;
      tag += each.waits(slots_);
      if (each.waits(slots_) == 0) continue;
      waiting_[std::get<0>(ends)].push_back(&each);
      waiting_[std::get<1>(ends)].push_back(&each);
    }
  }

  void claim(int& owner, std::int64_t& line, int block, const MscclStep& step, const char* verb) const {
    if (owner < 0) line = step.line;
    if (owner >= 0 && owner != block) {
      fail(step.line,
           fmt::format("thread blocks {} (line {}) and {} both {} on one channel; their order is not "
                       "defined",
                       owner, line, block, verb));
    }
    owner = block;
  }

  void add_send(std::int32_t rank, int b, const MscclThreadBlock& block, const MscclStep& step) {
    if (block.send_to == rank) fail(step.line, "a GPU sends to itself");
    Connection& to = connection(rank, block.send_to, block.channel);
    claim(to.send_block, to.sender, b, step, "send to one GPU");
    to.messages.push_back({step.count, step.line, chunks_.places});
    chunks_.places += static_cast<std::uint32_t>(step.count);
  }

  void add_receive(std::int32_t rank, int b, const MscclThreadBlock& block, const MscclStep& step) {
    if (block.receive_from == rank) fail(step.line, "a GPU receives from itself");
    Connection& from = connection(block.receive_from, rank, block.channel);
    claim(from.receive_block, from.receiver, b, step, "receive from one GPU");
    ++from.receives;
  }

  // --- operations

  struct Ends {
    OperationId first = 0, last = 0;
  };

  void add_rank(std::int32_t rank) {
    builder_.begin_rank(rank);
    const auto& blocks = gpu(rank).blocks;
    std::vector<std::vector<Ends>> made(blocks.size());
    for (std::size_t b = 0; b < blocks.size(); ++b, ++stream_) {
      for (std::size_t s = 0; s < blocks[b].steps.size(); ++s) {
        label_ = {static_cast<std::uint32_t>(b), static_cast<std::uint32_t>(s),
                  to_text(blocks[b].steps[s].type)};
        const Ends ends = add_step(rank, blocks[b], blocks[b].steps[s]);
        if (s > 0) builder_.wait(ends.first, made[b].back().last, false);
        made[b].push_back(ends);
      }
    }
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      for (std::size_t s = 0; s < blocks[b].steps.size(); ++s) {
        const MscclStep& step = blocks[b].steps[s];
        if (step.needs_block < 0) continue;
        const auto block = static_cast<std::size_t>(step.needs_block);
        const auto needed = static_cast<std::size_t>(step.needs_step);
        builder_.wait(made[b][s].first, made[block][needed].last, false);
        if (block == b && needed == s) fail(step.line, "waits for itself");
        silent_ += blocks[block].steps[needed].signals ? 0 : 1;
      }
    }
    if (const auto waiting = waiting_.find(rank); waiting != waiting_.end()) {
      for (Connection* each : waiting->second) each->to == rank ? free_slots(*each) : take_slots(*each);
    }
  }

  /// A receive frees the slot of its message, in a stream of its own: the thread block does not wait.
  void free_slots(const Connection& connection) {
    std::optional<OperationId> last;
    for (std::uint32_t k = 0; k < std::min(connection.waits(slots_), connection.receives); ++k) {
      Operation send{
          .kind = Operation::Kind::kSend, .peer = connection.from, .tag = connection.first_free + k};
      last = add_slot(send, connection.takes[k], last);
      builder_.wait(*last, connection.takes[k].id, false);
    }
    ++stream_;
  }

  void take_slots(const Connection& connection) {
    std::optional<OperationId> last;
    for (std::uint32_t k = 0; k < connection.waits(slots_); ++k) {
      Operation receive{
          .kind = Operation::Kind::kReceive, .peer = connection.to, .tag = connection.first_free + k};
      const Connection::Step& send = connection.sends[k + static_cast<std::size_t>(slots_)];
      last = add_slot(receive, send, last);
      builder_.wait(send.id, *last, false);
    }
    ++stream_;
  }

  OperationId add_slot(Operation operation, const Connection::Step& step, std::optional<OperationId> last) {
    label_ = step.label;
    label_.type = "free slot";
    MscclStep at;
    at.line = builder_.program().operations[step.id].line;
    const OperationId id = add(operation, at, {}, {});
    if (last) builder_.wait(id, *last, false);
    return id;
  }

  /// A step that receives and sends is two operations; what it sends it has written to the place of its
  /// message already.
  Ends add_step(std::int32_t rank, const MscclThreadBlock& block, const MscclStep& step) {
    std::vector<ChunkRange> sources, targets;
    if (reads_source(step.type)) sources.push_back(range(rank, step.source_buffer, step.source, step));
    if (writes_target(step.type)) targets.push_back(range(rank, step.target_buffer, step.target, step));
    if (step.type == Type::kReduce) sources.push_back(targets.front());
    const bool receiving = receives(step.type), sending = sends(step.type);
    Operation send;
    if (sending) {
      Connection& to = connection(rank, block.send_to, block.channel);
      targets.push_back({to.messages[to.sent].place, static_cast<std::uint32_t>(step.count)});
      send.kind = Operation::Kind::kSend;
      send.peer = block.send_to;
      send.tag = to.first_tag + to.sent++;
      send.size = times(step.count, chunks_.chunk_bytes);
    }
    if (!receiving) {
      Operation operation = send;
      if (!sending) operation.kind = Operation::Kind::kJoin;
      const OperationId id = add(operation, step, sources, targets);
      if (sending) connection(rank, block.send_to, block.channel).sends.push_back({id, label_});
      return {id, id};
    }
    Connection& from = connection(block.receive_from, rank, block.channel);
    Operation receive{.kind = Operation::Kind::kReceive,
                      .peer = block.receive_from,
                      .tag = from.first_tag + from.received,
                      .size = times(step.count, chunks_.chunk_bytes)};
    if (from.received < from.messages.size()) {
      const Connection::Message& message = from.messages[from.received];
      if (message.count != step.count) {
        fail(step.line, fmt::format("receives {} chunks, but line {} sends {}", step.count, message.line,
                                    message.count));
      }
      // First what comes, as a sum of two is told.
      sources.insert(sources.begin(), {message.place, static_cast<std::uint32_t>(step.count)});
    }
    ++from.received;
    const OperationId first = add(receive, step, sources, targets);
    from.takes.push_back({first, label_});
    if (!sending) return {first, first};
    const OperationId last = add(send, step, {}, {});
    connection(rank, block.send_to, block.channel).sends.push_back({last, label_});
    builder_.wait(last, first, false);
    return {first, last};
  }

  OperationId add(Operation operation, const MscclStep& step, const std::vector<ChunkRange>& sources,
                  const std::vector<ChunkRange>& targets) {
    operation.cpu = static_cast<std::uint8_t>(label_.block);
    operation.line = static_cast<std::uint32_t>(std::min<std::int64_t>(step.line, UINT32_MAX));
    const OperationId id = builder_.add(operation);
    builder_.program().steps.push_back(label_);
    chunks_.add(stream_, sources, targets);
    return id;
  }

  const MscclProgram program_;
  const std::int32_t ranks_;
  std::int64_t vector_ = 0;  // chunks of the largest buffer
  ChunkLayout layout_;
  const std::int64_t slots_;  // of a channel; 0: any number
  ProgramBuilder builder_;
  ChunkMoves chunks_;
  std::vector<std::string> notes_;
  std::map<std::tuple<std::int32_t, std::int32_t, int>, Connection> connections_;  // by ends and channel
  std::map<std::int32_t, std::vector<Connection*>> waiting_;  // with too few slots, by rank
  Program::Step label_;
  std::uint32_t stream_ = 0;
  std::int64_t silent_ = 0;
};

}  // namespace

ChunkProgram read_msccl_program_text(std::string text, std::string name, const ChunkSize& size) {
  return MscclChunks(parse_msccl(text, name), size).read();
}

ChunkProgram read_msccl_program(const std::string& path, const ChunkSize& size) {
  return read_msccl_program_text(read_msccl_file(path), path, size);
}

}  // namespace torusim
