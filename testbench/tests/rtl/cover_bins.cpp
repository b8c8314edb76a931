#include "testbench/tests/rtl/cover_bins.h"

#include <fmt/format.h>

#include <algorithm>

namespace torusim::test {
namespace {

/// Every input port with every output port; a node does not send to itself.
std::vector<std::string> turns() {
  const char* const names[] = {"+x", "-x", "+y", "-y", "local"};
  std::vector<std::string> bins;
  for (const char* in : names) {
    for (const char* out : names) bins.push_back(fmt::format("{}>{}", in, out));
  }
  bins.pop_back();
  return bins;
}

}  // namespace

const std::vector<CoverGroup>& cover_groups() {
  static const std::vector<CoverGroup> groups{
      {"input port > output port", turns()},
      {"inputs with a ready flit for one output", {"1", "2", "3", "4"}},
      {"slot that a flit is sent into", {"first", "own", "last own", "shared", "last shared"}},
      {"a front flit waits for", {"a slot, pool used up", "a slot, no pool", "its channel's owner"}},
      // kPreemption: bin of (victim b, by a), a < b < 4, is b (b - 1) / 2 + a.
      {"class preempted by class", {"1 by 0", "2 by 0", "2 by 1", "3 by 0", "3 by 1", "3 by 2"}},
      {"preempted", {"after its head", "in the middle", "before its tail", "while the preempter is too"}},
      {"lane of a head", {"0>0", "0>1", "1>1", "1>0 turn"}},
      {"flits of a worm", {"1", "2", "3", "4..15", "16.."}},
      {"cycles between two flits of a worm", {"0", "1", "2..15", "16.."}},
      {"worms behind each other",
       {"head follows tail on its channel at once", "head waits behind tail in its buffer",
        "head comes while the last flit before it leaves"}},
      {"turns",
       {"output: wraps with rivals", "output: same input again with a rival", "input: lane 0, 1, 0",
        "ejection: two inputs ask"}},
      {"in one cycle",
       {"credit and flit of the same channel", "a flit on every output", "a flit on every input",
        "two credits", "flit in and out of one VC"}},
      {"corners",
       {"two acks for one input", "three acks for one input", "a segment ends before others",
        "hops borrow across 256", "a turn back on lane 1", "every slot of an input holds a flit"}}};
  return groups;
}

CoverCounts::CoverCounts() {
  for (const CoverGroup& group : cover_groups()) counts_.emplace_back(group.bins.size(), 0);
}

std::vector<std::string> CoverCounts::missing() const {
  std::vector<std::string> result;
  for (std::size_t g = 0; g < counts_.size(); ++g) {
    const CoverGroup& group = cover_groups()[g];
    for (std::size_t b = 0; b < group.bins.size(); ++b) {
      if (counts_[g][b] == 0) result.push_back(fmt::format("{}: {}", group.name, group.bins[b]));
    }
  }
  return result;
}

std::string CoverCounts::report() const {
  std::string text;
  for (std::size_t g = 0; g < counts_.size(); ++g) {
    const CoverGroup& group = cover_groups()[g];
    const auto reached = std::count_if(counts_[g].begin(), counts_[g].end(), [](auto n) { return n > 0; });
    text += fmt::format("{:>3} of {:>2}  {}:", reached, group.bins.size(), group.name);
    for (std::size_t b = 0; b < group.bins.size(); ++b) {
      text += fmt::format("{} {} {}", b == 0 ? "" : ",", group.bins[b], counts_[g][b]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace torusim::test
