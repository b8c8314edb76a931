#pragma once
/// Random MSCCL programs that perform their collective, and what follows from them without the reader.
///
/// Operations are made one after another in one order for all GPUs. Each step waits for all earlier steps
/// that access the same places of its GPU in a way that conflicts. So a program is free of races and
/// deadlocks.

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "schedules/tests/convert/msccl_text.h"

namespace torusim::test {

struct RandomMsccl {
  struct Access {
    char buffer = 'i';
    int offset = 0;
  };
  struct Step {
    std::string type;
    Access source, target;
    int count = 1;
    int needs_block = -1, needs_step = -1;
  };
  struct Block {
    int send = -1, receive = -1, channel = 0;
    std::vector<Step> steps = {};
  };
  /// A place: GPU, buffer (in place that of both names) and offset.
  using Place = std::tuple<int, char, int>;
  using Ref = std::tuple<int, int, int>;  // GPU, thread block, step

  int gpus = 0, share = 1;  // chunks of a GPU's part
  std::string collective;
  bool in_place = false;
  int scratch = 0;
  std::vector<std::vector<Block>> blocks;  // of each GPU
  int sends = 0;
  std::int64_t chunks_sent = 0;

  int vector() const { return collective == "broadcast" ? share : gpus * share; }
  bool reduces() const { return collective == "allreduce" || collective == "reduce_scatter"; }
  int inputs() const { return collective == "allgather" ? share : vector(); }
  int outputs() const { return collective == "reduce_scatter" ? share : vector(); }

  /// The place under a name of a buffer.
  Place place(int gpu, Access access, int k = 0) const {
    int offset = access.offset + k;
    char buffer = access.buffer;
    if (in_place && collective == "allgather" && buffer == 'i') offset += gpu * share;
    if (in_place && collective == "reduce_scatter" && buffer == 'o') offset += gpu * share;
    if (in_place && buffer == 'o') buffer = 'i';
    return {gpu, buffer, offset};
  }
  static bool receives(const std::string& type) { return type[0] == 'r' && type != "re"; }
  static bool sends_on(const std::string& type) {
    return type == "s" || (type.back() == 's' && type.size() > 1);
  }
  static bool reads(const std::string& type) {
    return type == "s" || type == "cpy" || type == "re" || type.starts_with("rr");
  }
  static bool writes(const std::string& type) { return type != "s" && type != "rrs" && type != "nop"; }

  std::string xml() const {
    std::vector<std::string> texts;
    for (int g = 0; g < gpus; ++g) {
      const bool no_input = collective == "broadcast" && g != 0 && !in_place;
      std::vector<msccl::Block> brief;
      for (const Block& block : blocks[g]) {
        brief.push_back({block.send, block.receive, block.channel});
        for (const Step& step : block.steps) {
          brief.back().steps.push_back(fmt::format("{} {}{} {}{} {} @{}.{}", step.type, step.source.buffer,
                                                   step.source.offset, step.target.buffer, step.target.offset,
                                                   step.count, step.needs_block, step.needs_step));
        }
      }
      texts.push_back(msccl::gpu(g, no_input ? 0 : inputs(), outputs(), scratch, brief));
    }
    return msccl::algo(fmt::format("nchunksperloop=\"{}\" ngpus=\"{}\" coll=\"{}\" inplace=\"{}\"", vector(),
                                   gpus, collective, in_place ? 1 : 0),
                       texts);
  }
};

class RandomMscclMaker {
 public:
  RandomMscclMaker(std::string collective, int gpus, unsigned seed) : random_(seed) {
    program_.collective = std::move(collective);
    program_.gpus = gpus;
    program_.share = 1 + below(3);
    program_.in_place = program_.reduces() || below(2) == 0;
    if (program_.collective == "alltoall") program_.in_place = false;
    program_.blocks.resize(gpus);
    many_ = below(4) == 0;
  }

  RandomMsccl make() {
    if (program_.reduces()) {
      for (int chunk = 0; chunk < program_.vector(); ++chunk) jobs_.push_back(chunk);
    } else if (program_.collective == "alltoall") {
      for (int pair = 0; pair < program_.gpus * program_.gpus; ++pair) jobs_.push_back(pair);
    } else {
      const int roots = program_.collective == "broadcast" ? 1 : program_.gpus;
      for (int root = 0; root < roots; ++root) jobs_.push_back(root);
    }
    std::shuffle(jobs_.begin(), jobs_.end(), random_);
    for (const int job : jobs_) {
      if (program_.reduces()) {
        reduce(job);
      } else if (program_.collective == "alltoall") {
        exchange(job / program_.gpus, job % program_.gpus);
      } else {
        spread(job);
      }
    }
    return std::move(program_);
  }

 private:
  using Access = RandomMsccl::Access;
  using Ref = RandomMsccl::Ref;

  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }

  int new_scratch(int count) {
    const int offset = program_.scratch;
    program_.scratch += count;
    return offset;
  }

  /// The output place of the first chunk of a GPU's part, in an all-gather or broadcast.
  Access output(int root) const {
    return {'o', program_.collective == "broadcast" ? 0 : root * program_.share};
  }

  /// The part of `root` to everybody.
  void spread(int root) {
    const int count = program_.share;
    std::vector<int> holders{root}, others;
    for (int g = 0; g < program_.gpus; ++g) {
      if (g != root) others.push_back(g);
    }
    std::shuffle(others.begin(), others.end(), random_);
    if (!program_.in_place) {
      local(root, "cpy", {'i', 0}, output(root), count);
    }
    if (below(3) == 0) {
      std::vector<int> path{root};
      path.insert(path.end(), others.begin(), others.end());
      chain(path, "rcs", "r", output(root), count);
      return;
    }
    for (const int g : others) {
      const int from = holders[static_cast<std::size_t>(below(static_cast<int>(holders.size())))];
      send(from, output(root), g, "r", output(root), count);
      holders.push_back(g);
    }
  }

  void exchange(int from, int to) {
    const int count = program_.share;
    const Access source{'i', to * count}, target{'o', from * count};
    if (from == to) return local(from, "cpy", source, target, count);
    const int relay = below(program_.gpus);
    if (relay == from || relay == to || below(2) == 0) return send(from, source, to, "r", target, count);
    const Access way{'s', new_scratch(count)};
    send(from, source, relay, "r", way, count);
    send(relay, way, to, "r", target, count);
  }

  void reduce(int chunk) {
    const Access place{'i', chunk};
    const int owner = program_.collective == "reduce_scatter" ? chunk / program_.share : below(program_.gpus);
    std::vector<int> live;
    for (int g = 0; g < program_.gpus; ++g) {
      if (g != owner) live.push_back(g);
    }
    std::shuffle(live.begin(), live.end(), random_);
    live.push_back(owner);
    if (below(3) == 0) {
      chain(live, "rrs", "rrc", place, 1);
    } else {
      while (live.size() > 1) {
        const auto at = static_cast<std::size_t>(below(static_cast<int>(live.size()) - 1));
        const int from = live[at];
        live.erase(live.begin() + static_cast<std::ptrdiff_t>(at));
        const int to = live[static_cast<std::size_t>(below(static_cast<int>(live.size())))];
        if (below(2) == 0) {
          send(from, place, to, "rrc", place, 1);
        } else {
          const Access kept{'s', new_scratch(1)};
          send(from, place, to, "r", kept, 1);
          local(to, "re", kept, place, 1);
        }
      }
    }
    if (program_.collective == "reduce_scatter") return;
    std::vector<int> holders{owner};
    for (int g = 0; g < program_.gpus; ++g) {
      if (g == owner) continue;
      send(holders[static_cast<std::size_t>(below(static_cast<int>(holders.size())))], place, g, "r", place,
           1);
      holders.push_back(g);
    }
  }

  /// From GPU to GPU on a channel of its own, each step receiving and sending at once.
  void chain(const std::vector<int>& path, const char* middle, const char* end, Access place, int count) {
    const int channel = next_channel_++;
    for (std::size_t i = 0; i < path.size(); ++i) {
      const int g = path[i];
      const bool last = i + 1 == path.size();
      const int block = static_cast<int>(program_.blocks[g].size());
      program_.blocks[g].push_back({last ? -1 : path[i + 1], i == 0 ? -1 : path[i - 1], channel});
      step(g, block, i == 0 ? "s" : last ? end : middle, place, place, count);
    }
    count_sends(static_cast<int>(path.size()) - 1, count);
  }

  void count_sends(int sends, int count) {
    program_.sends += sends;
    program_.chunks_sent += sends * count;
  }

  void send(int from, Access source, int to, const char* receive, Access target, int count) {
    const int channel = many_ ? next_channel_++ : below(2);
    step(from, block_of(from, to, -1, channel), "s", source, {}, count);
    step(to, block_of(to, -1, from, channel), receive, target, target, count);
    count_sends(1, count);
  }

  void local(int g, const char* type, Access source, Access target, int count) {
    auto& blocks = program_.blocks[g];
    if (blocks.empty() || below(6) == 0) blocks.push_back({-1, -1, 0});
    step(g, below(static_cast<int>(blocks.size())), type, source, target, count);
  }

  /// The thread block that sends to, or receives from, that GPU on the channel.
  int block_of(int g, int send, int receive, int channel) {
    auto& blocks = program_.blocks[g];
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const bool fits = send >= 0 ? blocks[b].send == send : blocks[b].receive == receive;
      if (fits && blocks[b].channel == channel) return static_cast<int>(b);
    }
    for (std::size_t b = 0; b < blocks.size(); ++b) {
      const bool free = send >= 0 ? blocks[b].send < 0 : blocks[b].receive < 0;
      if (!free || blocks[b].channel != channel || below(2) == 0) continue;
      (send >= 0 ? blocks[b].send : blocks[b].receive) = send >= 0 ? send : receive;
      return static_cast<int>(b);
    }
    blocks.push_back({send, receive, channel});
    return static_cast<int>(blocks.size()) - 1;
  }

  void step(int g, int b, const std::string& type, Access source, Access target, int count) {
    std::set<Ref> needed;
    for (int k = 0; k < count; ++k) {
      if (RandomMsccl::reads(type)) need(needed, writer_, program_.place(g, source, k));
      if (!RandomMsccl::writes(type)) continue;
      const auto place = program_.place(g, target, k);
      need(needed, writer_, place);
      needed.insert(readers_[place].begin(), readers_[place].end());
    }
    std::erase_if(needed, [&](const Ref& ref) { return std::get<1>(ref) == b; });
    auto& steps = program_.blocks[g][b].steps;
    while (needed.size() > 1) {
      const auto [gpu, block, number] = *needed.begin();
      needed.erase(needed.begin());
      steps.push_back({"nop", {}, {}, 1, block, number});
    }
    RandomMsccl::Step next{type, source, target, count};
    if (!needed.empty()) std::tie(std::ignore, next.needs_block, next.needs_step) = *needed.begin();
    const Ref self{g, b, static_cast<int>(steps.size())};
    steps.push_back(next);
    for (int k = 0; k < count; ++k) {
      if (RandomMsccl::reads(type)) readers_[program_.place(g, source, k)].insert(self);
      if (!RandomMsccl::writes(type)) continue;
      const auto place = program_.place(g, target, k);
      readers_[place].clear();
      writer_[place] = self;
    }
  }

  static void need(std::set<Ref>& needed, const std::map<RandomMsccl::Place, Ref>& writer,
                   const RandomMsccl::Place& place) {
    if (const auto found = writer.find(place); found != writer.end()) needed.insert(found->second);
  }

  std::mt19937 random_;
  RandomMsccl program_;
  std::vector<int> jobs_;
  bool many_ = false;  // channels, and so thread blocks: one for each message
  int next_channel_ = 2;
  std::map<RandomMsccl::Place, Ref> writer_;
  std::map<RandomMsccl::Place, std::set<Ref>> readers_;
};

inline RandomMsccl random_msccl(const std::string& collective, int gpus, unsigned seed) {
  return RandomMscclMaker(collective, gpus, seed).make();
}

}  // namespace torusim::test
