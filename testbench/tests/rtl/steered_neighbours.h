#pragma once
/// The neighbours of one router, at its pins: they keep the contract and steer into its corners, where the
/// traffic of networks seldom gets. What they do changes every hundred cycles or so (see Steer).

#include <cstdint>
#include <deque>
#include <random>
#include <vector>

#include "models/contract/hardware.h"
#include "models/contract/router_wires.h"

namespace torusim::test {

class SteeredNeighbours {
 public:
  SteeredNeighbours(const Hardware& hardware, std::uint32_t seed);

  /// What is on the router's input wires in the next cycle; `outputs` is what it drives in this one.
  const RouterWires& drive(const RouterWires& outputs);

 private:
  enum class Steer {
    kMixed,   ///< everything, half of the time
    kRivals,  ///< short worms of one class from all inputs to one output
    kFull,    ///< no credits, until every VC of every input is full
    kDrain,   ///< credits only
    kAcks,    ///< circuits, and acks for them on all outputs at once
  };
  /// With gates: a worm of a phase, which a channel will send after those before it.
  struct Planned {
    int out;
    std::uint32_t number;
  };
  /// The worms of a phase at an output.
  struct Entry {
    std::uint32_t limit;
    int worms;
  };
  struct Channel {
    int sent = 0;            // into the router and not credited
    std::uint32_t left = 0;  // flits of the worm that is under way
    std::uint32_t message = 0, index = 0;
    bool waits = false;    // the head of a circuit has gone, its payload waits for the ack
    int taken = 0;         // from the router and not credited
    bool ack_due = false;  // the head of a circuit has come
    std::deque<Planned> plan;
  };

  Channel& at(int port, int vc) { return channels_[port * hardware_.vcs() + vc]; }
  bool chance(unsigned percent) { return random_() % 100 < percent; }
  int any(int below) { return static_cast<int>(random_() % static_cast<unsigned>(below)); }
  void look(const RouterWires& outputs);
  void steer();
  void send(int port);
  void give_back(int port);
  bool may_send(int port, int vc);
  Data head(int port, int first_out);
  Planned next_worm(int port, int vc);
  void plan_phase(int port, int vc);
  void drive_gates(const RouterWires& outputs);
  Data payload();

  const Hardware hardware_;
  const int longest_;  // worm: it always has the slots of its VC, should a buffer have to hold it whole
  std::mt19937 random_;
  std::vector<Channel> channels_;  // by port and VC
  RouterWires wires_;
  Steer steer_ = Steer::kMixed;
  int steered_for_ = 0;  // cycles that are left of it
  int target_ = 0, target_class_ = 0;
  std::uint32_t messages_ = 0;
  std::vector<std::deque<Entry>> tables_;  // with gates, by output: the first entry is the current one
};

}  // namespace torusim::test
