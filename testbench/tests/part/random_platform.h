#pragma once
/// A platform of random parts on a torus.

#include <map>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "models/part/sysc/torus.h"
#include "testbench/tests/part/platform.h"
#include "testbench/tests/part/protocol_checker.h"

namespace torusim::test {

/// Random initiators and memories at random nodes, a checker at every socket.
struct RandomPlatform {
  RandomPlatform(const sysc::TorusOptions& options, const sc_core::sc_time& period, std::mt19937& random,
                 int transactions)
      : torus("torus", options, period) {
    const int nodes = torus.network().hardware().topology.nodes();
    const int memories = 1 + static_cast<int>(random() % 4);
    for (int m = 0; m < memories; ++m) {
      const NodeId node = static_cast<NodeId>(random() % static_cast<unsigned>(nodes));
      this->memories.push_back(std::make_unique<RandomMemory>(name("memory", m), random()));
      ProtocolChecker& checker = add_checker(name("at_memory", m));
      torus.initiator_socket(node).bind(checker.up);
      checker.down.bind(this->memories.back()->socket);
      torus.map({.first = m * RandomProgram::kMemory,
                 .last = (m + 1) * RandomProgram::kMemory - 1,
                 .node = node,
                 .target = targets[node]++});
    }
    int count = 0;
    const int at = 1 + static_cast<int>(random() % 4);
    for (int n = 0; n < at; ++n) {
      const NodeId node = static_cast<NodeId>(random() % static_cast<unsigned>(nodes));
      for (unsigned some = 1 + random() % 4; some > 0; --some, ++count) {
        programs.push_back(std::make_unique<RandomProgram>(count, memories, random()));
        ProtocolChecker& checker = add_checker(name("at_initiator", count));
        checker.down.bind(torus.target_socket(node));
        if (random() % 2 == 0) {
          loose.push_back(
              std::make_unique<LooseInitiator>(name("loose", count), *programs.back(), transactions));
          loose.back()->socket.bind(checker.up);
        } else {
          approximate.push_back(std::make_unique<ApproximateInitiator>(name("approximate", count),
                                                                       *programs.back(), transactions));
          approximate.back()->socket.bind(checker.up);
        }
      }
    }
  }
  static const char* name(const char* what, int number) {
    static std::string text;
    text = std::string(what) + "_" + std::to_string(number);
    return text.c_str();
  }
  ProtocolChecker& add_checker(const char* name) {
    checkers.push_back(std::make_unique<ProtocolChecker>(name));
    return *checkers.back();
  }

  std::vector<std::unique_ptr<RandomProgram>> programs;
  std::vector<std::unique_ptr<ProtocolChecker>> checkers;
  std::vector<std::unique_ptr<LooseInitiator>> loose;
  std::vector<std::unique_ptr<ApproximateInitiator>> approximate;
  std::vector<std::unique_ptr<RandomMemory>> memories;
  std::map<NodeId, int> targets;
  sysc::Torus torus;
};

}  // namespace torusim::test
