#pragma once
/// The lengths of the worms that have last entered each output VC, for bubble flow control.
///
/// Flits are credited in the order in which they were sent. So the far buffer holds flits of the last n worms
/// only, exactly when no more flits are in flight than those worms have. Packet slots need no count of tails
/// among the credits.

#include <cstdint>
#include <vector>

namespace torusim::fast {

class RecentWorms {
 public:
  /// `most`: the maximum of `worms` in flits_of_last().
  RecentWorms(std::size_t outputs, int most)
      : kept_(static_cast<std::size_t>(most) + 1), ends_(outputs * kept_, 0), newest_(outputs, 0) {}

  void add(std::size_t output, std::uint32_t flits) {
    std::uint16_t& newest = newest_[output];
    const std::uint32_t sent = ends_[output * kept_ + newest];
    newest = static_cast<std::uint16_t>(newest + 1u == kept_ ? 0 : newest + 1);
    ends_[output * kept_ + newest] = sent + flits;
  }
  /// The number of flits of the last `worms` worms, or of all if there were fewer.
  std::uint32_t flits_of_last(std::size_t output, int worms) const {
    const std::uint32_t* const ends = &ends_[output * kept_];
    const std::size_t newest = newest_[output], back = static_cast<std::size_t>(worms);
    return ends[newest] - ends[newest >= back ? newest - back : newest + kept_ - back];
  }

 private:
  const std::size_t kept_;
  std::vector<std::uint32_t> ends_;  // [output][kept_]: flits sent by the end of each worm, modulo 2^32
  std::vector<std::uint16_t> newest_;
};

}  // namespace torusim::fast
