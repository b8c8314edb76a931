#include "schedules/convert/label_table.h"

#include <algorithm>
#include <cstring>
#include <functional>

namespace torusim {
namespace {

constexpr std::size_t kFewest = 64;         // places
constexpr std::size_t kKept = 1 << 12;      // places that are kept for the next rank
constexpr std::size_t kTexts = 256u << 10;  // bytes

std::size_t hash_of(std::string_view label) { return std::hash<std::string_view>()(label); }
std::uint8_t mark_of(std::size_t hash) { return static_cast<std::uint8_t>(hash >> (8 * sizeof(hash) - 8)); }

}  // namespace

/// Where the label is, or else is to be put.
std::size_t LabelTable::place_of(std::string_view label, std::size_t hash) const {
  const std::size_t mask = numbers_.size() - 1;
  std::size_t at = hash & mask;
  for (; numbers_[at] != 0; at = (at + 1) & mask) {
    if (marks_[at] != mark_of(hash)) continue;
    const Label& other = labels_[numbers_[at] - 1];
    if (std::string_view(other.text, other.length) == label) break;
  }
  return at;
}

bool LabelTable::add(std::string_view label, std::uint32_t operation) {
  if ((labels_.size() + 1) * 4 > numbers_.size() * 3) grow();
  const std::size_t hash = hash_of(label);
  const std::size_t at = place_of(label, hash);
  if (numbers_[at] != 0) return false;
  labels_.push_back({keep(label), static_cast<std::uint32_t>(label.size()), operation});
  numbers_[at] = static_cast<std::uint32_t>(labels_.size());
  marks_[at] = mark_of(hash);
  return true;
}

std::optional<std::uint32_t> LabelTable::find(std::string_view label) const {
  if (numbers_.empty()) return {};
  const std::uint32_t number = numbers_[place_of(label, hash_of(label))];
  if (number == 0) return {};
  return labels_[number - 1].operation;
}

void LabelTable::clear() {
  labels_ = {};
  texts_.clear();
  left_ = 0;
  if (numbers_.size() > kKept) {
    numbers_ = {};
    marks_ = {};
  }
  std::fill(numbers_.begin(), numbers_.end(), 0);
}

const char* LabelTable::keep(std::string_view label) {
  if (label.empty()) return "";
  if (label.size() > left_) {
    left_ = std::max(label.size(), kTexts);
    texts_.push_back(std::make_unique_for_overwrite<char[]>(left_));
    end_ = texts_.back().get();
  }
  char* const text = end_;
  std::memcpy(text, label.data(), label.size());
  end_ += label.size();
  left_ -= label.size();
  return text;
}

void LabelTable::grow() {
  const std::size_t places = std::max(kFewest, numbers_.size() * 2), mask = places - 1;
  numbers_ = {};  // before there are new ones
  numbers_.resize(places);
  marks_.resize(places);
  std::uint32_t number = 0;
  for (const Label& label : labels_) {
    const std::size_t hash = hash_of({label.text, label.length});
    std::size_t at = hash & mask;
    while (numbers_[at] != 0) at = (at + 1) & mask;
    numbers_[at] = ++number;
    marks_[at] = mark_of(hash);
  }
}

}  // namespace torusim
