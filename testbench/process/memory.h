#pragma once
/// Reports exhausted memory as an error like any other.

#include <fmt/format.h>

#include <new>

#include "schedules/core/error.h"

namespace torusim {

/// The program calls this function first. It reserves memory, and frees the reserve when memory runs out:
/// enough to report the error and to remove unfinished files. Throws std::bad_alloc if the reserve cannot be
/// allocated.
void prepare_memory();

/// Frees the reserve, for callers that may have run out of memory without std::bad_alloc.
void give_back_memory();

/// Returns the result of `work`. Throws InputError `out of memory while WHAT` when `work` runs out of memory.
template <typename Work>
auto with_memory_for(const char* what, const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    throw InputError(fmt::format("out of memory while {}", what));
  }
}

}  // namespace torusim
