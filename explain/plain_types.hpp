// Types as a learner knows them.
#pragma once

#include <string>

namespace kw::explain {

/// A compiler's message with tiles as `tile [64, 32]`, and without long template arguments.
std::string plain_types(std::string text);

}  // namespace kw::explain
