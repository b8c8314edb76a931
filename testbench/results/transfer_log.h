#pragma once
/// Records the start and delivery of every message of a run, in 64 bytes a message, most of them in a file.

#include "models/contract/observer.h"
#include "models/watch/spill_file.h"

namespace torusim {

/// Times are cycles; -1: the event did not happen.
struct TransferRecord {
  std::uint32_t flits = 0;  ///< head included
  std::int32_t phase = -1;  ///< index; -1: no such message was started
  NodeId source = 0;
  NodeId destination = 0;
  std::int32_t hops = 0;
  std::int32_t message_class = 0;
  std::int64_t blocks = 0;
  Cycle started = -1;
  Cycle injected = -1;
  Cycle head_out = -1;
  Cycle tail_out = -1;
};

class TransferLog : public Observer {
 public:
  /// `scratch`: the directory of the file.
  explicit TransferLog(const Topology& topology, const std::filesystem::path& scratch = scratch_directory())
      : topology_(topology), file_(scratch, kMostBytes, kResident), transfers_(file_), signals_(file_) {}

  bool wants_moves() const override { return false; }
  void started(Cycle cycle, const Worm& worm) override;
  void delivered(Cycle cycle, const Worm& worm) override;

  /// Records of the messages, by number in schedule order, from 0.
  const SpilledArray<TransferRecord>& transfers() const { return transfers_; }
  /// Records of the signals of local synchronisation, by number from 0.
  const SpilledArray<TransferRecord>& signals() const { return signals_; }

 private:
  TransferRecord& record(const Worm& worm);

  static constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 38;  // enough for all message numbers
  static constexpr std::size_t kResident = std::size_t{16} << 20;

  Topology topology_;
  SpillFile file_;
  SpilledArray<TransferRecord> transfers_;
  SpilledArray<TransferRecord> signals_;
};

}  // namespace torusim
