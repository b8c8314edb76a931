#pragma once
/// FST, the compressed form of waves that GTKWave and Surfer read: made of a VCD file by vcd2fst, which comes
/// with GTKWave. About a fifth of the size.

#include <filesystem>

namespace torusim {

/// The program is installed. Throws InputError, with what to install, if it is not.
void require_vcd2fst();

/// Replaces the VCD file by `fst`. Throws InputError when it cannot; the VCD file is then still there.
void convert_to_fst(const std::filesystem::path& vcd, const std::filesystem::path& fst);

}  // namespace torusim
