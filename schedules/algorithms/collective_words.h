#pragma once
/// Names of collectives in the field, so that a user can select an operation by its usual name.

#include <optional>
#include <string_view>

#include "schedules/core/collective.h"

namespace torusim {

/// The collective that MPI and the literature mean by a word: `alltoall`, `all-gather`, `bcast`, .., in small
/// or capital letters, with or without - and _ between.
std::optional<Collective::Kind> collective_of_word(std::string_view word);

}  // namespace torusim
