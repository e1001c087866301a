#include "runner/branch_order.hpp"

#include "base/digest.hpp"
#include "base/json.hpp"

namespace pawl::runner {
namespace {

std::string order_path(const store::Layout& layout, const RunId& id) {
  return os::join_path(layout.artifacts(id), kBranchOrder);
}

}  // namespace

RunId branch_id(const RunId& parent, const std::string& path, int turn) {
  constexpr std::size_t kHexDigits = 6;
  const std::string digest =
      digest_hex(Hash::sha256, {parent.text(), "\n", path, "\n", std::to_string(turn)});
  const std::string name = path.substr(path.rfind('/') + 1);
  const std::string stem = parent.text().substr(0, parent.text().rfind('-'));
  return RunId::make(name + "-" + stem, digest.substr(0, kHexDigits));
}

Status write_order(os::Files& files, const store::Layout& layout, const RunId& id,
                   const BranchOrder& order) {
  TRY(files.make_folders(layout.artifacts(id), 0700));
  Json json = Json::object({{"version", 1},
                            {"parent", order.parent},
                            {"path", order.path},
                            {"worktree", order.worktree},
                            {"branch", order.branch},
                            {"head", order.head},
                            {"base", order.base},
                            {"base_commit", order.base_commit},
                            {"tokens_spent", order.tokens_spent},
                            {"micros_spent", order.micros_spent}});
  if (order.pr) {
    json.set("pr", Json::object({{"number", order.pr->number},
                                 {"url", order.pr->url},
                                 {"branch", order.pr->branch},
                                 {"head", order.pr->head}}));
  }
  return files.write_atomic(order_path(layout, id), json.pretty(), 0600);
}

Result<std::optional<BranchOrder>> read_order(os::Files& files, const store::Layout& layout,
                                              const RunId& id) {
  const Result<std::string> text = files.read(order_path(layout, id));
  if (!text && text.error().code == Errc::not_found) return std::optional<BranchOrder>();
  if (!text) return text.error();
  TRY_ASSIGN(const Json json, Json::parse(*text).during("reading " + order_path(layout, id)));
  std::optional<run::PullRequestRef> pr;
  if (const Json& told = json["pr"]; told.is_object()) {
    pr = run::PullRequestRef{.number = told["number"].int_or(0),
                             .url = told["url"].string_or(""),
                             .branch = told["branch"].string_or(""),
                             .head = told["head"].string_or("")};
  }
  return std::optional(BranchOrder{.parent = json["parent"].string_or(""),
                                   .path = json["path"].string_or(""),
                                   .worktree = json["worktree"].string_or(""),
                                   .branch = json["branch"].string_or(""),
                                   .head = json["head"].string_or(""),
                                   .base = json["base"].string_or(""),
                                   .base_commit = json["base_commit"].string_or(""),
                                   .tokens_spent = json["tokens_spent"].int_or(0),
                                   .micros_spent = json["micros_spent"].int_or(0),
                                   .pr = std::move(pr)});
}

bool is_branch(os::Files& files, const store::Layout& layout, const RunId& id) {
  const auto there = files.stat(order_path(layout, id));
  return there.ok() && there->has_value();
}

}  // namespace pawl::runner
