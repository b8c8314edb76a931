#include "schedules/check/holdings.h"

#include "schedules/check/copied_holdings.h"
#include "schedules/check/message_holdings.h"
#include "schedules/check/moving_holdings.h"
#include "schedules/check/reduced_holdings.h"

namespace torusim {

std::unique_ptr<Holdings> make_holdings(const Schedule& schedule) {
  const ScheduleInfo& info = schedule.info();
  if (!info.collective.named()) return std::make_unique<MessageHoldings>(info, matrix_of(schedule));
  if (info.collective.reduces()) return std::make_unique<ReducedHoldings>(info);
  if (info.collective.copies()) return std::make_unique<CopiedHoldings>(info);
  return std::make_unique<MovingHoldings>(info);
}

}  // namespace torusim
