#pragma once
/// The messages of a Chakra trace, field by field.

#include <string_view>

#include "schedules/chakra/trace_nodes.h"
#include "schedules/chakra/wire.h"

namespace torusim {

/// Empty where the metadata have no version. The schema is that of PyTorch, and its name can contain the
/// version.
struct ChakraVersion {
  std::string version, schema;
};
ChakraVersion version_of_metadata(std::string_view bytes, const WirePlace& place);

/// Adds the node of this message to the trace. Throws InputError.
void read_node_message(std::string_view bytes, const WirePlace& place, ChakraTrace& trace);

}  // namespace torusim
