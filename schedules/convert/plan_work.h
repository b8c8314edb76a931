#pragma once
/// The work of a plan of MSCCL++, with its pipelines unrolled: what every thread block does, the messages
/// that follow from it, and which of them a signal comes behind.

#include <compare>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "schedules/convert/chunk_program.h"
#include "schedules/convert/mscclpp_plan.h"

namespace torusim {

/// An operation of a thread block; in a pipeline, of one iteration.
struct PlanWork {
  const PlanOperation* op;
  int part, parts;                  ///< its share of the chunks
  std::uint32_t first_message = 0;  ///< those that it sends and asks for are consecutive
};

struct PlanMessage {
  enum class Kind { kData, kSignal, kRequest, kReply };
  Kind kind;
  std::int32_t from, to;
  std::uint32_t block, work;  ///< of the rank that put, signalled or asked
  std::int64_t bytes = 0;
  ChunkRange source, target;          ///< of data; in the buffers of both ranks
  std::uint32_t place = 0;            ///< of data: where the message holds them
  std::vector<std::uint32_t> behind;  ///< messages to the same rank that a signal comes behind
};

class PlanWorks {
 public:
  /// Throws InputError for a plan without one meaning.
  PlanWorks(const MscclppPlan& plan, const ChunkSize& size);

  /// Parts into which a chunk is divided, so that each operation moves whole ones.
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

  /// Messages from a thread block, or from its proxy, to a rank: they arrive in this order.
  struct Stream {
    std::int32_t from;
    std::uint32_t block;
    bool port;
    auto operator<=>(const Stream&) const = default;
  };
  using Arrivals = std::map<Stream, std::vector<std::uint32_t>>;
  const Arrivals& arrivals(std::size_t rank) const { return arrivals_[rank]; }

  /// The signals that come in on a channel of a rank, in order.
  const std::vector<std::uint32_t>& signals(std::int32_t rank, bool port, int channel) const;
  std::int64_t releases(std::size_t rank, int semaphore) const;

  /// Who writes packets to a place: a message, or a work of the rank itself.
  struct Writer {
    static constexpr std::uint32_t kNone = UINT32_MAX;
    std::uint32_t message = kNone;
    std::uint32_t block = kNone, work = 0;
    auto operator<=>(const Writer&) const = default;
    bool none() const { return message == kNone && block == kNone; }
  };
  /// Those whose packets a work reads, each once; the last may be none, if a place has none.
  std::vector<Writer> awaited(std::size_t rank, std::size_t block, const PlanWork& work) const;

 private:
  void unroll();
  void lay();
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
  std::vector<std::vector<std::vector<PlanWork>>> works_;  // of each rank and thread block
  std::vector<ChunkLayout> layout_;                        // one, made late
  ChunkMoves chunks_;
  std::vector<PlanMessage> messages_;
  std::vector<Arrivals> arrivals_;
  struct Signals {
    std::uint32_t block = Writer::kNone;
    std::vector<std::uint32_t> messages;
  };
  std::map<std::tuple<std::int32_t, bool, int>, Signals> signals_;  // by rank, kind and channel
  std::map<std::pair<std::size_t, int>, std::int64_t> releases_;
  std::vector<Writer> writers_;  // of each place of a buffer
};

}  // namespace torusim
