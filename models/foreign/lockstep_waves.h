#pragma once
/// The last cycles before two routers in lockstep differ: a VCD file of both side by side, with the state of
/// the reference in words, and a save file of GTKWave that shows the difference first. A cycle is 1 ns.

#include <fstream>
#include <string>
#include <vector>

#include "models/contract/reference_router.h"
#include "models/contract/router_wires.h"

namespace torusim::rtl {

/// The first difference between two routers: of flits, by port, then of credits and acks.
struct LockstepDifference {
  std::string text;  ///< the pin and both values; empty: there is none
  int port = 0;
  bool forward = true;  ///< on the flits of output `port`, else on the credits and acks of input `port`
};

/// Scopes r_<node>.inputs, .router and .reference have the pins, a scope per port. Scope .state has the
/// reference in words: the input that each output takes, owners and credits of its virtual channels, and for
/// each virtual channel of an input the flit in front and why it does not go.
class LockstepWaves {
 public:
  /// Creates the file `path`, or if the name is in use, by a link for example, the first free of path-2,
  /// path-3, .. (before the `.vcd`). Throws InputError when the file cannot be written.
  LockstepWaves(const std::string& path, const Hardware& hardware, NodeId node);

  /// The input wires in a cycle, null if they are unknown, and the state of the reference after decide().
  void inputs(Cycle cycle, const RouterWires* wires, const ReferenceRouter& reference);
  /// The output wires in a cycle.
  void outputs(Cycle cycle, const RouterWires& router, const RouterWires& reference);
  /// Ends the file, and writes the save file, whose path it returns.
  std::string finish(const LockstepDifference& difference);

 private:
  struct Signal {
    std::string name;  ///< with its scopes and its range
    int bits;          ///< 0: a text
    std::string last{};
    bool used = false;  ///< it was no zero and no empty text once
  };
  void declare(const std::string& name, int bits);
  void declare_all();
  void begin(Cycle cycle);
  void value(std::string text);
  void value(int bits, const Data& data);
  void pins(const RouterWires* wires);

  std::string port_name(int port) const;
  std::string vc_name(int port, int vc) const;
  std::string owner(const ReferenceRouter& reference, int out, int vc) const;
  std::string choice(const ReferenceRouter& reference, int out) const;
  std::string front(const ReferenceRouter& reference, int in, int vc) const;
  std::string fate(const ReferenceRouter& reference, int in, int vc) const;

  const Hardware hardware_;
  const std::string scope_;
  std::string path_;
  std::ofstream file_;
  std::vector<Signal> signals_;  // in the order of their declaration
  std::size_t next_ = 0;         // signal that the next value() belongs to
  Cycle now_ = -1;
};

}  // namespace torusim::rtl
