#include "models/pins/network.h"
namespace torusim::pins {
void run(const RunOptions&, ScheduleDriver&, WormTable&, Scoreboard&, RunControl&) {}
}  // namespace torusim::pins
