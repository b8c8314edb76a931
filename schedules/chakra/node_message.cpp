#include "schedules/chakra/node_message.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "schedules/chakra/group_table.h"
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

namespace {

using Type = WireField::Type;

/// Numbers of the fields of et_def.proto, version 0.0.4.
namespace field {
enum Metadata : std::uint32_t { kVersion = 1, kMetadataAttribute = 2 };
enum Node : std::uint32_t {
  kId = 1,
  kType = 3,
  kControl = 4,
  kData = 5,
  kDuration = 7,
  kInputs = 8,
  kAttribute = 10
};
enum Attribute : std::uint32_t {
  kName = 1,
  kInt32 = 7,
  kInt64 = 9,
  kUint32 = 11,
  kUint64 = 13,
  kSint32 = 15,
  kSint64 = 17,
  kFixed32 = 19,
  kFixed64 = 21,
  kSfixed32 = 23,
  kSfixed64 = 25,
  kBool = 27,
  kBoolList = 28,
  kString = 29
};
}  // namespace field

struct Attribute {
  std::string_view name;
  enum class Kind { kOther, kInteger, kText, kBools } kind = Kind::kOther;
  std::int64_t integer = 0;
  bool too_large = false;  ///< for an int64
  std::string_view text;   ///< kText, and kBools not yet read
};

Attribute read_attribute(std::string_view bytes, const WirePlace& place) {
  Attribute attribute;
  const auto integer = [&](std::int64_t value) {
    attribute.kind = Attribute::Kind::kInteger;
    attribute.integer = value;
    attribute.too_large = false;
  };
  WireReader reader(bytes, place);
  for (WireField each; reader.next(each);) {
    const bool varint = each.type == Type::kVarint;
    const bool text = each.type == Type::kBytes;
    const auto as_signed = static_cast<std::int64_t>(each.value);
    switch (each.number) {
      case field::kName:
        if (text) attribute.name = each.bytes;
        break;
      case field::kInt32:
      case field::kInt64:
        if (varint) integer(as_signed);
        break;
      case field::kUint32:
      case field::kUint64:
      case field::kBool:
        if (!varint) break;
        integer(as_signed);
        attribute.too_large = as_signed < 0;
        break;
      case field::kSint32:
      case field::kSint64:
        if (varint) integer(from_zigzag(each.value));
        break;
      case field::kFixed32:
        if (each.type == Type::kFixed32) integer(as_signed);
        break;
      case field::kSfixed32:
        if (each.type == Type::kFixed32) integer(static_cast<std::int32_t>(each.value));
        break;
      case field::kFixed64:
        if (each.type != Type::kFixed64) break;
        integer(as_signed);
        attribute.too_large = as_signed < 0;
        break;
      case field::kSfixed64:
        if (each.type == Type::kFixed64) integer(as_signed);
        break;
      case field::kBoolList:
      case field::kString:
        if (!text) break;
        attribute.kind = each.number == field::kString ? Attribute::Kind::kText : Attribute::Kind::kBools;
        attribute.text = each.bytes;
        break;
      default:
        break;
    }
  }
  return attribute;
}

class NodeReader {
 public:
  NodeReader(const WirePlace& place, ChakraTrace& trace) : place_(place), trace_(trace) {}

  void read(std::string_view bytes) {
    WireReader reader(bytes, place_);
    std::vector<std::string_view> attributes;
    std::string_view inputs;
    std::vector<std::uint64_t> control;
    node_.first_data = place_in_list();
    for (WireField each; reader.next(each);) {
      switch (each.number) {
        case field::kId:
          node_.id = number(each, "id");
          break;
        case field::kType:
          type(number(each, "type"));
          break;
        case field::kControl:
          numbers(each, control);
          break;
        case field::kData:
          numbers(each, trace_.dependences);
          break;
        case field::kDuration:
          node_.duration = number(each, "duration_micros");
          break;
        case field::kInputs:
          if (each.type == Type::kBytes) inputs = each.bytes;
          break;
        case field::kAttribute:
          if (each.type == Type::kBytes) attributes.push_back(each.bytes);
          break;
        default:
          break;
      }
    }
    node_.first_control = place_in_list();
    trace_.dependences.insert(trace_.dependences.end(), control.begin(), control.end());
    node_.end = place_in_list();
    for (const std::string_view each : attributes) take(read_attribute(each, place_));
    if (node_.type == ChakraNode::Type::kMetadata) groups(inputs);
    trace_.nodes.push_back(node_);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    place_.fail(fmt::format("node {}: {}", node_.id, what));
  }

  std::uint32_t place_in_list() const {
    constexpr std::size_t kMost = std::numeric_limits<std::uint32_t>::max();
    if (trace_.dependences.size() >= kMost) fail("a trace has fewer than 2^32 dependences");
    return static_cast<std::uint32_t>(trace_.dependences.size());
  }

  std::uint64_t number(const WireField& each, const char* what) const {
    if (each.type != Type::kVarint) fail(fmt::format("its {} is no number", what));
    return each.value;
  }

  void numbers(const WireField& each, std::vector<std::uint64_t>& list) const {
    if (each.type == Type::kVarint) {
      list.push_back(each.value);
      return;
    }
    if (each.type != Type::kBytes) fail("a dependence is no number");
    WireReader packed(each.bytes, place_);
    for (std::uint64_t value; packed.next_varint(value);) list.push_back(value);
  }

  void type(std::uint64_t number) {
    if (number > static_cast<std::uint64_t>(ChakraNode::Type::kCollective)) {
      fail(fmt::format("type {} is none of 0 to 7", number));
    }
    node_.type = static_cast<ChakraNode::Type>(number);
  }

  std::int64_t integer(const Attribute& attribute, std::int64_t most) const {
    if (attribute.kind != Attribute::Kind::kInteger) {
      fail(fmt::format("attribute {} is no integer", attribute.name));
    }
    if (attribute.too_large || attribute.integer < 0 || attribute.integer > most) {
      fail(fmt::format("attribute {} is {}, outside 0..{}", attribute.name,
                       attribute.too_large ? std::to_string(static_cast<std::uint64_t>(attribute.integer))
                                           : std::to_string(attribute.integer),
                       most));
    }
    return attribute.integer;
  }

  void take(const Attribute& attribute) {
    using Node = ChakraNode;
    const bool communicates = node_.type == Node::Type::kSend || node_.type == Node::Type::kReceive ||
                              node_.type == Node::Type::kCollective;
    const std::string_view name = attribute.name;
    if (name == "is_cpu_op") {
      node_.on_cpu = integer(attribute, INT64_MAX) != 0;
    } else if (name == "num_ops") {
      node_.counts_operations = true;
    } else if (!communicates) {
      unused(name);
    } else if (name == "comm_size") {
      node_.bytes = integer(attribute, INT64_MAX);
    } else if (name == "comm_src") {
      node_.source = static_cast<std::int32_t>(integer(attribute, INT32_MAX));
    } else if (name == "comm_dst") {
      node_.destination = static_cast<std::int32_t>(integer(attribute, INT32_MAX));
    } else if (name == "root_rank" || name == "comm_root") {
      node_.root = static_cast<std::int32_t>(integer(attribute, INT32_MAX));
    } else if (name == "comm_tag") {
      node_.tag = static_cast<std::uint32_t>(integer(attribute, INT32_MAX));
    } else if (name == "comm_type" && node_.type == Node::Type::kCollective) {
      node_.collective =
          static_cast<std::int8_t>(integer(attribute, static_cast<std::int64_t>(Node::Collective::kBarrier)));
    } else if (name == "comm_type") {
      // Some writers give it to sends and receives too, where it means nothing.
    } else if (name == "pg_name") {
      if (attribute.kind != Attribute::Kind::kText) fail("attribute pg_name is no text");
      node_.group = name_of_group(attribute.text);
    } else if (name == "involved_dim") {
      dims(attribute);
    } else {
      unused(name);
    }
  }

  void unused(std::string_view name) const {
    constexpr std::size_t kMost = 16;  // named in a note
    if (trace_.unused.size() < kMost) trace_.unused.emplace(name.substr(0, 40));
  }

  std::uint32_t name_of_group(std::string_view name) const {
    auto& names = trace_.group_names;
    const auto found = std::find(names.rbegin(), names.rend(), name);  // most often the last ones
    if (found != names.rend()) return static_cast<std::uint32_t>(names.rend() - found - 1);
    constexpr std::size_t kMost = 1 << 16;
    if (names.size() >= kMost) fail(fmt::format("a trace has at most {} process groups", kMost));
    names.emplace_back(name);
    return static_cast<std::uint32_t>(names.size() - 1);
  }

  void dims(const Attribute& attribute) {
    if (attribute.kind != Attribute::Kind::kBools) fail("attribute involved_dim is no list of bools");
    std::vector<bool> list;
    constexpr std::size_t kMost = 64;
    WireReader reader(attribute.text, place_);
    for (WireField each; reader.next(each);) {
      if (each.number != 1) continue;
      std::vector<std::uint64_t> values;
      numbers(each, values);
      for (const std::uint64_t value : values) list.push_back(value != 0);
      if (list.size() > kMost) fail(fmt::format("involved_dim has more than {} dimensions", kMost));
    }
    auto& known = trace_.involved;
    auto found = std::find(known.begin(), known.end(), list);
    if (found == known.end()) {
      if (known.size() > kMost) fail(fmt::format("a trace has at most {} lists of involved_dim", kMost));
      found = known.insert(known.end(), list);
    }
    node_.dims = static_cast<std::uint32_t>(found - known.begin());
  }

  void groups(std::string_view inputs) const {
    WireReader reader(inputs, place_);
    for (WireField each; reader.next(each);) {
      if (each.number != 1 || each.type != Type::kBytes) continue;
      if (each.bytes.find("pg_name") == std::string_view::npos) continue;  // metadata of another kind
      try {
        for (auto& [name, ranks] : groups_of_metadata(each.bytes)) trace_.groups[name] = std::move(ranks);
      } catch (const std::exception& error) {
        fail(fmt::format("its process groups cannot be read: {}", error.what()));
      }
    }
  }

  const WirePlace& place_;
  ChakraTrace& trace_;
  ChakraNode node_;
};

}  // namespace

ChakraVersion version_of_metadata(std::string_view bytes, const WirePlace& place) {
  ChakraVersion version;
  WireReader reader(bytes, place);
  for (WireField each; reader.next(each);) {
    if (each.type != Type::kBytes) continue;
    if (each.number == field::kVersion) version.version = each.bytes;
    if (each.number != field::kMetadataAttribute) continue;
    const Attribute attribute = read_attribute(each.bytes, place);
    if (attribute.name == "schema" && attribute.kind == Attribute::Kind::kText)
      version.schema = attribute.text;
  }
  return version;
}

void read_node_message(std::string_view bytes, const WirePlace& place, ChakraTrace& trace) {
  NodeReader(place, trace).read(bytes);
}

}  // namespace torusim
