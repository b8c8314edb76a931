#pragma once
/// Errors of a value with the option, key or setting that the value belongs to.

#include <string>

#include "schedules/core/error.h"

namespace torusim {

/// The result of `make`. A UsageError or InputError in it is thrown again, with `what`, such as "--size: ",
/// before its text.
template <typename Make>
auto about(const std::string& what, Make make) {
  try {
    return make();
  } catch (const UsageError& error) {
    throw UsageError(what + error.what());
  } catch (const InputError& error) {
    throw InputError(what + error.what());
  }
}

}  // namespace torusim
