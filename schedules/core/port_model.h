#pragma once
/// How many messages a node sends, and receives, at a time.

namespace torusim {

enum class PortModel {
  kOnePort,  ///< one
  kAllPort,  ///< one over every channel
};

}  // namespace torusim
