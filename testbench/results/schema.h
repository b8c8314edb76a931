#pragma once
/// The version of the files that results are kept in.

namespace torusim {

/// `schema` in run.json, and of the tables beside it. It grows when a key or a column goes or changes its
/// meaning, not when one is added. docs/columns.md tells them apart.
inline constexpr int kResultSchema = 1;

}  // namespace torusim
