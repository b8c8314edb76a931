// Which messages a signal comes behind: it is sent when all that its rank has done before it, as far as the
// thread block that signals knows, can be seen by the other rank.
#include <algorithm>
#include <optional>

#include "schedules/convert/plan_work.h"

namespace torusim {
namespace {

using Act = PlanAct::Kind;

/// How many works of each thread block of a rank a thread block knows of.
using Clock = std::vector<std::uint32_t>;

void join(Clock& clock, const Clock& other) {
  for (std::size_t i = 0; i < clock.size(); ++i) clock[i] = std::max(clock[i], other[i]);
}

/// Runs the thread blocks of one rank, as if no other rank ever had to be waited for.
class RankOrder {
 public:
  RankOrder(const PlanWorks& works, const MscclppPlan& plan, std::size_t rank)
      : works_(works), plan_(plan), rank_(rank), blocks_(plan.gpus[rank].blocks.size()), at_(blocks_, 0) {
    clocks_.assign(blocks_, Clock(blocks_, 0));
  }

  /// Calls `signal(block, work, clock)` for every work that signals, in an order in which they can run.
  template <class Signal>
  void run(Signal signal) {
    for (bool progress = true; progress;) {
      progress = false;
      for (std::size_t block = 0; block < blocks_; ++block) {
        while (const auto next = ready(block)) {
          const PlanWork& work = works_.works(rank_, block)[at_[block]];
          if (*next) join(clocks_[block], **next);
          clocks_[block][block] = ++at_[block];
          progress = true;
          if (work.op->act->kind == Act::kRelease) {
            for (const int semaphore : work.op->semaphores) released_[semaphore].push_back(clocks_[block]);
          }
          if (work.op->act->packet_target >= 0) packets_[{block, at_[block] - 1}] = clocks_[block];
          if (work.op->act->kind == Act::kSignal || work.op->act->signals) {
            signal(block, at_[block] - 1, clocks_[block]);
          }
        }
        progress |= pass_barrier(block);
      }
    }
  }

 private:
  /// The order that the block learns from its next work; nullopt if the work cannot run yet.
  std::optional<std::optional<Clock>> ready(std::size_t block) {
    const auto& works = works_.works(rank_, block);
    if (at_[block] == works.size()) return {};
    const PlanWork& work = works[at_[block]];
    std::optional<Clock> learns;
    const auto learn = [&](const Clock& clock) { learns ? join(*learns, clock) : void(learns = clock); };
    if (work.op->act->kind == Act::kBarrier) return {};
    if (work.op->act->kind == Act::kAcquire) {
      for (const int semaphore : work.op->semaphores) {
        const std::int64_t needed = acquired_[{block, semaphore}] + 1 -
                                    plan_.gpus[rank_].semaphores[static_cast<std::size_t>(semaphore)];
        const auto& released = released_[semaphore];
        if (needed > static_cast<std::int64_t>(released.size())) return {};
        if (needed > 0) learn(released[static_cast<std::size_t>(needed) - 1]);
      }
      for (const int semaphore : work.op->semaphores) ++acquired_[{block, semaphore}];
    }
    for (const auto& writer : works_.awaited(rank_, block, work)) {
      if (writer.none()) return {};
      if (writer.block == PlanWorks::Writer::kNone) continue;
      const auto packets = packets_.find({writer.block, writer.work});
      if (packets == packets_.end()) return {};
      learn(packets->second);
    }
    return learns;
  }

  /// If all thread blocks of a barrier have come to it.
  bool pass_barrier(std::size_t block) {
    const auto barrier_of = [&](std::size_t b) {
      const auto& works = works_.works(rank_, b);
      if (at_[b] == works.size() || works[at_[b]].op->act->kind != Act::kBarrier) return -1;
      return works[at_[b]].op->barrier;
    };
    const int barrier = barrier_of(block);
    if (barrier < 0) return false;
    std::vector<std::size_t> there;
    for (std::size_t b = 0; b < blocks_; ++b) {
      if (barrier_of(b) == barrier) there.push_back(b);
    }
    if (static_cast<int>(there.size()) < works_.works(rank_, block)[at_[block]].op->barrier_blocks)
      return false;
    Clock all(blocks_, 0);
    for (const std::size_t b : there) {
      clocks_[b][b] = ++at_[b];
      join(all, clocks_[b]);
    }
    for (const std::size_t b : there) clocks_[b] = all;
    return true;
  }

  const PlanWorks& works_;
  const MscclppPlan& plan_;
  const std::size_t rank_, blocks_;
  std::vector<std::uint32_t> at_;
  std::vector<Clock> clocks_;
  std::map<int, std::vector<Clock>> released_;
  std::map<std::pair<std::size_t, int>, std::int64_t> acquired_;
  std::map<std::pair<std::size_t, std::uint32_t>, Clock> packets_;
};

/// A message, and how many works of its thread block must be known for it to have come before.
struct Sent {
  std::uint32_t known, message;
};

}  // namespace

void PlanWorks::order_signals(std::size_t rank) {
  // Messages of the rank, by destination and stream. The messages of a proxy are known after a flush.
  std::map<std::int32_t, std::map<Stream, std::vector<Sent>>> sent;
  const auto own = static_cast<std::int32_t>(rank);
  std::map<std::uint32_t, std::vector<std::uint32_t>> flushes_of;  // by thread block, once for all streams
  for (std::size_t to = 0; to < arrivals_.size(); ++to) {
    for (auto at = arrivals_[to].lower_bound({own, 0, false}); at != arrivals_[to].end(); ++at) {
      const auto& [stream, messages] = *at;
      if (stream.from != own) break;
      auto& list = sent[static_cast<std::int32_t>(to)][stream];
      const auto [known_flushes, first] = flushes_of.try_emplace(stream.block);
      std::vector<std::uint32_t>& flushes = known_flushes->second;
      const auto& works = works_[rank][stream.block];
      for (std::uint32_t i = 0; first && i < works.size(); ++i) {
        if (works[i].op->act->kind == Act::kFlush || works[i].op->act->flushes) flushes.push_back(i);
      }
      for (const std::uint32_t message : messages) {
        std::uint32_t known = messages_[message].work;
        if (stream.port) {
          const auto flush = std::lower_bound(flushes.begin(), flushes.end(), known);
          if (flush == flushes.end()) break;
          known = *flush;
        }
        list.push_back({known + 1, message});
      }
    }
  }
  std::map<std::pair<Stream, std::pair<std::int32_t, Stream>>, std::uint32_t> told;  // as nothing twice
  RankOrder(*this, plan_, rank).run([&](std::size_t block, std::uint32_t at, const Clock& clock) {
    const auto& works = works_[rank][block];
    const auto end = at + 1 < works.size() ? works[at + 1].first_message : UINT32_MAX;
    for (std::uint32_t m = works[at].first_message; m < end && m < messages_.size(); ++m) {
      PlanMessage& signal = messages_[m];
      if (signal.from != own || signal.block != block || signal.work != at) break;
      if (signal.kind != PlanMessage::Kind::kSignal) continue;
      const Stream stream{own, static_cast<std::uint32_t>(block), works[at].op->port};
      for (const auto& [other, list] : sent[signal.to]) {
        if (other == stream) continue;
        const auto known = clock[other.block];
        const auto last = std::partition_point(list.begin(), list.end(),
                                               [&](const Sent& each) { return each.known <= known; });
        if (last == list.begin()) continue;
        const std::uint32_t message = (last - 1)->message;
        auto& before = told.try_emplace({stream, {signal.to, other}}, UINT32_MAX).first->second;
        if (before != message) signal.behind.push_back(message);
        before = message;
      }
    }
  });
}

}  // namespace torusim
