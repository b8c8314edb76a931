#include "schedules/convert/msccl_reduction.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <map>
#include <set>
#include <tuple>

#include "schedules/check/check.h"
#include "schedules/convert/message_graph.h"
#include "schedules/core/error.h"
#include "schedules/core/node_sets.h"
#include "schedules/text/line_source.h"
#include "schedules/text/tcs_parts.h"

namespace torusim {
namespace {

using Id = MessageGraph::Id;
using Kind = Collective::Kind;
using Type = MscclStep::Type;

/// What a place in a buffer holds: a part of the sum of a chunk.
struct Part {
  std::int64_t chunk = -1;  // -1: nothing
  NodeSets::Id set = NodeSets::kNone;
  Id brought_by = -1;  // the message that a plain receive has put here, until it is added to something
};

class Reduction {
 public:
  Reduction(MscclProgram program, const OutsideOptions& options)
      : program_(std::move(program)),
        gpus_(static_cast<std::int64_t>(program_.gpus.size())),
        info_(program_.remarks.info(options, gpus_, program_.line)),
        graph_(program_.file),
        routes_(options.routes),
        sets_(static_cast<NodeId>(gpus_)) {
    if (!program_.name.empty()) info_.name = program_.name;
    name_chunks();
    load_inputs();
    for (int g = 0; g < gpus_; ++g) {
      first_thread_.push_back(static_cast<int>(threads_.size()));
      for (int b = 0; b < static_cast<int>(program_.gpus[g].blocks.size()); ++b)
        threads_.push_back({g, b, {}});
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
      if (!finished(thread)) fail(step(thread).line, "this step waits for something that never happens");
    }
    for (const auto& [channel, flights] : flying_) {
      if (!flights.empty()) fail(flights.front().line, "nobody receives what this step sends");
    }
    check_outputs();
    for (auto& [id, message] : messages_) finish(id, message);
    OutsideSchedule result{StoredSchedule(info_, graph_.phases(info_.ports, program_.remarks.phases())), {}};
    const CheckReport report = check(result.schedule, {.keep = 1, .dependencies = false});
    if (!report.correct()) {
      fail(program_.line,
           fmt::format("as a schedule, where a node has one part of a chunk: {}", report.violations[0].text));
    }
    return result;
  }

 private:
  struct Thread {
    int gpu, block;
    std::vector<Id> done;
  };
  struct Flight {
    std::vector<Part> parts;
    Id message;
    std::int64_t line;
  };
  struct Message {
    std::set<std::int64_t> chunks;
    bool adds = false, stores = false;
  };

  [[noreturn]] void fail(std::int64_t line, const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", program_.file, line, what));
  }

  // --- buffers

  /// In place, input and output are one buffer.
  std::int64_t input_size(int g) const {
    const MscclGpu& gpu = program_.gpus[g];
    return program_.in_place ? std::max(gpu.input, gpu.output) : gpu.input;
  }

  void name_chunks() {
    chunks_ = input_size(0);
    for (int g = 1; g < gpus_; ++g) {
      if (input_size(g) == chunks_) continue;
      fail(program_.line, fmt::format("gpu {} has {} input chunks, gpu 0 {}", g, input_size(g), chunks_));
    }
    Collective& collective = info_.collective;
    if (program_.remarks.present()) {
      if (collective.kind != program_.kind || collective.chunks(info_.topology) != chunks_) {
        fail(program_.line, "the collective of the remarks is not that of the algorithm");
      }
      return;
    }
    collective = {program_.kind};
    const bool shares = chunks_ > 0 && chunks_ % gpus_ == 0 && chunks_ / gpus_ <= gpus_;
    if (program_.kind == Kind::kReduce) collective.root = program_.root;
    collective.rooted = program_.kind == Kind::kAllReduce && !shares;
    collective.pieces = static_cast<int>(collective.one_packet() ? chunks_ : chunks_ / gpus_);
    const bool fits = collective.one_packet() ? chunks_ > 0 && chunks_ <= gpus_ : shares;
    if (!fits) {
      fail(program_.line,
           fmt::format("a vector of {} chunks on {} GPUs; {}", chunks_, gpus_,
                       program_.kind == Kind::kReduceScatter
                           ? "a reduce-scatter has 1 to as many chunks for each GPU as there are GPUs"
                           : "there are 1 to as many as GPUs, or such a number for each of them"));
    }
  }

  Block block_of(std::int64_t chunk) const {
    const Collective& collective = info_.collective;
    if (collective.one_packet()) return {collective.root, static_cast<NodeId>(chunk)};
    return {static_cast<NodeId>(chunk / collective.pieces), static_cast<NodeId>(chunk % collective.pieces)};
  }

  void load_inputs() {
    for (int g = 0; g < gpus_; ++g) {
      auto& buffers = buffers_.emplace_back();
      buffers[0].resize(chunks_);
      for (std::int64_t chunk = 0; chunk < chunks_; ++chunk) {
        buffers[0][chunk] = {chunk, sets_.single(static_cast<NodeId>(g)), -1};
      }
      if (!program_.in_place) buffers[1].resize(program_.gpus[g].output);
      buffers[2].resize(program_.gpus[g].scratch);
    }
  }

  Part& place(int gpu, char buffer, std::int64_t offset, std::int64_t line) {
    int which = buffer == 's' ? 2 : buffer == 'o' && !program_.in_place ? 1 : 0;
    // The output of a reduce-scatter in place is the GPU's own part of its input.
    if (buffer == 'o' && program_.in_place && program_.kind == Kind::kReduceScatter &&
        program_.gpus[gpu].output < chunks_) {
      offset += gpu * (chunks_ / gpus_);
    }
    auto& places = buffers_[gpu][which];
    if (offset >= static_cast<std::int64_t>(places.size())) {
      fail(line, fmt::format("chunk {} of buffer {}, which has {}", offset, buffer, places.size()));
    }
    return places[offset];
  }

  // --- execution

  const std::vector<MscclStep>& steps(const Thread& thread) const {
    return program_.gpus[thread.gpu].blocks[thread.block].steps;
  }
  const MscclStep& step(const Thread& thread) const { return steps(thread)[thread.done.size()]; }
  bool finished(const Thread& thread) const { return thread.done.size() == steps(thread).size(); }
  const MscclThreadBlock& block(const Thread& thread) const {
    return program_.gpus[thread.gpu].blocks[thread.block];
  }
  const Thread& needed(const Thread& thread) const {
    return threads_[first_thread_[thread.gpu] + step(thread).needs_block];
  }
  std::deque<Flight>& channel(int from, int to, int number) { return flying_[{from, to, number}]; }

  bool ready(const Thread& thread) {
    const MscclStep& s = step(thread);
    if (s.needs_block >= 0 && static_cast<int>(needed(thread).done.size()) <= s.needs_step) return false;
    return !receives(s.type) ||
           !channel(block(thread).receive_from, thread.gpu, block(thread).channel).empty();
  }

  Id begin(const Thread& thread, Id id) {
    if (!thread.done.empty()) {
      // Remarks may say that two messages of a thread block are of one step.
      const MscclStep& before = steps(thread)[thread.done.size() - 1];
      const bool together = step(thread).phase >= 0 && before.phase == step(thread).phase;
      graph_.wait(id, thread.done.back(), together);
    }
    if (step(thread).needs_block >= 0) graph_.wait(id, needed(thread).done[step(thread).needs_step]);
    return id;
  }

  Part joined(const Part& a, const Part& b, std::int64_t line) {
    if (a.chunk != b.chunk) fail(line, fmt::format("adds chunk {} to chunk {}", a.chunk, b.chunk));
    if (!sets_.disjoint(a.set, b.set)) {
      fail(line, fmt::format("chunk {}: the contribution of gpu {} would count twice", a.chunk,
                             *sets_.first_common(a.set, b.set)));
    }
    return {a.chunk, sets_.join(a.set, b.set), -1};
  }

  void execute(Thread& thread) {
    const MscclStep& s = step(thread);
    std::vector<Part> parts;
    Id id = -1;
    if (receives(s.type)) {
      id = begin(thread, graph_.add_event(s.line));
      parts = receive(thread, s, id);
    }
    if (reads_source(s.type)) {
      for (std::int64_t i = 0; i < s.count; ++i) {
        const Part& here = place(thread.gpu, s.source_buffer, s.source + i, s.line);
        if (here.chunk < 0) fail(s.line, "reads a chunk that holds nothing yet");
        if (receives(s.type)) {
          parts[i] = joined(here, parts[i], s.line);
        } else {
          parts.push_back(here);
        }
      }
    }
    if (s.type == Type::kReduce) {
      for (std::int64_t i = 0; i < s.count; ++i) {
        const Part& here = place(thread.gpu, s.target_buffer, s.target + i, s.line);
        for (const Id message : {parts[i].brought_by, here.brought_by}) {
          if (message >= 0) messages_[message].adds = true;
        }
        parts[i] = joined(here, parts[i], s.line);
      }
    }
    if (writes_target(s.type)) {
      for (std::int64_t i = 0; i < s.count; ++i) {
        place(thread.gpu, s.target_buffer, s.target + i, s.line) = parts[i];
      }
    }
    if (sends(s.type)) id = send(thread, s, std::move(parts), id);
    if (id < 0) id = begin(thread, graph_.add_event(s.line));
    thread.done.push_back(id);
  }

  std::vector<Part> receive(const Thread& thread, const MscclStep& s, Id event) {
    auto& flights = channel(block(thread).receive_from, thread.gpu, block(thread).channel);
    Flight flight = std::move(flights.front());
    flights.pop_front();
    if (static_cast<std::int64_t>(flight.parts.size()) != s.count) {
      fail(s.line, fmt::format("receives {} chunks, but line {} sends {}", s.count, flight.line,
                               flight.parts.size()));
    }
    graph_.wait(event, flight.message);
    for (Part& part : flight.parts) {
      // What was sent of the chunk before it comes goes in no later phase. Remarks say in which they go.
      if (!program_.remarks.present()) {
        for (const Id earlier : sent_[{thread.gpu, part.chunk}]) graph_.follow(flight.message, earlier);
      }
      arrived_[{thread.gpu, part.chunk}].push_back({flight.message, part.set});
      part.brought_by = reads_source(s.type) ? -1 : flight.message;
    }
    if (reads_source(s.type)) messages_[flight.message].adds = true;
    return std::move(flight.parts);
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
    transfer.route = remarked_route(s, thread.gpu, to);
    const auto phase = s.phase < 0 ? std::nullopt : std::optional(s.phase);
    const Id id = graph_.add_message(std::move(transfer), s.line, phase);
    if (s.phase >= 0) remarked_[{thread.gpu, to, s.phase, s.message}] = id;
    return id;
  }

  Route remarked_route(const MscclStep& s, NodeId from, NodeId to) const {
    if (!s.route) return outside_route(info_.topology, routes_, from, to);
    text::Cursor cursor(program_.file, s.line, *s.route);
    Route route = text::parse_route(cursor, info_.topology, {}, from, to);
    cursor.expect_end();
    return route;
  }

  Id send(const Thread& thread, const MscclStep& s, std::vector<Part> parts, Id event) {
    const int to = block(thread).send_to;
    const Id message = begin(thread, message_of(thread, s));
    if (event >= 0) graph_.wait(message, event);
    for (Part& part : parts) {
      // A part that is passed on as it came is stored here too.
      if (part.brought_by >= 0) messages_[part.brought_by].stores = true;
      part.brought_by = -1;
      if (!messages_[message].chunks.insert(part.chunk).second) {
        fail(s.line, fmt::format("sends two parts of chunk {} in one message", part.chunk));
      }
      // What has come and is not in it, lying in a place of its own until it is added, comes in no earlier
      // phase.
      for (const auto& [arrived, set] : arrived_[{thread.gpu, part.chunk}]) {
        if (sets_.contains(part.set, set)) {
          graph_.wait(message, arrived);
        } else if (!program_.remarks.present()) {
          graph_.follow(arrived, message);
        }
      }
      sent_[{thread.gpu, part.chunk}].push_back(message);
    }
    channel(thread.gpu, to, block(thread).channel).push_back({std::move(parts), message, s.line});
    return message;
  }

  void check_outputs() {
    for (int g = 0; g < gpus_; ++g) {
      if (program_.kind == Kind::kReduce && g != program_.root) continue;
      const bool scatters = program_.kind == Kind::kReduceScatter;
      const std::int64_t count = scatters ? chunks_ / gpus_ : chunks_;
      for (std::int64_t i = 0; i < count; ++i) {
        const Part& found = place(g, 'o', i, program_.line);
        const std::int64_t wanted = scatters ? g * count + i : i;
        if (found.chunk == wanted && found.set == sets_.all()) continue;
        const std::string what = found.chunk < 0 ? "nothing"
                                 : found.chunk != wanted
                                     ? fmt::format("a part of chunk {}", found.chunk)
                                     : fmt::format("a sum without the contribution of gpu {}",
                                                   *sets_.first_beyond(sets_.all(), found.set));
        fail(program_.line,
             fmt::format("at the end output chunk {} of gpu {} holds {}, not the sum of chunk {}", i, g, what,
                         wanted));
      }
    }
  }

  void finish(Id id, const Message& message) {
    // Where parts move, a place that has been sent is empty: what comes there may be added as well.
    if (message.adds && message.stores && info_.collective.keeps()) {
      fail(graph_.line(id),
           "what this step sends is added at its receiver and also passed on as it came; a "
           "schedule does one of the two");
    }
    Transfer& transfer = graph_.transfer(id);
    transfer.adds = message.adds;
    for (const std::int64_t chunk : message.chunks) transfer.blocks.add(info_.topology, block_of(chunk));
    transfer.blocks.coalesce();
  }

  const MscclProgram program_;
  const std::int64_t gpus_;
  ScheduleInfo info_;
  MessageGraph graph_;
  const Routes routes_;
  NodeSets sets_;
  std::int64_t chunks_ = 0;                                // of the vector
  std::vector<std::array<std::vector<Part>, 3>> buffers_;  // [gpu]: input, output, scratch
  std::vector<Thread> threads_;
  std::vector<int> first_thread_;
  std::map<std::tuple<int, int, int>, std::deque<Flight>> flying_;  // by sender, receiver, channel
  std::map<Id, Message> messages_;
  std::map<std::tuple<int, int, int, int>, Id> remarked_;  // by sender, receiver, phase, number
  // By GPU and chunk.
  std::map<std::pair<int, std::int64_t>, std::vector<Id>> sent_;
  std::map<std::pair<int, std::int64_t>, std::vector<std::pair<Id, NodeSets::Id>>> arrived_;
};

}  // namespace

OutsideSchedule execute_reduction(MscclProgram program, const OutsideOptions& options) {
  return Reduction(std::move(program), options).run();
}

}  // namespace torusim
