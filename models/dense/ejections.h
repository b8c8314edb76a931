#pragma once
/// Streams of flits that node interfaces take. A flit is taken two cycles after it leaves the router. The
/// scoreboard is called only when a stream begins, pauses or ends.

#include <vector>

#include "models/contract/message_source.h"
#include "models/watch/scoreboard.h"

namespace torusim::dense {

class Ejections {
 public:
  struct Stream {
    NodeId node = 0;
    WormSlot worm = 0;
  };
  /// A list of streams, at most one per node.
  class List {
   public:
    explicit List(NodeId nodes) : streams_(static_cast<std::size_t>(nodes) + 1) {}
    const Stream* begin() const { return streams_.data(); }
    const Stream* end() const { return streams_.data() + size_; }
    Stream* end() { return streams_.data() + size_; }
    /// Sets the end after entries were written at end(). The list has room for one entry more than nodes.
    void set_end(const Stream* end) { size_ = end - begin(); }
    void clear() { size_ = 0; }

   private:
    std::vector<Stream> streams_;
    std::ptrdiff_t size_ = 0;
  };
  struct Events {
    List begin, pause, end;  ///< pause: the flit before was the stream's last
  };

  Ejections(Scoreboard& scoreboard, NodeId nodes)
      : scoreboard_(scoreboard), events_(kCycles, {List(nodes), List(nodes), List(nodes)}) {}

  /// The events of flits that leave routers in cycle `now`.
  Events& leaving(Cycle now) { return due(now + kDelay); }
  /// Takes the events that are due in cycle `now`; returns the number of worms that the source has received.
  int take(Cycle now, MessageSource& source, WormTable& worms);

 private:
  static constexpr Cycle kDelay = 2, kCycles = 4;
  Events& due(Cycle cycle) { return events_[static_cast<std::size_t>(cycle % kCycles)]; }

  Scoreboard& scoreboard_;
  std::vector<Events> events_;
};

}  // namespace torusim::dense
