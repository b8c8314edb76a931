#pragma once
/// A run of a schedule, and its messages as another program would send them.

#include <map>
#include <vector>

#include "models/part/network.h"
#include "models/run/simulation.h"

namespace torusim::test {

/// With anything else as it is by default.
inline RunOptions torus(const char* shape) {
  RunOptions options;
  options.hardware.topology = Topology::parse(shape);
  return options;
}

/// Every message as a send for the cycle in which the schedule driver let it enter, in the order of numbers.
class SendRecorder : public Observer {
 public:
  explicit SendRecorder(Cycle startup) : startup_(startup) {}
  bool wants_moves() const override { return false; }
  void started(Cycle cycle, const Worm& worm) override {
    Message message;
    message.source = worm.source;
    message.destination = worm.destination;
    message.flits = worm.flits;
    message.message_class = worm.message_class;
    message.earliest = cycle + startup_;
    message.tag = worm.phase;
    message.injection_channel = worm.injection_channel;
    message.ejection_channel = worm.ejection_channel;
    message.route = worm.route;
    sends_[worm.number] = message;
  }
  void delivered(Cycle cycle, const Worm&) override { last_delivery_ = cycle; }

  std::vector<Message> sends() const {
    std::vector<Message> sends;
    for (const auto& [number, message] : sends_) sends.push_back(message);
    return sends;
  }
  Cycle last_delivery() const { return last_delivery_; }

 private:
  const Cycle startup_;
  Cycle last_delivery_ = 0;
  std::map<std::uint32_t, Message> sends_;
};

struct RecordedRun {
  RunResult result;
  std::vector<Message> sends;
  Cycle last_delivery = 0;
};

inline RecordedRun record(Schedule& schedule, RunOptions options) {
  SendRecorder recorder(options.startup);
  options.observers.push_back(&recorder);
  const RunResult result = simulate(schedule, options);
  return {result, recorder.sends(), recorder.last_delivery()};
}

}  // namespace torusim::test
