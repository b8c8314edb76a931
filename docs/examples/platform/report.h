#pragma once
// What the network did: messages by class, the busiest channel, and why worms waited.
#include <cstdio>
#include <map>

#include "models/watch/span_statistics.h"

class Report : public torusim::SpanStatistics {
 public:
  explicit Report(const torusim::Hardware& hardware) : SpanStatistics(hardware), hardware_(hardware) {}

  void delivered(torusim::Cycle cycle, const torusim::Worm& worm) override {
    SpanStatistics::delivered(cycle, worm);
    Latencies& of_class = classes_[worm.message_class];
    ++of_class.messages;
    of_class.cycles += cycle - worm.started;
  }

  /// `cycles` of the network have passed.
  void print(torusim::Cycle cycles) const {
    for (const auto& [number, latencies] : classes_) {
      std::printf("class %d: %lld messages, %.1f cycles each\n", number, latencies.messages,
                  static_cast<double>(latencies.cycles) / static_cast<double>(latencies.messages));
    }
    torusim::LinkStatistics all, busiest;
    torusim::ChannelId where = 0;
    for (torusim::ChannelId channel = 0; channel < table().size(); ++channel) {
      if (!table().exists(table().node(channel), table().port(channel))) continue;
      const torusim::LinkStatistics link = this->link(channel, cycles);
      all.stalled_credit += link.stalled_credit;
      all.stalled_allocation += link.stalled_allocation;
      all.stalled_preemption += link.stalled_preemption;
      all.stalled_arbitration += link.stalled_arbitration;
      if (table().port(channel) >= hardware_.network_ports() || link.flits <= busiest.flits) continue;
      busiest = link;
      where = channel;
    }
    std::printf("busiest channel: %s, %.0f %% of the time\n", table().name(where).c_str(),
                100.0 * static_cast<double>(busiest.flits) / static_cast<double>(cycles));
    std::printf("cycles of waits: %lld for credits, %lld for a channel, %lld preempted, %lld in turns\n",
                number(all.stalled_credit), number(all.stalled_allocation), number(all.stalled_preemption),
                number(all.stalled_arbitration));
  }

 private:
  struct Latencies {
    long long messages = 0, cycles = 0;
  };
  static long long number(std::int64_t value) { return value; }

  const torusim::Hardware hardware_;
  std::map<int, Latencies> classes_;
};
