#pragma once
/// The number of messages that a node sends, and receives, at a time.

namespace torusim {

enum class PortModel {
  kOnePort,  ///< one
  kAllPort,  ///< one message over every channel
};

}  // namespace torusim
