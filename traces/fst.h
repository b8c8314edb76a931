#pragma once
/// FST is the compressed waveform format of GTKWave and Surfer. vcd2fst, a program of GTKWave, converts VCD
/// to FST, in about a fifth of the size.

#include <filesystem>

namespace torusim {

/// Checks that vcd2fst is installed. Otherwise throws InputError, with the package to install.
void require_vcd2fst();

/// Replaces the VCD file by `fst`. Throws InputError when the conversion fails, and keeps the VCD file.
void convert_to_fst(const std::filesystem::path& vcd, const std::filesystem::path& fst);

}  // namespace torusim
