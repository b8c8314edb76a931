#pragma once
/// An observer that writes down all spans, and whether they come as the interface says.

#include <algorithm>
#include <tuple>
#include <vector>

#include "models/contract/observer.h"

namespace torusim::test {

class SpanRecorder : public Observer {
 public:
  using Entry = std::tuple<Cycle, ChannelId, Cycle, std::uint32_t, std::uint32_t, int, ChannelId, int>;

  bool wants_moves() const override { return false; }
  bool wants_spans() const override { return true; }
  void span_began(const FlitSpan& span) override {
    in_order &= span.begin >= latest_;
    latest_ = span.begin;
  }
  void span_ended(const FlitSpan& span) override {
    entries.emplace_back(span.begin, span.channel, span.last, span.number, span.first, span.vc, span.from,
                         span.from_vc);
  }

  std::vector<Entry> sorted() {
    std::sort(entries.begin(), entries.end());
    return entries;
  }
  std::vector<Entry> entries;
  bool in_order = true;

 private:
  Cycle latest_ = 0;
};

}  // namespace torusim::test
