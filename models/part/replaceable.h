#pragma once
/// A function of the caller, such as a listener, that may be replaced while it runs.

#include <functional>
#include <memory>
#include <utility>

namespace torusim {

template <typename Signature>
class Replaceable;

template <typename Result, typename... Arguments>
class Replaceable<Result(Arguments...)> {
 public:
  Replaceable& operator=(std::function<Result(Arguments...)> function) {
    function_ =
        function ? std::make_shared<const std::function<Result(Arguments...)>>(std::move(function)) : nullptr;
    return *this;
  }
  explicit operator bool() const { return function_ != nullptr; }
  /// REQUIRES: there is a function.
  Result operator()(Arguments... arguments) const {
    const auto running = function_;
    return (*running)(std::forward<Arguments>(arguments)...);
  }

 private:
  std::shared_ptr<const std::function<Result(Arguments...)>> function_;
};

}  // namespace torusim
