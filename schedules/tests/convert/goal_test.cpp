// GOAL text: what other tools write, what is wrong with it, and what our own files mean to LogGOPSim.
#include <gtest/gtest.h>

#include <map>
#include <queue>

#include "schedules/algorithms/registry.h"
#include "schedules/check/check.h"
#include "schedules/convert/goal_reader.h"
#include "schedules/convert/goal_writer.h"
#include "schedules/tests/convert/convert_helpers.h"

namespace torusim {
namespace {

const char* const kExchange =
    "// by hand\n"
    "num_ranks 3\n"
    "rank 0 {\n"
    "a: send 64b to 1 tag 5 cpu 1 nic 0\n"
    "b: recv 64b from 2\n"
    "c: send 64b to 2 tag 6\n"
    "d: recv 64b from -1 tag -1\n"
    "c requires a\n"
    "c requires b\n"
    "}\n"
    "/* a comment\n"
    "   of two lines */\n"
    "rank 1 {\n"
    "x: calc 100\n"
    "s: send 64b to 0 tag 9\n"
    "s irequires x\n"
    "recv 64b from 0 tag 5\n"
    "t: send 64b to 2\n"
    "t irequires s\n"
    "}\n"
    "rank 2 {\n"
    "send 64b to 0\n"
    "r: recv 64b from 0 tag 6\n"
    "recv 64b from 1\n"
    "u: send 64b to 1 tag 4\n"
    "u requires r\n"
    "}\n";

std::string complete() {
  std::string text = kExchange;
  text.insert(text.find("t: send"), "v: recv 64b from 2 tag 4\n");
  return text;
}

TEST(Goal, DependenciesBecomePhases) {
  OutsideSchedule read = read_goal_text(complete(), "dir/by-hand.goal", on("ring:3"));
  EXPECT_EQ(described(read.schedule),
            "by-hand on ring:3\n"
            "phase step 1\n0>1 +x1 c=0 0:1\n1>0 -x1 c=0 1:0\n1>2 +x1 c=0 1:2\n2>0 +x1 c=0 2:0\n"
            "phase step 2\n0>2 -x1 c=0 0:2\n"
            "phase step 3\n2>1 -x1 c=0 2:1\n");
  EXPECT_EQ(read.schedule.info().block_flits, 4);  // 64 bytes in flits of 16
  EXPECT_EQ(read.schedule.info().ports, 2);
  EXPECT_EQ(read.notes.size(), 2u);
  EXPECT_TRUE(check(read.schedule).correct());
}

TEST(Goal, PortsMakeMorePhases) {
  OutsideOptions options = on("ring:3");
  options.ports = 1;
  OutsideSchedule read = read_goal_text(complete(), "f", options);
  EXPECT_EQ(read.schedule.phases().size(), 4u);
  EXPECT_TRUE(check(read.schedule).correct());
}

TEST(Goal, TagsAsStepsOrClasses) {
  OutsideOptions options = on("ring:3");
  options.classes = true;
  OutsideSchedule classes = read_goal_text(complete(), "f", options);
  EXPECT_EQ(classes.schedule.phases()[0].transfers[0].message_class, 2);  // of 0, 4, 5, 6, 9
  options.steps = Steps::kTag;
  EXPECT_EQ(refusal(read_goal_text, complete(), options),
            "f:19: this message is of step 1, but its dependencies allow step 5 at the earliest");
}

/// A ring all-reduce, as a generator of GOAL writes it: what goes on waits for what has come.
std::string ring_allreduce(int ranks, int bytes) {
  std::string text = "num_ranks " + std::to_string(ranks) + "\n";
  for (int r = 0; r < ranks; ++r) {
    const std::string next = std::to_string((r + 1) % ranks),
                      before = std::to_string((r + ranks - 1) % ranks);
    text += "rank " + std::to_string(r) + " {\n";
    for (int k = 0; k < 2 * (ranks - 1); ++k) {
      const std::string i = std::to_string(k), size = std::to_string(bytes) + "b ";
      text += "s" + i + ": send " + size + "to " + next + " tag " + i + "\n";
      if (k > 0) text += "s" + i + " requires r" + std::to_string(k - 1) + "\n";
      text += "r" + i + ": recv " + size + "from " + before + " tag " + i + "\n";
    }
    text += "}\n";
  }
  return text;
}

TEST(Goal, AReductionBecomesMessages) {
  OutsideSchedule read = read_goal_text(ring_allreduce(8, 40), "f", on("ring:8"));
  const ScheduleInfo& info = read.schedule.info();
  EXPECT_EQ(info.collective.kind, Collective::Kind::kMessages);
  EXPECT_EQ(info.phases, 14);
  EXPECT_EQ(info.block_flits, 3);
  EXPECT_EQ(info.collective.blocks, 14 * 8);
  ASSERT_EQ(read.notes.size(), 1u);
  EXPECT_EQ(
      read.notes[0],
      "read as messages with blocks of their own, not as a complete exchange: line 5: a second message from "
      "0 to 1");
  EXPECT_TRUE(check(read.schedule).correct());
}

TEST(Goal, SizesOfMessagesAreMultiplesOfABlock) {
  const std::string text =
      "num_ranks 3\nrank 0 {\nsend 96b to 1\nsend 1b to 2\n}\nrank 1 {\nrecv 96b from 0\nsend 0b to 2\n}\n"
      "rank 2 {\nrecv 1b from 0\nrecv 0b from 1\n}\n";
  OutsideSchedule read = read_goal_text(text, "f", on("ring:3"));
  EXPECT_EQ(read.schedule.info().block_flits, 1);  // 6, 1 and no flits
  EXPECT_EQ(described(read.schedule),
            "f on ring:3\nphase step 1\n0>1 +x1 c=0 n=6\n0>2 -x1 c=0 n=1\n1>2 +x1 c=0\n");
  OutsideOptions larger = on("ring:3");
  larger.flit_bytes = 96;
  larger.block = 5;  // scales them
  EXPECT_EQ(read_goal_text(text, "f", larger).schedule.info().block_flits, 5);
  OutsideOptions exchange = on("ring:3");
  exchange.collective = Reading::kExchange;
  EXPECT_EQ(
      refusal(read_goal_text, text, exchange),
      "f:4: a message of 1 bytes, and 96 in those before; a complete exchange has one, all of one size");
}

TEST(Goal, RoutesByOption) {
  std::string text = "num_ranks 16\nrank 0 {\nsend 1b to 10\n}\n";  // (0,0) > (2,2), and (1,1) > (3,2)
  for (int r = 1; r < 16; ++r) {
    text += "rank " + std::to_string(r) + " {\n";
    if (r == 5) text += "send 1b to 14\n";
    if (r == 10) text += "recv 1b from 0\n";
    if (r == 14) text += "recv 1b from 5\n";
    text += "}\n";
  }
  const auto routes = [&](Routes way) {
    OutsideOptions options = on("torus:4x4");
    options.routes = way;
    OutsideSchedule read = read_goal_text(text, "f", options);
    std::string all;
    for (const Phase& phase : read.schedule.phases()) {
      for (const Transfer& transfer : phase.transfers) all += transfer.route.text() + " ";
    }
    EXPECT_TRUE(check(read.schedule).correct());
    return all;
  };
  EXPECT_EQ(routes(Routes::kDor), "+x2+y2 +x2+y1 ");
  EXPECT_EQ(routes(Routes::kReversed), "+y2+x2 +y1+x2 ");
  EXPECT_EQ(routes(Routes::kSplit), "+x2+y2 -x2+y1 ");
}

TEST(Goal, SaysWhatIsWrongAndWhere) {
  const auto with = [&](std::string_view old, std::string_view by) {
    std::string text = complete();
    text.replace(text.find(old), old.size(), by);
    return refusal(read_goal_text, text, on("ring:3"));
  };
  EXPECT_EQ(with("num_ranks 3", "num_ranks 4"), "f:2: 4 ranks, but ring:3 has 3 nodes");
  EXPECT_EQ(with("a: send 64b", "a: send 64"), "f:4:11: expected 'b' after the size, found a blank");
  EXPECT_EQ(with("send 64b to 1 tag 5", "sent 64b to 1 tag 5"),
            "f:4:4: unknown operation 'sent'; did you mean 'send'?");
  EXPECT_EQ(with("c requires a", "c requires z"), "f:8:12: no label 'z' above in rank 0");
  EXPECT_EQ(with("send 64b to 1 tag 5", "send 64b to 3 tag 5"), "f:4:16: rank 3 is outside 0..2");
  EXPECT_EQ(with("send 64b to 1 tag 5", "send 64b to 0 tag 5"), "f:4: rank 0 sends to itself");
  EXPECT_EQ(with("send 64b to 1 tag 5", "send 65b to 1 tag 5"),
            "f:17: receives 64 bytes, but the message of line 4 has 65");
  EXPECT_EQ(with("to 1 tag 5", "to 1 tag 7"),
            "f:17: no send of rank 0 to 1 with tag 5 is left for this receive");
  EXPECT_EQ(with("d: recv 64b from -1 tag -1\n", ""), "f:14: no receive of rank 0 takes this message");
  EXPECT_EQ(with("d: recv 64b from -1 tag -1\n", "d: recv 64b from -1 tag -1\nrecv 64b from -1 tag -1\n"),
            "f:8: no message is left for this receive");
  EXPECT_EQ(with("rank 2 {", "rank 1 {"), "f:22:6: rank 1, but the next of 3 is 2");
  EXPECT_EQ(with("c requires a", "c requires c"), "f:8:12: 'c' requires itself: it can never happen");
  EXPECT_EQ(with("c requires a", "c irequires c"), "f:8:13: 'c' irequires itself: it can never happen");
  EXPECT_EQ(with("c requires b", "b requires c\nc requires b"),
            "f:5: this operation depends on itself through others: it can never start");
  EXPECT_EQ(with("u requires r\n}\n", "u requires r\n"),
            "f:28:1: the file stops within rank 2: it is truncated");
  EXPECT_EQ(with("*/", ""), "f:29:1: the file stops within a comment");
  EXPECT_EQ(with("// by hand\n", "//# flit-bytes 0\n"), "f:1:16: a flit has 1 to 1000000 bytes");
  EXPECT_EQ(with("// by hand\n", "//# flit-bytes 1000001\n"), "f:1:16: a flit has 1 to 1000000 bytes");
  EXPECT_EQ(refusal(read_goal_text, complete(), {}),
            "f:2: 3 ranks, but no topology; name one, for example -t ring:3");
  EXPECT_EQ(with("s: send 64b to 0 tag 9", "s: send 64b to 2 tag 9"),
            "f:15: no receive of rank 2 takes this message");
}

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

TEST(Goal, OurFilesTakeTheirTimeInLogGOPS) {
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
