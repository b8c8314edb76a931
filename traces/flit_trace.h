#pragma once
/// Writes the waves of chosen routers over a window of cycles: scopes top.r_<x>_<y>.<port> with the channels
/// that the router and its node interface drive (network ports, ejection ej<j>, injection inj<j>; channels
/// that a mesh lacks are left out), and three signals in top: phase (string: the names of the phases under
/// way, else of the most recent), flits_in_flight (on channels and in buffers of the whole network), and
/// delivered (messages so far, without signals).
///
/// A flit is shown in the cycle in which it is on the wire. The file begins with the values of the window's
/// first cycle, so worms that are under way then are complete. Time and space are proportional to the spans
/// that are shown.

#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "models/contract/observer.h"
#include "traces/channel_waves.h"
#include "traces/trace_contents.h"
#include "traces/vcd_writer.h"

namespace torusim {

struct TraceOptions {
  std::string path;           ///< path of the VCD file to write
  std::string title;          ///< last word of every label: "T4"
  std::vector<NodeId> nodes;  ///< the routers to show; empty: all
  Cycle first = 0;            ///< window of cycles, both ends included
  Cycle last = std::numeric_limits<Cycle>::max() - 1;
  /// Worms that started before this cycle are not observed. None of them may be under way in the window; the
  /// channels show nothing of them.
  Cycle heard_from = 0;
  Timescale timescale{};  ///< what cycles are in the file
};

class FlitTrace : public Observer {
 public:
  /// Creates the file. Throws InputError when it cannot be written, a node does not exist, or the window is
  /// empty.
  FlitTrace(const Hardware& hardware, TraceOptions options);
  FlitTrace(const FlitTrace&) = delete;
  FlitTrace& operator=(const FlitTrace&) = delete;

  bool wants_moves() const override { return false; }
  bool wants_spans() const override { return true; }
  Cycle spans_from() const override { return options_.heard_from; }
  void span_began(const FlitSpan& span) override;
  void span_ended(const FlitSpan& span) override;
  void delivered(Cycle cycle, const Worm& worm) override;
  void phase_began(Cycle cycle, int phase, const std::string& name) override;
  void phase_ended(Cycle cycle, int phase, const std::string& name) override;

  /// Ends the file after the run's last cycle (or the window's, whichever comes first). Call it once. Throws
  /// InputError when the file is not complete, for example because the disk is full; the run itself continues
  /// in that case.
  void finish(Cycle last_cycle);
  /// The contents of the file; complete after finish().
  TraceContents contents() const;
  const VcdWriter& writer() const { return writer_; }

 private:
  /// A span that is shown, or a span of a local channel that is only counted.
  struct Shown {
    const FlitSpan* open = nullptr;  // null when the span has ended
    Cycle begin = 0, closed_last = 0;
    std::uint32_t number = 0, flits = 0, first = 0;
    ChannelId id = kNoChannel;
    std::int32_t channel = -1;  // index in channels_; -1: only counted
    std::int32_t enters = 0;    // flits per cycle into the network: 1 injection, -1 ejection, else 0
    Run segment{};              // segment of the head
    std::uint32_t label = 0;
    std::uint8_t vc = 0;
    bool followed = false;  // the channel's next span begins in the cycle after it
    Cycle last() const { return open != nullptr ? open->last : closed_last; }
  };
  enum class Change : std::uint8_t { kFlow, kBegin, kHeadPassed, kTail, kRest };
  /// A change in a cycle; the changes of one cycle are in the order of the channels.
  struct Event {
    Cycle cycle;
    std::int32_t channel;
    Change change;
    std::int32_t flow;  // change of the flits that enter per cycle, from this cycle on
    std::uint32_t shown;
  };
  struct Text {  // a new value of the signal phase, or a delivered message
    Cycle cycle;
    std::string text;
    bool message;
  };

  void declare(const std::vector<NodeId>& nodes);
  void hear_of(Cycle cycle);
  void write_until(Cycle limit);
  void collect(Cycle limit);
  void add_events(std::uint32_t index, Cycle limit);
  void show(const Event& event);
  void forget(Cycle limit);
  void move_to(Cycle cycle);
  void open();
  void note_phases(Cycle cycle);
  std::uint32_t label_of(const Worm& worm);
  std::string label(const Worm& worm) const;

  Hardware hardware_;
  TraceOptions options_;
  VcdWriter writer_;
  VcdWriter::Signal phase_ = 0, in_flight_ = 0, delivered_ = 0;
  std::vector<ChannelWaves> channels_;
  std::vector<std::int32_t> channel_of_;  // by channel: index in channels_; -1: not shown
  int stride_;

  // Changes that are not in the file yet. They are written in batches, so memory stays bounded and the
  // changes of many channels are sorted at once.
  std::vector<Shown> shown_;
  std::vector<std::int32_t> newest_;  // by channel: index in shown_; -1: none
  std::vector<Event> events_;
  std::vector<Text> texts_;
  std::vector<std::string> labels_;                            // escaped
  std::unordered_map<std::uint32_t, std::uint32_t> label_of_;  // by number of a worm: index in labels_

  Cycle now_ = 0;      // latest cycle of an event
  Cycle written_ = 0;  // changes before this cycle are in the file
  Cycle end_ = 0;      // one past the last cycle in the file
  bool opened_ = false;
  bool done_ = false;                  // the window is over
  std::int64_t flits_ = 0, flow_ = 0;  // flits in the network, and their change per cycle
  std::int64_t messages_ = 0;
  std::map<int, std::string> under_way_, names_;  // phases by index
  std::vector<PhaseMark> phase_starts_;
};

}  // namespace torusim
