#include "schedules/convert/plan_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "schedules/core/error.h"

namespace torusim {
namespace {

using Act = PlanAct::Kind;
using Message = PlanMessage::Kind;

constexpr std::int64_t kMostParts = 4096;
constexpr std::int64_t kMostIterations = 65535;
constexpr std::int64_t kMostWorks = std::int64_t{1} << 24;

}  // namespace

PlanWorks::PlanWorks(const MscclppPlan& plan, const ChunkSize& size)
    : plan_(plan), arrivals_(plan.gpus.size()) {
  const auto ranks = static_cast<std::int64_t>(plan.gpus.size());
  for (const PlanGpu& gpu : plan.gpus) {
    vector_ = std::max({vector_, gpu.input, gpu.output});
    if (plan.kind == Collective::Kind::kGossip) vector_ = std::max(vector_, gpu.input * ranks);
    if (plan.kind == Collective::Kind::kReduceScatter) vector_ = std::max(vector_, gpu.output * ranks);
  }
  chunk_bytes_ = size.chunk_bytes;
  if (size.buffer_bytes > 0 && vector_ > 0) chunk_bytes_ = divided(size.buffer_bytes, vector_);
  unroll();
  lay();
  list_channels();
  list_messages();
  for (std::size_t rank = 0; rank < plan.gpus.size(); ++rank) order_signals(rank);
}

std::string PlanWorks::place(std::size_t rank, std::size_t block, const PlanWork& work) const {
  return plan_place(plan_.file, rank, block, work.op->step, work.op->act->name);
}

void PlanWorks::fail(std::size_t rank, std::size_t block, const PlanWork& work,
                     const std::string& what) const {
  throw InputError(place(rank, block, work) + ": " + what);
}

void PlanWorks::unroll() {
  works_.resize(plan_.gpus.size());
  std::int64_t works = 0;
  for (std::size_t rank = 0; rank < plan_.gpus.size(); ++rank) {
    works_[rank].resize(plan_.gpus[rank].blocks.size());
    for (std::size_t block = 0; block < works_[rank].size(); ++block) {
      const auto add = [&](const PlanOperation& op, std::int64_t part, std::int64_t parts) {
        const PlanWork work{&op, static_cast<int>(part), static_cast<int>(parts)};
        if (op.act->kind == Act::kMove) {
          divided_ = std::lcm(divided_, parts / std::gcd(parts, op.sources.front().count));
        }
        if (divided_ > kMostParts) {
          fail(rank, block, work, fmt::format("divides chunks into more than {} parts", kMostParts));
        }
        if (op.act->kind == Act::kRelease) {
          for (const int semaphore : op.semaphores) ++releases_[{rank, semaphore}];
        }
        if (++works > kMostWorks) fail(rank, block, work, fmt::format("more than {} operations", kMostWorks));
        works_[rank][block].push_back(work);
      };
      for (const PlanOperation& op : plan_.gpus[rank].blocks[block]) {
        if (op.act->kind != Act::kPipeline) {
          add(op, op.part, op.parts);
          continue;
        }
        const std::int64_t iterations = divided(times(op.loop_chunks, chunk_bytes_), op.unit_bytes);
        if (iterations > kMostIterations) {
          fail(rank, block, {&op, 0, 1}, fmt::format("more than {} iterations", kMostIterations));
        }
        for (std::int64_t i = 0; i < iterations; ++i) {
          for (const PlanOperation& inner : op.loop) add(inner, i, iterations);
        }
      }
    }
  }
}

void PlanWorks::lay() {
  const auto ranks = static_cast<std::int32_t>(plan_.gpus.size());
  std::int64_t all = 0;
  for (const PlanGpu& gpu : plan_.gpus) all += (2 * vector_ + gpu.scratch) * divided_;
  if (all > ChunkMoves::kMost) {
    throw InputError(fmt::format("{}: more than {} chunks in all buffers", plan_.file, ChunkMoves::kMost));
  }
  try {
    layout_.emplace_back(plan_.kind, 0, plan_.in_place, ranks, vector_ * divided_);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", plan_.file, error.what()));
  }
  for (const PlanGpu& gpu : plan_.gpus) layout_.front().add_rank(chunks_, gpu.scratch * divided_);
  chunks_.title = title();
  chunks_.chunk_bytes = divided(chunk_bytes_, divided_);
  writers_.resize(chunks_.buffer_places);
}

std::string PlanWorks::title() const {
  return layout_.front().title() + (divided_ > 1 ? fmt::format(", {} a chunk of the plan", divided_) : "");
}

ChunkRange PlanWorks::range(std::size_t rank, std::size_t block, const PlanWork& work,
                            const PlanPiece& piece) const {
  const std::int32_t of = piece.rank >= 0 ? piece.rank : static_cast<std::int32_t>(rank);
  const ChunkRange buffer = layout_.front().buffer(of, piece.buffer);
  const std::int64_t chunks = buffer.count / divided_;
  if (piece.index + piece.count > chunks) {
    fail(rank, block, work,
         fmt::format("chunks {} to {} of buffer {} of gpu {}, which has {}", piece.index,
                     piece.index + piece.count - 1, piece.buffer, of, chunks));
  }
  const std::int64_t share = piece.count * divided_ / work.parts;
  return {buffer.first + static_cast<std::uint32_t>(piece.index * divided_ + share * work.part),
          static_cast<std::uint32_t>(share)};
}

void PlanWorks::list_channels() {
  for (const PlanGpu& gpu : plan_.gpus) {
    auto& kinds = channels_.emplace_back();
    for (const bool port : {false, true}) {
      Channels& own = kinds[port];
      for (const std::int32_t peer : port ? gpu.port_peers : gpu.memory_peers) {
        std::vector<int>& same = own.to[peer];
        same.push_back(static_cast<int>(own.place.size()));
        own.place.push_back(same.size() - 1);
      }
    }
  }
}

void PlanWorks::list_messages() {
  std::int64_t moved = 0;
  for (std::size_t rank = 0; rank < works_.size(); ++rank) {
    for (std::size_t block = 0; block < works_[rank].size(); ++block) {
      auto& works = works_[rank][block];
      for (std::uint32_t at = 0; at < works.size(); ++at) {
        works[at].first_message = static_cast<std::uint32_t>(messages_.size());
        const PlanOperation& op = *works[at].op;
        for (const auto* pieces : {&op.sources, &op.targets}) {
          for (const PlanPiece& piece : *pieces) moved += 2 * range(rank, block, works[at], piece).count;
        }
        if (moved > ChunkMoves::kMost) {
          fail(rank, block, works[at], fmt::format("operations move more than {} chunks", ChunkMoves::kMost));
        }
        if (op.act->kind == Act::kSignal) {
          for (const int channel : op.channels) add_signal(rank, block, at, channel, op.port);
        }
        if (op.act->kind == Act::kMove) add_messages(rank, block, at);
      }
    }
  }
}

PlanMessage& PlanWorks::add_message(PlanMessage message, bool port) {
  const auto number = static_cast<std::uint32_t>(messages_.size());
  if (message.source.count > 0) {
    message.place = chunks_.places;
    chunks_.places += message.source.count;
  }
  // The rank that asked receives the answer itself.
  if (message.kind != Message::kReply) {
    arrivals_[static_cast<std::size_t>(message.to)][{message.from, message.block, port}].push_back(number);
  }
  return messages_.emplace_back(std::move(message));
}

void PlanWorks::add_messages(std::size_t rank, std::size_t block, std::uint32_t at) {
  const PlanWork& work = works_[rank][block][at];
  const PlanOperation& op = *work.op;
  const auto own = static_cast<std::int32_t>(rank);
  const auto thread = static_cast<std::uint32_t>(block);
  const auto bytes = [&](const ChunkRange& range, bool packets) {
    return times(divided(times(range.count, chunk_bytes_), divided_), packets ? 2 : 1);
  };
  for (const PlanPiece& source : op.sources) {
    if (source.rank < 0) continue;
    const ChunkRange there = range(rank, block, work, source);
    add_message({Message::kRequest, own, source.rank, thread, at, 0, {}, {}, 0, {}}, false);
    add_message({Message::kReply, source.rank, own, thread, at, bytes(there, false), there, {}, 0, {}},
                false);
  }
  std::size_t far = 0;
  for (std::size_t i = 0; i < op.targets.size(); ++i) {
    const PlanPiece& target = op.targets[i];
    const ChunkRange there = range(rank, block, work, target);
    if (target.rank < 0) {
      const bool packets = op.act->packet_target >= 0 && i >= static_cast<std::size_t>(op.act->packet_target);
      if (packets) write_packets(rank, block, work, there, {Writer::kNone, thread, at});
      continue;
    }
    const PlanPiece& source = op.act->sums ? op.targets.front() : op.sources[op.sources.size() == 1 ? 0 : i];
    const ChunkRange here = range(rank, block, work, source);
    const auto number = static_cast<std::uint32_t>(messages_.size());
    add_message({Message::kData,
                 own,
                 target.rank,
                 thread,
                 at,
                 bytes(here, op.act->remote_packets),
                 here,
                 there,
                 0,
                 {}},
                op.port);
    if (op.act->remote_packets) write_packets(rank, block, work, there, {number, Writer::kNone, 0});
    if (op.act->signals) add_signal(rank, block, at, op.channels[far], true);
    ++far;
  }
}

void PlanWorks::add_signal(std::size_t rank, std::size_t block, std::uint32_t at, int channel, bool port) {
  const PlanGpu& gpu = plan_.gpus[rank];
  const auto& peers = port ? gpu.port_peers : gpu.memory_peers;
  const std::int32_t to = peers[static_cast<std::size_t>(channel)];
  // The other end of the n-th channel to a rank is the n-th channel back.
  const auto& there = channels_[static_cast<std::size_t>(to)][port].to;
  const auto back = there.find(static_cast<std::int32_t>(rank));
  const std::size_t place = channels_[rank][port].place[static_cast<std::size_t>(channel)];
  const int end = back != there.end() && place < back->second.size() ? back->second[place] : -1;
  const auto thread = static_cast<std::uint32_t>(block);
  if (end >= 0) {
    Signals& signals = signals_[{to, port, end}];
    if (!signals.messages.empty() && signals.block != thread) {
      fail(rank, block, works_[rank][block][at],
           fmt::format("thread blocks {} and {} both signal on one channel; their order is not defined",
                       signals.block, block));
    }
    signals.block = thread;
    signals.messages.push_back(static_cast<std::uint32_t>(messages_.size()));
  }
  add_message({Message::kSignal, static_cast<std::int32_t>(rank), to, thread, at, 0, {}, {}, 0, {}}, port);
}

void PlanWorks::write_packets(std::size_t rank, std::size_t block, const PlanWork& work,
                              const ChunkRange& range, const Writer& writer) {
  for (std::uint32_t at = range.first; at < range.first + range.count; ++at) {
    if (!writers_[at].none()) {
      fail(rank, block, work,
           fmt::format("a second operation that writes packets to {}; readers cannot tell them apart",
                       chunks_.place_text(at)));
    }
    writers_[at] = writer;
  }
}

const std::vector<std::uint32_t>& PlanWorks::signals(std::int32_t rank, bool port, int channel) const {
  static const std::vector<std::uint32_t> kNone;
  const auto found = signals_.find({rank, port, channel});
  return found == signals_.end() ? kNone : found->second.messages;
}

std::int64_t PlanWorks::releases(std::size_t rank, int semaphore) const {
  const auto found = releases_.find({rank, semaphore});
  return found == releases_.end() ? 0 : found->second;
}

std::vector<PlanWorks::Writer> PlanWorks::awaited(std::size_t rank, std::size_t block,
                                                  const PlanWork& work) const {
  std::vector<Writer> result;
  const PlanOperation& op = *work.op;
  if (op.act->packet_source < 0) return result;
  for (std::size_t i = static_cast<std::size_t>(op.act->packet_source); i < op.sources.size(); ++i) {
    const ChunkRange packets = range(rank, block, work, op.sources[i]);
    const auto first = writers_.begin() + packets.first;
    result.insert(result.end(), first, first + packets.count);
  }
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

}  // namespace torusim
