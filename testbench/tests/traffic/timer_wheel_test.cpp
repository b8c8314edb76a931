// Events and nodes in order.
#include "models/sources/timer_wheel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "models/sources/node_random.h"
#include "models/sources/node_set.h"

namespace torusim {
namespace {

// Events come out in the cycle that they were put in for, near and far, whatever the steps.

struct Event {
  Cycle at;
  int number;
  bool operator>(const Event& other) const { return at > other.at; }
};

/// The same, by searching.
class Reference {
 public:
  void add(const Event& event) { events_.insert({event.at, event.number}); }
  Cycle first() const { return events_.empty() ? INT64_MAX : events_.begin()->first; }
  std::vector<int> take(Cycle now) {
    std::vector<int> numbers;
    for (; !events_.empty() && events_.begin()->first <= now; events_.erase(events_.begin())) {
      numbers.push_back(events_.begin()->second);
    }
    return numbers;
  }
  void erase_odd() {
    std::erase_if(events_, [](const auto& event) { return event.second % 2 != 0; });
  }

 private:
  std::multiset<std::pair<Cycle, int>> events_;
};

std::vector<int> sorted(std::vector<int> numbers) {
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

TEST(TimerWheel, BringsEveryEventInItsCycle) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    NodeRandom random(seed, 0);
    TimerWheel<Event> wheel;
    Reference reference;
    Cycle now = -1;
    int number = 0;
    for (int step = 0; step < 2000; ++step) {
      for (std::uint32_t i = random.below(4); i > 0; --i) {
        const std::uint32_t reach = random.below(2) == 0 ? 40 : random.below(10) == 0 ? 100'000 : 3000;
        const Event event{now + 1 + random.below(reach), number++};
        wheel.add(event);
        reference.add(event);
      }
      ASSERT_EQ(wheel.first(), reference.first());
      // To the next cycle, to the next event, or beyond several of them.
      const std::uint32_t kind = random.below(20);
      now = kind == 0                                ? now + 1 + random.below(5000)
            : kind < 8 && wheel.first() != INT64_MAX ? wheel.first()
                                                     : now + 1;
      std::vector<int> taken;
      wheel.take(now, [&](const Event& event) {
        EXPECT_LE(event.at, now);
        taken.push_back(event.number);
      });
      ASSERT_EQ(sorted(taken), sorted(reference.take(now)));
      if (random.below(500) != 0) continue;
      wheel.erase_if([](const Event& event) { return event.number % 2 != 0; });
      reference.erase_odd();
    }
  }
}

// Nodes come out in ascending order, each once, and only once.

TEST(NodeSet, GivesWhatWasAddedInOrder) {
  for (const NodeId size : {1, 63, 64, 65, 4096, 10'000}) {
    const NodeId first = 777;
    NodeSet nodes(first, first + size);
    std::mt19937 random(1);
    for (int round = 0; round < 20; ++round) {
      std::set<NodeId> expected;
      if (round % 3 == 1) expected = {first, first + size - 1};
      for (int i = 0; i < round; ++i) expected.insert(first + static_cast<NodeId>(random() % unsigned(size)));
      for (const NodeId node : expected) nodes.add(node);
      for (const NodeId node : expected) nodes.add(node);
      std::vector<NodeId> taken;
      nodes.take([&](NodeId node) { taken.push_back(node); });
      EXPECT_EQ(taken, std::vector<NodeId>(expected.begin(), expected.end())) << size << ", round " << round;
    }
  }
}

}  // namespace
}  // namespace torusim
