// Why packet slots: all states of small rings under rules of bubble flow control, with worms of any lengths
// up to the longest. A ring is stuck if its worms all go on and none can.
#include <gtest/gtest.h>

#include <functional>
#include <numeric>
#include <set>
#include <vector>

namespace torusim {
namespace {

using Buffer = std::vector<int>;  // lengths of its worms, the oldest first
using Ring = std::vector<Buffer>;

struct Rules {
  int nodes, slots, longest;  // a buffer has slots * longest flits
  std::function<bool(const Buffer&, int flits)> goes_on, goes_in;
};

bool is_stuck(const Ring& ring, const Rules& rules) {
  bool any = false;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    if (ring[i].empty()) continue;
    any = true;
    if (rules.goes_on(ring[(i + 1) % ring.size()], ring[i].front())) return false;
  }
  return any;
}

/// Goes through all states that worms can bring about which enter, go on and leave one by one.
bool can_get_stuck(const Rules& rules, const std::vector<int>& lengths) {
  std::set<Ring> seen{Ring(rules.nodes)};
  std::vector<Ring> left(seen.begin(), seen.end());
  const auto reach = [&](Ring ring) {
    if (seen.insert(ring).second) left.push_back(std::move(ring));
  };
  while (!left.empty()) {
    const Ring ring = left.back();
    left.pop_back();
    if (is_stuck(ring, rules)) return true;
    for (std::size_t i = 0; i < ring.size(); ++i) {
      for (const int flits : lengths) {
        if (!rules.goes_in(ring[i], flits)) continue;
        Ring entered = ring;
        entered[i].push_back(flits);
        reach(std::move(entered));
      }
      if (ring[i].empty()) continue;
      Ring after = ring;
      after[i].erase(after[i].begin());
      reach(after);
      const std::size_t next = (i + 1) % ring.size();
      if (!rules.goes_on(ring[next], ring[i].front())) continue;
      after[next].push_back(ring[i].front());
      reach(std::move(after));
    }
  }
  return false;
}

struct Size {
  int nodes, slots, longest;
};
constexpr Size kSizes[] = {{2, 2, 2}, {3, 2, 2}, {4, 2, 2}, {3, 3, 2}, {3, 2, 3}};

std::vector<int> all_lengths(int longest) {
  std::vector<int> lengths(longest);
  std::iota(lengths.begin(), lengths.end(), 1);
  return lengths;
}

/// The rule of docs/router.md, with so many packet slots for a head that enters.
Rules packet_slots(const Size& size, int asked) {
  const int slots = size.slots;
  return {
      size.nodes, slots, size.longest,
      [slots](const Buffer& buffer, int) { return static_cast<int>(buffer.size()) + 1 <= slots; },
      [slots, asked](const Buffer& buffer, int) { return static_cast<int>(buffer.size()) + asked <= slots; }};
}

/// Counts flits: room for the worm itself in the ring, and `more` flits for one that enters.
Rules flits(const Size& size, int more) {
  const int all = size.slots * size.longest;
  const auto room = [all](const Buffer& buffer) {
    return all - std::accumulate(buffer.begin(), buffer.end(), 0);
  };
  return {size.nodes, size.slots, size.longest,
          [room](const Buffer& buffer, int flits) { return room(buffer) >= flits; },
          [room, more](const Buffer& buffer, int flits) { return room(buffer) >= flits + more; }};
}

TEST(BubbleRules, WithPacketSlotsNoRingGetsStuck) {
  for (const Size& size : kSizes) {
    EXPECT_FALSE(can_get_stuck(packet_slots(size, 2), all_lengths(size.longest)));
    EXPECT_TRUE(can_get_stuck(packet_slots(size, 1), all_lengths(size.longest)));
  }
}

// A short worm that goes into the free room leaves less of it behind, where a longer one waits.
TEST(BubbleRules, CountedInFlitsWormsOfDifferentLengthsGetStuck) {
  for (const Size& size : kSizes) {
    EXPECT_TRUE(can_get_stuck(flits(size, size.longest), all_lengths(size.longest)));
    EXPECT_FALSE(can_get_stuck(flits(size, size.longest), {size.longest}));
    EXPECT_TRUE(can_get_stuck(flits(size, 0), {size.longest}));
  }
}

}  // namespace
}  // namespace torusim
