#pragma once
/// The sender's account of the far buffer: for each virtual channel, the number of flits that are sent and
/// not credited.

#include <algorithm>
#include <cstdint>
#include <vector>

#include "models/contract/hardware.h"

namespace torusim::pins {

class CreditCounter {
 public:
  explicit CreditCounter(const Hardware& hardware)
      : reserve_(hardware.reserve), shared_left_(hardware.shared), in_flight_(hardware.vcs(), 0) {}

  void sent(int vc) {
    if (in_flight_[vc]++ >= reserve_) --shared_left_;
  }
  void credited(int vc) {
    if (in_flight_[vc]-- > reserve_) ++shared_left_;
  }

  /// The VCs that may send: they have an own slot left, or the shared pool has one.
  std::uint64_t mask() const {
    std::uint64_t result = 0;
    for (std::size_t vc = 0; vc < in_flight_.size(); ++vc) {
      if (in_flight_[vc] < reserve_ || shared_left_ > 0) result |= std::uint64_t{1} << vc;
    }
    return result;
  }
  /// The number of flits that the VC may send before another credit comes.
  int room(int vc) const { return std::max(reserve_ - in_flight_[vc], 0) + shared_left_; }
  /// Flits that are sent and not credited, by VC.
  const std::vector<int>& in_flight() const { return in_flight_; }

 private:
  const int reserve_;
  int shared_left_;  // free slots of the pool
  std::vector<int> in_flight_;
};

}  // namespace torusim::pins
