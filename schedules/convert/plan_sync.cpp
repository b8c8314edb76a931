#include "schedules/convert/plan_sync.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/core/error.h"

namespace torusim {

void PlanSync::fail(const Arrived& at, const std::string& what) const {
  throw InputError(works_.place(rank_, at.block, *at.work) + ": " + what);
}

void PlanSync::come(const PlanWork& work, std::size_t block, OperationId id,
                    std::optional<OperationId> before) {
  auto& times = barriers_[work.op->barrier];
  const std::size_t round = rounds_[{work.op->barrier, block}]++;
  if (round == times.size()) times.emplace_back();
  times[round].push_back({&work, block, id, before});
}

void PlanSync::release(const PlanWork& work, std::size_t block, OperationId id) {
  for (const int semaphore : work.op->semaphores) releases_[semaphore].push_back({&work, block, id});
}

bool PlanSync::ever(int semaphore) const {
  const auto acquired = acquires_.find(semaphore);
  return needed(semaphore, acquired == acquires_.end() ? 0 : acquired->second.size()) <=
         works_.releases(rank_, semaphore);
}

void PlanSync::acquire(const PlanWork& work, std::size_t block, int semaphore, OperationId id) {
  auto& acquired = acquires_[semaphore];
  acquired.push_back({&work, block, id});
  if (acquired.front().block == block) return;
  fail(acquired.back(),
       fmt::format("thread blocks {} and {} both acquire semaphore {}; their order is not defined",
                   acquired.front().block, block, semaphore));
}

void PlanSync::join(ProgramBuilder& builder) const {
  for (const auto& [barrier, times] : barriers_) {
    for (const std::vector<Arrived>& all : times) join_barrier(builder, barrier, all);
  }
  for (const auto& [semaphore, acquired] : acquires_) join_semaphore(builder, semaphore, acquired);
}

/// The operation of the first waits for all, and the others wait for it.
void PlanSync::join_barrier(ProgramBuilder& builder, int barrier, const std::vector<Arrived>& all) const {
  const int asked = all.front().work->op->barrier_blocks;
  if (asked != static_cast<int>(all.size())) {
    fail(all.front(),
         fmt::format("barrier {} is for {} thread blocks, and {} come to it", barrier, asked, all.size()));
  }
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i].before) builder.wait(all.front().id, *all[i].before, false);
    builder.wait(all[i].id, all.front().id, false);
  }
}

/// An acquire waits for the release that makes the semaphore positive for it. If several thread blocks
/// release it, that is known only where all releases are needed.
void PlanSync::join_semaphore(ProgramBuilder& builder, int semaphore,
                              const std::vector<Arrived>& acquired) const {
  const auto found = releases_.find(semaphore);
  if (found == releases_.end()) return;
  const std::vector<Arrived>& released = found->second;
  const bool one = std::all_of(released.begin(), released.end(),
                               [&](const Arrived& each) { return each.block == released.front().block; });
  for (std::size_t k = 0; k < acquired.size(); ++k) {
    const std::int64_t last = needed(semaphore, k), all = static_cast<std::int64_t>(released.size());
    if (last <= 0 || last > all) continue;
    if (one) {
      builder.wait(acquired[k].id, released[static_cast<std::size_t>(last) - 1].id, false);
      continue;
    }
    if (last < all) {
      fail(acquired[k],
           fmt::format("semaphore {} is released by several thread blocks; which of them is waited "
                       "for is not defined",
                       semaphore));
    }
    for (const Arrived& each : released) builder.wait(acquired[k].id, each.id, false);
  }
}

}  // namespace torusim
