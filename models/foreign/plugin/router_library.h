#pragma once
/// A user's router in a shared library, with the C interface of torusim_router.h or as a module
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
  /// Loads the library, which stays loaded until the program ends. Throws InputError with the file's name if
  /// the file is missing, cannot be loaded, has no router of torusim, or has another version.
  explicit RouterLibrary(const std::string& path);

  /// Throws InputError with all features that the run needs and the router lacks.
  void check(const Hardware& hardware) const;
  /// Makes the router of a node, in reset state. Throws InputError with the library's text if the library
  /// refuses.
  std::unique_ptr<ForeignRouter> make(const Hardware& hardware, NodeId node) const;

  /// Whether the library claims the cycles of docs/router.md.
  bool cycle_exact() const { return (flags_ & TORUSIM_ROUTER_CYCLE_EXACT) != 0; }
  /// Whether several threads may clock routers of the library in parallel.
  bool thread_safe() const { return (flags_ & TORUSIM_ROUTER_THREAD_SAFE) != 0; }
  /// The library as text: `router 'name' of libmine.so`.
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
