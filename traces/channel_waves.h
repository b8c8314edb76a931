#pragma once
/// The waves of one channel: the fields of the flit on it, and for each of its virtual channels the owner and
/// its state.
///
/// Signals: valid, head, tail (1 bit), vc (6), worm (32, the worm's number), seg_port (5) and seg_hops (11):
/// the first segment of the last head's route as it passed here. While no flit passes, vc, worm and seg_*
/// keep their values. Scope vc<k> of each virtual channel: label (string, the owner, from its head's cycle
/// to its tail's) and state (2 bits, VcState).

#include <string_view>

#include "models/contract/observer.h"
#include "traces/trace_contents.h"
#include "traces/vcd_writer.h"

namespace torusim {

/// The values that a flit shows on a channel.
struct ShownFlit {
  std::uint32_t worm = 0;  ///< number of the worm
  std::uint8_t vc = 0;
  bool head = false, tail = false;
  // The members below are for a head.
  Run segment{};             ///< the first segment of its route as it passes
  std::string_view label{};  ///< label of its worm, escaped (VcdWriter::escaped)
};

/// The first segment of the route in the worm's head while it is on this channel.
Run segment_on(const Hardware& hardware, const Worm& worm, NodeId node, int port);

class ChannelWaves {
 public:
  /// Declares the signals in the writer's current scope.
  ChannelWaves(VcdWriter& writer, const Hardware& hardware, NodeId node, int port);

  // The functions below set values in the writer's current cycle. Further flits of the same worm need no
  // call.
  void carry(VcdWriter& writer, const Hardware& hardware, const ShownFlit& flit);
  /// The second flit of a worm, after the head, is on the channel.
  void head_passed(VcdWriter& writer) { writer.set(head_, 0); }
  /// The channel carries nothing; call it once after each run of flits.
  void rest(VcdWriter& writer, const Hardware& hardware);
  /// Forgets which virtual channels were used, except those that are owned now.
  void restart_use() {
    contents_.used_vcs = owned_;
    contents_.preempted = false;
  }

  const TracedChannel& contents() const { return contents_; }

 private:
  void release(VcdWriter& writer, std::uint64_t except);
  void write_states(VcdWriter& writer, const Hardware& hardware, int carried_vc);
  VcdWriter::Signal label(int vc) const { return vcs_ + 2 * vc; }
  VcdWriter::Signal state(int vc) const { return vcs_ + 2 * vc + 1; }

  TracedChannel contents_;
  VcdWriter::Signal valid_, head_, tail_, vc_, worm_, seg_port_, seg_hops_;
  VcdWriter::Signal vcs_;  // label and state of VC 0, then of VC 1, ..
  std::uint64_t owned_ = 0;
  std::uint64_t leaving_ = 0;  // owned by a worm whose tail passed in the last cycle
};

}  // namespace torusim
