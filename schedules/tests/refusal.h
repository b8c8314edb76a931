#pragma once
/// What is said of input that is refused.

#include <string>

#include "schedules/core/error.h"

namespace torusim::test {

/// The text of the error with which `action` ends; "accepted" without one. Other exceptions end the test.
template <typename Refusal = InputError, typename Action>
std::string refusal(const Action& action) {
  try {
    action();
  } catch (const Refusal& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace torusim::test
