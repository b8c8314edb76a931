#include "testbench/report/report_page.h"

#include "testbench/report/page_source.h"
#include "testbench/results/output_file.h"

namespace torusim {
namespace {

/// JSON that may stand inside a script element: no `</script>`, and no bytes that are not UTF-8.
std::string embedded(const nlohmann::ordered_json& json) {
  const std::string text = json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  std::string result;
  result.reserve(text.size());
  for (const char c : text) {
    if (c == '<') {
      result += "\\u003c";
    } else {
      result += c;
    }
  }
  return result;
}

std::string html_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    result += c == '<' ? std::string("&lt;") : c == '&' ? std::string("&amp;") : std::string(1, c);
  }
  return result;
}

}  // namespace

void write_report(const std::filesystem::path& path, const std::vector<nlohmann::ordered_json>& runs) {
  OutputFile file(path);
  const std::string title = runs.empty() ? "" : runs.front().value("title", "");
  file.write("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
  file.write("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>");
  file.write(html_text(title));
  file.write(" - torusim</title>\n<style>\n");
  file.write(kPageStyle);
  file.write("</style>\n</head>\n<body>\n");
  file.write(kPageBody);
  file.write("<script type=\"application/json\" id=\"data\">");
  file.write(embedded(runs));
  file.write("</script>\n<script>\n");
  file.write(kPageScript);
  file.write("</script>\n</body>\n</html>\n");
  file.close();
}

}  // namespace torusim
