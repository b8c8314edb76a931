#pragma once
/// Opens waves in Surfer as write_gtkw() does in GTKWave: a command file that lists the same signals, and the
/// names and colours of the states of virtual channels.

#include <filesystem>

#include "traces/trace_contents.h"

namespace torusim {

/// Writes `<stem>.sucl` and `<stem>.states.mnemonic.txt` beside the waves. Use: `surfer waves.vcd
/// --command-file waves.sucl`; the second file belongs in Surfer's directory `mnemonic`, where it defines the
/// format `torusim state`. Throws InputError when a file cannot be written.
void write_surfer(const std::filesystem::path& directory, const std::filesystem::path& waves,
                  const TraceContents& contents);

}  // namespace torusim
