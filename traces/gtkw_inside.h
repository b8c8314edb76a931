#pragma once
/// The inside of an RTL router in a GTKWave save file, as a tree of closed groups:
///
///     rtl_r_1_2
///       pins                 the ports of the Verilated top
///         in 0, .. out 0, .. those of a channel, by their fields
///       state                signals named as registers: x_q, x_r, x_reg, x_ff, and elements of such arrays
///         gen_input_0.i_input
///           i_buffer
///       arbiters             instances with `arb` in their name, or inside of one, whole
///       other                the rest
///
/// Under `state` and below stand groups as instances stand in the router. Each wire has one row, under the
/// first of its names (but all of an arbiter's); parameters and variables of loops have none. The waveform
/// file contains all signals, with all their names.

#include <vector>

#include "models/foreign/gtkw_rows.h"
#include "traces/vcd_merge.h"

namespace torusim::gtkw {

/// Adds the rows of one router. `signals` has at least one signal; the names begin with the router's scope.
void inside_rows(Rows& rows, const std::vector<MergedSignal>& signals);

}  // namespace torusim::gtkw
