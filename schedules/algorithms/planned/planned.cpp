// `planned`: schedules made for the links that live, on any topology. The messages of a phase share no link,
// and no route has a turn. All take one hop, but for those of gossips in fewer phases than the diameter.
#include <fmt/format.h>

#include "schedules/algorithms/families.h"
#include "schedules/algorithms/planned/live_links.h"
#include "schedules/algorithms/planned/planner.h"

namespace torusim {
namespace {

OptionInfo quiet(OptionInfo option) {
  option.quiet = true;
  return option;
}

}  // namespace

std::vector<Algorithm> planned_algorithms() {
  AlgorithmInfo info{
      planned::kPlanned,
      "any collective, planned for the links that are there, in as many phases as the network has hops "
      "across",
      "found with torusim: docs/algorithms/planned.md; breadth-first all-gathers: arXiv 2202.03356",
      fmt::format("any topology of up to {} nodes, with failed links too",
                  NodeId{planned::LiveLinks::kMostNodes}),
      {{"collective",
        {"complete-exchange", "gossip", "reduce-scatter", "all-reduce", "broadcast", "reduce"},
        "complete-exchange",
        "the collective to plan"},
       quiet({"ports", {}, "all", "messages that a node sends, and receives, at once", "N"}),
       quiet({"pieces",
              {},
              "auto",
              "pieces of a packet; auto: 1, but of a long broadcast or reduce more",
              "N"}),
       quiet(
           {"phases", {}, "auto", "few, even (a block in each), a number, or auto: the fewest cycles", "N"}),
       quiet({"root", {}, "0", "the root of a broadcast or reduce, 5 or (3,5)", "NODE"}),
       quiet({"seed", {}, "1", "seed of the search", "N"}),
       quiet({"block", {}, "1", "flits of a block; run and info put their --block here", "FLITS"}),
       quiet({"packet",
              {},
              "0",
              "flits of a packet, for auto pieces; run and info derive it from --size",
              "FLITS"}),
       quiet({"intervals",
              {},
              "1",
              "cycles of a flit on each port's links; run and info derive it from --link-rate",
              "N,N,.."}),
       quiet({"hops",
              {},
              "2",
              "cycles of a head over each port's links; run and info derive it from --link-delay",
              "N,N,.."}),
       quiet({"sync",
              {"data", "barrier"},
              "data",
              "of a long broadcast or reduce, by which pieces are chosen; run derives it from --sync"}),
       quiet({"startup", {}, "0", "cycles of a startup; run and info put their --startup here", "CYCLES"})}};
  info.any_factor = info.twisted = info.plans_round_failures = info.never_rerouted = true;
  return {{std::move(info), planned::plan}};
}

}  // namespace torusim
