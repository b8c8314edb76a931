#include <sstream>

#include "schedules/convert/cm_reader.h"
#include "schedules/convert/goal_reader.h"
#include "schedules/convert/msccl_reader.h"
#include "schedules/core/error.h"
#include "testbench/fuzz/targets.h"

namespace torusim::fuzz {
namespace {

using Reader = OutsideSchedule (*)(std::string, std::string, const OutsideOptions&);

/// With every way to settle what the file leaves open; what is read must survive being written.
void read(std::string_view text, Reader reader, Format format) {
  OutsideOptions options;
  options.topology = Topology::parse("torus:2x2");
  for (const Steps steps : {Steps::kAuto, Steps::kTag, Steps::kDepth}) {
    options.steps = steps;
    options.classes = steps == Steps::kTag;
    if (steps == Steps::kDepth) options.ports = 1;
    try {
      OutsideSchedule outside = reader(std::string(text), "fuzz", options);
      if (outside.schedule.info().topology.nodes() > 64) continue;
      std::ostringstream once, again;
      write_outside(outside.schedule, format, 16, once);
      StoredSchedule back = reader(once.str(), "again", {}).schedule;
      write_outside(back, format, 16, again);
      // Messages of a phase may stand in another order, so only the second time is the text the same.
      std::ostringstream third;
      StoredSchedule more = reader(again.str(), "third", {}).schedule;
      write_outside(more, format, 16, third);
      if (again.str() != third.str()) broken("not the same text again:\n" + again.str());
    } catch (const InputError&) {
    }
  }
}

}  // namespace

void read_goal(std::string_view text) { read(text, read_goal_text, Format::kGoal); }
void read_cm(std::string_view text) { read(text, read_cm_text, Format::kCm); }
void read_msccl(std::string_view text) { read(text, read_msccl_text, Format::kMsccl); }

}  // namespace torusim::fuzz
