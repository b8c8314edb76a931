#pragma once
/// Converts exceptions to the codes and texts of torusim.h.

#include <new>
#include <string>
#include <type_traits>

#include "schedules/core/error.h"
#include "testbench/library/torusim.h"
#include "testbench/process/interrupt.h"

namespace torusim::library {

/// Stores the latest error of this thread; returns its code.
int keep_error(int code, const char* text);

/// Returns the result of `call`. On an exception stores its text and returns `failed(code)`.
template <typename Call, typename Failed>
auto guarded(Call call, Failed failed) -> decltype(call()) {
  try {
    return call();
  } catch (const UsageError& error) {
    return failed(keep_error(TORUSIM_USAGE, error.what()));
  } catch (const InputError& error) {
    return failed(keep_error(TORUSIM_INPUT, error.what()));
  } catch (const InterruptedError& error) {
    return failed(keep_error(TORUSIM_STOPPED, error.what()));
  } catch (const std::bad_alloc&) {
    return failed(keep_error(TORUSIM_NO_MEMORY, "out of memory"));
  } catch (const std::exception& error) {
    return failed(keep_error(TORUSIM_INTERNAL, error.what()));
  } catch (...) {
    return failed(keep_error(TORUSIM_INTERNAL, "an exception that is not a std::exception"));
  }
}

/// Returns the code of an exception; 0 where the result is unsigned.
template <typename Call>
auto code_of(Call call) {
  using Result = decltype(call());
  return guarded(call,
                 [](int code) { return std::is_unsigned_v<Result> ? Result{} : static_cast<Result>(code); });
}

template <typename Call>
auto null_on_error(Call call) {
  return guarded(call, [](int) { return static_cast<decltype(call())>(nullptr); });
}

/// Throws InputError for a null pointer.
template <typename Type>
Type& given(Type* pointer, const char* what) {
  if (pointer == nullptr) throw InputError(std::string(what) + " is NULL");
  return *pointer;
}

}  // namespace torusim::library
