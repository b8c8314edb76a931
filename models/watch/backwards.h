#pragma once
/// Finds the streams on a channel and out of the buffer behind it, from the end of the run backwards. The
/// cycles of queries hardly ever increase, so each chain of streams is followed once. Of a stream of flits in
/// every second cycle a query finds one flit.

#include <optional>
#include <unordered_map>
#include <vector>

#include "models/watch/flit_history.h"

namespace torusim {

class Backwards {
 public:
  explicit Backwards(const FlitHistory& history) : history_(history) {}

  /// The latest stream on the channel that began in or before the cycle, if any.
  std::optional<FlitStream> latest(ChannelId channel, Cycle cycle) {
    return follow(on_, channel, history_.past(channel).newest, &FlitStream::older, cycle);
  }
  /// The stream on the channel in the cycle; none if the channel carried no flit.
  std::optional<FlitStream> carried(ChannelId channel, Cycle cycle) {
    return in(latest(channel, cycle), cycle);
  }
  /// The stream that left the buffer behind the channel, on its next channel in that cycle, if any.
  std::optional<FlitStream> drained(ChannelId channel, Cycle cycle) {
    return in(follow(out_, channel, history_.past(channel).newest_out, &FlitStream::older_out, cycle), cycle);
  }

 private:
  using Places = std::unordered_map<ChannelId, std::vector<StreamIndex>>;

  std::optional<FlitStream> follow(Places& places, ChannelId channel, StreamIndex newest,
                                   StreamIndex FlitStream::*older, Cycle cycle) {
    if (newest == kNoIndex) return std::nullopt;
    std::vector<StreamIndex>& seen = places[channel];
    if (seen.empty()) seen.push_back(newest);
    while (seen.size() > 1 && history_.stream(seen[seen.size() - 2]).cycle <= cycle) seen.pop_back();
    while (true) {
      const FlitStream stream = history_.stream(seen.back());
      if (stream.cycle <= cycle) return latest_part(stream, stream.*older, cycle);
      if (stream.*older == kNoIndex) return std::nullopt;
      seen.push_back(stream.*older);
    }
  }
  /// A stream goes on behind the begin of at most one later one.
  FlitStream latest_part(const FlitStream& stream, StreamIndex older, Cycle cycle) const {
    const FlitStream part = stream.part_before(cycle);
    if (older == kNoIndex) return part;
    const FlitStream other = history_.stream(older).part_before(cycle);
    return other.cycle > part.cycle ? other : part;
  }
  static std::optional<FlitStream> in(const std::optional<FlitStream>& stream, Cycle cycle) {
    return stream && cycle < stream->end() ? stream : std::nullopt;
  }

  const FlitHistory& history_;
  Places on_, out_;  // by channel: its chain up to the latest position
};

}  // namespace torusim
