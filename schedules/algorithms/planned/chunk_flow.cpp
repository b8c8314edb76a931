// Dinic's algorithm on the nodes of all phases: vertex phase * nodes + node is the node when the phase
// begins.
#include "schedules/algorithms/planned/chunk_flow.h"

#include <algorithm>

#include "schedules/core/interruption.h"

namespace torusim::planned {

void ChunkFlow::add(std::int32_t from, std::int32_t to, std::int64_t room) {
  out_[from].push_back(static_cast<std::int32_t>(arcs_.size()));
  out_[to].push_back(static_cast<std::int32_t>(arcs_.size() + 1));
  arcs_.push_back({to, room});
  arcs_.push_back({from, 0});
}

void ChunkFlow::set(const std::vector<int>& times, std::int64_t rest) {
  const auto phases = static_cast<std::int32_t>(times.size());
  last_ = phases * links_.nodes();
  source_ = last_ + links_.nodes();
  arcs_.clear();
  out_.assign(source_ + 1, {});
  const std::int64_t all = chunks_ * static_cast<std::int64_t>(owners_.size());
  for (const NodeId owner : owners_) add(source_, owner, chunks_);
  for (std::int32_t phase = 0; phase <= phases; ++phase) {
    const std::int32_t begin = phase * links_.nodes(), end = std::min(begin + links_.nodes(), last_);
    const std::int64_t time = phase < phases ? times[phase] : rest;
    for (const NodeId node : links_.live()) {
      if (phase < phases) add(begin + node, end + node, all);
      for (const LiveLink& link : links_.out_of(node)) {
        if (time >= link.interval) add(begin + node, end + link.to, time / link.interval);
      }
    }
  }
  steps_ += static_cast<std::int64_t>(arcs_.size());
}

std::int64_t ChunkFlow::into(NodeId node, std::int64_t most) {
  Interruptible::check();
  used_ = arcs_;
  std::int64_t sum = 0;
  while (sum < most && measure(last_ + node)) {
    next_.assign(out_.size(), 0);
    while (const std::int64_t more = push(last_ + node)) sum += more;
  }
  return std::min(sum, most);
}

/// Measures how far vertices are from the sink over arcs with room. False if the source does not reach it.
bool ChunkFlow::measure(std::int32_t sink) {
  far_.assign(out_.size(), -1);
  far_[sink] = 0;
  queue_.assign(1, sink);
  for (std::size_t i = 0; i < queue_.size() && far_[source_] < 0; ++i) {
    for (const std::int32_t arc : out_[queue_[i]]) {
      ++steps_;
      if (used_[arc ^ 1].room == 0 || far_[used_[arc].to] >= 0) continue;
      far_[used_[arc].to] = far_[queue_[i]] + 1;
      queue_.push_back(used_[arc].to);
    }
  }
  return far_[source_] >= 0;
}

/// Sends chunks along one shortest way; 0 if none is left.
std::int64_t ChunkFlow::push(std::int32_t sink) {
  way_.clear();
  for (std::int32_t at = source_; at != sink;) {
    std::size_t& next = next_[at];
    const auto leads = [&](std::int32_t arc) {
      ++steps_;
      return used_[arc].room > 0 && far_[used_[arc].to] == far_[at] - 1;
    };
    while (next < out_[at].size() && !leads(out_[at][next])) ++next;
    if (next < out_[at].size()) {
      way_.push_back(out_[at][next]);
      at = used_[way_.back()].to;
    } else if (way_.empty()) {
      return 0;
    } else {
      at = used_[way_.back() ^ 1].to;
      way_.pop_back();
      ++next_[at];
    }
  }
  std::int64_t most = chunks_;
  for (const std::int32_t arc : way_) most = std::min(most, used_[arc].room);
  for (const std::int32_t arc : way_) used_[arc].room -= most, used_[arc ^ 1].room += most;
  return most;
}

}  // namespace torusim::planned
