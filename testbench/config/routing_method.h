#pragma once
/// How messages find their way (--routing).

namespace torusim {

enum class Routing {
  kDimensionOrder,  ///< the routes of a schedule; packets of traffic go dimension by dimension
  kAdaptive,        ///< every router chooses among shortest paths (docs/adaptive.md)
};

/// `dimension-order`, `adaptive`
const char* to_text(Routing routing);

}  // namespace torusim
