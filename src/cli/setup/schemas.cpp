// `pawl schemas list|update|clear`: which schemas configuration files are judged by.
#include "base/text/text.hpp"
#include "base/time.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/output.hpp"
#include "evidence/schema_cache.hpp"

namespace pawl::cli {
namespace {

using evidence::SchemaCache;
using guards::PublicSchema;

SchemaCache cache_of(Context& context) { return {context.ports.files, context.layout.schemas()}; }

Json json_of_schema(const PublicSchema& schema, const std::optional<SchemaCache::Kept>& kept) {
  return Json::object({{"schema", schema.file},
                       {"tool", schema.tool},
                       {"url", schema.url},
                       {"source", kept ? "public" : "bundled"},
                       {"fetched_at", kept ? Json(to_iso8601(kept->at)) : Json()},
                       {"bytes", kept ? Json(static_cast<long long>(kept->bytes)) : Json()}});
}

class SchemasList final : public Command {
 public:
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }

  Result<Exit> run(Context& context) override {
    const SchemaCache cache = cache_of(context);
    Json list = Json::array();
    std::vector<std::vector<std::string>> rows;
    for (const PublicSchema& schema : guards::public_schemas()) {
      TRY_ASSIGN(const auto kept, cache.kept(schema));
      list.push(json_of_schema(schema, kept));
      rows.push_back({std::string(schema.file), std::string(schema.tool),
                      kept ? "public, fetched " + to_iso8601(kept->at) : "bundled"});
    }
    if (json) {
      context.console.document(Json::object({{"schemas", std::move(list)}}));
    } else {
      context.console.out(table({"SCHEMA", "TOOL", "SOURCE"}, rows));
    }
    return Exit::done;
  }
};

Result<std::vector<const PublicSchema*>> chosen(const std::vector<std::string>& names) {
  std::vector<const PublicSchema*> out;
  for (const std::string& name : names) {
    const PublicSchema* schema = guards::find_public_schema(name);
    if (schema == nullptr) {
      return fail(Errc::invalid, "there is no schema \"" + printable(name, 60) +
                                     "\"; `pawl schemas list` shows those there are");
    }
    out.push_back(schema);
  }
  if (!names.empty()) return out;
  for (const PublicSchema& schema : guards::public_schemas()) out.push_back(&schema);
  return out;
}

std::string outcome_of(const Result<SchemaCache::Kept>& kept) {
  if (!kept) return kept.error().message;
  return kept->changed ? "fetched, " + std::to_string(kept->bytes) + " bytes" : "unchanged";
}

class SchemasUpdate final : public Command {
 public:
  std::vector<std::string> names;
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }
  std::vector<Argument> arguments() override {
    return {{"SCHEMA", "a schema of `pawl schemas list`; all without one", &names, false}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const auto schemas, chosen(names));
    SchemaCache cache = cache_of(context);
    const evidence::SchemaFetch how{.mirror = context.config.config.schemas_mirror,
                                    .cancel = &context.ports.cancel};
    Json list = Json::array();
    std::size_t failed = 0;
    for (const PublicSchema* schema : schemas) {
      const auto kept = cache.update(*schema, context.ports.http, how);
      // Nobody else is asked when nobody waits for it, or when it could not be written.
      const bool ends =
          !kept && (kept.error().code == Errc::cancelled || kept.error().code == Errc::io);
      if (ends) return kept.error();
      if (!kept) ++failed;
      Json one = Json::object({{"schema", schema->file}, {"fetched", kept.ok()}});
      one.set(kept ? "changed" : "error", kept ? Json(kept->changed) : Json(kept.error().message));
      list.push(std::move(one));
      context.console.say(std::string(schema->file) + ": " + outcome_of(kept));
    }
    if (json) context.console.document(Json::object({{"schemas", std::move(list)}}));
    if (failed == 0) return Exit::done;
    context.console.say(counted(failed, "schema") +
                        " could not be fetched; what was there before stays in use");
    return failed == schemas.size() ? Exit::later : Exit::partial;
  }
};

class SchemasClear final : public Command {
 public:
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }

  Result<Exit> run(Context& context) override {
    TRY(cache_of(context).clear());
    context.console.say("the schemas that Pawl carries are in use again");
    if (json) context.console.document(Json::object({{"removed", context.layout.schemas()}}));
    return Exit::done;
  }
};

}  // namespace

std::unique_ptr<Command> make_schemas_list() { return std::make_unique<SchemasList>(); }
std::unique_ptr<Command> make_schemas_update() { return std::make_unique<SchemasUpdate>(); }
std::unique_ptr<Command> make_schemas_clear() { return std::make_unique<SchemasClear>(); }

}  // namespace pawl::cli
