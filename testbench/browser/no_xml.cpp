// Debian has pugixml as a library of the host, and none for browsers: a document of it is refused, before
// anything else of it is called.
#include <pugixml.hpp>

#include "schedules/core/error.h"

namespace pugi {

xml_document::xml_document() {
  throw torusim::InputError(
      "MSCCL's XML needs the library pugixml, which the program in a browser is built without");
}

xml_document::~xml_document() = default;

}  // namespace pugi
