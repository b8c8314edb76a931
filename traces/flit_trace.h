#pragma once
/// Writes the waves of chosen routers over a window of cycles: scopes top.r_<x>_<y>.<port> with the channels
/// that the router and its node interface drive (network ports, ejection ej<j>, injection inj<j>; channels
/// that a mesh lacks are left out), and in top the signals phase (string: the names of the phases under way,
/// else the most recent), flits_in_flight (on channels and in buffers of the whole network) and delivered
/// (messages so far, without signals).
///
/// A flit is shown in the cycle in which it is on the wire. The first values are those of the window's first
/// cycle, so worms that are under way then are complete.

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "models/contract/observer.h"
#include "traces/channel_waves.h"
#include "traces/trace_contents.h"
#include "traces/vcd_writer.h"

namespace torusim {

struct TraceOptions {
  std::string path;           ///< of the VCD file to write
  std::string title;          ///< last word of every label: "T4"
  std::vector<NodeId> nodes;  ///< the routers to show; empty: all
  Cycle first = 0;            ///< window of cycles, both ends included
  Cycle last = std::numeric_limits<Cycle>::max() - 1;
};

class FlitTrace : public Observer {
 public:
  /// Creates the file. Throws InputError when it cannot be written, a node does not exist, or the window is
  /// empty.
  FlitTrace(const Hardware& hardware, TraceOptions options);
  FlitTrace(const FlitTrace&) = delete;
  FlitTrace& operator=(const FlitTrace&) = delete;

  void moved(Cycle cycle, std::span<const FlitMove> moves) override;
  void started(Cycle, const Worm&) override {}
  void delivered(Cycle cycle, const Worm& worm) override;
  void phase_began(Cycle cycle, int phase, const std::string& name) override;
  void phase_ended(Cycle cycle, int phase, const std::string& name) override;

  /// Ends the file after the run's last cycle (or the window's, whichever comes first). Call it once. Throws
  /// InputError when the file is not complete, for example because the disk is full; the run itself goes on
  /// in that case.
  void finish(Cycle last_cycle);
  /// What the file holds; complete after finish().
  TraceContents contents() const;
  const VcdWriter& writer() const { return writer_; }

 private:
  void declare(const std::vector<NodeId>& nodes);
  bool advance(Cycle cycle);
  void show(Cycle cycle, std::span<const FlitMove> moves);
  void open();
  void show_phases();
  std::string label(const Worm& worm) const;

  Hardware hardware_;
  TraceOptions options_;
  VcdWriter writer_;
  VcdWriter::Signal phase_ = 0, in_flight_ = 0, delivered_ = 0;
  std::vector<ChannelWaves> channels_;
  std::vector<std::int32_t> channel_of_;          // by node * (ports + alpha) + port; -1: not shown
  std::vector<std::int32_t> carrying_, carried_;  // channels with a flit in this cycle and in the one before
  std::vector<Cycle> carried_in_;                 // by channel: last cycle with a flit
  ChannelWaves::Labels labels_;

  Cycle now_ = 0;             // latest cycle heard of
  Cycle last_moved_ = 0;      // latest cycle shown
  Cycle end_ = 0;             // one past the last cycle in the file
  bool done_ = false;         // the window is over
  std::int64_t flits_ = 0;    // in the network
  std::int64_t leaving_ = 0;  // of them, on ejection channels: gone in the next cycle
  std::int64_t messages_ = 0;
  std::map<int, std::string> under_way_, names_;  // phases by index
  std::vector<PhaseMark> phase_starts_;
};

}  // namespace torusim
