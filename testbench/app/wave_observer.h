#pragma once
/// Stands between a network and the writer of its waves.

#include <exception>
#include <vector>

#include "models/observer.h"

namespace torusim {

/// Hands flits on in the order of their channels, so that the file does not depend on the order in which a
/// level happens to move them. A failure to write is kept instead of thrown, because the kernel that calls an
/// observer would turn it into its own; after it nothing more is handed on.
class WaveObserver : public Observer {
 public:
  explicit WaveObserver(Observer& waves) : waves_(waves) {}

  void moved(Cycle cycle, std::span<const FlitMove> moves) override;
  void started(Cycle cycle, const Worm& worm) override;
  void delivered(Cycle cycle, const Worm& worm) override;
  void phase_began(Cycle cycle, int phase, const std::string& name) override;
  void phase_ended(Cycle cycle, int phase, const std::string& name) override;

  bool failed() const { return failure_ != nullptr; }
  /// Throws what went wrong, if anything did.
  void rethrow() const;

 private:
  template <typename Call>
  void guard(Call call);

  Observer& waves_;
  std::vector<FlitMove> ordered_;
  std::exception_ptr failure_;
};

}  // namespace torusim
