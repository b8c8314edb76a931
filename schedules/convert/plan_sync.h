#pragma once
/// Synchronisation of the thread blocks of a rank: barriers and semaphores of a plan of MSCCL++.

#include <map>
#include <optional>
#include <vector>

#include "schedules/convert/plan_work.h"
#include "schedules/core/program.h"

namespace torusim {

class PlanSync {
 public:
  PlanSync(const MscclppPlan& plan, const PlanWorks& works, std::size_t rank)
      : plan_(plan), works_(works), rank_(rank) {}

  /// The thread block arrives at a barrier with operation `id`; `before` is its operation before that.
  void come(const PlanWork& work, std::size_t block, OperationId id, std::optional<OperationId> before);
  void release(const PlanWork& work, std::size_t block, OperationId id);
  /// Whether the next acquire of the semaphore has a release, or needs no release.
  bool ever(int semaphore) const;
  /// Throws InputError if another thread block acquires the semaphore too.
  void acquire(const PlanWork& work, std::size_t block, int semaphore, OperationId id);
  /// Adds the waits after all operations of the rank. Throws InputError for a barrier that some thread blocks
  /// never reach, and for semaphores whose releases have no order.
  void join(ProgramBuilder& builder) const;

 private:
  struct Arrived {
    const PlanWork* work;
    std::size_t block;
    OperationId id;
    std::optional<OperationId> before = {};
  };

  [[noreturn]] void fail(const Arrived& at, const std::string& what) const;
  void join_barrier(ProgramBuilder& builder, int barrier, const std::vector<Arrived>& all) const;
  void join_semaphore(ProgramBuilder& builder, int semaphore, const std::vector<Arrived>& acquired) const;
  /// Number of releases that acquire `index` needs.
  std::int64_t needed(int semaphore, std::size_t index) const {
    return static_cast<std::int64_t>(index) + 1 -
           plan_.gpus[rank_].semaphores[static_cast<std::size_t>(semaphore)];
  }

  const MscclppPlan& plan_;
  const PlanWorks& works_;
  const std::size_t rank_;
  std::map<int, std::vector<std::vector<Arrived>>> barriers_;  // by barrier: the arrivals of each round
  std::map<std::pair<int, std::size_t>, std::size_t> rounds_;  // of a barrier that a thread block has entered
  std::map<int, std::vector<Arrived>> releases_, acquires_;
};

}  // namespace torusim
