// The official test suite of JSON Schema, for every draft that Pawl reads, as Debian's
// libtest-json-schema-acceptance-perl has it; `./dev test` unpacks it.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>

#include "schema/json_schema.hpp"
#include "tests/pass_over.hpp"

namespace pawl::schema::suite_test {
namespace {

namespace fs = std::filesystem;

// What may fail, and why. A row that nothing needs any more fails itself.
struct Allowed {
  std::string_view file;  // below the folder of the draft
  std::string_view group;
  std::string_view reason;
};
constexpr std::string_view kNeedsMetaSchema = "refers to a meta-schema, and Pawl carries none";
constexpr std::string_view kNoContent = "Pawl does not assert the content of strings";
constexpr auto kAllowed = std::to_array<Allowed>({
    {"anchor.json", "invalid anchors", kNeedsMetaSchema},
    {"defs.json", "validate definition against metaschema", kNeedsMetaSchema},
    {"definitions.json", "validate definition against metaschema", kNeedsMetaSchema},
    {"id.json", "Invalid use of fragments in location-independent $id", kNeedsMetaSchema},
    {"id.json", "Unnormalized $ids are allowed but discouraged", kNeedsMetaSchema},
    {"id.json", "Valid use of empty fragments in location-independent $id", kNeedsMetaSchema},
    {"ref.json", "URN base URI with f-component", kNeedsMetaSchema},
    {"ref.json", "remote ref, containing refs itself", kNeedsMetaSchema},
    {"optional/ecmascript-regex.json", "\\a is not an ECMA 262 control escape", kNeedsMetaSchema},
    {"vocabulary.json", "schema that uses custom metaschema with with no validation vocabulary",
     "Pawl does not look at $vocabulary"},
    {"optional/content.json", "validation of binary string-encoding", kNoContent},
    {"optional/content.json", "validation of binary-encoded media type documents", kNoContent},
    {"optional/content.json", "validation of string-encoded content based on media type",
     kNoContent},
    {"optional/zeroTerminatedFloats.json",
     "some languages do not distinguish between different types of numeric value",
     "1.0 is an integer in every draft, as all but the fourth say"},
});

struct DraftFolder {
  std::string_view folder;
  std::string_view uri;
};
constexpr auto kDrafts = std::to_array<DraftFolder>({
    {"draft4", "http://json-schema.org/draft-04/schema#"},
    {"draft6", "http://json-schema.org/draft-06/schema#"},
    {"draft7", "http://json-schema.org/draft-07/schema#"},
    {"draft2019-09", "https://json-schema.org/draft/2019-09/schema"},
    {"draft2020-12", "https://json-schema.org/draft/2020-12/schema"},
});

std::optional<Json> read_json(const fs::path& path) {
  std::ifstream in(path);
  std::ostringstream text;
  text << in.rdbuf();
  auto json = Json::parse(text.str());
  if (!in || !json) return std::nullopt;
  return *std::move(json);
}

std::optional<Json> remote(const std::string& uri) {
  constexpr std::string_view kHost = "http://localhost:1234/";
  if (!uri.starts_with(kHost)) return std::nullopt;
  return read_json(fs::path(PAWL_SCHEMA_SUITE) / "remotes" / uri.substr(kHost.size()));
}

class SuiteRun {
 public:
  void run_file(const fs::path& path, const std::string& name, std::string_view draft_uri) {
    const auto groups = read_json(path);
    REQUIRE(groups);
    for (const Json& group : groups->items()) run_group(group, name, draft_uri);
  }

  void check_rows() const {
    for (std::size_t i = 0; i < kAllowed.size(); ++i) {
      CAPTURE(kAllowed[i].file);
      CAPTURE(kAllowed[i].group);
      CHECK_MESSAGE(used_.count(i) != 0, "the row is needed no more");
    }
  }

  std::size_t count() const { return count_; }

 private:
  void run_group(const Json& group, const std::string& file, std::string_view draft_uri) {
    Json schema = group["schema"];
    if (schema.is_object() && !schema.has("$schema")) schema.set("$schema", draft_uri);
    const std::string_view name = group["description"].text();
    CAPTURE(file);
    CAPTURE(name);
    const auto compiled = JsonSchema::compile(schema, {.document = remote});
    for (const Json& test : group["tests"].items()) {
      ++count_;
      const auto found = compiled ? compiled->violations(test["data"])
                                  : Result<std::vector<Violation>>(compiled.error());
      if (found && found->empty() == test["valid"].bool_or(false)) continue;
      if (is_allowed(file, name)) continue;
      CAPTURE(test["description"].text());
      const std::string why = found ? "judged wrongly" : found.error().message;
      FAIL_CHECK(why);
    }
  }

  bool is_allowed(std::string_view file, std::string_view group) {
    const auto row = std::find_if(kAllowed.begin(), kAllowed.end(), [&](const Allowed& each) {
      return each.file == file && each.group == group;
    });
    if (row == kAllowed.end()) return false;
    used_.insert(static_cast<std::size_t>(row - kAllowed.begin()));
    return true;
  }

  std::size_t count_ = 0;
  std::set<std::size_t> used_;
};

TEST_CASE("the test suite of JSON Schema") {
  const fs::path tests = fs::path(PAWL_SCHEMA_SUITE) / "tests";
  const bool suite_of_json_schema = fs::exists(tests);  // `./dev test` unpacks it
  PASS_OVER_UNLESS(suite_of_json_schema);
  SuiteRun run;
  for (const DraftFolder& draft : kDrafts) {
    const fs::path folder = tests / draft.folder;
    CAPTURE(folder.string());
    REQUIRE(fs::exists(folder));
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
      const std::string name = fs::relative(entry.path(), folder).string();
      // Pawl asserts no formats.
      const bool is_format = name.starts_with("optional/format");
      if (entry.path().extension() != ".json" || is_format) continue;
      run.run_file(entry.path(), name, draft.uri);
    }
  }
  run.check_rows();
  CHECK(run.count() > 5'000);
}

}  // namespace
}  // namespace pawl::schema::suite_test
