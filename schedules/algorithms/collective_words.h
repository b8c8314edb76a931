#pragma once
/// What the field calls collectives, for a user who asks for one by the name of the operation.

#include <optional>
#include <string_view>

#include "schedules/core/collective.h"

namespace torusim {

/// The collective that MPI and the literature mean by a word: `alltoall`, `all-gather`, `bcast`, .., in small
/// or capital letters, with or without - and _ between.
std::optional<Collective::Kind> collective_of_word(std::string_view word);

}  // namespace torusim
