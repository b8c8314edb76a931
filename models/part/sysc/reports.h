#pragma once
/// The message ids under which the modules report.

#include <string>

namespace torusim::sysc {

inline constexpr char kBadUse[] = "/torusim/use";             ///< error: a call that cannot be served
inline constexpr char kProtocol[] = "/torusim/protocol";      ///< error: a rule of the TLM-2.0 base protocol
inline constexpr char kCallback[] = "/torusim/callback";      ///< error: an exception of a user's callback
inline constexpr char kDeadlock[] = "/torusim/deadlock";      ///< error: no message can ever move again
inline constexpr char kNetworkFault[] = "/torusim/network";   ///< error: the network itself reports a fault
inline constexpr char kUnfinished[] = "/torusim/unfinished";  ///< warning: messages in flight at the end

/// Reports with the severity SC_ERROR, or SC_WARNING. The functions return if the user's actions for reports
/// do not throw.
void report_error(const char* id, const std::string& text);
void report_warning(const char* id, const std::string& text);
/// The text of the exception that is being handled. Rethrows the exceptions of the kernel.
std::string exception_text();
/// Reports a bad use of a function without a value to return. Throws InputError if the report does not throw.
[[noreturn]] void refuse(const std::string& text);

}  // namespace torusim::sysc
