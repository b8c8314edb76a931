#pragma once
/// FST, the compressed waveform format of GTKWave and Surfer: converted from VCD by vcd2fst, a program of
/// GTKWave. About a fifth of the size.

#include <filesystem>

namespace torusim {

/// The program is installed. Throws InputError, with what to install, if it is not.
void require_vcd2fst();

/// Replaces the VCD file by `fst`. Throws InputError when it cannot; the VCD file is then still there.
void convert_to_fst(const std::filesystem::path& vcd, const std::filesystem::path& fst);

}  // namespace torusim
