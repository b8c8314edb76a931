#pragma once
/// Writes the save file with which GTKWave opens a waveform file. It shows the whole window, the global
/// signals, and markers where phases start. Each router has a group (the first two open), with worms as
/// labelled bars and their states in colours. The format is that of GTKWave 3.3.118, which needs absolute
/// paths and the bit range of every vector.

#include <filesystem>

#include "models/foreign/gtkw_rows.h"
#include "traces/trace_contents.h"

namespace torusim {

struct GtkwPlace {
  std::filesystem::path directory;        ///< where the file is written now
  std::filesystem::path final_directory;  ///< where it and the waves will be opened; made absolute
  std::string waves = "waves.vcd";        ///< name of the waveform file in that directory
};

/// Writes waves.gtkw and the file that it refers to for the colours of the states, waves.states.txt (named
/// after `place.waves`). Channels and virtual channels that no worm used in the window are left out; the
/// waveform file still contains them. Throws InputError when a file cannot be written.
gtkw::Counts write_gtkw(const GtkwPlace& place, const TraceContents& contents);

}  // namespace torusim
