#pragma once
/// One router's parts of the arrays of state.h, with names.
///
/// The cycle of a router is a template over these views. With packed sets the compiler knows that a set is
/// one word, and its place.

#include <algorithm>
#include <bit>

#include "models/fast/bits.h"
#include "models/fast/state.h"

namespace torusim::fast {

class RouterParts {
 public:
  RouterParts() = default;  ///< a view without a router
  RouterParts(const NetworkState& state, NodeId node)
      : hot_(state.hot(node)),
        channels_(state.channels(node)),
        cold_(state.cold(node)),
        state_(&state),
        node_(node) {}

  NodeId node() const { return node_; }
  RouterSleep& sleep() const { return *reinterpret_cast<RouterSleep*>(cold_); }
  StreamSets& streams(int word) const {
    return reinterpret_cast<StreamSets*>(cold_ + sizeof(RouterSleep))[word];
  }
  ColdChannel& cold(const VirtualChannel& channel) const { return state_->cold_channel(channel); }

 protected:
  const Layout& layout() const { return state_->layout(); }

  std::byte* hot_;
  VirtualChannel* channels_;
  std::byte* cold_;

 private:
  const NetworkState* state_;
  NodeId node_;
};

/// A view that fits any hardware.
class RouterView : public RouterParts {
 public:
  static constexpr bool kLean = false;
  static constexpr int kWords = Layout::kMaxWords;  ///< maximum of words()
  RouterView() = default;
  using RouterParts::RouterParts;

  int words() const { return layout().words; }
  int digit_count() const { return layout().digits; }
  int port_bits() const { return layout().port_bits; }

  VcIndex input(int port, int vc) const { return layout().input(port, vc); }
  VcIndex output(int port, int vc) const { return layout().output(port, vc); }
  int port_at(VcIndex place) const { return number(place) >> layout().port_bits; }
  int vc_at(VcIndex place) const { return number(place) & ((1 << layout().port_bits) - 1); }
  /// The outputs of a port in a word.
  std::uint64_t outputs(int port, int word) const {
    const int first = (port << layout().port_bits) - word * Layout::kOutputs;
    const int end = std::min(first + (1 << layout().port_bits), Layout::kOutputs);
    const std::uint64_t below = (std::uint64_t{1} << end) - 1;
    return (below >> std::max(first, 0) << std::max(first, 0)) << Layout::kOutputs;
  }
  /// Takes a port's VCs out of a set of inputs.
  std::uint64_t take_inputs(std::uint64_t* set, int port) const {
    std::uint64_t result = 0;
    for (int w = input(port, 0).word; w <= input(port, layout().vcs - 1).word; ++w) {
      const std::uint64_t here = set[w] & (outputs(port, w) >> Layout::kOutputs);
      const int vc0 = (port << layout().port_bits) - w * Layout::kOutputs;
      result |= vc0 < 0 ? here << -vc0 : here >> vc0;
      set[w] &= ~here;
    }
    return result;
  }
  /// Whether a port has several inputs in the set, or several outputs.
  bool several(const std::uint64_t* set) const {
    std::uint64_t ports = 0;  // outputs in bits 32 ..
    for (int w = 0; w < words(); ++w) {
      for (const int i : bits(set[w])) {
        const std::uint64_t port = bit64(port_at({w, i}) + (i & Layout::kOutputs));
        if ((ports & port) != 0) return true;
        ports |= port;
      }
    }
    return false;
  }
  /// The VCs of local ports in a word.
  std::uint64_t locals(int word) const { return layout().locals[word]; }

  VcSets& sets(int word) const { return *reinterpret_cast<VcSets*>(hot_ + word * layout().sets_stride); }
  std::uint64_t* digits(int word) const { return reinterpret_cast<std::uint64_t*>(&sets(word) + 1); }
  RouterHead& head() const { return *reinterpret_cast<RouterHead*>(hot_ + layout().head); }

  ColdPort& cold_port(int p) const { return reinterpret_cast<ColdPort*>(cold_ + layout().ports_at)[p]; }
  VirtualChannel& channel(int port, int vc) const {
    return channels_[(port * layout().vcs + vc) * layout().channel_step];
  }
  /// Only if sets have several words.
  PlaceWords& words_of(VirtualChannel& channel) const { return *reinterpret_cast<PlaceWords*>(&channel + 1); }
  VirtualChannel& channel(VcIndex input) const { return channel(port_at(input), vc_at(input)); }
  std::uint8_t& last_vc(int port) const { return channel(port, 0).of_port; }
  /// Whether there are two lanes and the port's output is the wrap channel of its dimension.
  bool dateline(int port) const { return layout().vcs > 1 && channel(port, 1).of_port != 0; }
  std::uint8_t& last_vc_beside(VcIndex input) const { return last_vc(port_at(input)); }
  /// The router at the far end of a port, as in VirtualChannel, and the port of that router.
  NodeId peer(int port) const { return channel(port, 0).peer; }
  int peer_port(int port) const { return port_at(credits_to(channel(port, 0))); }
  /// The output VC of the front worm of an input, and the input VC at `next` that it leads to.
  VcIndex output_of(const VirtualChannel& channel) const {
    return {word(channel, &PlaceWords::out), channel.out_bit};
  }
  VcIndex flits_to(const VirtualChannel& channel) const {
    return {word(channel, &PlaceWords::next), channel.next_bit};
  }
  /// The output VC at `peer` that an input's credits go to.
  VcIndex credits_to(const VirtualChannel& channel) const {
    return {word(channel, &PlaceWords::peer), channel.peer_bit};
  }
  /// Stores the route of the front worm, which output_of() and flits_to() return.
  void lead(VirtualChannel& channel, VcIndex output, VcIndex there) const {
    channel.out_bit = u8(output.bit);
    channel.next_bit = u8(there.bit);
    if (layout().words == 1) return;
    words_of(channel).out = u8(output.word);
    words_of(channel).next = u8(there.word);
  }
  int out_port(const VirtualChannel& channel) const { return port_at(output_of(channel)); }
  /// Index of a word of a router's inbox among the words of all inboxes.
  std::size_t inbox_word(NodeId router, int word) const {
    return std::size_t(router) * layout().words + word;
  }

 private:
  int word(const VirtualChannel& channel, std::uint8_t PlaceWords::*which) const {
    return layout().words == 1 ? 0 : reinterpret_cast<const PlaceWords*>(&channel + 1)->*which;
  }
  static int number(VcIndex place) { return place.word * Layout::kOutputs + place.bit % Layout::kOutputs; }
};

/// A view of routers with sets of one word and as many bits per port as VCs. `lean`: the compiler also knows
/// the lean layout (layout.h).
template <int kVcs, bool kLeanLayout = false>
class PackedView : public RouterParts {
 public:
  static constexpr bool kLean = kLeanLayout;
  static constexpr int kWords = 1;
  static constexpr int kOutputs = Layout::kOutputs;
  PackedView() = default;
  using RouterParts::RouterParts;

  static constexpr int words() { return 1; }
  static constexpr int port_bits() { return std::countr_zero(unsigned{kVcs}); }
  int digit_count() const { return kLean ? Layout::kLeanDigits : layout().digits; }

  static constexpr VcIndex input(int port, int vc) { return {0, kVcs * port + vc}; }
  static constexpr VcIndex output(int port, int vc) { return {0, kOutputs + kVcs * port + vc}; }
  static constexpr int port_at(VcIndex place) {
    return static_cast<int>(unsigned(place.bit) % kOutputs / kVcs);
  }
  static constexpr int vc_at(VcIndex place) { return static_cast<int>(unsigned(place.bit) % kVcs); }
  static constexpr std::uint64_t outputs(int port, int /*word*/) {
    return ((std::uint64_t{1} << kVcs) - 1) << output(port, 0).bit;
  }
  static std::uint64_t take_inputs(std::uint64_t* set, int port) {
    const std::uint64_t here = set[0] & (outputs(port, 0) >> kOutputs);
    set[0] &= ~here;
    return here >> input(port, 0).bit;
  }
  std::uint64_t locals(int /*word*/) const { return layout().locals[0]; }
  /// Whether a port has several inputs in the set, or several outputs.
  static bool several(const std::uint64_t* set) {
    std::uint64_t pairs = 0;
    for (int apart = 1; apart < kVcs; ++apart) {
      const std::uint64_t lower_vcs = kVcs0 * ((1u << (kVcs - apart)) - 1);
      pairs |= set[0] & (set[0] >> apart) & lower_vcs;
    }
    return pairs != 0;
  }

  VcSets& sets(int /*word*/) const { return *reinterpret_cast<VcSets*>(hot_); }
  std::uint64_t* digits(int /*word*/) const {
    return reinterpret_cast<std::uint64_t*>(hot_ + sizeof(VcSets));
  }
  RouterHead& head() const {
    return *reinterpret_cast<RouterHead*>(hot_ + (kLean ? kLeanHead : layout().head));
  }
  ColdPort& cold_port(int p) const { return reinterpret_cast<ColdPort*>(cold_ + Layout::ports_behind(1))[p]; }
  VirtualChannel& channel(VcIndex input) const { return channels_[unsigned(input.bit)]; }
  std::uint8_t& last_vc(int port) const { return channels_[kVcs * unsigned(port)].of_port; }
  std::uint8_t& last_vc_beside(VcIndex input) const {
    return channels_[unsigned(input.bit) & ~(kVcs - 1u)].of_port;
  }
  bool dateline(int port) const { return kVcs > 1 && channels_[kVcs * unsigned(port) + 1].of_port != 0; }
  NodeId peer(int port) const { return channels_[kVcs * unsigned(port)].peer; }
  int peer_port(int port) const { return port_at(credits_to(channels_[kVcs * unsigned(port)])); }
  static VcIndex output_of(const VirtualChannel& channel) { return {0, channel.out_bit}; }
  static VcIndex flits_to(const VirtualChannel& channel) { return {0, channel.next_bit}; }
  static VcIndex credits_to(const VirtualChannel& channel) { return {0, channel.peer_bit}; }
  static void lead(VirtualChannel& channel, VcIndex output, VcIndex there) {
    channel.out_bit = u8(output.bit);
    channel.next_bit = u8(there.bit);
  }
  static int out_port(const VirtualChannel& channel) { return port_at(output_of(channel)); }
  static std::size_t inbox_word(NodeId router, int /*word*/) { return static_cast<std::size_t>(router); }

 private:
  /// VC 0 of every port, inputs and outputs.
  static constexpr std::uint64_t kVcs0 = ~std::uint64_t{0} / ((std::uint64_t{1} << kVcs) - 1);
  static constexpr std::size_t kLeanHead = sizeof(VcSets) + Layout::kLeanDigits * sizeof(std::uint64_t);
};

}  // namespace torusim::fast
