#pragma once
/// What the program throws for input that a person has to mend. The text is the whole message that the
/// person sees: what is wrong, where, and the nearest valid thing.

#include <stdexcept>
#include <string>

namespace torusim {

/// The command line contradicts itself or names something that does not exist (exit code 2).
class UsageError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An input (file, shape, schedule) is not acceptable (exit code 3); for files the text begins `file:line:`.
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace torusim
