#pragma once
/// Process groups of Chakra traces.

#include <string>
#include <string_view>

#include "schedules/chakra/trace_nodes.h"

namespace torusim {

/// Process groups as JSON: {"1": [0, 1], "2": [2, 3]}. Throws InputError.
ChakraGroups read_chakra_groups(const std::string& file);
/// The groups in the values of a metadata node. Throws std::exception if the values do not have PyTorch's
/// form.
ChakraGroups groups_of_metadata(std::string_view values);

}  // namespace torusim
