#pragma once
/// The version of the files of results.

namespace torusim {

/// The version of run.json (its key `schema`) and of the tables beside it. The version grows when a key or
/// column is removed or changes its meaning, not when one is added. docs/columns.md lists the versions.
inline constexpr int kResultSchema = 2;
/// The first version with today's ejection hash.
inline constexpr int kSchemaOfHash = 2;

}  // namespace torusim
