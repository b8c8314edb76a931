#include "testbench/tests/config/drawn_file.h"

#include <fmt/format.h>

#include <fstream>

#include "schedules/core/jobs.h"
#include "schedules/tests/chakra/trace_writer.h"
#include "schedules/tests/convert/goal_binary_writer.h"
#include "schedules/tests/convert/plan_text.h"
#include "schedules/tests/convert/random_msccl.h"
#include "schedules/tests/random_program.h"

namespace torusim::test {
namespace {

namespace fs = std::filesystem;

int below(int bound) { return drawn(rc::gen::inRange(0, bound)); }

/// A text of lines, of which one in four lacks a line, or has one twice.
std::string with_slip(std::string text) {
  if (!one_in(4)) return text;
  std::vector<std::size_t> ends;
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
    ends.push_back(at);
  const auto line = static_cast<std::size_t>(1 + below(static_cast<int>(ends.size()) - 1));
  const std::size_t begin = ends[line - 1] + 1, length = ends[line] + 1 - begin;
  if (one_in(3)) return text.insert(begin, text.substr(begin, length));
  return text.erase(begin, length);
}

std::string write(const fs::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
  return file.string();
}

std::string tcs(const Topology& topology) {
  std::string text = fmt::format("tcs 1\nname drawn\ntopology {} {}\ncollective messages\n",
                                 topology.name().substr(0, topology.name().find(':')),
                                 topology.name().substr(topology.name().find(':') + 1));
  if (one_in(3)) text += "ports all\n";
  text += fmt::format("block {}\nsync {}\n", 1 + below(4), any_of({"none", "none", "barrier", "priority"}));
  const int classes = one_in(6) ? 64 : 1 + below(3);
  for (int phase = 0, phases = 1 + below(3); phase < phases; ++phase) {
    text += fmt::format("phase P{}\n", phase);
    for (int left = 1 + below(12); left > 0; --left) {
      const NodeId from = below(topology.nodes()),
                   to = (from + 1 + below(topology.nodes() - 1)) % topology.nodes();
      text += fmt::format("{} > {} n={} c={}\n", topology.node_name(from), topology.node_name(to), below(20),
                          below(classes));
    }
  }
  return text + fmt::format("end {}\n", std::count(text.begin(), text.end(), '>'));
}

std::string goal(const Program& program) {
  std::string text = fmt::format("num_ranks {}\n", program.ranks());
  for (std::size_t rank = 0; rank + 1 < program.first.size(); ++rank) {
    text += fmt::format("rank {} {{\n", rank);
    std::string waits;
    for (OperationId id = program.first[rank]; id < program.first[rank + 1]; ++id) {
      const Operation& operation = program.operations[id];
      const auto tag = operation.tag == Operation::kAnyTag ? "-1" : fmt::format("{}", operation.tag);
      if (operation.kind == Operation::Kind::kCompute) {
        text += fmt::format("o{}: calc {} cpu {}\n", id, operation.size, operation.cpu);
      } else {
        const bool sends = operation.kind == Operation::Kind::kSend;
        text += fmt::format("o{}: {} {}b {} {} tag {} cpu {}\n", id, sends ? "send" : "recv", operation.size,
                            sends ? "to" : "from", operation.peer, tag, operation.cpu);
      }
      for (const Program::Dependent& dependent : program.dependents_of(id)) {
        waits += fmt::format("o{} {} o{}\n", dependent.later,
                             dependent.after_start != 0 ? "irequires" : "requires", id);
      }
    }
    text += waits + "}\n";
  }
  return text;
}

/// Collectives of all ranks and messages, in one order on all ranks or, without a chain, in the order that
/// times decide.
std::string chakra(DrawnRun& run, const Topology& topology, const fs::path& directory) {
  // Collectives on twisted tori, and exchanges, are tested where they are made.
  const bool collectives = !topology.twisted() && !topology.has_graph();
  std::vector<std::vector<NodeMessage>> nodes(static_cast<std::size_t>(topology.nodes()));
  std::vector<std::vector<std::uint64_t>> before(nodes.size());
  const bool chained = !one_in(4);
  const auto add = [&](int rank, NodeMessage node) {
    auto& of_rank = nodes[static_cast<std::size_t>(rank)];
    auto& last = before[static_cast<std::size_t>(rank)];
    if (!last.empty()) node.after(last);
    if (chained || one_in(3)) last = {of_rank.size()};
    of_rank.push_back(std::move(node));
  };
  const auto next = [&](int rank) { return nodes[static_cast<std::size_t>(rank)].size(); };
  for (int left = 1 + below(6); left > 0; --left) {
    if (collectives && one_in(3)) {
      const int kind = drawn(rc::gen::element(0, 2, 6, 7, 9)), bytes = below(2000);
      for (int rank = 0; rank < topology.nodes(); ++rank)
        add(rank, NodeMessage::collective(next(rank), kind, bytes));
      continue;
    }
    const int from = below(topology.nodes()),
              to = (from + 1 + below(topology.nodes() - 1)) % topology.nodes();
    const int bytes = below(300), late = below(3);
    for (int n = 0; n < late; ++n) add(to, NodeMessage::compute(next(to), 0));
    add(from, NodeMessage::send(next(from), to, bytes, left));
    if (!one_in(12)) add(to, NodeMessage::receive(next(to), from, bytes, left));
  }
  for (std::size_t rank = 0; rank < nodes.size(); ++rank) {
    write(directory / fmt::format("t.{}.et", rank), trace_of(nodes[rank]));
  }
  run.add("collectives", "all-to-all=pairs");
  return (directory / "t.0.et").string();
}

std::string plan(const Topology& topology) {
  PlanText plan = ring_all_gather(std::clamp<int>(topology.nodes(), 3, 5));
  if (one_in(3)) {
    auto& ops = plan.gpus[static_cast<std::size_t>(below(3))].blocks[0];
    ops.erase(ops.begin() + below(static_cast<int>(ops.size())));
  }
  return plan.json();
}

std::string cm(const Topology& topology) {
  const int flows = 1 + below(8), triggers = below(3);
  std::string text = fmt::format("Nodes {}\nConnections {}\n", topology.nodes(), flows), ends;
  if (triggers > 0) text += fmt::format("Triggers {}\n", triggers);
  for (int flow = 1; flow <= flows; ++flow) {
    const int from = below(topology.nodes()),
              to = (from + 1 + below(topology.nodes() - 1)) % topology.nodes();
    text += fmt::format("{}->{} id {}", from, to, flow);
    text += triggers > 0 && one_in(2) ? fmt::format(" trigger {}", 1 + below(triggers)) : " start 0";
    text += fmt::format(" size {}", 1 + below(300));
    if (triggers > 0 && one_in(2)) {
      text += fmt::format(" {}_done_trigger {}", any_of({"send", "recv"}), 1 + below(triggers));
    }
    text += one_in(3) ? fmt::format(" prio {}\n", below(3)) : "\n";
  }
  for (int id = 1; id <= triggers; ++id) {
    text += fmt::format("trigger id {} {}\n", id,
                        any_of({"oneshot", "multishot", "barrier count 1", "barrier count 2"}));
  }
  return text;
}

std::string jobs(const Topology& topology) {
  std::string all = "*";
  for (int d = 1; d < topology.dimensions(); ++d) all += ",*";
  std::string text;
  for (int job = 0, count = 1 + below(2); job < count; ++job) {
    const std::string part = count == 1 && one_in(2) ? all : fmt::format("{}{}", job, all.substr(1));
    text += fmt::format("[[job]]\nrun = \"{}\"\nnodes = \"({})\"\n",
                        any_of({"direct", "direct", "ring-pass", "gossip-ti", "pex-gen", "tree"}), part);
    if (one_in(2)) text += fmt::format("block = {}\n", below(5));
    if (one_in(3)) text += fmt::format("start = {}\n", below(100));
    if (one_in(3)) text += fmt::format("sync = \"{}\"\n", any_of({"none", "barrier", "priority", "local"}));
    if (one_in(4)) text += fmt::format("class = {}\n", one_in(4) ? 40 : below(3));
    if (one_in(4)) text += "routes = \"shortest\"\n";
  }
  return text;
}

std::string program(DrawnRun& run, const Topology& topology, const fs::path& directory) {
  const std::string format = any_of({"goal", "bin", "et", "xml", "json", "cm", "toml"});
  const fs::path file = directory / ("p." + format);
  if (format == "et") return chakra(run, topology, directory);
  if (format == "toml") return write(file, with_slip(jobs(topology)));
  if (format == "goal" || format == "bin") {
    const ProgramSchedule made = random_program(topology, drawn(rc::gen::arbitrary<unsigned>()));
    std::string map;
    for (const NodeId node : made.settings().node_of_rank) map += fmt::format("{}\n", node);
    run.add("map", write(directory / "map", map));
    return write(file, format == "bin" ? GoalBinary(made.program()).bytes_ : with_slip(goal(made.program())));
  }
  if (one_in(8)) return write(file, format == "cm" ? with_slip(cm(topology)) : plan(topology));
  run.add("map", "linear");
  if (format == "cm") return write(file, cm(topology));
  if (format == "json") return write(file, plan(topology));
  const RandomMsccl made =
      random_msccl(any_of({"allgather", "broadcast", "alltoall", "allreduce", "reduce_scatter"}),
                   std::min<int>(topology.nodes(), 2 + below(4)), drawn(rc::gen::arbitrary<unsigned>()));
  return write(file, with_slip(made.xml()));
}

}  // namespace

void draw_input(DrawnRun& run, const std::filesystem::path& directory) {
  const auto set = [&run](const std::string& name) {
    return std::ranges::find(run.words, name, &std::pair<std::string, std::string>::first);
  };
  if (one_in(3)) {  // further kinds of networks, whose links have other names
    for (const char* name : {"link-delay", "link-rate"}) {
      if (set(name) != run.words.end()) run.words.erase(set(name));
    }
    set("topology")->second =
        any_of({"ring:2", "path:4", "mesh:2x3", "complete:5", "hypercube:3", "product:petersen",
                "product:circulant-5-1", "product:4,petersen", "product:moebius-kantor", "product:3,star-3"});
  }
  if (one_in(4)) {
    if (one_in(4))
      run.add("set", any_of({"at-once=2", "at-once=9", "rule=B", "collective=all-reduce", "root=1"}));
    return;
  }
  const Topology topology = Topology::parse(set("topology")->second);
  const auto drop = [&](std::initializer_list<const char*> names) {
    for (const char* name : names) {
      if (set(name) != run.words.end() && !one_in(12)) run.words.erase(set(name));
    }
  };
  std::string file;
  if (one_in(3)) {
    file = write(directory / "s.tcs", with_slip(tcs(topology)));
    drop({"topology"});
  } else {
    drop({"sync", "barrier", "block", "lane-choice", "set"});
    file = program(run, topology, directory);
  }
  set("algorithm")->second = file;
}

}  // namespace torusim::test
