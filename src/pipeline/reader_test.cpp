#include "pipeline/reader.hpp"

#include <doctest/doctest.h>

#include <array>
#include <map>

#include "base/text/text.hpp"
#include "pipeline/expand.hpp"
#include "pipeline/inputs.hpp"

namespace pawl::pipeline::reader_test {
namespace {

constexpr std::string_view kNone = R"({"type":"object","additionalProperties":false})";
constexpr std::string_view kCommands =
    R"({"type":"object","properties":{"cmds":{"type":"array","items":{"type":"string"}},"timeout":{"type":"integer"}},"additionalProperties":false})";
constexpr std::array kKinds = {
    StageKind{.type = "plan", .options = kNone, .writes = "plan.md"},
    StageKind{.type = "implement", .options = kNone, .reads = "plan.md"},
    StageKind{
        .type = "review-code", .options = kNone, .reads = "plan.md?", .writes = "review-*.md"},
    StageKind{.type = "address-code", .options = kNone, .reads = "review-*.md"},
    StageKind{.type = "verify", .options = kCommands},
    StageKind{.type = "agent", .options = kNone},
    StageKind{.type = "exec", .options = kCommands},
};

// Files of a project that are nowhere but here.
class Files final : public Sources {
 public:
  std::map<std::string, std::string> pipelines;
  std::map<std::string, std::string> prompts;

  Result<std::optional<SourceFile>> pipeline(const std::string& name) override {
    const auto found = pipelines.find(name);
    if (found == pipelines.end()) return std::optional<SourceFile>();
    return std::optional(SourceFile{.name = name + ".yaml", .text = found->second});
  }
  Result<std::vector<std::string>> pipeline_names() override { return names(pipelines); }
  Result<std::optional<std::string>> prompt(const SourceFile&, const std::string& path) override {
    if (path.starts_with("..")) return fail(Errc::denied, path + " leads out of the repository");
    const auto found = prompts.find(path);
    if (found == prompts.end()) return std::optional<std::string>();
    return std::optional(found->second);
  }
  Result<std::vector<std::string>> prompt_paths(const SourceFile&) override {
    return names(prompts);
  }
  std::optional<std::string> own_prompt(const std::string& name) override {
    if (name != "style") return std::nullopt;
    return "Write short functions.\n";
  }
  std::vector<std::string> own_prompt_names() override { return {"style"}; }

 private:
  static std::vector<std::string> names(const std::map<std::string, std::string>& files) {
    std::vector<std::string> all;
    for (const auto& [name, text] : files) all.push_back(name);
    return all;
  }
};

Files project() {
  Files files;
  files.pipelines = {{"checks", "stages: [{type: verify}, {type: exec}]\n"},
                     {"a", "stages: [{include: b}]\n"},
                     {"b", "stages: [{include: a}]\n"}};
  files.prompts = {{"prompts/style.md", "Style.\n"},
                   {"prompts/review.md", "Look for races.\n\n"},
                   {"prompts/empty.md", " \n"}};
  return files;
}

Reading reading_of(const std::string& yaml, Files& files) {
  return read({.name = ".pawl/pipelines/x.yaml", .text = yaml},
              {.kinds = kKinds, .check_client = {}, .sources = &files});
}

std::string listed(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& problem : problems) text += problem.to_line() + "\n";
  return text;
}

Definition good(const std::string& yaml) {
  Files files = project();
  Reading reading = reading_of(yaml, files);
  REQUIRE_MESSAGE(reading.problems.empty(), listed(reading.problems));
  return std::move(reading.definition);
}

constexpr const char* kWhole = R"(
# yaml-language-server: $schema=pipeline.schema.json
default_client: claude:sonnet
summary: all there is
prompts:
  house: [prompts/style.md, pawl:style]
inputs:
  ticket: {type: string, optional: true, summary: what it is about}
  sketch: filepath
stages:
  - name: plan
    type: plan
    prompt: [house, "Plan\nit."]
    in: {TICKET: "ticket?none", SKETCH: sketch}
  - type: implement
    client: codex:gpt-5
    prompt: prompts/style.md
  - name: reviews
    max_concurrent: 2
    cancel_on_bail: true
    bail_policy: all
    merge: union
    parallel:
      - {name: races, type: review-code, prompt: [prompts/style.md, prompts/review.md]}
      - {include: checks}
  - {type: address-code, max_attempts: 1}
  - {name: notes, type: agent, prompt: {text: Write notes.}, out: {notes: notes.md, "more?": "file://session/more.md"}}
  - name: mend
    until: check
    max_iterations: 4
    loop:
      - {name: check, type: exec, options: {cmds: [make test]}, in: {NOTES: notes}}
      - {name: fix, type: agent, prompt: {text: Mend it.}}
  - {name: again, type: loop, max-iterations: 2, body: [{type: verify}]}
)";

}  // namespace

TEST_CASE("a pipeline with all there is becomes nodes") {
  const Definition made = good(kWhole);
  CHECK(made.name == "x");
  CHECK(made.default_client == "claude:sonnet");
  const std::vector<Node>& nodes = made.root.children;
  REQUIRE(nodes.size() == 7);
  CHECK(nodes[0].prompt == "Style.\n\nWrite short functions.\n\nPlan\nit.");
  CHECK(nodes[0].in == std::vector<Taken>{{"TICKET", "input-ticket.txt", true, "none"},
                                          {"SKETCH", "input-sketch.txt", false, ""}});
  CHECK(nodes[1].client == "codex:gpt-5");
  CHECK(nodes[2].merge == MergePolicy::in_union);
  CHECK(nodes[2].children[0].prompt == "Style.\n\nLook for races.");
  CHECK(nodes[2].children[1].kind == NodeKind::sequence);
  CHECK(nodes[2].children[1].name == "checks");
  CHECK(nodes[4].out == std::vector<Left>{{"notes", "notes.md", false}, {"more", "more.md", true}});
  CHECK(nodes[5].children[0].in == std::vector<Taken>{{"NOTES", "notes.md", false, ""}});
  CHECK(nodes[6].until == "verify");
  CHECK(nodes[6].rounds_max == 2);
}

TEST_CASE("what is expanded reads as it was, and needs no file") {
  const Definition made = good(kWhole);
  const std::string text = expanded_yaml(made);
  CAPTURE(text);
  const auto again = parse(text, kKinds);
  REQUIRE_MESSAGE(again.ok(), (again ? "" : again.error().to_line()));
  CHECK(*again == made);
  CHECK(expanded_yaml(*again) == text);
}

TEST_CASE("a file of gremlins 0.1.0 is read") {
  const Definition made = good(R"(
name: local
default_client: claude:sonnet
stages:
  - name: plan
    type: plan
    prompt:
      - prompts/style.md
      - prompts/review.md
  - name: implement
    type: implement
    client: copilot:gpt-5
    prompt: prompts/style.md
  - name: review
    max_concurrent: 2
    cancel_on_bail: false
    bail_policy: any
    parallel:
      - name: detail
        type: review-code
        client: claude:opus
        prompt: [prompts/style.md, prompts/review.md]
      - name: scope
        type: review-code
        prompt: [prompts/style.md, prompts/review.md]
  - name: address-code
    type: address-code
    prompt: prompts/style.md
  - name: verify
    type: verify
    options:
      cmds: [make check, make test]
)");
  CHECK(stage_paths(made) == std::vector<std::string>{"plan", "implement", "review/detail",
                                                      "review/scope", "address-code", "verify"});
}

TEST_CASE("what is wrong is said with its file, line and key, and the nearest that is right") {
  struct Row {
    const char* yaml;
    const char* says;
  };
  const Row rows[] = {
      {"stages:\n  - type: verify\n    optoins: {}\n",
       ".pawl/pipelines/x.yaml:3: stages[0].optoins: unknown key \"optoins\" of a stage; did you "
       "mean \"options\"?"},
      {"stages:\n  - type: verify\n    options:\n      cmd: [make]\n",
       "x.yaml:4: stages[0].options.cmd: unknown option \"cmd\" of verify; did you mean \"cmds\"?"},
      {"stages:\n  - type: verify\n    options:\n      cmds:\n        - make\n        - 3\n",
       "x.yaml:6: stages[0].options.cmds[1]: "},
      {"stages:\n  - {type: verify}\n  - {type: verifi}\n",
       "x.yaml:3: stages[1].type: unknown type \"verifi\"; did you mean \"verify\"?"},
      {"one_at_a_time: maybe\nstages: [{type: verify}]\n",
       "x.yaml:1: one_at_a_time: is true or false"},
      {"default_client: cluade:opus\nstages: [{type: verify}]\n",
       "x.yaml:1: default_client: unknown provider \"cluade\"; did you mean \"claude\"?"},
      {"stages:\n  - type: verify\n    client: claude\n",
       "x.yaml:3: stages[0].client: a client is provider:model"},
      {"stages:\n  - type: plan\n    prompt: prompts/stile.md\n",
       "x.yaml:3: stages[0].prompt: there is no prompt \"prompts/stile.md\"; did you mean "
       "\"prompts/style.md\"?"},
      {"stages:\n  - type: plan\n    prompt:\n      - prompts/style.md\n      - ../../etc/passwd\n",
       "x.yaml:5: stages[0].prompt[1]: ../../etc/passwd leads out"},
      {"stages:\n  - type: plan\n    prompt: prompts/empty.md\n",
       "x.yaml:3: stages[0].prompt: the prompt prompts/empty.md is empty"},
      {"stages:\n  - type: plan\n    prompt: pawl:stile\n",
       "x.yaml:3: stages[0].prompt: Pawl carries no prompt \"stile\"; did you mean \"style\"?"},
      {"prompts: {house: prompts/style.md}\nstages:\n  - {type: plan, prompt: huose}\n",
       "x.yaml:3: stages[0].prompt: there is no prompt \"huose\"; did you mean \"house\"?"},
      {"prompts:\n  house: prompts/none.md\nstages: [{type: verify}]\n",
       "x.yaml:2: prompts.house: there is no prompt \"prompts/none.md\""},
      {"stages:\n  - type: verify\n    max_concurrent: 2\n",
       "x.yaml:3: stages[0].max_concurrent: unknown key \"max_concurrent\" of a stage, for it "
       "belongs to a parallel group"},
      {"stages:\n  - name: g\n    type: verify\n    parallel: [{type: verify}]\n",
       "x.yaml:3: stages[0].type: unknown key \"type\" of a parallel group, for it belongs to a "
       "stage"},
      {"stages:\n  - name: g\n    bail_policy: al\n    parallel: [{type: verify}]\n",
       "x.yaml:3: stages[0].bail_policy: bail_policy is any or all, not \"al\"; did you mean "
       "\"all\"?"},
      {"stages:\n  - name: g\n    merge: unite\n    parallel: [{type: verify}]\n",
       "x.yaml:3: stages[0].merge: merge is none or pick or sequence or union, not \"unite\""},
      {"stages:\n  - include: chekcs\n",
       "x.yaml:2: stages[0].include: there is no pipeline \"chekcs\"; did you mean \"checks\"?"},
      {"stages:\n  - include: a\n", "include each other in a circle"},
      {"stages:\n  - {type: plan}\n  - {type: agent, in: {P: plam.md}}\n",
       "x.yaml:3: stages[1].in.P: no stage before it leaves \"plam.md\", and no input has that "
       "name; did you mean \"plan.md\"?"},
      {"stages:\n  - {type: implement}\n",
       "x.yaml:2: stages[0]: the stage \"implement\" (implement) reads plan.md"},
      {"inputs:\n  ticket: {type: strng}\nstages: [{type: verify}]\n",
       "x.yaml:2: inputs.ticket.type: unknown type \"strng\"; did you mean \"string\"?"},
      {"name: [x\nstages: []\n", "x.yaml:2: no YAML: "},
      {"stages:\n  - {type: agent, out: {n: ../n.md}}\n",
       "x.yaml:2: stages[0].out.n: names no file of the artifacts"},
      {"stages:\n  - {type: agent, in: {KEY: \"../../../../.ssh/id_rsa?none\"}}\n",
       "x.yaml:2: stages[0].in.KEY: names no artifact"},
      {"stages:\n  - {type: exec, in: {KEY: \"/etc/passwd?\"}}\n",
       "x.yaml:2: stages[0].in.KEY: names no artifact"},
      {"stages:\n  - name: ..\n    parallel: [{name: .., type: verify}]\n",
       "x.yaml:3: stages[0].parallel[0].name: needs a name"},
      {"stages:\n  - {name: fast.lock, type: verify}\n", "stages[0].name: needs a name"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.yaml);
    Files files = project();
    const Reading reading = reading_of(row.yaml, files);
    REQUIRE_FALSE(reading.problems.empty());
    CAPTURE(listed(reading.problems));
    CHECK(contains(listed(reading.problems), row.says));
  }
}

TEST_CASE("all problems of a file are found at once, in included files too") {
  Files files = project();
  files.pipelines["broken"] = "stages:\n  - {type: exec, option: {}}\n";
  const Reading reading =
      reading_of("stages:\n  - {type: verifi}\n  - {include: broken}\n  - {typ: exec}\n", files);
  const std::string text = listed(reading.problems);
  CAPTURE(text);
  CHECK(contains(text, "x.yaml:2: "));
  CHECK(contains(text, "broken.yaml:2: stages[0].option: "));
  CHECK(contains(text, "x.yaml:4: stages[2].typ: "));
}

TEST_CASE("inputs are handed over by name, or have a fallback") {
  const Definition made =
      good("inputs: {a: string, b: {default: x}, c: {optional: true}}\nstages: [{type: verify}]\n");
  const auto values = input_values(made, {{"a", "1"}});
  REQUIRE(values.ok());
  CHECK(*values == std::map<std::string, std::string>{{"input-a.txt", "1"}, {"input-b.txt", "x"}});
  CHECK(contains(input_values(made, {}).error().message, "needs the input \"a\""));
  CHECK(contains(input_values(made, {{"a", "1"}, {"cc", "2"}}).error().message,
                 "did you mean \"c\"?"));
}

}  // namespace pawl::pipeline::reader_test
