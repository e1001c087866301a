#include "guards/tests/stand_ins.hpp"

#include <algorithm>
#include <optional>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

// What makes a stand-in, as the right side of an assignment: unittest.mock, Jest, Vitest, Sinon,
// testdouble, node:test, RSpec, Minitest, Mockito, PHPUnit, Mockery, GoogleMock, gomock.
constexpr auto kStandInMakers = fixed_words(
    "Mock(", "create_autospec(", "SimpleNamespace(", "mock(", "mock.fn(", "jest.fn(", "vi.fn(",
    "sinon.stub(", "sinon.fake", "sinon.mock(", "td.func(", "td.object(", "double(", "Mock.new",
    "OpenStruct.new", "createMock(", "createStub(", "getMockBuilder(", "prophesize(", "NiceMock<",
    "StrictMock<", "createConfiguredMock(", "mockk<", "stub(", "spyOn(");

// Calls that patch what their first quoted argument names.
constexpr auto kPatches =
    fixed_words("patch(", "patch.object(", "setattr(", "spyOn(", "sinon.stub(", "sandbox.stub(",
                "mock.method(", "replaceProperty(", "td.replace(", "sinon.replace(", "->method(",
                "shouldReceive(", ".On(", "mocker.patch(", "patchObject(", "stubbed(");
// The same with a symbol of Ruby.
constexpr auto kSymbolPatches = fixed_words(
    "receive(:", ".stub(:", ".stub :", ".stubs(:", "receive_messages(",
    "define_method(:", "define_singleton_method(:", "define_method :", "stub_any_instance(:");
// The same with a call of it: `when(box.open()).thenReturn(…)`.
constexpr auto kCallPatches = fixed_words("when(", "given(", "ON_CALL(", "EXPECT_CALL(", "every {");
constexpr auto kModulePatches =
    fixed_words("jest.mock(", "vi.mock(", "jest.doMock(", "vi.doMock(", "unstable_mockModule(",
                "mock.module(", "jest.setMock(");
// With these the thing itself is called.
constexpr auto kPassesOn = fixed_words(
    "and_call_original", "callThrough", "wraps=", "requireActual", "importActual", "importOriginal",
    "CALLS_REAL_METHODS", "thenCallRealMethod", "passthrough", "and_wrap");

// Names that tests replace for what they print, wait for or ask of the machine.
constexpr auto kSurroundings = fixed_words(
    "log", "warn", "error", "info", "debug", "now", "sleep", "time", "fetch", "random", "exit",
    "print", "input", "open", "isatty", "get", "set", "console", "date", "env", "environ", "stdin",
    "stdout", "stderr", "getenv", "setTimeout", "Date", "write", "read", "argv", "platform", "id",
    "name", "value", "result", "expected", "i", "x", "t", "err", "ctx", "self", "this", "cwd");

bool is_bare_name(std::string_view text) {
  return !text.empty() && !is_digit(text.front()) && std::all_of(text.begin(), text.end(), is_word);
}

// The last name of `a.b::c`, `Type c`, `*c`.
std::string_view last_name(std::string_view text) {
  text = trim(text);
  std::size_t begin = text.size();
  while (begin > 0 && is_word(text[begin - 1])) --begin;
  return text.substr(begin);
}

std::string_view first_name(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && is_word(text[end])) ++end;
  return text.substr(0, end);
}

// Where `=` or `:=` gives a value to what stands before it.
std::optional<std::pair<std::string_view, std::string_view>> assignment(std::string_view line) {
  for (std::size_t at = line.find('='); at != std::string_view::npos; at = line.find('=', at + 1)) {
    if (at == 0 || at + 1 >= line.size()) return std::nullopt;
    const char before = line[at - 1];
    const char behind = line[at + 1];
    if (behind == '=' || behind == '>' || behind == '~') {
      ++at;
      continue;
    }
    if (contains("=!<>+-*/|&", std::string_view(&before, 1))) continue;
    std::string_view left = line.substr(0, before == ':' ? at - 1 : at);
    if (contains(left, "(") || contains(left, "\"") || contains(left, "'")) return std::nullopt;
    // `const parse: Parser = …`
    const auto colon = left.find(": ");
    if (colon != std::string_view::npos) left = left.substr(0, colon);
    return std::pair(left, trim(line.substr(at + 1)));
  }
  return std::nullopt;
}

bool makes_stand_in(std::string_view value) {
  for (const std::string_view maker : kStandInMakers) {
    const auto at = value.find(maker);
    if (at == std::string_view::npos) continue;
    // `await handler(event, vi.fn())` calls the thing itself.
    if (contains(value.substr(0, at), "(")) continue;
    // `Mock(` may end a longer name, the others begin one.
    const bool whole = at == 0 || !is_word(value[at - 1]) || maker.starts_with("Mock");
    if (whole) return true;
  }
  const std::string_view type = value.starts_with("new ") ? value.substr(4) : value;
  for (const std::string_view start :
       {"Fake", "Stub", "Mock", "Dummy", "fake_", "stub_", "mock_"}) {
    if (type.starts_with(start) && contains(type, "(")) return true;
  }
  return false;
}

// `lambda x: 3`, `() => 3`, `func() int { return 3 }`, `|x| 3`, `->(x) { 3 }`.
bool makes_function(std::string_view value) {
  for (const std::string_view start :
       {"lambda", "func(", "function(", "function (", "|", "->(", "-> {", "proc {", "proc do",
        "[&]", "[=]", "[](", "async (", "async ()", "move |"}) {
    if (value.starts_with(start)) return true;
  }
  const auto arrow = std::min(value.find(" => "), value.find(") -> "));
  return arrow != std::string_view::npos &&
         (value.starts_with('(') || is_bare_name(value.substr(0, arrow)));
}

std::string_view first_quoted(std::string_view arguments) {
  const std::size_t begin = arguments.find_first_of("\"'`(){");
  if (begin == std::string_view::npos || contains("(){", arguments.substr(begin, 1))) return {};
  const auto end = arguments.find(arguments[begin], begin + 1);
  return end == std::string_view::npos ? "" : arguments.substr(begin + 1, end - begin - 1);
}

// A module of the repository: by its way there, or as a part of a package that calls itself.
bool may_be_own(std::string_view module) {
  if (module.starts_with('.') || module.starts_with("@/") || module.starts_with("~/")) return true;
  return contains(module, "/") && !module.starts_with('@') && !module.starts_with("node:") &&
         !module.starts_with("react") && !module.starts_with("fs/") && !module.starts_with("next/");
}

class StandInReader {
 public:
  StandInReader(std::string_view line, std::string_view text) : line_(trim(line)), text_(text) {}

  std::vector<StandIn> run() {
    for (const std::string_view word : kPassesOn) {
      if (contains(line_, word)) return {};
    }
    if (line_.starts_with('#') && !line_.starts_with("#define ")) return {};
    if (line_.starts_with("//") || line_.starts_with('*')) return {};
    read_assignment();
    read_definition();
    read_patches();
    read_modules();
    return std::move(found_);
  }

 private:
  void add(std::string_view name, bool definition = false) {
    if (is_bare_name(name) && !name.starts_with("__")) {
      found_.push_back({std::string(name), definition});
    }
  }
  void add_patched(std::string_view name) {
    if (!among(kSurroundings, name)) add(name);
  }

  void read_assignment() {
    const auto parts = assignment(line_);
    if (!parts) return;
    const std::string_view name = last_name(parts->first);
    const bool function = makes_function(parts->second);
    if (function || makes_stand_in(parts->second)) add(name, function);
  }

  void read_definition() {
    for (const std::string_view open : {"pub ", "pub(crate) ", "export ", "default "}) {
      if (line_.starts_with(open)) line_.remove_prefix(open.size());
    }
    for (const std::string_view word :
         {"def ", "async def ", "function ", "async function ", "func ", "fn ", "class ", "struct ",
          "#define ", "pub fn ", "static fn "}) {
      if (!line_.starts_with(word)) continue;
      std::string_view rest = line_.substr(word.size());
      if (rest.starts_with("self.")) rest.remove_prefix(5);
      // Ruby: a method of an object that the test has made itself.
      if (rest.substr(first_name(rest).size()).starts_with('.')) return;
      return add(first_name(rest), true);
    }
    // `nvm_ls() {` of a shell, `static int parse(…) {` of C and Java.
    const auto open = line_.find('(');
    if (open == std::string_view::npos || !line_.ends_with('{') || contains(line_, "=")) return;
    const std::string_view before = trim(line_.substr(0, open));
    const std::string_view word = first_name(before);
    if (among({"if",   "for",    "while",  "switch",    "catch", "else",  "return",
               "do",   "it",     "test",   "describe",  "go",    "defer", "func",
               "TEST", "TEST_F", "TEST_P", "TEST_CASE", "when",  "expect"},
              word)) {
      return;
    }
    // A call that takes a function ends so, too: `Matches( box, [] {`, `Pack()(func() {`.
    const bool typed = before.find_first_of(" *") != std::string_view::npos;
    const std::string_view behind = line_.substr(open);
    if (!typed && !(behind.starts_with("()") && trim(behind.substr(2)) == "{")) return;
    if (std::all_of(before.begin(), before.end(),
                    [](char c) { return is_word(c) || c == ' ' || c == '*' || c == '-'; })) {
      add(last_name(before), true);
    }
  }

  void read_patches() {
    for (const std::string_view patch : kPatches) {
      const auto at = line_.find(patch);
      if (at != std::string_view::npos)
        add_patched(last_name(first_quoted(line_.substr(at + patch.size()))));
    }
    for (const std::string_view patch : kSymbolPatches) {
      const auto at = line_.find(patch);
      if (at != std::string_view::npos) add_patched(first_name(line_.substr(at + patch.size())));
    }
    for (const std::string_view patch : kCallPatches) {
      const auto at = line_.find(patch);
      if (at != std::string_view::npos) add_patched(called(line_.substr(at + patch.size()), patch));
    }
    // `doReturn(3).when(box).size()`.
    if (const auto when = line_.find(".when("); when != std::string_view::npos) {
      const auto close = line_.find(").", when);
      if (close != std::string_view::npos) add_patched(first_name(line_.substr(close + 2)));
    }
    if (const auto expect = line_.find(".expect_"); expect != std::string_view::npos) {
      add_patched(first_name(line_.substr(expect + 8)));
    }
  }

  // The last name called: `box.open(3)`; of GoogleMock the second argument.
  static std::string_view called(std::string_view arguments, std::string_view patch) {
    if (patch.ends_with("_CALL(")) {
      const auto comma = arguments.find(',');
      return comma == std::string_view::npos ? "" : first_name(trim(arguments.substr(comma + 1)));
    }
    const auto open = arguments.find('(');
    return open == std::string_view::npos ? "" : last_name(arguments.substr(0, open));
  }

  // What the file takes from a module that is mocked.
  void read_modules() {
    for (const std::string_view patch : kModulePatches) {
      const auto at = line_.find(patch);
      if (at == std::string_view::npos) continue;
      const std::string_view module = first_quoted(line_.substr(at + patch.size()));
      if (!may_be_own(module)) continue;
      for (const std::string_view line : split_lines(text_)) {
        const bool imports = contains(line, "import ") || contains(line, "require(");
        if (!imports || !contains(line, module) || contains(line, "mock(")) continue;
        read_names(line.substr(0, line.find(module)));
      }
    }
  }
  void read_names(std::string_view list) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= list.size(); ++i) {
      if (i < list.size() && is_word(list[i])) continue;
      const std::string_view word = list.substr(begin, i - begin);
      begin = i + 1;
      if (!among({"import", "from", "const", "let", "var", "require", "as", "type", "await"},
                 word)) {
        add(word);
      }
    }
  }

  std::string_view line_;
  std::string_view text_;
  std::vector<StandIn> found_;
};

}  // namespace

std::vector<StandIn> stand_ins_in(std::string_view line, std::string_view text) {
  constexpr std::size_t kLineMax = 400;
  return line.size() > kLineMax ? std::vector<StandIn>() : StandInReader(line, text).run();
}

}  // namespace pawl::guards
