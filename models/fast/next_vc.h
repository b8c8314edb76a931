#pragma once
/// Part of route computation (RC): next_vc() of the contract as a table. Turns between dimensions are
/// unpredictable, so no branch depends on them.

#include <array>
#include <cstdint>

#include "models/contract/hardware.h"
#include "models/fast/bits.h"

namespace torusim::fast {

class NextVc {
 public:
  explicit NextVc(const Hardware& hardware)
      : keeps_class_(~(hardware.lanes - 1)), pairs_((hardware.lanes - 1) & 2) {
    for (int in = 0; in < hardware.ports(); ++in) {
      for (int out = 0; out < hardware.ports(); ++out) {
        const bool keeps = hardware.lanes == 1 || next_vc(hardware, in, 1, out, false) == 1;
        keeps_lane_[static_cast<std::size_t>(in)] |= keeps ? bit(out) : 0;
      }
    }
  }

  /// The output VC at port `out` of a worm that came to port `in` on `vc`. `dateline`: with two lanes,
  /// whether `out` is the wrap channel of its dimension; else false. `named`: the lane of the route segment,
  /// limited to the lanes that exist.
  int operator()(int in, int vc, int out, bool dateline, int named) const {
    const int keeps = static_cast<int>((keeps_lane_[static_cast<std::size_t>(in)] >> out) & 1);
    const int turns = ((vc ^ named) & pairs_) >> 1;  // the worm changes to the other pair
    return (vc & ((keeps & ~turns) | keeps_class_)) | named | static_cast<int>(dateline);
  }

 private:
  int keeps_class_, pairs_;                                      // bits of a VC
  std::array<std::uint32_t, Hardware::kMaxPorts> keeps_lane_{};  // by input port: outputs, as bits
};

}  // namespace torusim::fast
