#pragma once
/// The state of all routers in one contiguous array, router after router; a router of 5 ports and 2 virtual
/// channels of 8 flits takes 1.4 kB.
///
/// Words: an input VC is *occupied* while it holds flits, and *started* from its front worm's head leaving to
/// its tail leaving, that is, while the worm owns an output VC.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

#include "models/fast/flit.h"
#include "models/hardware.h"

namespace torusim::fast {

/// A buffer of one virtual channel: `count` flits of the ring that begins at `front`.
struct InputVc {
  std::uint16_t front = 0;
  std::uint16_t count = 0;
  std::uint8_t out = 0;  ///< where the front worm goes, valid while occupied or started
  std::uint8_t out_vc = 0;
};

struct InputPort {
  std::uint64_t occupied;
  std::uint64_t started;
  std::uint8_t turn;    ///< VC that comes first among equals
  StreamOut credits;    ///< what goes back to the sender
  FlitStream arriving;  ///< if the router's flits_in says so
};

/// The sending end of a channel: who owns its VCs, and what may still be sent (see CreditCounter).
struct OutputPort {
  std::uint64_t free;           ///< VCs that no worm owns
  std::uint64_t below_reserve;  ///< VCs with fewer flits in the far buffer than their own slots
  std::int32_t shared_used;     ///< slots of the far buffer's shared pool in use
  NodeId peer;                  ///< the router at the far end, which is also the one that feeds this input
  std::uint8_t peer_port;       ///< the far router's port of this channel pair
  std::uint8_t turn;            ///< input port that comes first among equals
  bool dateline;
  StreamOut flits;        ///< what goes out
  CreditStream arriving;  ///< if the router's credits_in says so
  Cycle accounted;        ///< of a streaming router: in_flight of the stream's VC counts up to this cycle

  /// VCs on which the credit rule allows a flit.
  std::uint64_t credit(int shared) const { return shared_used < shared ? ~std::uint64_t{0} : below_reserve; }
};

/// The credit rule of one channel: `in_flight[v]` flits of VC v are sent and not credited.
struct CreditCounter {
  int reserve;
  OutputPort& port;
  std::uint16_t* in_flight;

  void send(int vc) const {
    const int now = ++in_flight[vc];
    if (now == reserve) port.below_reserve &= ~(std::uint64_t{1} << vc);
    if (now > reserve) ++port.shared_used;
  }
  void credit(int vc) const {
    const int now = --in_flight[vc];
    if (now == reserve - 1) port.below_reserve |= std::uint64_t{1} << vc;
    if (now >= reserve) --port.shared_used;
  }
};

struct RouterHead {
  std::uint32_t active;       ///< bit per input port that holds flits
  std::uint32_t flits_in;     ///< bit per input port at which a stream of flits arrives
  std::uint32_t credits_in;   ///< bit per output port at which a stream of credits arrives
  std::uint32_t flits_out;    ///< bit per output port that sends a stream
  std::uint32_t credits_out;  ///< bit per input port that gives credits in a stream
  bool awake;                 ///< on the work list
  bool streaming;             ///< asleep while its streams run on
  bool others_wait;           ///< of a streaming router: it holds flits that do not move
  Cycle asleep_since;         ///< of a streaming router: its last evaluated cycle

  bool any_stream() const { return (flits_in | credits_in | flits_out | credits_out) != 0; }
};

/// One router's part of the array.
struct RouterView {
  RouterHead& head;
  InputPort* in;             ///< [ports]
  OutputPort* out;           ///< [ports]
  InputVc* vc;               ///< [ports][vcs]
  std::uint16_t* in_flight;  ///< [ports][vcs], of the output ports
  Flit* slots;               ///< [ports][vcs][slots]
};

class NetworkState {
 public:
  explicit NetworkState(const Hardware& hardware);

  RouterView router(NodeId node) {
    std::byte* base = first_ + std::size_t(node) * stride_;
    return {*reinterpret_cast<RouterHead*>(base),
            reinterpret_cast<InputPort*>(base + in_),
            reinterpret_cast<OutputPort*>(base + out_),
            reinterpret_cast<InputVc*>(base + vc_),
            reinterpret_cast<std::uint16_t*>(base + in_flight_),
            reinterpret_cast<Flit*>(base + slots_)};
  }
  std::size_t bytes_per_router() const { return stride_; }

 private:
  struct Free {
    void operator()(std::byte* p) const { std::free(p); }
  };
  std::size_t in_, out_, vc_, in_flight_, slots_, stride_;
  std::unique_ptr<std::byte, Free> bytes_;
  std::byte* first_;  // the first router's part, at the beginning of a cache line
};

}  // namespace torusim::fast
