#include "schedules/core/rerouting.h"

namespace torusim {

const char* to_text(Reroute reroute) {
  switch (reroute) {
    case Reroute::kLayered:
      return "layered";
    case Reroute::kSpread:
      return "spread";
    case Reroute::kLong:
      return "long";
    case Reroute::kPlanned:
      return "planned";
  }
  return "?";
}

}  // namespace torusim
