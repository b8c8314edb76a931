#include "testbench/tests/rtl/planted.h"

#include <iterator>

#include "models/foreign/rtl_model.h"
#include "planted_names.h"
#include "schedules/text/node_selection.h"

namespace torusim {
namespace rtl {
std::unique_ptr<ForeignRouter> make_planted(const RtlParameters& parameters, const Hardware& hardware,
                                            NodeId node);
std::unique_ptr<ForeignRouter> make_planted_stages(const RtlParameters& parameters, const Hardware& hardware,
                                                   NodeId node);
}  // namespace rtl

namespace test {
namespace {

int bug_number = 0;  // the model asks by a plain C function

}  // namespace

extern "C" int planted_bug() { return bug_number; }

const std::vector<std::string> kPlantedBugs(std::begin(kPlantedNames), std::end(kPlantedNames));

RouterFactory planted(int number) {
  bug_number = number;
  return [](const Hardware& hardware, NodeId node) {
    if (hardware.router_delay > 1)
      return rtl::make_planted_stages({5, 4, 8, 128, 0, 0, kPipelinedDelay}, hardware, node);
    return rtl::make_planted({5, 8, 8, 128, 32}, hardware, node);
  };
}

RunOptions contended(Schedule& schedule, Level level, Synchronisation sync) {
  RunOptions options = options_for(schedule, sync);
  options.level = level;
  options.hardware.reserve = 2;
  options.hardware.shared = 3;
  options.block_flits = 6;
  options.rtl_nodes = select_nodes(options.hardware.topology, "all", 1);
  options.lockstep = true;
  return options;
}

}  // namespace test
}  // namespace torusim
