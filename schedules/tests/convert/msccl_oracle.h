#pragma once
/// What a random MSCCL program means, without any code of the reader: which steps are ordered, whether two
/// that are not access a place, and what the outputs hold in the end.

#include <deque>

#include "schedules/tests/convert/random_msccl.h"

namespace torusim::test {

class MscclOracle {
 public:
  explicit MscclOracle(const RandomMsccl& program) : program_(program) {
    for (int g = 0; g < program.gpus; ++g) {
      for (int b = 0; b < static_cast<int>(program.blocks[g].size()); ++b) {
        for (int s = 0; s < static_cast<int>(program.blocks[g][b].steps.size()); ++s) {
          number_[{g, b, s}] = static_cast<int>(steps_.size());
          steps_.push_back({g, b, s});
        }
      }
    }
    edges_.resize(steps_.size());
    order();
    if (ends()) interpret();
  }

  bool ends() const { return order_.size() == steps_.size(); }
  bool races() const {
    for (std::size_t a = 0; a < steps_.size(); ++a) {
      for (std::size_t b = a + 1; b < steps_.size(); ++b) {
        if (!before_[a][b] && !before_[b][a] && conflict(steps_[a], steps_[b])) return true;
      }
    }
    return false;
  }
  /// Whether all outputs are right, in one of the orders that are possible.
  bool right() const { return right_; }

 private:
  using Step = RandomMsccl::Step;
  using Ref = RandomMsccl::Ref;
  using Sum = std::multiset<std::pair<int, int>>;  // input chunks: GPU, number

  const RandomMsccl::Block& block(const Ref& ref) const {
    return program_
        .blocks[static_cast<std::size_t>(std::get<0>(ref))][static_cast<std::size_t>(std::get<1>(ref))];
  }
  const Step& step(const Ref& ref) const {
    return block(ref).steps[static_cast<std::size_t>(std::get<2>(ref))];
  }

  void order() {
    std::map<std::tuple<int, int, int>, std::pair<std::deque<int>, std::deque<int>>> channels;
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      const auto& [g, b, s] = steps_[i];
      const Step& own = step(steps_[i]);
      if (s > 0) edges_[i - 1].push_back(static_cast<int>(i));
      if (own.needs_block >= 0) {
        edges_[static_cast<std::size_t>(number_.at({g, own.needs_block, own.needs_step}))].push_back(
            static_cast<int>(i));
      }
      const auto& of = block(steps_[i]);
      if (RandomMsccl::sends_on(own.type))
        channels[{g, of.send, of.channel}].first.push_back(static_cast<int>(i));
      if (RandomMsccl::receives(own.type)) {
        channels[{of.receive, g, of.channel}].second.push_back(static_cast<int>(i));
      }
    }
    sender_.assign(steps_.size(), -1);
    for (const auto& [ends, queues] : channels) {
      for (std::size_t k = 0; k < queues.first.size(); ++k) {
        edges_[static_cast<std::size_t>(queues.first[k])].push_back(queues.second[k]);
        sender_[static_cast<std::size_t>(queues.second[k])] = queues.first[k];
      }
    }
    std::vector<int> waits(steps_.size(), 0);
    for (const auto& later : edges_) {
      for (const int each : later) ++waits[static_cast<std::size_t>(each)];
    }
    for (std::size_t i = 0; i < steps_.size(); ++i) {
      if (waits[i] == 0) order_.push_back(static_cast<int>(i));
    }
    before_.assign(steps_.size(), std::vector<bool>(steps_.size()));
    for (std::size_t at = 0; at < order_.size(); ++at) {
      for (const int later : edges_[static_cast<std::size_t>(order_[at])]) {
        if (--waits[static_cast<std::size_t>(later)] == 0) order_.push_back(later);
      }
    }
    for (auto each = order_.rbegin(); each != order_.rend(); ++each) {
      auto& reached = before_[static_cast<std::size_t>(*each)];
      for (const int later : edges_[static_cast<std::size_t>(*each)]) {
        reached[static_cast<std::size_t>(later)] = true;
        const auto& beyond = before_[static_cast<std::size_t>(later)];
        for (std::size_t k = 0; k < beyond.size(); ++k) {
          if (beyond[k]) reached[k] = true;
        }
      }
    }
  }

  std::set<RandomMsccl::Place> touched(const Ref& ref, bool writes) const {
    std::set<RandomMsccl::Place> places;
    const Step& own = step(ref);
    for (int k = 0; k < own.count; ++k) {
      if (!writes && RandomMsccl::reads(own.type))
        places.insert(program_.place(std::get<0>(ref), own.source, k));
      if (RandomMsccl::writes(own.type)) places.insert(program_.place(std::get<0>(ref), own.target, k));
    }
    return places;
  }

  bool conflict(const Ref& a, const Ref& b) const {
    if (std::get<0>(a) != std::get<0>(b)) return false;
    for (const auto& [one, other] : {std::pair(a, b), {b, a}}) {
      const auto any = touched(other, false);
      for (const auto& place : touched(one, true)) {
        if (any.contains(place)) return true;
      }
    }
    return false;
  }

  void interpret() {
    std::map<RandomMsccl::Place, Sum> memory;
    for (int g = 0; g < program_.gpus; ++g) {
      if (program_.collective == "broadcast" && g != 0) continue;
      for (int k = 0; k < program_.inputs(); ++k) memory[program_.place(g, {'i', k})] = {{g, k}};
    }
    std::vector<std::vector<Sum>> message(steps_.size());
    for (const int at : order_) {
      const auto i = static_cast<std::size_t>(at);
      const Step& own = step(steps_[i]);
      const int g = std::get<0>(steps_[i]);
      std::vector<Sum> moved(static_cast<std::size_t>(own.count));
      for (int k = 0; k < own.count; ++k) {
        Sum& sum = moved[static_cast<std::size_t>(k)];
        if (sender_[i] >= 0) {
          const auto& came = message[static_cast<std::size_t>(sender_[i])][static_cast<std::size_t>(k)];
          sum.insert(came.begin(), came.end());
        }
        if (RandomMsccl::reads(own.type)) {
          const Sum& read = memory[program_.place(g, own.source, k)];
          sum.insert(read.begin(), read.end());
        }
        if (own.type == "re") {
          const Sum& read = memory[program_.place(g, own.target, k)];
          sum.insert(read.begin(), read.end());
        }
      }
      for (int k = 0; k < own.count && RandomMsccl::writes(own.type); ++k) {
        memory[program_.place(g, own.target, k)] = moved[static_cast<std::size_t>(k)];
      }
      message[i] = std::move(moved);
    }
    right_ = true;
    for (int g = 0; g < program_.gpus; ++g) {
      for (int k = 0; k < program_.outputs(); ++k) {
        right_ = right_ && memory[program_.place(g, {'o', k})] == wanted(g, k);
      }
    }
  }

  Sum wanted(int g, int k) const {
    const int share = program_.share;
    if (program_.collective == "broadcast") return {{0, k}};
    if (program_.collective == "allgather") return {{k / share, k % share}};
    if (program_.collective == "alltoall") return {{k / share, g * share + k % share}};
    Sum all;
    for (int from = 0; from < program_.gpus; ++from) {
      all.insert({from, program_.collective == "reduce_scatter" ? g * share + k : k});
    }
    return all;
  }

  const RandomMsccl& program_;
  std::vector<Ref> steps_;
  std::map<Ref, int> number_;
  std::vector<std::vector<int>> edges_;
  std::vector<int> sender_, order_;
  std::vector<std::vector<bool>> before_;
  bool right_ = false;
};

}  // namespace torusim::test
