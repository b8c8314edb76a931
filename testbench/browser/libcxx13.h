#pragma once
/// What Emscripten 3.1.6 (Debian 12; libc++ 13) lacks of C++20's library. Included before every file of the
/// build for browsers, and in no other build.
#ifdef __cplusplus
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <utility>

/// The file system of a page belongs to one program, so looking first is as good.
constexpr unsigned RENAME_NOREPLACE = 1, RENAME_EXCHANGE = 2;
inline int renameat2(int, const char* from, int, const char* to, unsigned flags) {
  if (flags == RENAME_NOREPLACE && access(to, F_OK) != 0) return rename(from, to);
  errno = flags == RENAME_NOREPLACE ? EEXIST : EINVAL;
  return -1;
}

namespace std {

template <typename Array>
unique_ptr<Array> make_unique_for_overwrite(size_t size) {
  return unique_ptr<Array>(new remove_extent_t<Array>[size]);
}

inline from_chars_result from_chars(const char* first, const char* last, double& value) {
  const string text(first, last);
  char* end = nullptr;
  value = strtod(text.c_str(), &end);
  return {first + (end - text.c_str()), end == text.c_str() ? errc::invalid_argument : errc()};
}

/// There are no threads: none is begun.
struct jthread {
  ~jthread() {}
};

namespace ranges {

template <typename R>
concept Range = requires(R& range) {
  std::begin(range);
};

template <typename I>
concept Pointing = requires(I& iterator) {
  *iterator;
};

struct Less {
  template <typename A, typename B>
  constexpr bool operator()(const A& a, const B& b) const {
    return a < b;
  }
};

template <typename Compare, typename Projection>
struct By {
  Compare compare;
  Projection projection;
  template <typename A, typename B>
  constexpr bool operator()(const A& a, const B& b) const {
    return std::invoke(compare, std::invoke(projection, a), std::invoke(projection, b));
  }
};

// Algorithms that take an order.
#define TORUSIM_ORDERED(name)                                                                            \
  template <Range R, typename Compare = Less, typename Projection = identity>                            \
  constexpr auto name(R&& range, Compare compare = {}, Projection projection = {}) {                     \
    return std::name(std::begin(range), std::end(range), By<Compare, Projection>{compare, projection});  \
  }                                                                                                      \
  template <Pointing Iterator, typename Compare = Less, typename Projection = identity>                  \
  constexpr auto name(Iterator first, Iterator last, Compare compare = {}, Projection projection = {}) { \
    return std::name(first, last, By<Compare, Projection>{compare, projection});                         \
  }
TORUSIM_ORDERED(sort)
TORUSIM_ORDERED(stable_sort)
TORUSIM_ORDERED(max_element)
TORUSIM_ORDERED(min_element)
TORUSIM_ORDERED(make_heap)
TORUSIM_ORDERED(pop_heap)
#undef TORUSIM_ORDERED

// Algorithms that take a predicate or function of an element.
#define TORUSIM_OF_ELEMENTS(name)                                                             \
  template <Range R, typename Function, typename Projection = identity>                       \
  constexpr auto name(R&& range, Function function, Projection projection = {}) {             \
    return std::name(std::begin(range), std::end(range), [&](auto&& each) -> decltype(auto) { \
      return std::invoke(function, std::invoke(projection, each));                            \
    });                                                                                       \
  }
TORUSIM_OF_ELEMENTS(any_of)
TORUSIM_OF_ELEMENTS(all_of)
TORUSIM_OF_ELEMENTS(none_of)
TORUSIM_OF_ELEMENTS(find_if)
TORUSIM_OF_ELEMENTS(count_if)
TORUSIM_OF_ELEMENTS(for_each)
TORUSIM_OF_ELEMENTS(partition_point)
#undef TORUSIM_OF_ELEMENTS

// Algorithms without a projection.
#define TORUSIM_PLAIN(name)                                                            \
  template <Range R, typename... More>                                                 \
  constexpr auto name(R&& range, More&&... more) {                                     \
    return std::name(std::begin(range), std::end(range), std::forward<More>(more)...); \
  }
TORUSIM_PLAIN(copy)
TORUSIM_PLAIN(fill)
TORUSIM_PLAIN(move)
TORUSIM_PLAIN(replace)
TORUSIM_PLAIN(reverse)
#undef TORUSIM_PLAIN

template <Range R, typename Value, typename Projection = identity>
constexpr auto find(R&& range, const Value& value, Projection projection = {}) {
  return ranges::find_if(
      range, [&](auto&& each) { return each == value; }, projection);
}
template <Range R, typename Value, typename Projection = identity>
constexpr auto count(R&& range, const Value& value, Projection projection = {}) {
  return ranges::count_if(
      range, [&](auto&& each) { return each == value; }, projection);
}
template <Range R, typename Value, typename Compare = Less, typename Projection = identity>
constexpr auto lower_bound(R&& range, const Value& value, Compare compare = {}, Projection projection = {}) {
  return std::lower_bound(std::begin(range), std::end(range), value, [&](auto&& each, auto&& bound) {
    return std::invoke(compare, std::invoke(projection, each), bound);
  });
}
template <Range R, typename Value, typename Compare = Less, typename Projection = identity>
constexpr auto upper_bound(R&& range, const Value& value, Compare compare = {}, Projection projection = {}) {
  return std::upper_bound(std::begin(range), std::end(range), value, [&](auto&& bound, auto&& each) {
    return std::invoke(compare, bound, std::invoke(projection, each));
  });
}
template <Range R, typename Compare = Less, typename Projection = identity>
constexpr auto max(R&& range, Compare compare = {}, Projection projection = {}) {
  return *ranges::max_element(range, compare, projection);
}
template <Range R, typename Compare = Less, typename Projection = identity>
constexpr auto min(R&& range, Compare compare = {}, Projection projection = {}) {
  return *ranges::min_element(range, compare, projection);
}

}  // namespace ranges
}  // namespace std
#endif
