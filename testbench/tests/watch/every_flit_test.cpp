// A history knows the cycle of every flit on every channel, though it keeps streams of flits.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <map>
#include <tuple>

#include "models/run/simulation.h"
#include "models/watch/backwards.h"
#include "models/watch/span_statistics.h"
#include "testbench/tests/fast/long_messages.h"
#include "testbench/tests/models/span_recorder.h"

namespace torusim {
namespace {

/// Number and index of a flit.
using Flit = std::pair<std::uint32_t, std::uint32_t>;
/// The flits on a channel, or out of its far buffer, by cycle; the latest first.
using Past = std::map<Cycle, Flit, std::greater<>>;

TEST(FlitHistory, HasEveryFlit) {
  EXPECT_TRUE(rc::check([] {
    StoredSchedule schedule = test::long_messages(test::any_small_topology(), 1, *rc::gen::element(1, 1, 2));
    RunOptions options = test::any_options(schedule);
    options.startup = *rc::gen::inRange<Cycle>(0, 8);
    options.max_cycles = *rc::gen::inRange<Cycle>(100, 700);
    FlitHistory history(options.hardware);
    SpanStatistics statistics(options.hardware, &history);
    test::SpanRecorder recorder;
    options.observers = {&statistics, &history, &recorder};
    simulate(schedule, options);

    std::map<ChannelId, Past> on, out;
    for (const auto& [begin, channel, last, number, first, vc, from, from_vc] : recorder.entries) {
      for (Cycle t = begin; t <= last; ++t) {
        const Flit flit{number, first + static_cast<std::uint32_t>(t - begin)};
        on[channel][t] = flit;
        if (from != kNoChannel) out[from][t] = flit;
      }
    }
    const auto number = [&](PassageIndex p) { return history.worms()[history.passages()[p].worm].number; };
    Backwards past(history);
    bool alternate = false;
    const auto same = [&](const std::optional<FlitStream>& stream, Cycle cycle, const Flit& flit) {
      RC_ASSERT(stream.has_value());
      RC_ASSERT(stream->alternate == 0);
      const Flit found{number(stream->passage),
                       stream->first + static_cast<std::uint32_t>(cycle - stream->cycle)};
      RC_ASSERT(found == flit);
      RC_ASSERT(history.on_wire(stream->passage, flit.second) == cycle);
    };
    for (const auto& [channel, flits] : on) {
      for (const auto& [cycle, flit] : flits) {
        same(past.carried(channel, cycle), cycle, flit);
        if (!flits.contains(cycle - 1)) RC_ASSERT(!past.carried(channel, cycle - 1));
      }
      for (const PassageIndex p : history.passages_on(channel)) {
        const auto within = std::ranges::count_if(
            flits, [&](const auto& each) { return each.first % 64 < 37 && each.second.first == number(p); });
        std::uint32_t found = 0;
        for (Cycle t = 0; t < 800; t += 64) found += history.flits_within(p, t, t + 37);
        RC_ASSERT(found == static_cast<std::uint32_t>(within));
      }
    }
    for (const auto& [channel, flits] : out) {
      for (const auto& [cycle, flit] : flits) same(past.drained(channel, cycle), cycle, flit);
    }
    std::map<ChannelId, Cycle> counts;
    history.each_stream([&](ChannelId channel, const Series& series) {
      for (Cycle n = 0; n < series.times; ++n)
        RC_ASSERT(on[channel].contains(series.begin + n * series.period));
      counts[channel] += series.cycles();
      alternate |= series.times > 1;
    });
    for (const auto& [channel, flits] : on) RC_ASSERT(counts[channel] == std::ssize(flits));
    RC_CLASSIFY(alternate, "flits in every second cycle");
  }));
}

}  // namespace
}  // namespace torusim
