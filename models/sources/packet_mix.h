#pragma once
/// Lengths of packets in flits, head included: one drawn for each packet.

#include <string>
#include <string_view>
#include <vector>

#include "models/sources/node_random.h"

namespace torusim {

class PacketMix {
 public:
  static constexpr int kMostFlits = 1'000'000;

  /// Packets of one length, 8 flits unless it is named.
  explicit PacketMix(int flits) : kinds_{{flits, 1.0}} {}
  PacketMix() : PacketMix(8) {}

  /// `8`; `1,5` (equal shares of the packets); `1:0.8,5:0.2` or `1:4,5:1` (weights). Throws UsageError
  /// `must be ..`.
  static PacketMix parse(std::string_view text);
  /// In the form that parse() reads.
  std::string text() const;

  double mean_flits() const;
  int longest() const;
  int draw(NodeRandom& random) const;

  struct Kind {
    int flits;
    double weight;
  };
  const std::vector<Kind>& kinds() const { return kinds_; }

 private:
  std::vector<Kind> kinds_;
};

}  // namespace torusim
