#include "schedules/chakra/wire.h"

#include <fmt/format.h>

#include "schedules/core/error.h"

namespace torusim {

void WirePlace::fail(std::string_view what) const {
  throw InputError(fmt::format("{}, message {}: {}", file, message, what));
}

std::uint64_t WireReader::varint() {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < bytes_.size() && i < 10; ++i) {
    const auto byte = static_cast<unsigned char>(bytes_[i]);
    if (i == 9 && byte > 1) break;  // more than 64 bits
    value |= std::uint64_t(byte & 127u) << (7 * i);
    if (byte < 128) {
      bytes_.remove_prefix(i + 1);
      return value;
    }
  }
  place_.fail(bytes_.size() < 10 ? "it stops within a number" : "a number has more than 64 bits");
}

std::uint64_t WireReader::fixed(std::size_t length) {
  if (bytes_.size() < length) place_.fail("it stops within a number");
  std::uint64_t value = 0;
  for (std::size_t i = length; i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes_[i]);
  bytes_.remove_prefix(length);
  return value;
}

bool WireReader::next_varint(std::uint64_t& value) {
  if (bytes_.empty()) return false;
  value = varint();
  return true;
}

bool WireReader::next(WireField& field) {
  if (bytes_.empty()) return false;
  const std::uint64_t key = varint();
  if (key >> 3 == 0 || key >> 3 >= 1u << 29) place_.fail(fmt::format("field {} does not exist", key >> 3));
  field.number = static_cast<std::uint32_t>(key >> 3);
  field.type = static_cast<WireField::Type>(key & 7);
  field.value = 0;
  field.bytes = {};
  switch (field.type) {
    case WireField::Type::kVarint:
      field.value = varint();
      return true;
    case WireField::Type::kFixed64:
      field.value = fixed(8);
      return true;
    case WireField::Type::kFixed32:
      field.value = fixed(4);
      return true;
    case WireField::Type::kBytes: {
      const std::uint64_t length = varint();
      if (length > bytes_.size()) {
        place_.fail(
            fmt::format("field {} has {} bytes, and {} are left", field.number, length, bytes_.size()));
      }
      field.bytes = bytes_.substr(0, static_cast<std::size_t>(length));
      bytes_.remove_prefix(static_cast<std::size_t>(length));
      return true;
    }
  }
  place_.fail(fmt::format("field {} has the wire type {}", field.number, key & 7));
}

}  // namespace torusim
