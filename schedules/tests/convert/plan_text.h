#pragma once
/// Small plans of MSCCL++ as text.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <vector>

namespace torusim::test {

struct PlanText {
  using Ops = std::vector<std::string>;
  struct Gpu {
    int input = 1, output = 1, scratch = 0;
    std::vector<int> memory = {}, port = {};  ///< peers of its channels; every thread block has them all
    std::vector<std::string> remotes = {};    ///< likewise
    std::vector<int> semaphores = {};
    std::vector<Ops> blocks = {};
  };
  std::string collective = "allgather";
  bool in_place = true;
  std::vector<Gpu> gpus = {};

  static std::string remote(int rank, char buffer) {
    return fmt::format(R"({{"rank": {}, "type": "{}", "access_channel_types": ["memory", "port"]}})", rank,
                       buffer);
  }
  static std::string here(char buffer, int index, int size = 1) {
    return fmt::format(R"({{"type": "{}", "index": {}, "size": {}}})", buffer, index, size);
  }
  static std::string there(int remote, int index, int size = 1) {
    return fmt::format(R"({{"buffer_id": {}, "index": {}, "size": {}}})", remote, index, size);
  }
  static std::string move(const std::string& name, const Ops& sources, const Ops& targets,
                          const std::string& more = R"(, "channel_type": "memory")") {
    return fmt::format(R"({{"name": "{}", "src_buff": [{}], "dst_buff": [{}]{}}})", name,
                       fmt::join(sources, ", "), fmt::join(targets, ", "), more);
  }
  static std::string on(const std::string& name, int channel, const char* type = "memory") {
    return fmt::format(R"({{"name": "{}", "channel_ids": [{}], "channel_type": "{}"}})", name, channel, type);
  }
  static std::string semaphore(const std::string& name, int id) {
    return fmt::format(R"({{"name": "{}", "semaphore_ids": [{}]}})", name, id);
  }
  static std::string barrier(int id, int blocks) {
    return fmt::format(R"({{"name": "barrier", "barrier_id": {}, "num_threadblocks": {}}})", id, blocks);
  }
  static std::string loop(int unit, int chunks, const Ops& ops) {
    return fmt::format(
        R"({{"name": "pipeline", "iter_context": {{"unit_size": {}, "num_chunks": {}}}, "ops": [{}]}})", unit,
        chunks, fmt::join(ops, ", "));
  }

  std::string json() const {
    std::vector<std::string> all;
    for (std::size_t g = 0; g < gpus.size(); ++g) {
      const Gpu& gpu = gpus[g];
      std::vector<std::string> threads;
      for (std::size_t b = 0; b < gpu.blocks.size(); ++b) {
        threads.push_back(fmt::format(
            R"({{"id": {}, "ops": [{}], "channels": [{}], "remote_buffer_refs": [{}]}})", b,
            fmt::join(gpu.blocks[b], ",\n"),
            fmt::join(typed("channel_type", "channel_ids", gpu.memory.size(), gpu.port.size()), ", "),
            fmt::join(
                typed("access_channel_type", "remote_buffer_ids", gpu.remotes.size(), gpu.remotes.size()),
                ", ")));
      }
      std::vector<std::string> initial;
      for (const int value : gpu.semaphores) initial.push_back(fmt::format(R"({{"init_value": {}}})", value));
      all.push_back(fmt::format(
          R"({{"id": {}, "input_chunks": {}, "output_chunks": {}, "scratch_chunks": {}, "threadblocks": [{}],
"channels": [{{"channel_type": "memory", "connected_to": [{}]}}, {{"channel_type": "port", "connected_to": [{}]}}],
"remote_buffers": [{}], "semaphores": [{}]}})",
          g, gpu.input, gpu.output, gpu.scratch, fmt::join(threads, ",\n"), fmt::join(gpu.memory, ", "),
          fmt::join(gpu.port, ", "), fmt::join(gpu.remotes, ", "), fmt::join(initial, ", ")));
    }
    return fmt::format(
        R"({{"name": "p", "collective": "{}", "protocol": "Simple", "inplace": {}, "gpus": [{}]}})",
        collective, in_place, fmt::join(all, ",\n"));
  }

 private:
  static std::vector<std::string> typed(const char* type, const char* ids, std::size_t memory,
                                        std::size_t port) {
    std::vector<std::string> result;
    for (const auto& [name, count] : {std::pair("memory", memory), std::pair("port", port)}) {
      std::vector<std::size_t> numbers;
      for (std::size_t i = 0; i < count; ++i) numbers.push_back(i);
      if (count == 0) continue;
      result.push_back(
          fmt::format(R"({{"{}": "{}", "{}": [{}]}})", type, name, ids, fmt::join(numbers, ", ")));
    }
    return result;
  }
};

/// An all-gather in place on a ring of at least three: in each step a rank puts a chunk to the next, signals
/// it, and waits for the one before. Four operations a step: put, nop, signal, wait.
inline PlanText ring_all_gather(int ranks) {
  PlanText plan;
  for (int r = 0; r < ranks; ++r) {
    const int next = (r + 1) % ranks, before = (r + ranks - 1) % ranks;
    PlanText::Gpu gpu{
        .input = 1, .output = ranks, .memory = {next, before}, .remotes = {PlanText::remote(next, 'o')}};
    PlanText::Ops& ops = gpu.blocks.emplace_back();
    for (int s = 0; s + 1 < ranks; ++s) {
      const int chunk = (r + ranks - s) % ranks;
      ops.push_back(PlanText::move("put", {PlanText::here('o', chunk)}, {PlanText::there(0, chunk)}));
      ops.push_back(R"({"name": "nop"})");
      ops.push_back(PlanText::on("signal", 0));
      ops.push_back(PlanText::on("wait", 1));
    }
    plan.gpus.push_back(gpu);
  }
  return plan;
}

}  // namespace torusim::test
