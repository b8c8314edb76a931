#include "testbench/tests/config/drawn_run.h"

#include <fmt/format.h>

#include "testbench/config/option.h"

namespace torusim::test {

RunConfig DrawnRun::config() const {
  RunConfig config;
  config.quiet = true;
  for (const auto& [name, value] : words) find_option(name)->set(config, value);
  return config;
}

std::string DrawnRun::text() const {
  std::string text = packets ? "torusim traffic" : "torusim run";
  for (const auto& [name, value] : words) {
    text += find_option(name)->positional() ? " " + value : fmt::format(" --{} '{}'", name, value);
  }
  return text;
}

bool one_in(int n) { return drawn(rc::gen::inRange(0, n)) == 0; }
std::string any_of(std::vector<std::string> words) { return drawn(rc::gen::elementOf(std::move(words))); }

namespace {

/// Most leave the network whole. Algorithms need every node.
std::string any_failures(bool nodes) {
  if (nodes && one_in(3)) return any_of({"1", "2,random:1"});
  return any_of({"random:1", "random:1", "random:2", "random:3", "0+x:one-way", "random:1,1+x:one-way"});
}

/// Link (1, ..)+x is there on all shapes.
std::string with_link(const std::string& before, const std::string& shape, const std::string& value) {
  const auto dimensions = 1 + std::ranges::count(shape.substr(0, shape.find('~')), 'x');
  std::string node = "(1";
  for (int d = 1; d < dimensions; ++d) node += ",0";
  return before + node + ")+x=" + value;
}

std::string any_algorithm(const std::string& shape) {
  const bool twisted = shape.find('~') != std::string::npos;
  std::vector<std::string> words{"direct", "direct", "broadcast"};
  if (shape.find_first_of("mpk") == std::string::npos) {
    words.insert(words.end(),
                 {"direct-even", "direct-even", "ring-pass", "gossip-ti", "tree", "ring-reduce"});
  }
  if (!twisted) words.insert(words.end(), {"pex-gen", "te-a1", "te-a2"});
  if (shape == "torus:4x4") words.insert(words.end(), {"ring-direct", "t4", "swing", "t1", "c1"});
  return any_of(std::move(words));
}

}  // namespace

DrawnRun any_run(bool packets) {
  DrawnRun run;
  run.packets = packets;
  const bool wild = one_in(8);
  std::string shape =
      any_of({"ring:5", "ring:6", "torus:3x3", "torus:3x4", "torus:2x4", "torus:2x3x2", "mesh:3x3",
              "torus:3x3m", "torus:4x2k", "torus:2x4~x+y2", "torus:2x6~x+y3", "torus:2x2x4~", "torus:4x4"});
  if (one_in(12)) shape = any_of({"torus:5x7", "torus:4x8~x+y4"});  // work for three threads
  const bool twisted = shape.find('~') != std::string::npos, complete = shape.ends_with("k");
  const bool adaptive = one_in(5) && (wild || !(twisted || complete));
  const bool failed = one_in(3) && (wild || !adaptive);
  const bool bubble = one_in(5) && (wild || !(adaptive || failed));
  const bool uneven = one_in(3), balanced = one_in(3) && (wild || !(adaptive || failed || bubble));
  const bool routed = run.packets && one_in(2) && (wild || !(adaptive || failed || bubble || uneven));
  if (run.packets) {
    run.add("pattern", any_of({"uniform", "tornado", "neighbour", "hotspot"}));
  } else {
    run.add("algorithm", any_algorithm(shape));
  }
  run.add("topology", shape);
  run.add("seed", fmt::format("{}", drawn(rc::gen::inRange(0, 100000))));
  if (failed) {
    run.add("fail", any_failures(run.packets || wild));
    run.add("reroute", any_of({"layered", "spread"}));
  }
  if (adaptive) run.add("routing", "adaptive");
  if (routed && !adaptive) run.add("routing", any_of({"valiant", "romm", "random-order"}));
  if (balanced) run.add("lane-choice", "balanced");
  if (!adaptive && !routed && (wild || !bubble) && one_in(4)) run.add("lanes", any_of({"1", "2", "4"}));
  if (uneven) {
    run.add("link-delay", any_of({"3", "1,x=4", with_link("2,", shape, "7"), with_link("1,", shape, "20")}));
    if (one_in(2)) run.add("link-rate", any_of({"x=1/2", "1/3", with_link("", shape, "1/4")}));
  }
  if (one_in(2)) run.add("router-delay", any_of({"2", "2", "2", "3", "4", "7", "16"}));
  std::vector<std::string> modes{"wormhole", "wormhole", "wormhole", "vct", "saf"};
  if (wild || !adaptive) modes.emplace_back("circuit");
  const std::string switching = bubble ? "bubble" : any_of(std::move(modes));
  run.add("switching", switching);
  const bool worms = switching == "wormhole" || switching == "circuit";
  if (worms && one_in(2)) run.add("reserve", any_of({"1", "2", "5", "9"}));
  if ((wild || !bubble) && one_in(4)) run.add("shared", any_of({"1", "4"}));
  run.add("arbitration", any_of({"round-robin", "round-robin", "transit-first"}));
  if (one_in(3)) run.add("alpha", any_of({"1", "2"}));
  run.add("startup", any_of({"0", "0", "3"}));
  if (run.packets) {
    run.add("load", any_of({"0.1", "0.4", "0.9"}));
    run.add("packet", any_of({"1", "4", "1,5"}));
    run.add("warmup", "0");
    run.add("window", "120");
    run.add("drain", "2000");
    return run;
  }
  run.add("block", any_of({"0", "1", "4", "7"}));
  if (one_in(4)) run.add("slow-node", "1=20");
  if (one_in(4)) run.add("start-skew", "30");
  std::vector<std::string> syncs{"auto", "none", "none", "barrier", "priority"};
  if (wild || !adaptive) syncs.emplace_back("switch");
  if (wild || shape == "torus:4x4") syncs.emplace_back("local");  // some algorithms there have signals
  if (wild || one_in(4)) syncs.emplace_back("data");              // of gossips, broadcasts and reductions
  const std::string sync = any_of(std::move(syncs));
  run.add("sync", sync);
  if (sync == "barrier") run.add("barrier", any_of({"0", "5"}));
  return run;
}

void tag_kinds(const DrawnRun& run) {
  const auto of_shape = [&](const char* part) {
    return std::ranges::any_of(run.words, [&](const auto& word) {
      return word.first == "topology" && word.second.find(part) != std::string::npos;
    });
  };
  RC_CLASSIFY(of_shape("~"), "twisted");
  RC_CLASSIFY(of_shape("mesh") || of_shape("path") || of_shape("3m"), "mesh");
  RC_CLASSIFY(of_shape("product") || of_shape("complete") || of_shape("hyper") || of_shape("k"), "graph");
  RC_CLASSIFY(run.has("fail"), "failed");
  RC_CLASSIFY(run.has("link-delay"), "uneven");
  RC_CLASSIFY(run.has("slow-node") || run.has("start-skew"), "slow nodes");
  RC_CLASSIFY(run.has("lane-choice"), "lane choice");
  RC_CLASSIFY(run.has("routing", "adaptive"), "adaptive");
  RC_CLASSIFY(run.has("routing") && !run.has("routing", "adaptive"), "routes of packets");
  RC_CLASSIFY(run.has("switching", "bubble"), "bubble");
  RC_CLASSIFY(run.has("router-delay"), "pipelined");
}

}  // namespace torusim::test
