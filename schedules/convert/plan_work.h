#pragma once
/// The work of a plan of MSCCL++ with unrolled pipelines: the operations of every thread block, their
/// messages, and the messages that arrive before each signal.

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "schedules/convert/chunk_program.h"
#include "schedules/convert/mscclpp_plan.h"

namespace torusim {

/// An operation of a thread block; in a pipeline, one for each iteration.
struct PlanWork {
  const PlanOperation* op;
  int part, parts;                  ///< its share of the chunks
  std::uint32_t first_message = 0;  ///< the messages that it sends and requests are consecutive
};

struct PlanMessage {
  enum class Kind { kData, kSignal, kRequest, kReply };
  Kind kind;
  std::int32_t from, to;
  std::uint32_t block, work;  ///< the work of the rank that put, signalled or requested
  std::int64_t bytes = 0;
  ChunkRange source, target;          ///< for data: places in the buffers of both ranks
  std::uint32_t place = 0;            ///< for data: places of the message itself
  std::vector<std::uint32_t> behind;  ///< for a signal: messages to the same rank that arrive before it
};

class PlanWorks {
 public:
  /// Throws InputError for an ambiguous plan.
  PlanWorks(const MscclppPlan& plan, const ChunkSize& size);

  /// Parts of a chunk, chosen so that each operation moves whole parts.
  std::int64_t parts_of_chunk() const { return divided_; }
  std::int64_t chunk_bytes() const { return chunk_bytes_; }
  std::int64_t vector() const { return vector_; }

  const std::vector<PlanWork>& works(std::size_t rank, std::size_t block) const {
    return works_[rank][block];
  }
  const std::vector<PlanMessage>& messages() const { return messages_; }
  ChunkMoves& chunks() { return chunks_; }
  std::string title() const;
  std::string place(std::size_t rank, std::size_t block, const PlanWork& work) const;

  /// The places of a piece, as seen by `rank`.
  ChunkRange range(std::size_t rank, std::size_t block, const PlanWork& work, const PlanPiece& piece) const;

  /// Messages from a thread block, or from its proxy, to a rank: they arrive in order.
  struct Stream {
    std::int32_t from;
    std::uint32_t block;
    bool port;
    auto operator<=>(const Stream&) const = default;
  };
  using Arrivals = std::map<Stream, std::vector<std::uint32_t>>;
  const Arrivals& arrivals(std::size_t rank) const { return arrivals_[rank]; }

  /// The signals that arrive on a channel of a rank, in order.
  const std::vector<std::uint32_t>& signals(std::int32_t rank, bool port, int channel) const;
  std::int64_t releases(std::size_t rank, int semaphore) const;

  /// The writer of packets at a place: a message, or a work of the rank itself.
  struct Writer {
    static constexpr std::uint32_t kNone = UINT32_MAX;
    std::uint32_t message = kNone;
    std::uint32_t block = kNone, work = 0;
    auto operator<=>(const Writer&) const = default;
    bool none() const { return message == kNone && block == kNone; }
  };
  /// The writers whose packets a work reads, each once. The last is none() if a place has no writer.
  std::vector<Writer> awaited(std::size_t rank, std::size_t block, const PlanWork& work) const;

 private:
  void unroll();
  void lay();
  void list_channels();
  void list_messages();
  void add_messages(std::size_t rank, std::size_t block, std::uint32_t at);
  void add_signal(std::size_t rank, std::size_t block, std::uint32_t at, int channel, bool port);
  PlanMessage& add_message(PlanMessage message, bool port);
  void write_packets(std::size_t rank, std::size_t block, const PlanWork& work, const ChunkRange& range,
                     const Writer& writer);
  void order_signals(std::size_t rank);
  [[noreturn]] void fail(std::size_t rank, std::size_t block, const PlanWork& work,
                         const std::string& what) const;

  const MscclppPlan& plan_;
  std::int64_t chunk_bytes_ = 0, divided_ = 1, vector_ = 0;
  std::vector<std::vector<std::vector<PlanWork>>> works_;  // [rank][thread block]
  std::vector<ChunkLayout> layout_;                        // one layout, made after unrolling
  ChunkMoves chunks_;
  std::vector<PlanMessage> messages_;
  std::vector<Arrivals> arrivals_;
  /// The channels of a rank to each other rank, in order, and of each channel its place among these.
  struct Channels {
    std::map<std::int32_t, std::vector<int>> to;
    std::vector<std::size_t> place;
  };
  std::vector<std::array<Channels, 2>> channels_;  // [rank]: memory channels, port channels
  struct Signals {
    std::uint32_t block = Writer::kNone;
    std::vector<std::uint32_t> messages;
  };
  std::map<std::tuple<std::int32_t, bool, int>, Signals> signals_;  // by rank, kind and channel
  std::map<std::pair<std::size_t, int>, std::int64_t> releases_;
  std::vector<Writer> writers_;  // [place of a buffer]
};

}  // namespace torusim
