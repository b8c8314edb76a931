#pragma once
/// The sender's account of the far buffer, one count per virtual channel of what is sent and not credited.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/contract/hardware.h"

namespace torusim::pins {

class CreditCounter {
 public:
  explicit CreditCounter(const Hardware& hardware)
      : reserve_(hardware.reserve), shared_(hardware.shared), in_flight_(hardware.vcs(), 0) {}

  void sent(int vc) { ++in_flight_[vc]; }
  void credited(int vc) { --in_flight_[vc]; }

  /// A VC may send into its own slots, or while the shared pool has one left.
  std::uint64_t mask() const {
    const int shared_left = this->shared_left();
    std::uint64_t result = 0;
    for (std::size_t vc = 0; vc < in_flight_.size(); ++vc) {
      if (in_flight_[vc] < reserve_ || shared_left > 0) result |= std::uint64_t{1} << vc;
    }
    return result;
  }
  /// Flits that may be sent on the VC before another credit comes.
  int room(int vc) const { return std::max(reserve_ - in_flight_[vc], 0) + shared_left(); }

 private:
  int shared_left() const {
    int left = shared_;
    for (const int flits : in_flight_) left -= std::max(flits - reserve_, 0);
    return left;
  }

  const int reserve_, shared_;
  std::vector<int> in_flight_;
};

}  // namespace torusim::pins
