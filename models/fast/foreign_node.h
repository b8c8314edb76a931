#pragma once
/// A node of the fast level at which a foreign router stands: the wires on its pins, and the account of what
/// is inside it, by which every flit that comes out is checked.

#include <memory>
#include <string>
#include <vector>

#include "models/foreign_router.h"

namespace torusim::fast {

/// A worm of which some flits have entered the router and not all have left.
struct WormInside {
  WormSlot slot = 0;
  std::uint32_t number = 0;
  std::uint32_t entered = 0;  ///< flits that have come in
  std::uint32_t left = 0;     ///< flits that have gone out, which is also the index of the next one
  int out = 0;                ///< output port and VC of its route
  int out_vc = 0;
  Data head{};  ///< as it has to leave
};

struct ForeignNode {
  /// Ticks without a flit or a credit on any pin after which a router that still holds flits counts as
  /// blocked: nothing in it will move before its inputs do. Longer than any pipeline, so that a foreign one
  /// may be deep.
  static constexpr int kPatience = 64;

  ForeignNode(NodeId id, std::unique_ptr<ForeignRouter> its_router, const Hardware& hardware)
      : node(id),
        router(std::move(its_router)),
        inputs(hardware.ports()),
        outputs(hardware.ports()),
        uncredited(std::size_t(hardware.ports()) * hardware.vcs(), 0) {}

  NodeId node;
  std::unique_ptr<ForeignRouter> router;
  RouterWires inputs, outputs;
  bool awake = false;
  int quiet_ticks = 0;
  std::vector<WormInside> inside;
  std::vector<int> uncredited;  ///< [ports][vcs] flits that came in and whose slot was not given back yet

  WormInside* find(std::uint32_t number) {
    for (WormInside& worm : inside) {
      if (worm.number == number) return &worm;
    }
    return nullptr;
  }
};

}  // namespace torusim::fast
