// What the GOAL texts that we write mean to LogGOPSim.
#include <gtest/gtest.h>

#include <map>
#include <queue>
#include <sstream>

#include "schedules/algorithms/registry.h"
#include "schedules/convert/export.h"

namespace torusim {
namespace {

/// LogGOPSim's model of a GOAL text, as far as our writer uses it: send and receive each take o of the
/// processor, a message L + (s - 1) G on its way, and the network g + (s - 1) G of its sender. What can begin
/// first does.
class LogGops {
 public:
  LogGops(const std::string& goal, std::int64_t L, std::int64_t o, std::int64_t g, std::int64_t G)
      : L_(L), o_(o), g_(g), G_(G) {
    std::istringstream lines(goal);
    std::size_t first = 0;  // operation of the rank
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string label, verb, third, direction, tag;
      words >> label >> verb >> third >> direction;
      if (label == "rank") {
        first = operations_.size();
        ++ranks_;
      } else if (verb == "requires") {
        const std::size_t later = first + std::stoul(label.substr(1)) - 1;
        operations_[first + std::stoul(third.substr(1)) - 1].then.push_back(later);
        ++operations_[later].needs;
      } else if (verb == "calc" || verb == "send" || verb == "recv") {
        Operation& operation = operations_.emplace_back();
        operation.kind = verb[0];
        operation.rank = ranks_ - 1;
        operation.bytes = std::stoll(third);
        words >> operation.peer >> tag >> operation.tag;
      }
    }
  }

  std::int64_t time() {
    processor_.assign(ranks_, 0);
    network_.assign(ranks_, 0);
    for (std::size_t i = 0; i < operations_.size(); ++i) {
      if (operations_[i].needs == 0) ready(i, 0);
    }
    std::int64_t end = 0;
    for (; !next_.empty(); end = std::max(end, last_)) {
      const auto [start, i] = next_.top();
      next_.pop();
      const std::int64_t possible = std::max(start, free(operations_[i]));
      if (possible > start) {
        next_.push({possible, i});
      } else {
        begin(i, start);
      }
    }
    EXPECT_EQ(done_, operations_.size()) << "some never happen";
    return end;
  }

 private:
  struct Operation {
    char kind = 'c';
    std::int64_t rank = 0, bytes = 0, peer = 0, tag = 0;
    int needs = 0;
    std::int64_t from = 0;  // when the last of them ends
    std::vector<std::size_t> then;
  };
  using Channel = std::tuple<std::int64_t, std::int64_t, std::int64_t>;  // source, destination, tag

  std::int64_t free(const Operation& operation) const {
    if (operation.kind == 'c') return 0;
    const auto rank = static_cast<std::size_t>(operation.rank);
    return std::max(processor_[rank], operation.kind == 's' ? network_[rank] : 0);
  }

  void ready(std::size_t i, std::int64_t now) {
    const Operation& operation = operations_[i];
    if (operation.kind == 'r') {
      const Channel channel{operation.peer, operation.rank, operation.tag};
      const auto arrival = arrivals_.find(channel);
      if (arrival == arrivals_.end()) {
        waiting_[channel] = {now, i};
        return;
      }
      now = std::max(now, arrival->second);
    }
    next_.push({now, i});
  }

  void begin(std::size_t i, std::int64_t now) {
    const Operation& operation = operations_[i];
    const auto rank = static_cast<std::size_t>(operation.rank);
    last_ = operation.kind == 'c' ? now : processor_[rank] = now + o_;
    if (operation.kind == 's') {
      network_[rank] = now + g_ + (operation.bytes - 1) * G_;
      const Channel channel{operation.rank, operation.peer, operation.tag};
      arrivals_[channel] = now + o_ + L_ + (operation.bytes - 1) * G_;
      if (const auto receiver = waiting_.find(channel); receiver != waiting_.end()) {
        next_.push({std::max(receiver->second.first, arrivals_[channel]), receiver->second.second});
      }
    }
    ++done_;
    for (const std::size_t later : operation.then) {
      operations_[later].from = std::max(operations_[later].from, last_);
      if (--operations_[later].needs == 0) ready(later, operations_[later].from);
    }
  }

  std::int64_t L_, o_, g_, G_, ranks_ = 0, last_ = 0;
  std::size_t done_ = 0;
  std::vector<Operation> operations_;
  std::vector<std::int64_t> processor_, network_;  // free from then on
  std::map<Channel, std::int64_t> arrivals_;
  std::map<Channel, std::pair<std::int64_t, std::size_t>> waiting_;
  using Next = std::pair<std::int64_t, std::size_t>;
  std::priority_queue<Next, std::vector<Next>, std::greater<>> next_;
};

TEST(GoalWriter, OurFilesTakeTheirTimeInLogGOPS) {
  // 63 steps of L + 2 o + (256 - 1) G: what LogGOPSim itself says of this exchange.
  const auto schedule = make_schedule("direct", Topology::parse("ring:64"));
  StoredSchedule stored = StoredSchedule::copy_of(*schedule);
  ScheduleInfo info = stored.info();
  info.block_flits = 16;
  StoredSchedule sized(info, stored.phases());
  std::ostringstream out;
  write_goal(sized, 16, out);
  EXPECT_EQ(LogGops(out.str(), 100, 10, 10, 1).time(), 23625);
}

}  // namespace
}  // namespace torusim
