#include "schedules/convert/msccl_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "schedules/convert/msccl_reduction.h"
#include "schedules/convert/msccl_threads.h"
#include "schedules/core/copy_table.h"

namespace torusim {
namespace {

using Type = MscclStep::Type;

/// Contents of a place in a buffer: chunk source * inputs + index, or nothing.
using Chunk = std::int64_t;
constexpr Chunk kNothing = -1;

class Execution : private MscclThreads<Chunk> {
 public:
  Execution(MscclProgram program, const OutsideOptions& options) : MscclThreads(std::move(program), options) {
    load_inputs();
    Collective said{program_.kind, broadcast() ? program_.root : 0,
                    exchange() ? 1 : static_cast<int>(inputs_)};
    if (!program_.remarks.present()) {
      if (!program_.name.empty()) info_.name = program_.name;
      info_.collective = said;
    } else {
      said.repeats = info_.collective.repeats;  // counted below
      if (!(info_.collective == said)) {
        fail(program_.line, "the collective of the remarks is not that of the algorithm");
      }
    }
  }

  OutsideSchedule run() {
    run_threads([&](const Thread& thread) { return execute(thread); });
    check_outputs();
    for (const auto& [message, chunks] : chunks_) name_blocks(message, chunks);
    auto phases = graph_.phases(info_.ports, program_.remarks.phases());
    if (!exchange()) info_.collective.repeats = repeats(phases);
    return {StoredSchedule(info_, std::move(phases)), {}};
  }

 private:
  struct PartialMessage {
    Id id = -1;
    std::set<Chunk> parts;  // of its blocks, that have been sent
  };
  struct Buffers {
    std::vector<Chunk> input, output, scratch;  // in place, the input is a part of the output
  };

  bool exchange() const { return program_.kind == Collective::Kind::kCompleteExchange; }
  bool gossip() const { return program_.kind == Collective::Kind::kGossip; }
  bool broadcast() const { return program_.kind == Collective::Kind::kBroadcast; }

  /// Blocks that come to nodes which hold them already.
  std::int64_t repeats(const std::vector<Phase>& phases) const {
    CopyTable table(info_.topology, info_.collective);
    std::int64_t repeats = 0;
    for (const Phase& phase : phases) {
      for (const Transfer& transfer : phase.transfers)
        repeats += table.add(transfer.destination, transfer.blocks);
    }
    return repeats;
  }

  void load_inputs() {
    const MscclGpu& model = program_.gpus[program_.root];
    inputs_ = !program_.in_place ? model.input
              : gossip()         ? model.output / gpus_
                                 : std::max(model.input, model.output);
    share_ = exchange() ? inputs_ / gpus_ : 1;
    const std::int64_t outputs = gossip() ? inputs_ * gpus_ : inputs_;
    if (!exchange() && (inputs_ == 0 || inputs_ > gpus_)) {
      fail(program_.line, fmt::format("{} input chunks; a packet has 1 to {} pieces", inputs_, gpus_));
    }
    if (exchange() && (inputs_ == 0 || inputs_ % gpus_ != 0)) {
      fail(program_.line, fmt::format("{} input chunks are not divisible among {} GPUs", inputs_, gpus_));
    }
    for (std::int64_t g = 0; g < gpus_; ++g) {
      const MscclGpu& gpu = program_.gpus[g];
      const bool source = !broadcast() || g == program_.root;
      if (!fits(gpu, source, outputs)) {
        fail(program_.line,
             fmt::format("gpu {} has {} input and {} output chunks; with {} input chunks a GPU it has {} "
                         "output chunks",
                         g, gpu.input, gpu.output, inputs_, outputs));
      }
      Buffers& buffers = buffers_.emplace_back();
      if (!program_.in_place) buffers.input.assign(gpu.input, kNothing);
      buffers.output.assign(outputs, kNothing);
      buffers.scratch.assign(gpu.scratch, kNothing);
      Chunk* const input = place(static_cast<int>(g), 'i', 0);
      if (source) std::iota(input, input + inputs_, g * inputs_);
    }
  }

  /// In place, a gossip may name its input or not; all others have one buffer under both names.
  bool fits(const MscclGpu& gpu, bool source, std::int64_t outputs) const {
    if (program_.in_place && !gossip()) return std::max(gpu.input, gpu.output) == outputs;
    const bool input = program_.in_place ? gpu.input <= inputs_ : !source || gpu.input == inputs_;
    return input && gpu.output == outputs;
  }

  /// What output chunk i of GPU g must hold at the end.
  Chunk expected(std::int64_t g, std::int64_t i) const {
    if (exchange()) return i / share_ * inputs_ + g * share_ + i % share_;
    return broadcast() ? program_.root * inputs_ + i : i;
  }

  Chunk* place(int gpu, char name, std::int64_t offset) {
    Buffers& buffers = buffers_[gpu];
    if (name == 's') return buffers.scratch.data() + offset;
    if (name == 'i' && !program_.in_place) return buffers.input.data() + offset;
    const bool own_part = name == 'i' && gossip();
    return buffers.output.data() + offset + (own_part ? gpu * inputs_ : 0);
  }

  /// Instances of a program move one part of each block: k instances send k messages that carry the same
  /// blocks. In a schedule they are one message.
  Id message_for(const Thread& thread, const std::vector<Chunk>& moved) {
    const Chunk part = moved.front() % share_;
    const bool one_part = std::ranges::all_of(moved, [&](Chunk chunk) { return chunk % share_ == part; });
    if (!exchange() || share_ == 1 || !one_part || step(thread).phase >= 0) return message_of(thread);
    std::vector<std::int64_t> blocks;
    for (const Chunk chunk : moved) blocks.push_back(chunk / share_);
    PartialMessage& known = partial_[{thread.gpu, block(thread).send_to, std::move(blocks)}];
    if (known.parts.contains(part)) known.parts.clear();  // the blocks go that way again
    if (known.parts.empty()) known.id = message_of(thread);
    known.parts.insert(part);
    return known.id;
  }

  Id execute(const Thread& thread) {
    const MscclStep& s = step(thread);
    std::vector<Chunk> moved;
    Id id = -1;
    if (receives(s.type)) {
      Flight flight = take(thread);
      moved = std::move(flight.contents);
      id = begin(thread, graph_.add_event(s.line));
      graph_.wait(id, flight.message);
    } else if (s.type == Type::kSend || s.type == Type::kCopy) {
      const Chunk* const from = place(thread.gpu, s.source_buffer, s.source);
      moved.assign(from, from + s.count);
      if (std::find(moved.begin(), moved.end(), kNothing) != moved.end()) {
        fail(s.line, "moves a chunk that holds nothing yet");
      }
    }
    if (receives(s.type) || s.type == Type::kCopy) {
      std::copy(moved.begin(), moved.end(), place(thread.gpu, s.target_buffer, s.target));
    }
    if (s.type == Type::kSend || s.type == Type::kReceiveCopySend) {
      const Id message = begin(thread, message_for(thread, moved));
      if (id >= 0) graph_.wait(message, id);
      chunks_[message].insert(moved.begin(), moved.end());
      send_off(thread, {std::move(moved), message, s.line});
      id = message;
    }
    return id >= 0 ? id : begin(thread, graph_.add_event(s.line));
  }

  void check_outputs() {
    for (std::int64_t g = 0; g < gpus_; ++g) {
      for (std::int64_t i = 0; i < static_cast<std::int64_t>(buffers_[g].output.size()); ++i) {
        const Chunk wanted = expected(g, i);
        const Chunk found = buffers_[g].output[i];
        if (found == wanted) continue;
        fail(program_.line,
             fmt::format("at the end output chunk {} of gpu {} holds {}, not input chunk {} of gpu {}", i, g,
                         found == kNothing
                             ? "nothing"
                             : fmt::format("input chunk {} of gpu {}", found % inputs_, found / inputs_),
                         wanted % inputs_, wanted / inputs_));
      }
    }
  }

  /// Blocks from chunks: all chunks of a block must move together, because a schedule cannot split one.
  void name_blocks(Id message, const std::set<Chunk>& chunks) {
    Transfer& transfer = graph_.transfer(message);
    for (auto chunk = chunks.begin(); chunk != chunks.end();) {
      const Chunk first = *chunk;
      for (std::int64_t k = 0; k < share_; ++k, ++chunk) {
        if (first % share_ != 0 || chunk == chunks.end() || *chunk != first + k) {
          fail(graph_.line(message),
               fmt::format("moves a part of a block, of which each has {} chunks; a schedule "
                           "moves whole blocks",
                           share_));
        }
      }
      transfer.blocks.add(info_.topology, {static_cast<NodeId>(first / inputs_),
                                           static_cast<NodeId>(first % inputs_ / share_)});
    }
    transfer.blocks.coalesce();
  }

  std::int64_t inputs_ = 0;  // chunks of a GPU, of a broadcast those of the root
  std::int64_t share_ = 1;   // chunks of a block
  std::vector<Buffers> buffers_;
  std::map<Id, std::set<Chunk>> chunks_;  // of every message
  // By sender, receiver and blocks.
  std::map<std::tuple<int, int, std::vector<std::int64_t>>, PartialMessage> partial_;
};

}  // namespace

OutsideSchedule read_msccl_text(std::string text, std::string name, const OutsideOptions& options) {
  MscclProgram program = parse_msccl(text, name);
  if (Collective{program.kind}.reduces()) return execute_reduction(std::move(program), options);
  for (const MscclGpu& gpu : program.gpus) {
    for (const MscclThreadBlock& block : gpu.blocks) {
      for (const MscclStep& step : block.steps) {
        if (!reduces(step.type)) continue;
        throw InputError(fmt::format(
            "{}:{}: <step>: type=\"{}\" reduces, which an exchange, gossip or broadcast never does", name,
            step.line, to_text(step.type)));
      }
    }
  }
  return Execution(std::move(program), options).run();
}

OutsideSchedule read_msccl(const std::string& path, const OutsideOptions& options) {
  return read_msccl_text(read_msccl_file(path), path, options);
}

}  // namespace torusim
