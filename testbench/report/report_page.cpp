#include "testbench/report/report_page.h"

#include "testbench/results/drawing.h"
#include "testbench/results/json_text.h"

namespace torusim {

std::string report_page(const std::vector<nlohmann::ordered_json>& runs) {
  const std::string title = runs.empty() ? "" : runs.front().value("title", "");
  std::string page = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page += kPageMark;
  page += "\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>";
  page += xml_text(title);
  page += " - torusim</title>\n<style>\n";
  page += kPageStyle;
  page += "</style>\n</head>\n<body>\n";
  page += kPageBody;
  page += "<script type=\"application/json\" id=\"data\">[";
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (i > 0) page += ',';
    embed_json(runs[i].dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace), page);
  }
  page += "]</script>\n<script>\n";
  page += kPageScript;
  page += "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace torusim
