#pragma once
/// The distribution of packet lengths in flits, head included. Each packet draws a length.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/sources/node_random.h"

namespace torusim {

class PacketMix {
 public:
  static constexpr int kMostFlits = 1'000'000;

  /// A mix of packets of one length; the default is 8 flits.
  explicit PacketMix(int flits) : kinds_{{flits, 1.0}} {}
  PacketMix() : PacketMix(8) {}
  struct Kind {
    int flits;
    double weight;
  };
  explicit PacketMix(std::vector<Kind> kinds) : kinds_(std::move(kinds)) {}

  /// Reads `8`, `1,5` (equal shares of the packets), `1:0.8,5:0.2` or `1:4,5:1` (weights). Throws UsageError,
  /// whose text is `must be ..`.
  static PacketMix parse(std::string_view text);
  /// The mix in the form that parse() reads.
  std::string text() const;

  double mean_flits() const;
  int longest() const;
  int draw(NodeRandom& random) const;

  const std::vector<Kind>& kinds() const { return kinds_; }

 private:
  std::vector<Kind> kinds_;
};

}  // namespace torusim
