#pragma once
/// Reads Chakra execution traces, versions 0.0.4 and 1.0.0: NAME.RANK.et for each rank. A file has protobuf
/// messages, each behind its length: metadata, then a node for each operation (docs/programs.md).

#include <string>
#include <string_view>
#include <vector>

#include "schedules/chakra/trace_nodes.h"

namespace torusim {

/// Whether the name ends in .et.
bool names_chakra(std::string_view path);
/// The files of the traces that `path` names (NAME.et, or NAME.RANK.et of any rank), rank by rank. Throws
/// InputError if there are no files, or if the file of a rank is absent.
std::vector<std::string> chakra_files(const std::string& path);
/// Throws InputError.
ChakraTrace read_chakra_trace(const std::string& file);
ChakraTrace read_chakra_text(std::string_view bytes, std::string name);

}  // namespace torusim
