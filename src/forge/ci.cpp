#include "forge/ci.hpp"

#include "base/text/fixed_words.hpp"

namespace pawl::forge {

std::string_view to_string(CiSource source) {
  static constexpr auto kNames = fixed_words("check", "suite", "status");
  return kNames[static_cast<std::size_t>(source)];
}

bool is_red(const CiSignal& signal) { return !signal.is_pending() && is_red(signal.conclusion); }

Json to_json(const CiSignal& signal) {
  return Json::object(
      {{"source", to_string(signal.source)},
       {"name", signal.name},
       {"app", signal.app},
       {"status", to_string(signal.status)},
       {"conclusion",
        signal.conclusion == Conclusion::none ? Json() : Json(to_string(signal.conclusion))},
       {"url", signal.url}});
}

}  // namespace pawl::forge
