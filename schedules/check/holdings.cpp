#include "schedules/check/holdings.h"

#include "schedules/core/traffic_matrix.h"

namespace torusim {

std::unique_ptr<Holdings> make_holdings(const Schedule& schedule) {
  const ScheduleInfo& info = schedule.info();
  if (!info.collective.named()) return counted_messages(info, matrix_of(schedule));
  if (info.collective.reduces()) return reduced_blocks(info);
  if (info.collective.copies()) return copied_blocks(info);
  return moving_blocks(info);
}

}  // namespace torusim
