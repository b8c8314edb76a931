#pragma once
/// One router of a user's library.

#include <string>
#include <vector>

#include "models/contract/foreign_router.h"
#include "models/foreign/plugin/torusim_router.h"

namespace torusim::rtl {

class LibraryRouter : public ForeignRouter {
 public:
  /// `text` names the library in messages. Throws InputError when the library refuses the node.
  LibraryRouter(const torusim_router_api& api, std::string text, const std::string& node_name,
                const torusim_router_site& site);
  LibraryRouter(const LibraryRouter&) = delete;
  ~LibraryRouter() override;

  void tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) override;
  bool idle() const override;
  int settles_after() const override;
  bool thread_safe() const override { return (api_.flags & TORUSIM_ROUTER_THREAD_SAFE) != 0 && !traced_; }
  /// Throws InputError when the library makes no waves.
  bool trace(const std::string& path) override;
  const std::string& failure() const override { return failure_; }

 private:
  /// One side of the router's wires in the types of the library.
  struct Side {
    explicit Side(int ports, bool gated = false)
        : forward(ports),
          backward(ports),
          gates(gated ? ports : 0),
          wires{forward.data(), backward.data(), gated ? gates.data() : nullptr} {}
    std::vector<torusim_flit> forward;
    std::vector<torusim_credit> backward;
    std::vector<torusim_gate> gates;
    torusim_router_wires wires;
  };

  /// Calls a function of the library. A failure that the function returns or throws becomes failure_.
  template <typename Call>
  bool succeeds(const char* name, Call call);
  std::string reason() const;

  const torusim_router_api& api_;
  const std::string text_;
  const int ports_, words_;
  Side in_, out_;
  void* router_ = nullptr;
  bool traced_ = false;
  std::string failure_;
};

}  // namespace torusim::rtl
