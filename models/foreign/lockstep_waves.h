#pragma once
/// A VCD file of a router and the reference router side by side; one time unit is one cycle.

#include <fstream>
#include <string>
#include <vector>

#include "models/contract/foreign_router.h"

namespace torusim::rtl {

class LockstepWaves {
 public:
  /// Creates the file `path`, or if the name is in use, by a link for example, the first free of path-2,
  /// path-3, .. (before the `.vcd`). Scopes r_<node>.inputs, .router and .reference each have a scope per
  /// port. Throws InputError when the file cannot be written.
  LockstepWaves(const std::string& path, const Hardware& hardware, NodeId node);

  const std::string& path() const { return path_; }
  void write(Cycle cycle, const RouterWires& inputs, const RouterWires& router, const RouterWires& reference);

 private:
  void declare(const std::string& scope, int ports);
  void value(int bits, const Data& data);
  void wires(const RouterWires& wires);

  std::string path_;
  std::ofstream file_;
  int declared_ = 0;               // signals declared
  int next_ = 0;                   // signal that the next value() belongs to
  std::vector<std::string> last_;  // value of each signal, so that only changes are written
};

}  // namespace torusim::rtl
