#pragma once
/// Papers as data: the files of testbench/reproduce/papers, one a paper, and what their lines mean.
///
/// A line is a key and what belongs to it. Lines that are indented further belong to it too: of a text they
/// are more of it. `#` begins a line of comment.
///
///     let NAME = EXPRESSION      a value for the lines below, in this block
///     say NAME TEXT              the same of a text
///     for A,B in ITEMS           the block for each item: 4x4,4 8x8,6 or 2..16 or 4..22 by 2; or the lines
///       - ONE | TWO              below, whose texts are parted by |
///     if EXPRESSION              the block where it holds
///     part NAME / use NAME       a block, and where it stands
///     exhibit NAME               its block has title, text, unit and
///       columns ONE | TWO        what the labels are
///       plot PANEL SERIES X | LABEL OF X | LABEL OF Y
///     row LABEL | LABEL          a point; its block has printed, why and note, which are texts, and
///       formula EXPRESSION
///       ask COMMAND              what measures it: run or info, options and algorithm of the command line
///       over COMMAND             .. and its divisor
///       value EXPRESSION         the measured value, of startups, blocks, cycles, flit_hops, sum_loads,
///                                max_load, shares
///       count EXPRESSION         what is counted without a command, in about so many seconds:
///       takes EXPRESSION
///       budget EXPRESSION        least budget of what is asked
///
/// Expressions and texts: expression.h; functions: functions.h.

#include <string>
#include <string_view>
#include <vector>

#include "testbench/reproduce/exhibit.h"
#include "testbench/reproduce/expression.h"

namespace torusim {

/// Throws std::logic_error, `NAME:LINE: ..`.
std::vector<Exhibit> read_exhibits(const std::string& name, std::string_view text,
                                   const Functions& functions);

}  // namespace torusim
