#pragma once
/// The messages of a Chakra trace, field by field.

#include <cstdint>
#include <string>
#include <string_view>

#include "schedules/chakra/trace_nodes.h"

namespace torusim {

// Protobuf's wire format: a message is a row of fields, each a number, a type and a value.
//
// A message within a message is the bytes of a field, which another reader decodes, so nesting needs no
// stack here. Groups, which proto3 does not have, are refused.

/// The place of a message, for errors.
struct WirePlace {
  std::string_view file;
  std::uint64_t message = 0;  ///< the first one is 0

  /// Throws InputError `file, message 3: what`.
  [[noreturn]] void fail(std::string_view what) const;
};

struct WireField {
  enum class Type : std::uint8_t { kVarint = 0, kFixed64 = 1, kBytes = 2, kFixed32 = 5 };

  std::uint32_t number = 0;
  Type type = Type::kVarint;
  std::uint64_t value = 0;  ///< value of all types but kBytes
  std::string_view bytes;   ///< value of kBytes
};

class WireReader {
 public:
  WireReader(std::string_view bytes, const WirePlace& place) : bytes_(bytes), place_(place) {}

  /// The next field; false at the end. Throws InputError if the bytes are no field.
  bool next(WireField& field);
  /// The next number of a packed list; false at the end.
  bool next_varint(std::uint64_t& value);

 private:
  std::uint64_t varint();
  std::uint64_t fixed(std::size_t length);

  std::string_view bytes_;
  WirePlace place_;
};

/// Decodes the zigzag form of sint32 and sint64.
constexpr std::int64_t from_zigzag(std::uint64_t value) {
  return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1);
}

/// Empty where the metadata have no version. The schema is that of PyTorch, and its name can contain the
/// version.
struct ChakraVersion {
  std::string version, schema;
};
ChakraVersion version_of_metadata(std::string_view bytes, const WirePlace& place);

/// Adds the node of this message to the trace. Throws InputError.
void read_node_message(std::string_view bytes, const WirePlace& place, ChakraTrace& trace);

}  // namespace torusim
