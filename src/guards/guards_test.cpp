#include "guards/guards.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "guards/paths/path_policy.hpp"

namespace pawl::guards::guards_test {
namespace {

RepoPath path(std::string_view text) { return RepoPath::parse(text).value(); }

git::FileChange modify(std::string_view name, std::string before, std::string after) {
  git::FileChange file{.path = path(name), .before = {}, .after = {}};
  file.before = std::move(before);
  file.after = std::move(after);
  return file;
}

git::FileChange create(std::string_view name, std::string after) {
  git::FileChange file{
      .path = path(name), .action = git::Action::create, .before = {}, .after = {}};
  file.after = std::move(after);
  return file;
}

git::FileChange remove(std::string_view name, std::string before) {
  git::FileChange file{
      .path = path(name), .action = git::Action::remove, .before = {}, .after = {}};
  file.before = std::move(before);
  return file;
}

std::string rules(const Verdict& verdict) {
  std::string out;
  for (const Finding& finding : verdict.findings) out += finding.rule + " ";
  return std::string(trim(out));
}

Context open_fence() {
  Context context;
  context.fenced = false;
  return context;
}

}  // namespace

TEST_CASE("denied paths") {
  struct Row {
    const char* text;
    bool denied;
  };
  const Row rows[] = {
      {".git/config", true},
      {".GIT/config", true},
      {"sub/.git/hooks/pre-commit", true},
      {"git~1/config", true},
      {".github/workflows/ci.yml", true},
      {".github/Workflows/ci.yml", true},
      {".github/actions/x/action.yml", true},
      {".github/dependabot.yml", false},
      {".github/workflows-notes.md", false},
      {"docs/.github/workflows/example.yml", false},
      {".env", true},
      {"service/.env.production", true},
      {".env.example", false},
      {"deploy/.env.sample", false},
      {".ENV", true},
      {"package-lock.json", true},
      {"web/Cargo.lock", true},
      {"cargo.locks", false},
      {"CODEOWNERS", true},
      {".husky/pre-commit", true},
      {".gitlab-ci.yml", true},
      {"Jenkinsfile", true},
      {".gitattributes", false},
      {".gitignore", false},
      {"src/main.c", false},
      {"environment.md", false},
      {".pawl/guards.yaml", true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(denial_of(path(row.text)).empty() != row.denied);
  }
}

TEST_CASE("build manifests by name and place") {
  struct Row {
    const char* text;
    bool manifest;
  };
  const Row rows[] = {
      {"package.json", true},         {"web/package.json", true},
      {"Cargo.toml", true},           {"CMakeLists.txt", true},
      {"src/Makefile", true},         {"requirements.txt", true},
      {"requirements/dev.txt", true}, {"requirements-dev.txt", true},
      {"app.csproj", true},           {"x.gemspec", true},
      {"notes.txt", false},           {"package.json5", false},
      {"tsconfig.json", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(is_build_manifest(path(row.text)) == row.manifest);
  }
}

TEST_CASE("write gate") {
  Context context;
  context.hints = {path("a.txt"), path(".gitattributes")};
  struct Row {
    const char* name;
    git::FileChange file;
    const char* rules;
  };
  const Row rows[] = {
      {"hinted", modify("a.txt", "x", "y"), ""},
      {"outside", modify("b.txt", "x", "y"), "write-gate/outside-hints"},
      {"denied and outside", create(".git/config", "x"),
       "write-gate/git-folder write-gate/denied-path write-gate/outside-hints"},
      {"too large", create("a.txt", std::string((2U << 20U) + 1, 'x')), "write-gate/too-large"},
      {"at the limit", create("a.txt", std::string(2U << 20U, 'x')), ""},
      {"attributes", create(".gitattributes", "* text=auto\n*.png binary\n"), ""},
      {"driver", create(".gitattributes", "* text=auto\n*.c filter=run\n"),
       "write-gate/gitattributes-driver"},
      {"driver in a comment", create(".gitattributes", "# filter=x\n* text=auto\n"), ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(rules(write_gate({{row.file}}, context)) == row.rules);
  }
  context.obstacle = [](const RepoPath& at) {
    return at.text() == "a.txt" ? std::string("it is a symbolic link") : std::string();
  };
  CHECK(rules(write_gate({{modify("a.txt", "x", "y")}}, context)) == "write-gate/unreachable-path");
  CHECK(write_gate({}, context).ruling == Ruling::not_applicable);
  CHECK(write_gate({{modify("b.txt", "x", "y")}}, open_fence()).ruling == Ruling::pass);
}

TEST_CASE("build manifests change only when they are named, by full path") {
  Context context;
  context.hints = {path("package.json")};
  CHECK(build_manifests({{modify("a.c", "x", "y")}}, context).ruling == Ruling::not_applicable);
  CHECK(build_manifests({{modify("package.json", "{}", "{}")}}, context).ruling == Ruling::pass);
  CHECK(rules(build_manifests({{modify("web/package.json", "{}", "{}")}}, context)) ==
        "build-manifest/not-sanctioned");
  context.compile_fix = true;
  CHECK(rules(build_manifests({{modify("package.json", "{}", "{}")}}, context)) ==
        "build-manifest/build-broken");
}

TEST_CASE("syntax") {
  struct Row {
    const char* name;
    git::FileChange file;
    Ruling want;
  };
  const Row rows[] = {
      {"no format", modify("a.txt", "x", "("), Ruling::not_applicable},
      {"good python", modify("a.py", "x = 1\n", "x = 2\n"), Ruling::pass},
      {"broken python", modify("a.py", "x = 1\n", "def f(:\n"), Ruling::refuse},
      {"new and broken", create("a.json", "{,}"), Ruling::refuse},
      {"comments where they are known", create("tsconfig.json", "{\n // why\n \"a\": 1,\n}\n"),
       Ruling::pass},
      {"comments elsewhere", create("data.json", "{\n // why\n \"a\": 1\n}\n"), Ruling::refuse},
      {"broken before and as broken after", modify("a.json", "{,}\n", "{,}\n\n"), Ruling::pass},
      {"several YAML documents", create("k.yaml", "a: 1\n---\nb: 2\n"), Ruling::pass},
      {"a template is not its ending", create("chart/templates/x.yaml", "a: {{ .Values.a }}\n"),
       Ruling::not_applicable},
      {"gone", remove("a.py", "def f(:\n"), Ruling::not_applicable},
      {"binary", create("a.json", std::string("\0\1", 2)), Ruling::not_applicable},
      {"toml", modify("p.toml", "a = 1\n", "a = b\n"), Ruling::refuse},
      {"rust", modify("l.rs", "fn a() {}\n", "fn a() {\n"), Ruling::refuse},
      {"bash", modify("x.sh", "echo\n", "if true; then\n"), Ruling::refuse},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const Verdict verdict = syntax_valid({{row.file}}, open_fence());
    CAPTURE(rules(verdict));
    CHECK(verdict.ruling == row.want);
  }
  const Verdict verdict = syntax_valid({{create("a.py", "x = 1\ny = (\n")}}, open_fence());
  REQUIRE_FALSE(verdict.findings.empty());
  CHECK(verdict.findings.front().line >= 1);
  CHECK(verdict.findings.front().kind == RuleKind::defect);
}

TEST_CASE("top-level definitions") {
  struct Row {
    const char* name;
    git::Change change;
    Ruling want;
  };
  const std::string two = "def a():\n    pass\n\n\ndef b():\n    pass\n";
  const std::string one = "def a():\n    pass\n";
  const Row rows[] = {
      {"kept", {{modify("m.py", two, two + "\n\ndef c():\n    pass\n")}}, Ruling::pass},
      {"dropped", {{modify("m.py", two, one)}}, Ruling::refuse},
      {"file gone", {{remove("m.py", two)}}, Ruling::refuse},
      {"moved to a new file",
       {{modify("m.py", two, one), create("n.py", "def b():\n    pass\n")}},
       Ruling::pass},
      {"broken is the syntax guard's",
       {{modify("m.py", two, "def a(:\n")}},
       Ruling::not_applicable},
      {"new file", {{create("m.py", two)}}, Ruling::pass},
      {"no source", {{modify("m.md", two, one)}}, Ruling::not_applicable},
      {"go",
       {{modify("m.go", "package m\nfunc A() {}\nfunc B() {}\n", "package m\nfunc A() {}\n")}},
       Ruling::refuse},
      {"rust struct", {{modify("m.rs", "struct A;\nfn b() {}\n", "fn b() {}\n")}}, Ruling::refuse},
      {"c function",
       {{modify("m.c", "int a(void) { return 1; }\nint b(void) { return 2; }\n",
                "int a(void) { return 1; }\n")}},
       Ruling::refuse},
      {"typescript export",
       {{modify("m.ts", "export const a = () => 1;\nexport class B {}\n",
                "export const a = () => 1;\n")}},
       Ruling::refuse},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const Verdict verdict = top_definitions(row.change, open_fence());
    CHECK(verdict.ruling == row.want);
  }
  Context context = open_fence();
  context.sanctioned_deletions = {path("m.py")};
  CHECK(top_definitions({{remove("m.py", two)}}, context).ruling == Ruling::pass);
  CHECK(top_definitions({{modify("m.py", two, one)}}, context).ruling == Ruling::refuse);
  const Verdict verdict = top_definitions({{modify("m.py", two, one)}}, open_fence());
  CHECK(contains(verdict.findings.at(0).message, "b"));
}

TEST_CASE("a value that its schema cannot judge within the limits is unknown, not right") {
  Context context = open_fence();
  context.fetched_schema = [](std::string_view) -> std::optional<std::string> {
    return R"({"properties": {"name": {"pattern": "^(a+)+$"}, "files": {"type": "array"}}})";
  };
  const auto judge = [&](const std::string& before, const std::string& after) {
    return schema_valid({{modify("package.json", before, after)}}, context);
  };
  const std::string slow = R"({"name": ")" + std::string(40, 'a') + R"(!"})";
  CHECK(judge("{}", R"({"name": "aaa"})").ruling == Ruling::pass);
  CHECK(judge("{}", R"({"name": "b"})").ruling == Ruling::refuse);
  const Verdict after = judge("{}", slow);
  CHECK(after.ruling == Ruling::unknown);
  CHECK(contains(after.reason, "package.json: "));
  CHECK(contains(after.reason, "could not be judged"));
  // Whether the fault is new is not known either.
  const Verdict before = judge(slow, R"({"files": 1})");
  CHECK(before.ruling == Ruling::unknown);
  CHECK(contains(before.reason, "as it was"));
}

}  // namespace pawl::guards::guards_test
