#pragma once
/// The thread blocks of an MSCCL program, executed in any order that their steps allow: what one with sums
/// and one without them share. A derived class defines what a step does with the data.

#include <fmt/format.h>

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "schedules/convert/message_graph.h"
#include "schedules/convert/msccl_program.h"
#include "schedules/convert/outside.h"
#include "schedules/core/error.h"
#include "schedules/text/tcs_transfer.h"

namespace torusim {

/// `Content`: what a place in a buffer holds.
template <class Content>
class MscclThreads {
 protected:
  using Id = MessageGraph::Id;

  struct Thread {
    int gpu, block;
    std::vector<Id> done = {};  // what each step that has been executed is in the graph
  };
  struct Flight {
    std::vector<Content> contents;
    Id message;
    std::int64_t line;
  };

  MscclThreads(MscclProgram program, const OutsideOptions& options)
      : program_(std::move(program)),
        gpus_(static_cast<std::int64_t>(program_.gpus.size())),
        info_(program_.remarks.info(options, gpus_, program_.line)),
        graph_(program_.file),
        routes_(options.routes) {
    for (int g = 0; g < gpus_; ++g) {
      first_thread_.push_back(static_cast<int>(threads_.size()));
      for (int b = 0; b < static_cast<int>(program_.gpus[g].blocks.size()); ++b) threads_.push_back({g, b});
    }
  }

  [[noreturn]] void fail(std::int64_t line, const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", program_.file, line, what));
  }

  /// Calls `execute(thread)` for every step that can be, which says what it is in the graph. Throws
  /// InputError if some never can be, or a message is left.
  template <class Execute>
  void run_threads(Execute execute) {
    for (bool progress = true; progress;) {
      progress = false;
      for (Thread& thread : threads_) {
        while (!finished(thread) && ready(thread)) {
          thread.done.push_back(execute(std::as_const(thread)));
          progress = true;
        }
      }
    }
    for (const Thread& thread : threads_) {
      if (finished(thread)) continue;
      fail(step(thread).line, "this step never starts: a deadlock, or a missing send or step");
    }
    for (const auto& [channel, flights] : flying_) {
      if (!flights.empty()) fail(flights.front().line, "no step receives the chunks that this step sends");
    }
  }

  const std::vector<MscclStep>& steps(const Thread& thread) const { return block(thread).steps; }
  const MscclStep& step(const Thread& thread) const { return steps(thread)[thread.done.size()]; }
  const MscclThreadBlock& block(const Thread& thread) const {
    return program_.gpus[thread.gpu].blocks[thread.block];
  }

  /// The step waits for the one before it in its thread block (if they are of one phase and `together`, they
  /// may share it), and for its dependency.
  Id begin(const Thread& thread, Id id, bool together = false) {
    if (!thread.done.empty()) graph_.wait(id, thread.done.back(), together);
    if (step(thread).needs_block >= 0) graph_.wait(id, needed(thread).done[step(thread).needs_step]);
    return id;
  }

  void send_off(const Thread& thread, Flight flight) {
    channel(thread.gpu, block(thread).send_to, block(thread).channel).push_back(std::move(flight));
  }
  /// The next arrival at the thread block, as many chunks as the step takes.
  Flight take(const Thread& thread) {
    const MscclStep& s = step(thread);
    auto& flights = channel(block(thread).receive_from, thread.gpu, block(thread).channel);
    Flight flight = std::move(flights.front());
    flights.pop_front();
    if (static_cast<std::int64_t>(flight.contents.size()) != s.count) {
      fail(s.line, fmt::format("receives {} chunks, but line {} sends {}", s.count, flight.line,
                               flight.contents.size()));
    }
    return flight;
  }

  /// A new message without blocks, or the one that torusim had to write as several steps.
  Id message_of(const Thread& thread) {
    const MscclStep& s = step(thread);
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
    transfer.route = route(s, thread.gpu, to);
    const auto phase = s.phase < 0 ? std::nullopt : std::optional(s.phase);
    const Id id = graph_.add_message(std::move(transfer), s.line, phase);
    if (s.phase >= 0) remarked_[{thread.gpu, to, s.phase, s.message}] = id;
    return id;
  }

  const MscclProgram program_;
  const std::int64_t gpus_;
  ScheduleInfo info_;
  MessageGraph graph_;

 private:
  bool finished(const Thread& thread) const { return thread.done.size() == steps(thread).size(); }
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

  Route route(const MscclStep& s, NodeId from, NodeId to) const {
    if (!s.route) return outside_route(info_.topology, routes_, from, to);
    text::Cursor cursor(program_.file, s.line, *s.route);
    Route route = text::parse_route(cursor, info_.topology, {}, from, to);
    cursor.expect_end();
    return route;
  }

  const Routes routes_;
  std::vector<Thread> threads_;
  std::vector<int> first_thread_;                                   // of every GPU
  std::map<std::tuple<int, int, int>, std::deque<Flight>> flying_;  // by sender, receiver, channel
  std::map<std::tuple<int, int, int, int>, Id> remarked_;           // by sender, receiver, phase, number
};

}  // namespace torusim
