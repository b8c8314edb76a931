#include "schedules/check/chunk_races.h"

#include <algorithm>
#include <array>
#include <utility>

namespace torusim {
namespace {

using Race = ChunkRaces::Race;
constexpr std::uint32_t kNone = UINT32_MAX;

/// The pairs of accesses that must be ordered, in the order of their later operations.
class Accesses {
 public:
  explicit Accesses(const ChunkMoves& moves)
      : moves_(moves), writer_(moves.buffer_places, kNone), readers_(moves.buffer_places, kNone) {}

  std::vector<Race> pairs(const std::vector<OperationId>& order) {
    for (const OperationId id : order) {
      const std::size_t first = pairs_.size();
      for (const ChunkRange& source : moves_.sources(id)) read(id, source);
      // Reads and writes of one operation are no pair, so its reads may come first.
      for (const ChunkRange& target : moves_.targets(id)) write(id, target);
      const auto begin = pairs_.begin() + static_cast<std::ptrdiff_t>(first);
      std::stable_sort(begin, pairs_.end(),
                       [](const Race& a, const Race& b) { return a.earlier < b.earlier; });
      pairs_.erase(std::unique(begin, pairs_.end(),
                               [](const Race& a, const Race& b) { return a.earlier == b.earlier; }),
                   pairs_.end());
    }
    return std::move(pairs_);
  }

 private:
  struct Reader {
    OperationId id;
    std::uint32_t next;
  };

  bool private_to_message(const ChunkRange& range) const { return range.first >= moves_.buffer_places; }

  void pair(OperationId earlier, OperationId later, std::uint32_t place, bool wrote, bool writes) {
    if (moves_.streams[earlier] == moves_.streams[later]) return;
    const Race next{earlier, later, place, wrote, writes};
    if (!pairs_.empty() && pairs_.back().earlier == earlier && pairs_.back().later == later) return;
    pairs_.push_back(next);
  }

  void read(OperationId id, const ChunkRange& range) {
    if (private_to_message(range)) return;
    for (std::uint32_t place = range.first; place < range.first + range.count; ++place) {
      if (writer_[place] != kNone) pair(writer_[place], id, place, true, false);
      const std::uint32_t head = readers_[place];
      if (head != kNone && moves_.streams[pool_[head].id] == moves_.streams[id]) {
        pool_[head].id = id;  // ordered behind the other, so it represents both
        continue;
      }
      std::uint32_t reader = free_;
      if (reader == kNone) {
        reader = static_cast<std::uint32_t>(pool_.size());
        pool_.push_back({});
      } else {
        free_ = pool_[reader].next;
      }
      pool_[reader] = {id, head};
      readers_[place] = reader;
    }
  }

  void write(OperationId id, const ChunkRange& range) {
    if (private_to_message(range)) return;
    for (std::uint32_t place = range.first; place < range.first + range.count; ++place) {
      if (writer_[place] != kNone) pair(writer_[place], id, place, true, true);
      while (readers_[place] != kNone) {
        Reader& reader = pool_[readers_[place]];
        if (reader.id != id) pair(reader.id, id, place, false, true);
        const std::uint32_t next = reader.next;
        reader.next = free_;
        free_ = readers_[place];
        readers_[place] = next;
      }
      writer_[place] = id;
    }
  }

  const ChunkMoves& moves_;
  std::vector<OperationId> writer_;     // of each place, the last
  std::vector<std::uint32_t> readers_;  // of each place since, a list in pool_
  std::vector<Reader> pool_;
  std::uint32_t free_ = kNone;
  std::vector<Race> pairs_;
};

/// Vector clocks of kWidth thread blocks at a time.
class Clocks {
 public:
  static constexpr std::uint32_t kWidth = 64;

  Clocks(const Program& program, const ChunkMoves& moves, const std::vector<OperationId>& order,
         const std::vector<OperationId>& sent_by)
      : program_(program),
        moves_(moves),
        order_(order),
        receive_of_(sent_by.size(), kNone),
        position_(sent_by.size()),
        pending_(sent_by.size(), kNone) {
    std::uint32_t streams = 0;
    for (const std::uint32_t stream : moves.streams) streams = std::max(streams, stream + 1);
    current_.resize(streams);
    std::vector<std::uint32_t> length(streams, 0);
    for (const OperationId id : order) {
      position_[id] = ++length[moves.streams[id]];
      if (sent_by[id] != kNone) receive_of_[sent_by[id]] = id;
    }
    first_stream_.assign(static_cast<std::size_t>(program.ranks()), kNone);
    for (OperationId id = 0; id < moves.streams.size(); ++id) {
      auto& first = first_stream_[rank_of(id)];
      first = std::min(first, moves.streams[id]);
    }
    for (OperationId id = 0; id < moves.streams.size(); ++id) {
      most_in_rank_ = std::max(most_in_rank_, moves.streams[id] - first_stream_[rank_of(id)] + 1);
    }
  }

  /// Removes pairs of one rank that the rank's dependences order.
  void settle_within_ranks(std::vector<Race>& pairs) {
    for (std::uint32_t base = 0; base < most_in_rank_; base += kWidth) settle(pairs, base, true);
  }

  /// Removes pairs that are ordered through any ranks; false if that takes more than `most_work`.
  bool settle_through_all(std::vector<Race>& pairs, std::int64_t most_work) {
    std::vector<bool> needed(current_.size() / kWidth + 1);
    for (const Race& pair : pairs) needed[moves_.streams[pair.earlier] / kWidth] = true;
    const auto passes = std::count(needed.begin(), needed.end(), true);
    if (passes * static_cast<std::int64_t>(order_.size()) > most_work) return false;
    for (std::uint32_t pass = 0; pass < needed.size(); ++pass) {
      if (needed[pass]) settle(pairs, pass * kWidth, false);
    }
    return true;
  }

 private:
  /// Removes the pairs that are ordered and whose earlier operation is of kWidth streams from `base` on, in
  /// ranks: from the first of the rank plus `base` on. Pairs are in the order of their later operations.
  void settle(std::vector<Race>& pairs, std::uint32_t base, bool within_ranks) {
    for (Clock& clock : current_) clock.fill(0);
    std::size_t next = 0, kept = 0;
    for (const OperationId id : order_) {
      const std::uint32_t stream = moves_.streams[id];
      const std::uint32_t rank_base = within_ranks ? base + first_stream_[rank_of(id)] : base;
      Clock& clock = current_[stream];
      if (pending_[id] != kNone) {
        join(clock, pool_[pending_[id]]);
        free_.push_back(pending_[id]);
        pending_[id] = kNone;
      }
      if (stream - rank_base < kWidth) clock[stream - rank_base] = position_[id];
      for (; next < pairs.size() && pairs[next].later == id; ++next) {
        const OperationId earlier = pairs[next].earlier;
        const std::uint32_t slot = moves_.streams[earlier] - rank_base;
        const bool known = slot < kWidth && (!within_ranks || rank_of(earlier) == rank_of(id));
        if (known && clock[slot] >= position_[earlier]) continue;
        pairs[kept++] = pairs[next];
      }
      for (const Program::Dependent& dependent : program_.dependents_of(id)) {
        tell(dependent.later, clock, stream);
      }
      if (receive_of_[id] != kNone && !within_ranks) tell(receive_of_[id], clock, stream);
    }
    pairs.resize(kept);
    // What never took place has learnt something still.
    pending_.assign(pending_.size(), kNone);
    pool_.clear();
    free_.clear();
  }

  std::size_t rank_of(OperationId id) const { return static_cast<std::size_t>(program_.operations[id].rank); }

  using Clock = std::array<std::uint32_t, kWidth>;

  static void join(Clock& clock, const Clock& other) {
    for (std::uint32_t i = 0; i < kWidth; ++i) clock[i] = std::max(clock[i], other[i]);
  }

  void tell(OperationId later, const Clock& clock, std::uint32_t stream) {
    if (moves_.streams[later] == stream) return;
    if (pending_[later] != kNone) {
      join(pool_[pending_[later]], clock);
      return;
    }
    if (free_.empty()) {
      free_.push_back(static_cast<std::uint32_t>(pool_.size()));
      pool_.emplace_back();
    }
    pending_[later] = free_.back();
    free_.pop_back();
    pool_[pending_[later]] = clock;
  }

  const Program& program_;
  const ChunkMoves& moves_;
  const std::vector<OperationId>& order_;
  std::vector<OperationId> receive_of_;      // of each send
  std::vector<std::uint32_t> position_;      // of each operation in its stream, from 1
  std::vector<std::uint32_t> first_stream_;  // of each rank
  std::uint32_t most_in_rank_ = 0;           // streams
  std::vector<Clock> current_;               // of each stream
  std::vector<std::uint32_t> pending_;       // [operation]: the clocks that it will receive, in pool_
  std::vector<Clock> pool_;
  std::vector<std::uint32_t> free_;
};

/// Removes the pairs whose later operation waits for the earlier one itself, as nearly all do.
void settle_waits(const Program& program, std::vector<Race>& pairs) {
  const std::size_t operations = program.operations.size();
  std::vector<std::uint32_t> last(operations, kNone), before(pairs.size());  // pairs of an earlier operation
  std::vector<OperationId> waits_for(operations, kNone);  // the one that was looked at last
  for (std::uint32_t i = 0; i < pairs.size(); ++i) before[i] = std::exchange(last[pairs[i].earlier], i);
  for (OperationId id = 0; id < operations; ++id) {
    if (last[id] == kNone) continue;
    for (const Program::Dependent& dependent : program.dependents_of(id)) waits_for[dependent.later] = id;
    for (std::uint32_t i = last[id]; i != kNone; i = before[i]) {
      if (waits_for[pairs[i].later] == id) pairs[i].later = kNone;
    }
  }
  std::erase_if(pairs, [](const Race& pair) { return pair.later == kNone; });
}

}  // namespace

ChunkRaces find_chunk_races(const Program& program, const ChunkMoves& moves,
                            const std::vector<OperationId>& order, const std::vector<OperationId>& sent_by,
                            std::int64_t most_work) {
  ChunkRaces result;
  std::vector<Race> pairs = Accesses(moves).pairs(order);
  settle_waits(program, pairs);
  if (pairs.empty()) return result;
  Clocks clocks(program, moves, order, sent_by);
  clocks.settle_within_ranks(pairs);
  if (!pairs.empty() && !clocks.settle_through_all(pairs, most_work)) {
    result.unjudged = static_cast<std::int64_t>(pairs.size());
    return result;
  }
  result.count = static_cast<std::int64_t>(pairs.size());
  pairs.resize(std::min(pairs.size(), ChunkRaces::kMost));
  result.races = std::move(pairs);
  return result;
}

}  // namespace torusim
