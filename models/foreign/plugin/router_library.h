#pragma once
/// A user's router in a shared library: behind the C interface of torusim_router.h, or a module
/// (systemc_router.h).

#include <memory>
#include <string>

#include "models/contract/foreign_router.h"
#include "models/foreign/plugin/torusim_router.h"

namespace torusim {
struct SystemcRouterApi;
}

namespace torusim::rtl {

class RouterLibrary {
 public:
  /// Loads the library; it stays loaded until the program ends. Throws InputError that names the file when it
  /// is not there, cannot be loaded, is no router of torusim, or of another version.
  explicit RouterLibrary(const std::string& path);

  /// Throws InputError with everything that the run needs and the router has not.
  void check(const Hardware& hardware) const;
  /// The router of a node, in reset state. Throws InputError with the library's own words when it refuses.
  std::unique_ptr<ForeignRouter> make(const Hardware& hardware, NodeId node) const;

  /// It claims the cycles of docs/router.md.
  bool cycle_exact() const { return (flags_ & TORUSIM_ROUTER_CYCLE_EXACT) != 0; }
  /// Its routers may be clocked side by side.
  bool thread_safe() const { return (flags_ & TORUSIM_ROUTER_THREAD_SAFE) != 0; }
  /// `router 'name' of libmine.so`
  std::string text() const;

 private:
  void load_clocked(const torusim_router_api* api);
  void load_module(const SystemcRouterApi* api);
  void check_version(std::uint32_t abi) const;

  const std::string path_;
  const torusim_router_api* clocked_ = nullptr;  // one of the two is set
  const SystemcRouterApi* module_ = nullptr;
  std::string name_;
  std::uint32_t flags_ = 0;
  torusim_router_limits limits_{};
};

}  // namespace torusim::rtl
