#pragma once
/// Exceptions for input that the user has to correct. The text is the whole message for the user: the
/// problem, its place, and the nearest valid value. It often quotes input of the user, so the constructors
/// clean the text (schedules/core/clean_text.h).

#include <stdexcept>
#include <string_view>

#include "schedules/core/clean_text.h"

namespace torusim {

/// The command line contradicts itself or names something that does not exist (exit code 2).
class UsageError : public std::runtime_error {
 public:
  explicit UsageError(std::string_view text) : std::runtime_error(clean_text(text)) {}
};

/// An input (file, shape, schedule) is not acceptable (exit code 3); for files the text begins `file:line:`.
class InputError : public std::runtime_error {
 public:
  explicit InputError(std::string_view text) : std::runtime_error(clean_text(text)) {}
};

}  // namespace torusim
