// The actions of operations in plans of MSCCL++, by name.
#include <fmt/format.h>

#include "schedules/convert/mscclpp_plan.h"

namespace torusim {
namespace {

using Act = PlanAct::Kind;

constexpr PlanAct kActs[] = {
    {"nop", Act::kNop},
    {"barrier", Act::kBarrier},
    {"signal", Act::kSignal},
    {"rlxsignal", Act::kSignal},
    {"wait", Act::kWait},
    {"rlxwait", Act::kWait},
    {"flush", Act::kFlush},
    {"sem_acquire", Act::kAcquire},
    {"sem_release", Act::kRelease},
    {"pipeline", Act::kPipeline},
    {"copy", Act::kMove},
    {"put", Act::kMove},
    {"get", Act::kMove},
    {.name = "pws", .kind = Act::kMove, .signals = true},
    {.name = "pwsf", .kind = Act::kMove, .signals = true, .flushes = true},
    {.name = "re", .kind = Act::kMove, .sums = true},
    {.name = "res", .kind = Act::kMove, .sums = true},
    {.name = "rre", .kind = Act::kMove, .sums = true},
    {.name = "rres", .kind = Act::kMove, .sums = true},
    {.name = "ppkt", .kind = Act::kMove, .remote_packets = true},
    {.name = "rppkt", .kind = Act::kMove, .packet_source = 0, .remote_packets = true},
    {.name = "cpkt", .kind = Act::kMove, .packet_target = 0},
    {.name = "upkt", .kind = Act::kMove, .packet_source = 0},
    {.name = "repkt", .kind = Act::kMove, .sums = true, .packet_source = 1},
    {.name = "respkt", .kind = Act::kMove, .sums = true, .packet_source = 1, .remote_packets = true},
    {.name = "recpkt", .kind = Act::kMove, .sums = true, .packet_source = 1, .packet_target = 1},
    {.name = "recspkt",
     .kind = Act::kMove,
     .sums = true,
     .packet_source = 1,
     .packet_target = 1,
     .remote_packets = true},
};

}  // namespace

const PlanAct* find_plan_act(const std::string& name) {
  for (const PlanAct& act : kActs) {
    if (name == act.name) return &act;
  }
  return nullptr;
}

std::string plan_place(const std::string& file, std::size_t gpu, std::size_t block, std::uint32_t step,
                       const char* name) {
  return fmt::format("{}: gpu {}, thread block {}, operation {} ({})", file, gpu, block, step, name);
}

}  // namespace torusim
