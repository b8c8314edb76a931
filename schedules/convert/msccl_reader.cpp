#include "schedules/convert/msccl_reader.h"

#include <fmt/format.h>

#include <deque>
#include <map>
#include <numeric>
#include <set>

#include "schedules/convert/message_graph.h"
#include "schedules/convert/msccl_program.h"
#include "schedules/convert/msccl_reduction.h"
#include "schedules/core/copy_table.h"
#include "schedules/core/error.h"
#include "schedules/text/line_source.h"
#include "schedules/text/tcs_parts.h"

namespace torusim {
namespace {

using Id = MessageGraph::Id;
using Type = MscclStep::Type;

/// What a place in a buffer holds: chunk source * inputs + index, or nothing.
using Chunk = std::int64_t;
constexpr Chunk kNothing = -1;

class Execution {
 public:
  Execution(MscclProgram program, const OutsideOptions& options)
      : program_(std::move(program)),
        gpus_(static_cast<std::int64_t>(program_.gpus.size())),
        info_(program_.remarks.info(options, gpus_, program_.line)),
        graph_(program_.file),
        routes_(options.routes) {
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
    for (int g = 0; g < gpus_; ++g) {
      for (int b = 0; b < static_cast<int>(program_.gpus[g].blocks.size()); ++b) threads_.push_back({g, b});
      first_thread_.push_back(static_cast<int>(threads_.size() - program_.gpus[g].blocks.size()));
    }
  }

  OutsideSchedule run() {
    for (bool progress = true; progress;) {
      progress = false;
      for (Thread& thread : threads_) {
        while (!finished(thread) && ready(thread)) {
          execute(thread);
          progress = true;
        }
      }
    }
    for (const Thread& thread : threads_) {
      if (finished(thread)) continue;
      fail(step(thread).line,
           "this step waits for something that never happens: a deadlock, or a send or step "
           "that is missing");
    }
    for (const auto& [channel, flights] : flying_) {
      if (!flights.empty()) fail(flights.front().line, "nobody receives what this step sends");
    }
    check_outputs();
    for (const auto& [message, chunks] : chunks_) name_blocks(message, chunks);
    auto phases = graph_.phases(info_.ports, program_.remarks.phases());
    if (!exchange()) info_.collective.repeats = repeats(phases);
    return {StoredSchedule(info_, std::move(phases)), {}};
  }

 private:
  struct Thread {
    int gpu, block;
    std::vector<Id> done = {};  // what each step that has been executed is in the graph
  };
  struct Flight {
    std::vector<Chunk> chunks;
    Id message;
    std::int64_t line;
  };
  struct Buffers {
    std::vector<Chunk> input, output, scratch;
  };

  [[noreturn]] void fail(std::int64_t line, const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", program_.file, line, what));
  }

  bool exchange() const { return program_.kind == Collective::Kind::kCompleteExchange; }
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
    inputs_ = program_.gpus[program_.root].input;
    share_ = exchange() ? inputs_ / gpus_ : 1;
    const bool gossip = program_.kind == Collective::Kind::kGossip;
    const std::int64_t outputs = gossip ? inputs_ * gpus_ : inputs_;
    if (!exchange() && (inputs_ == 0 || inputs_ > gpus_)) {
      fail(program_.line, fmt::format("{} input chunks; a packet has 1 to {} pieces", inputs_, gpus_));
    }
    if (exchange() && (inputs_ == 0 || inputs_ % gpus_ != 0)) {
      fail(program_.line,
           fmt::format("{} input chunks are no equal share for each of {} GPUs", inputs_, gpus_));
    }
    for (std::int64_t g = 0; g < gpus_; ++g) {
      const MscclGpu& gpu = program_.gpus[g];
      const bool source = !broadcast() || g == program_.root;
      if ((source && gpu.input != inputs_) || gpu.output != outputs) {
        fail(program_.line, fmt::format("gpu {} has {} input and {} output chunks, gpu {} {} input chunks", g,
                                        gpu.input, gpu.output, program_.root, inputs_));
      }
      Buffers& buffers = buffers_.emplace_back();
      buffers.input.assign(gpu.input, kNothing);
      if (source) std::iota(buffers.input.begin(), buffers.input.end(), g * inputs_);
      buffers.output.assign(gpu.output, kNothing);
      if (source && !exchange() && program_.in_place) {
        std::copy(buffers.input.begin(), buffers.input.end(),
                  buffers.output.begin() + (gossip ? g * inputs_ : 0));
      }
      buffers.scratch.assign(gpu.scratch, kNothing);
    }
  }

  /// What output chunk i of GPU g must hold at the end.
  Chunk expected(std::int64_t g, std::int64_t i) const {
    if (exchange()) return i / share_ * inputs_ + g * share_ + i % share_;
    return broadcast() ? program_.root * inputs_ + i : i;
  }

  const std::vector<MscclStep>& steps(const Thread& thread) const {
    return program_.gpus[thread.gpu].blocks[thread.block].steps;
  }
  const MscclStep& step(const Thread& thread) const { return steps(thread)[thread.done.size()]; }
  bool finished(const Thread& thread) const { return thread.done.size() == steps(thread).size(); }
  const MscclThreadBlock& block(const Thread& thread) const {
    return program_.gpus[thread.gpu].blocks[thread.block];
  }

  static bool receives(const MscclStep& step) {
    return step.type == Type::kReceive || step.type == Type::kReceiveCopySend;
  }
  const Thread& needed(const Thread& thread) const {
    return threads_[first_thread_[thread.gpu] + step(thread).needs_block];
  }
  std::deque<Flight>& channel(int from, int to, int number) { return flying_[{from, to, number}]; }

  bool ready(const Thread& thread) {
    const MscclStep& s = step(thread);
    if (s.needs_block >= 0 && static_cast<int>(needed(thread).done.size()) <= s.needs_step) return false;
    return !receives(s) || !channel(block(thread).receive_from, thread.gpu, block(thread).channel).empty();
  }

  std::vector<Chunk>& buffer(int gpu, char name) {
    Buffers& buffers = buffers_[gpu];
    return name == 'i' ? buffers.input : name == 'o' ? buffers.output : buffers.scratch;
  }

  void execute(Thread& thread) {
    const MscclStep& s = step(thread);
    std::vector<Chunk> moved;
    Id id = -1;
    if (receives(s)) {
      auto& flights = channel(block(thread).receive_from, thread.gpu, block(thread).channel);
      Flight flight = std::move(flights.front());
      flights.pop_front();
      if (static_cast<std::int64_t>(flight.chunks.size()) != s.count) {
        fail(s.line, fmt::format("receives {} chunks, but line {} sends {}", s.count, flight.line,
                                 flight.chunks.size()));
      }
      moved = std::move(flight.chunks);
      id = begin(thread, graph_.add_event(s.line));
      graph_.wait(id, flight.message);
    } else if (s.type == Type::kSend || s.type == Type::kCopy) {
      const auto& from = buffer(thread.gpu, s.source_buffer);
      moved.assign(from.begin() + s.source, from.begin() + s.source + s.count);
      if (std::find(moved.begin(), moved.end(), kNothing) != moved.end()) {
        fail(s.line, "moves a chunk that holds nothing yet");
      }
    }
    if (receives(s) || s.type == Type::kCopy) {
      std::copy(moved.begin(), moved.end(), buffer(thread.gpu, s.target_buffer).begin() + s.target);
    }
    if (s.type == Type::kSend || s.type == Type::kReceiveCopySend) {
      const Id message = begin(thread, message_of(thread, s));
      if (id >= 0) graph_.wait(message, id);
      chunks_[message].insert(moved.begin(), moved.end());
      channel(thread.gpu, block(thread).send_to, block(thread).channel)
          .push_back({std::move(moved), message, s.line});
      id = message;
    }
    if (id < 0) id = begin(thread, graph_.add_event(s.line));
    thread.done.push_back(id);
  }

  /// It waits for the step before it in its thread block, and for its dependency.
  Id begin(const Thread& thread, Id id) {
    if (!thread.done.empty()) graph_.wait(id, thread.done.back());
    if (step(thread).needs_block >= 0) graph_.wait(id, needed(thread).done[step(thread).needs_step]);
    return id;
  }

  /// A new message, or the one that torusim had to write as several steps.
  Id message_of(const Thread& thread, const MscclStep& s) {
    const int to = block(thread).send_to;
    if (to == thread.gpu) fail(s.line, "a GPU sends to itself");
    if (s.phase >= 0) {
      const auto known = remarked_.find({thread.gpu, to, s.phase, s.message});
      if (known != remarked_.end()) return known->second;
    }
    Transfer transfer;
    transfer.source = thread.gpu;
    transfer.destination = to;
    transfer.message_class = s.message_class;
    transfer.blocks = BlockSet(info_.topology.dimensions());
    transfer.route = outside_route(info_.topology, routes_, transfer.source, transfer.destination);
    if (s.route) {
      text::Cursor cursor(program_.file, s.line, *s.route);
      transfer.route = text::parse_route(cursor, info_.topology, {}, transfer.source, transfer.destination);
      cursor.expect_end();
    }
    const auto phase = s.phase < 0 ? std::nullopt : std::optional(s.phase);
    const Id id = graph_.add_message(std::move(transfer), s.line, phase);
    if (s.phase >= 0) remarked_[{thread.gpu, to, s.phase, s.message}] = id;
    return id;
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

  const MscclProgram program_;
  const std::int64_t gpus_;
  ScheduleInfo info_;
  MessageGraph graph_;
  const Routes routes_;
  std::int64_t inputs_ = 0;  // chunks of a GPU, of a broadcast those of the root
  std::int64_t share_ = 1;   // chunks of a block
  std::vector<Buffers> buffers_;
  std::vector<Thread> threads_;
  std::vector<int> first_thread_;                                   // of every GPU
  std::map<std::tuple<int, int, int>, std::deque<Flight>> flying_;  // by sender, receiver, channel
  std::map<Id, std::set<Chunk>> chunks_;                            // of every message
  std::map<std::tuple<int, int, int, int>, Id> remarked_;           // by sender, receiver, phase, number
};

}  // namespace

OutsideSchedule read_msccl_text(std::string text, std::string name, const OutsideOptions& options) {
  MscclProgram program = parse_msccl(text, name);
  if (Collective{program.kind}.reduces()) return execute_reduction(std::move(program), options);
  return Execution(std::move(program), options).run();
}

OutsideSchedule read_msccl(const std::string& path, const OutsideOptions& options) {
  text::LineSource source = text::LineSource::open(path, text::HashComments::kNo);
  std::string text;
  for (std::string_view line; source.next(line);) text.append(line).push_back('\n');
  return read_msccl_text(std::move(text), path, options);
}

}  // namespace torusim
