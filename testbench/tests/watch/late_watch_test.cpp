// Observers receive everything later, on a second thread or not; errors and early ends included.
#include "models/watch/late_watch.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace torusim {
namespace {

/// Throws after some messages.
class Impatient : public Observer {
 public:
  explicit Impatient(int most) : left_(most) {}
  bool wants_moves() const override { return false; }
  bool wants_spans() const override { return true; }
  void started(Cycle, const Worm& worm) override {
    if (--left_ < 0) throw std::runtime_error("enough");
    numbers += worm.number;
  }
  void phase_began(Cycle, int, const std::string& name) override { phases += name; }
  void phase_ended(Cycle, int, const std::string& name) override { phases += "-" + name; }

  std::int64_t numbers = 0;
  std::string phases;

 private:
  int left_;
};

constexpr int kMany = 100'000;  // more than all tapes hold

void tell(LateWatch& late) {
  late.phase_began(0, 0, "a");
  for (int i = 0; i < kMany; ++i) {
    Worm worm;
    worm.number = static_cast<std::uint32_t>(i);
    late.started(i, worm);
  }
  late.phase_ended(kMany, 0, "a");
}

TEST(LateWatch, TellsOfEverything) {
  for (const bool beside : {false, true}) {
    Impatient observer(kMany);
    LateWatch late({}, {&observer}, beside);
    tell(late);
    late.finish(kMany);
    EXPECT_EQ(observer.numbers, std::int64_t{kMany} * (kMany - 1) / 2);
    EXPECT_EQ(observer.phases, "a-a");
  }
}

TEST(LateWatch, PassesErrorsOn) {
  for (const bool beside : {false, true}) {
    for (const int most : {3, kMany / 2, kMany - 1}) {
      Impatient observer(most);
      LateWatch late({}, {&observer}, beside);
      EXPECT_THROW(
          {
            tell(late);
            late.finish(kMany);
          },
          std::runtime_error);
    }
  }
}

TEST(LateWatch, MayEndEarly) {
  Impatient observer(kMany);
  LateWatch late({}, {&observer}, true);
  tell(late);
}

}  // namespace
}  // namespace torusim
