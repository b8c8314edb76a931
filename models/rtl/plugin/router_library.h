#pragma once
/// A user's router in a shared library, behind the C interface of torusim_router.h.

#include <memory>
#include <string>

#include "models/foreign_router.h"
#include "models/rtl/plugin/torusim_router.h"

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
  bool cycle_exact() const { return (api_->flags & TORUSIM_ROUTER_CYCLE_EXACT) != 0; }
  /// `router 'name' of libmine.so`
  std::string text() const;

 private:
  std::string path_;
  const torusim_router_api* api_;
};

/// What the library is told of a node.
torusim_router_site site_of(const Hardware& hardware, NodeId node);

}  // namespace torusim::rtl
