#include "schedules/convert/mscclpp_program.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "schedules/convert/msccl_program.h"
#include "schedules/convert/plan_sync.h"
#include "schedules/convert/plan_work.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

using Act = PlanAct::Kind;
using Message = PlanMessage::Kind;

// Thread blocks and their proxies are cpus of a rank, and its memory is one.
constexpr std::size_t kMostPlanBlocks = 127;

class MscclppProgram {
 public:
  MscclppProgram(const MscclppPlan& plan, const ChunkSize& size)
      : plan_(plan),
        works_(plan, size),
        builder_(plan.file, static_cast<std::int32_t>(plan.gpus.size())),
        received_(works_.messages().size()) {
    for (const PlanGpu& gpu : plan.gpus) blocks_ = std::max(blocks_, gpu.blocks.size());
    if (blocks_ > kMostPlanBlocks) {
      throw InputError(fmt::format("{}: {} thread blocks, at most {}", plan.file, blocks_, kMostPlanBlocks));
    }
    no_message_ = static_cast<std::uint32_t>(works_.messages().size());
  }

  ChunkProgram read(const ChunkSize& size) {
    for (std::size_t rank = 0; rank < plan_.gpus.size(); ++rank) add_rank(rank);
    builder_.program().sends_end_at_tail = true;
    note(size);
    return {builder_.finish(), std::move(works_.chunks()), std::move(notes_)};
  }

 private:
  using Ranges = std::vector<ChunkRange>;

  // --- operations of a rank

  /// The last operation of a thread block, or of its proxy.
  struct Thread {
    std::optional<OperationId> last, port;
  };

  void add_rank(std::size_t rank) {
    rank_ = rank;
    builder_.begin_rank(static_cast<std::int32_t>(rank));
    const std::size_t blocks = plan_.gpus[rank].blocks.size();
    const std::uint32_t first = stream_;
    stream_ += static_cast<std::uint32_t>(2 * blocks);
    sync_.emplace(plan_, works_, rank);
    waits_.clear();
    packets_.clear();
    awaited_.clear();
    waited_.clear();
    for (std::size_t block = 0; block < blocks; ++block) {
      block_ = block;
      streams_ = {first + static_cast<std::uint32_t>(2 * block),
                  first + static_cast<std::uint32_t>(2 * block + 1)};
      thread_ = {};
      const auto& works = works_.works(rank, block);
      for (std::uint32_t at = 0; at < works.size(); ++at) add_work(works[at], at);
    }
    for (const auto& [stream, messages] : works_.arrivals(rank)) add_arrivals(messages);
    for (const auto& [operation, message] : waits_) builder_.wait(operation, *received_[message], false);
    for (const auto& [operation, writer] : awaited_) {
      builder_.wait(operation, packets_.at({writer.block, writer.work}), false);
    }
    sync_->join(builder_);
  }

  OperationId add(Operation operation, std::uint32_t stream, const Program::Step& label,
                  const Ranges& sources = {}, const Ranges& targets = {}) {
    const OperationId id = builder_.add(operation);
    builder_.program().steps.push_back(label);
    works_.chunks().add(stream, sources, targets);
    return id;
  }

  /// The next operation of the thread block.
  OperationId add_own(Operation operation, const Ranges& sources = {}, const Ranges& targets = {}) {
    operation.cpu = static_cast<std::uint8_t>(block_);
    const OperationId id = add(operation, streams_.first, label_, sources, targets);
    if (thread_.last) builder_.wait(id, *thread_.last, false);
    thread_.last = id;
    return id;
  }

  /// The next operation of its proxy, which the thread block hands over now and does not wait for.
  OperationId add_port(Operation operation, const Ranges& sources, const Ranges& targets) {
    operation.cpu = static_cast<std::uint8_t>(blocks_ + block_);
    const OperationId id = add(operation, streams_.second, label_, sources, targets);
    if (thread_.port) builder_.wait(id, *thread_.port, false);
    if (thread_.last) builder_.wait(id, *thread_.last, false);
    thread_.port = id;
    return id;
  }

  static Operation join() { return {.kind = Operation::Kind::kJoin}; }

  Operation send(std::uint32_t number) const {
    const PlanMessage& message = works_.messages()[number];
    return {.kind = Operation::Kind::kSend, .peer = message.to, .tag = number, .size = message.bytes};
  }

  Operation receive(std::uint32_t number) const {
    const PlanMessage& message = works_.messages()[number];
    return {.kind = Operation::Kind::kReceive, .peer = message.from, .tag = number, .size = message.bytes};
  }

  /// An operation that waits for ever: a receive without a message.
  Operation never() {
    return {
        .kind = Operation::Kind::kReceive, .peer = static_cast<std::int32_t>(rank_), .tag = no_message_++};
  }

  ChunkRange held(std::uint32_t number) const {
    const PlanMessage& message = works_.messages()[number];
    return {message.place, message.source.count};
  }

  // --- works of a thread block

  void add_work(const PlanWork& work, std::uint32_t at) {
    const PlanOperation& op = *work.op;
    label_ = {static_cast<std::uint32_t>(block_), op.step, op.act->name};
    switch (op.act->kind) {
      case Act::kBarrier: {
        const std::optional<OperationId> before = thread_.last;
        sync_->come(work, block_, add_own(join()), before);
        break;
      }
      case Act::kRelease:
        sync_->release(work, block_, add_own(join()));
        break;
      case Act::kAcquire:
        for (const int semaphore : op.semaphores) {
          sync_->acquire(work, block_, semaphore, add_own(sync_->ever(semaphore) ? join() : never()));
        }
        break;
      case Act::kSignal:
        for (std::size_t i = 0; i < op.channels.size(); ++i) {
          const auto number = work.first_message + static_cast<std::uint32_t>(i);
          op.port ? add_port(send(number), {}, {}) : add_own(send(number));
        }
        break;
      case Act::kWait:
        for (const int channel : op.channels) wait(work, channel);
        break;
      case Act::kFlush:
        flush();
        break;
      case Act::kMove:
        move(work, at);
        break;
      case Act::kNop:  // the operations of a thread block are in order here
      case Act::kPipeline:
        break;
    }
  }

  void flush() {
    if (!thread_.port) return;
    const OperationId id = add_own(join());
    builder_.wait(id, *thread_.port, false);
  }

  void wait(const PlanWork& work, int channel) {
    auto& waited = waited_[{work.op->port, channel}];
    if (waited.second > 0 && waited.first != block_) {
      throw InputError(
          fmt::format("{}: thread blocks {} and {} both wait on one channel; their order is not defined",
                      works_.place(rank_, block_, work), waited.first, block_));
    }
    waited.first = block_;
    const auto& signals = works_.signals(static_cast<std::int32_t>(rank_), work.op->port, channel);
    if (waited.second >= signals.size()) {
      ++waited.second;
      add_own(never());
      return;
    }
    waits_.emplace_back(add_own(join()), signals[waited.second++]);
    ++taken_;
  }

  void move(const PlanWork& work, std::uint32_t at) {
    const PlanOperation& op = *work.op;
    const auto range = [&](const PlanPiece& piece) { return works_.range(rank_, block_, work, piece); };
    std::uint32_t number = work.first_message;
    // All requests first, then their answers in order.
    Ranges sources;
    const std::uint32_t first_answer = number + 1;
    for (const PlanPiece& source : op.sources) {
      if (source.rank < 0) continue;
      add_own(send(number));
      number += 2;
    }
    std::uint32_t answer = first_answer;
    for (std::size_t i = 0; i < op.sources.size(); ++i) {
      if (op.sources[i].rank < 0) {
        sources.push_back(range(op.sources[i]));
        continue;
      }
      Ranges target;
      if (!op.act->sums) target.push_back(range(op.targets[i]));
      received_[answer] = add_own(receive(answer), target.empty() ? Ranges{} : Ranges{held(answer)}, target);
      sources.push_back(held(answer));
      answer += 2;
    }
    Ranges own, packets;
    for (std::size_t i = 0; i < op.targets.size(); ++i) {
      if (op.targets[i].rank < 0) own.push_back(range(op.targets[i]));
    }
    if (op.act->sums) {
      local(work, at, sources, own);
    } else if (op.act->packet_source >= 0 && own.empty()) {
      local(work, at, {}, {});  // waits for the packets
    } else {
      for (std::size_t i = 0; i < op.targets.size(); ++i) {
        const std::size_t from = op.sources.size() == 1 ? 0 : i;
        if (op.targets[i].rank >= 0 || op.sources[from].rank >= 0) continue;
        local(work, at, {range(op.sources[from])}, {range(op.targets[i])});
      }
    }
    for (const PlanPiece& target : op.targets) {
      if (target.rank < 0) continue;
      const ChunkRange from = works_.messages()[number].source;
      op.port ? add_port(send(number), {from}, {held(number)})
              : add_own(send(number), {from}, {held(number)});
      ++number;
      if (op.act->signals) add_port(send(number++), {}, {});
    }
    if (op.act->flushes) flush();
  }

  /// A move within the rank, which waits for the packets that it reads.
  void local(const PlanWork& work, std::uint32_t at, const Ranges& sources, const Ranges& targets) {
    const auto awaited = works_.awaited(rank_, block_, work);
    const bool ever = awaited.empty() || !awaited.back().none();
    const OperationId id = add_own(ever ? join() : never(), sources, targets);
    for (const PlanWorks::Writer& writer : awaited) {
      if (writer.none()) continue;
      if (writer.message != PlanWorks::Writer::kNone) {
        waits_.emplace_back(id, writer.message);
      } else {
        awaited_.emplace_back(id, writer);
      }
    }
    if (work.op->act->packet_target >= 0) packets_[{static_cast<std::uint32_t>(block_), at}] = id;
  }

  // --- messages from other ranks

  void add_arrivals(const std::vector<std::uint32_t>& messages) {
    const std::uint32_t stream = stream_++;
    std::optional<OperationId> last;
    const auto next = [&](Operation operation, const Ranges& sources, const Ranges& targets) {
      const OperationId id = add(operation, stream, label_, sources, targets);
      if (last) builder_.wait(id, *last, false);
      last = id;
      return id;
    };
    for (const std::uint32_t number : messages) {
      const PlanMessage& message = works_.messages()[number];
      const PlanOperation& op =
          *works_.works(static_cast<std::size_t>(message.from), message.block)[message.work].op;
      label_ = {message.block, op.step, op.act->name, true};
      const bool data = message.kind == Message::kData;
      received_[number] = next(receive(number), data ? Ranges{held(number)} : Ranges{},
                               data ? Ranges{message.target} : Ranges{});
      for (const std::uint32_t before : message.behind) waits_.emplace_back(*received_[number], before);
      if (message.kind != Message::kRequest) continue;
      Operation answer = send(number + 1);
      answer.cpu = static_cast<std::uint8_t>(2 * blocks_);
      next(answer, {works_.messages()[number + 1].source}, {held(number + 1)});
    }
  }

  void note(const ChunkSize& size) {
    if (plan_.kind == Collective::Kind::kMessages) {
      notes_.push_back(fmt::format("collective \"{}\" has no known result, so outputs are not compared",
                                   plan_.collective.substr(0, 40)));
    }
    const std::int64_t bytes =
        size.buffer_bytes > 0 ? size.buffer_bytes : times(works_.chunk_bytes(), works_.vector());
    if (bytes < plan_.min_bytes || bytes > plan_.max_bytes) {
      notes_.push_back(fmt::format(
          "is for buffers of {} bytes or more{}, runs with {} (--set bytes=N)", plan_.min_bytes,
          plan_.max_bytes < INT64_MAX ? fmt::format(", at most {}", plan_.max_bytes) : "", bytes));
    }
    std::int64_t signals = 0;
    for (const PlanMessage& message : works_.messages()) signals += message.kind == Message::kSignal ? 1 : 0;
    if (signals > taken_) {
      notes_.push_back(signals - taken_ == 1
                           ? "1 signal that no thread block waits for"
                           : fmt::format("{} signals that no thread block waits for", signals - taken_));
    }
  }

  const MscclppPlan& plan_;
  PlanWorks works_;
  ProgramBuilder builder_;
  std::vector<std::optional<OperationId>> received_;  // of each message
  std::vector<std::string> notes_;
  std::size_t blocks_ = 0;  // most of a rank
  std::uint32_t no_message_ = 0, stream_ = 0;
  std::int64_t taken_ = 0;

  // Of the rank at hand.
  std::size_t rank_ = 0, block_ = 0;
  std::pair<std::uint32_t, std::uint32_t> streams_;
  Thread thread_;
  Program::Step label_;
  std::optional<PlanSync> sync_;
  std::map<std::pair<bool, int>, std::pair<std::size_t, std::size_t>> waited_;  // thread block, and how often
  std::vector<std::pair<OperationId, std::uint32_t>> waits_;
  std::vector<std::pair<OperationId, PlanWorks::Writer>> awaited_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, OperationId> packets_;
};

}  // namespace

ChunkProgram read_mscclpp_text(const std::string& text, const std::string& name, const ChunkSize& size) {
  const MscclppPlan plan = parse_mscclpp(text, name);
  return MscclppProgram(plan, size).read(size);
}

ChunkProgram read_mscclpp_program(const std::string& path, const ChunkSize& size) {
  return read_mscclpp_text(read_msccl_file(path), path, size);
}

}  // namespace torusim
