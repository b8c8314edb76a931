#pragma once
/// The labels of one rank of a GOAL text, and the operations that they name. A file can have millions of
/// labels.

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "schedules/core/chunked_list.h"

namespace torusim {

class LabelTable {
 public:
  /// False if the label exists; it keeps its operation.
  bool add(std::string_view label, std::uint32_t operation);
  /// The operation of the label.
  std::optional<std::uint32_t> find(std::string_view label) const;
  void clear();

 private:
  struct Label {
    const char* text;
    std::uint32_t length;
    std::uint32_t operation;
  };
  std::size_t place_of(std::string_view label, std::size_t hash) const;
  const char* keep(std::string_view label);
  void grow();

  // Open addressing: a label is in the first free place from the place of its hash on. Places are a power of
  // two.
  std::vector<std::uint32_t> numbers_;  // numbers of the labels, from 1; 0: free
  std::vector<std::uint8_t> marks_;     // other bits of the hashes, in which most labels differ
  ChunkedList<Label> labels_;
  std::vector<std::unique_ptr<char[]>> texts_;
  char* end_ = nullptr;   // end of the last text
  std::size_t left_ = 0;  // free bytes behind it
};

}  // namespace torusim
