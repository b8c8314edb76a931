#pragma once
/// Writes Chakra traces, as a test needs them: a writer of its own, so that the reader is not its own judge.

#include <cstdint>
#include <string>
#include <vector>

namespace torusim::test {

/// A message of protobuf, field by field.
class Message {
 public:
  Message& varint(int field, std::uint64_t value) { return key(field, 0).number(value); }
  Message& fixed64(int field, std::uint64_t value) { return key(field, 1).raw(value, 8); }
  Message& fixed32(int field, std::uint32_t value) { return key(field, 5).raw(value, 4); }
  Message& bytes(int field, const std::string& value) {
    key(field, 2).number(value.size());
    text_ += value;
    return *this;
  }
  Message& packed(int field, const std::vector<std::uint64_t>& values) {
    Message list;
    for (const std::uint64_t value : values) list.number(value);
    return bytes(field, list.text_);
  }
  Message& key(int field, int type) { return number(std::uint64_t(field) << 3 | std::uint64_t(type)); }
  Message& number(std::uint64_t value) {
    for (; value > 127; value >>= 7) text_ += static_cast<char>((value & 127) | 128);
    text_ += static_cast<char>(value);
    return *this;
  }
  const std::string& text() const { return text_; }
  /// Behind its length.
  std::string framed() const { return Message().number(text_.size()).text_ + text_; }

 private:
  Message& raw(std::uint64_t value, int length) {
    for (int i = 0; i < length; ++i) text_ += static_cast<char>(value >> (8 * i) & 255);
    return *this;
  }
  std::string text_;
};

/// A node of a trace. Numbers of fields and types are those of Chakra's schema 0.0.4.
class NodeMessage {
 public:
  NodeMessage(std::uint64_t id, int type) {
    node_.varint(1, id).bytes(2, "node " + std::to_string(id)).varint(3, std::uint64_t(type));
  }
  static NodeMessage metadata(std::uint64_t id) { return {id, 1}; }
  static NodeMessage compute(std::uint64_t id, std::uint64_t microseconds) {
    NodeMessage node(id, 4);
    node.node_.varint(7, microseconds);
    return node;
  }
  static NodeMessage send(std::uint64_t id, int to, std::uint64_t bytes, int tag = 0) {
    return NodeMessage(id, 5).integer("comm_dst", to).integer("comm_size", bytes).integer("comm_tag", tag);
  }
  static NodeMessage receive(std::uint64_t id, int from, std::uint64_t bytes, int tag = 0) {
    return NodeMessage(id, 6).integer("comm_src", from).integer("comm_size", bytes).integer("comm_tag", tag);
  }
  static NodeMessage collective(std::uint64_t id, int kind, std::uint64_t bytes) {
    return NodeMessage(id, 7).integer("comm_type", kind).integer("comm_size", bytes);
  }

  NodeMessage& after(std::vector<std::uint64_t> ids) {
    node_.packed(5, ids);
    return *this;
  }
  NodeMessage& after_control(std::uint64_t id) {
    node_.varint(4, id);
    return *this;
  }
  NodeMessage& integer(const std::string& name, std::uint64_t value) {
    return attribute(name, Message().varint(9, value));
  }
  NodeMessage& cpu() { return attribute("is_cpu_op", Message().varint(27, 1)); }
  NodeMessage& group(const std::string& name) { return attribute("pg_name", Message().bytes(29, name)); }
  NodeMessage& involved(const std::vector<std::uint64_t>& dims) {
    return attribute("involved_dim", Message().bytes(28, Message().packed(1, dims).text()));
  }
  NodeMessage& values(const std::string& text) {
    node_.bytes(8, Message().bytes(1, text).text());
    return *this;
  }
  NodeMessage& attribute(const std::string& name, const Message& value) {
    node_.bytes(10, Message().bytes(1, name).text() + value.text());
    return *this;
  }
  Message& message() { return node_; }
  std::string framed() const { return node_.framed(); }

 private:
  Message node_;
};

inline std::string trace_metadata(const std::string& version = "0.0.4") {
  return Message().bytes(1, version).framed();
}

inline std::string trace_of(const std::vector<NodeMessage>& nodes) {
  std::string text = trace_metadata();
  for (const NodeMessage& node : nodes) text += node.framed();
  return text;
}

}  // namespace torusim::test
