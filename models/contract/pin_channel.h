#pragma once
/// SystemC functions that print and trace the values on the pins of a channel.

#include <ostream>
#include <string>
#include <systemc>

#include "models/contract/channel_words.h"

namespace torusim {

std::ostream& operator<<(std::ostream& stream, const Forward& forward);
std::ostream& operator<<(std::ostream& stream, const Backward& backward);
void sc_trace(sc_core::sc_trace_file* file, const Forward& forward, const std::string& name);
void sc_trace(sc_core::sc_trace_file* file, const Backward& backward, const std::string& name);

}  // namespace torusim
