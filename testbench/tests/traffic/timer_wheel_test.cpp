// Events come out in the cycle that they were put in for, near and far, whatever the steps.
#include "models/sources/timer_wheel.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "models/sources/node_random.h"

namespace torusim {
namespace {

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

}  // namespace
}  // namespace torusim
