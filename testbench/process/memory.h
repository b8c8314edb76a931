#pragma once
/// The end of memory as an error like any other.

#include <fmt/format.h>

#include <new>

#include "schedules/core/error.h"

namespace torusim {

/// To be called first. Some memory is kept from now on, and given back when there is no more: enough to say
/// so, and to remove what is not finished. Throws std::bad_alloc if there is not even that.
void prepare_memory();

/// The same when the end of memory shows otherwise than by std::bad_alloc, or may.
void give_back_memory();

/// What `work` returns. Throws InputError `out of memory while WHAT` when it runs out of memory.
template <typename Work>
auto with_memory_for(const char* what, const Work& work) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    throw InputError(fmt::format("out of memory while {}", what));
  }
}

}  // namespace torusim
