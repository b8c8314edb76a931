#pragma once
/// Every reader of the program as a function of bytes. It must return after accepting the bytes or refusing
/// them with an InputError or UsageError. Anything else is a defect: another exception, a crash, a result
/// that does not survive being written and read again.
///
/// libFuzzer calls them with what it invents (TORUSIM_FUZZ, CONTRIBUTING.md), the tests with the corpus of
/// what it found.

#include <map>
#include <string>
#include <string_view>

namespace torusim::fuzz {

using Target = void (*)(std::string_view text);

/// By name; its corpus is corpus/NAME.txt. A target ends without an InputError, which refuses the bytes.
const std::map<std::string, Target>& targets();

/// Ends the program: the reader broke a promise.
[[noreturn]] void broken(const std::string& what);

void read_tcs(std::string_view text);          ///< schedule text
void read_goal(std::string_view text);         ///< GOAL, text and binary
void read_chakra(std::string_view text);       ///< Chakra traces
void read_cm(std::string_view text);           ///< connection matrices of htsim
void read_msccl(std::string_view text);        ///< MSCCL algorithms
void read_config(std::string_view text);       ///< --config files
void read_sweep(std::string_view text);        ///< files of torusim sweep
void read_nodes(std::string_view text);        ///< --trace-nodes and --rtl
void read_route(std::string_view text);        ///< r= of a transfer
void read_factor(std::string_view text);       ///< graphs that are factors of a product
void read_jobs(std::string_view text);         ///< run files
void read_matrix_text(std::string_view text);  ///< matrices of all-to-allv
void read_traffic(std::string_view text);      ///< files of traffic
void read_plans(std::string_view text);        ///< plans of MSCCL++

}  // namespace torusim::fuzz
