#include "schedules/convert/msccl_reduction.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "schedules/check/check.h"
#include "schedules/convert/msccl_threads.h"
#include "schedules/core/node_sets.h"

namespace torusim {
namespace {

using Kind = Collective::Kind;
using Type = MscclStep::Type;

/// What a place in a buffer holds: a part of the sum of a chunk.
struct Part {
  std::int64_t chunk = -1;  // -1: nothing
  NodeSets::Id set = NodeSets::kNone;
  MessageGraph::Id brought_by =
      -1;  // the message that a plain receive has put here, until it is added to something
};

class Reduction : private MscclThreads<Part> {
 public:
  Reduction(MscclProgram program, const OutsideOptions& options)
      : MscclThreads(std::move(program), options), sets_(static_cast<NodeId>(gpus_)) {
    if (!program_.name.empty()) info_.name = program_.name;
    name_chunks();
    load_inputs();
  }

  OutsideSchedule run() {
    run_threads([&](const Thread& thread) { return execute(thread); });
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
  struct Message {
    std::set<std::int64_t> chunks;
    bool adds = false, stores = false;
  };

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

  /// Remarks may say that two messages of a thread block are of one step.
  Id begin(const Thread& thread, Id id) {
    const bool together = !thread.done.empty() && step(thread).phase >= 0 &&
                          steps(thread)[thread.done.size() - 1].phase == step(thread).phase;
    return MscclThreads::begin(thread, id, together);
  }

  Part joined(const Part& a, const Part& b, std::int64_t line) {
    if (a.chunk != b.chunk) fail(line, fmt::format("adds chunk {} to chunk {}", a.chunk, b.chunk));
    if (!sets_.disjoint(a.set, b.set)) {
      fail(line, fmt::format("chunk {}: the contribution of gpu {} would count twice", a.chunk,
                             *sets_.first_common(a.set, b.set)));
    }
    return {a.chunk, sets_.join(a.set, b.set), -1};
  }

  Id execute(const Thread& thread) {
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
    return id >= 0 ? id : begin(thread, graph_.add_event(s.line));
  }

  std::vector<Part> receive(const Thread& thread, const MscclStep& s, Id event) {
    Flight flight = take(thread);
    graph_.wait(event, flight.message);
    for (Part& part : flight.contents) {
      // Sends of the chunk before its arrival are in no later phase. Remarks say in which they go.
      if (!program_.remarks.present()) {
        for (const Id earlier : sent_[{thread.gpu, part.chunk}]) graph_.follow(flight.message, earlier);
      }
      arrived_[{thread.gpu, part.chunk}].push_back({flight.message, part.set});
      part.brought_by = reads_source(s.type) ? -1 : flight.message;
    }
    if (reads_source(s.type)) messages_[flight.message].adds = true;
    return std::move(flight.contents);
  }

  Id send(const Thread& thread, const MscclStep& s, std::vector<Part> parts, Id event) {
    const Id message = begin(thread, message_of(thread));
    if (event >= 0) graph_.wait(message, event);
    for (Part& part : parts) {
      // A part that is passed on as it came is stored here too.
      if (part.brought_by >= 0) messages_[part.brought_by].stores = true;
      part.brought_by = -1;
      if (!messages_[message].chunks.insert(part.chunk).second) {
        fail(s.line, fmt::format("sends two parts of chunk {} in one message", part.chunk));
      }
      // Partial sums that have arrived but are still in scratch, not added, arrive in no earlier
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
    send_off(thread, {std::move(parts), message, s.line});
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
           "the receiver both adds and forwards the chunks of this step; a schedule does one of the two");
    }
    Transfer& transfer = graph_.transfer(id);
    transfer.adds = message.adds;
    for (const std::int64_t chunk : message.chunks) transfer.blocks.add(info_.topology, block_of(chunk));
    transfer.blocks.coalesce();
  }

  NodeSets sets_;
  std::int64_t chunks_ = 0;                                // of the vector
  std::vector<std::array<std::vector<Part>, 3>> buffers_;  // [gpu]: input, output, scratch
  std::map<Id, Message> messages_;
  // By GPU and chunk.
  std::map<std::pair<int, std::int64_t>, std::vector<Id>> sent_;
  std::map<std::pair<int, std::int64_t>, std::vector<std::pair<Id, NodeSets::Id>>> arrived_;
};

}  // namespace

OutsideSchedule execute_reduction(MscclProgram program, const OutsideOptions& options) {
  return Reduction(std::move(program), options).run();
}

}  // namespace torusim
