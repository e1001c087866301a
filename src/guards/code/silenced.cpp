#include "guards/code/silenced.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

using syntax::Language;
using OldLines = std::span<const std::string_view>;
using Step = std::optional<std::string_view>;

template <class Fits>
bool any_line(OldLines was, const Fits& fits) {
  return std::any_of(was.begin(), was.end(),
                     [&](std::string_view line) { return fits(trim(line)); });
}

// What a shell may well go on without: it is cleaned up, or looked for.
bool is_clean_up(std::string_view step) {
  for (const std::string_view word : {"rm ", "kill ", "rmdir ", "umount ", "unset ", "grep ",
                                      "which ", "command -v", "diff ", "read "}) {
    if (step.starts_with(word) || contains(step, "| " + std::string(word))) return true;
  }
  return false;
}

// `echo "$data" | jq . || echo "$data"`: what cannot be made readable is shown as it is.
bool shows_the_same(std::string_view step, std::string_view said) {
  return said.starts_with("\"$") && said.ends_with('"') && !contains(said, " ") &&
         contains(step, said);
}

Step in_shell(OldLines was, std::string_view line) {
  if (line == "} || true" || line == "} || :") return line;
  for (const std::string_view end : {"|| true", "|| :", "|| echo", "|| return 0"}) {
    const std::size_t at = line.find(end);
    if (at == std::string_view::npos || at == 0) continue;
    std::string_view step = trim(line.substr(0, at));
    if (end == "|| echo" && shows_the_same(step, trim(line.substr(at + end.size())))) continue;
    const std::size_t told = step.size();
    for (const std::string_view quiet :
         {"2>/dev/null", "2> /dev/null", ">/dev/null 2>&1", "> /dev/null 2>&1", "&>/dev/null"}) {
      if (step.ends_with(quiet)) step = trim(step.substr(0, step.size() - quiet.size()));
    }
    // Many commands say something with their status; what they say of a failure is another thing.
    if (step.size() == told || is_clean_up(step)) return std::nullopt;
    if (any_line(was, [&](std::string_view old) { return old == step; })) return step;
  }
  return std::nullopt;
}

// `f()` of `let _ = f();` and `f().ok();`
Step in_rust(OldLines was, std::string_view line) {
  std::string_view step = line;
  if (!step.ends_with(';')) return std::nullopt;
  step.remove_suffix(1);
  if (step.starts_with("let _ = ")) {
    step = step.substr(8);
  } else if (step.ends_with(".ok()") && !contains(step, " = ")) {
    step.remove_suffix(5);
  } else {
    return std::nullopt;
  }
  for (const std::string_view end : {".await", ""}) {
    if (step.ends_with(end)) step.remove_suffix(end.size());
    const bool was_heard = any_line(was, [&](std::string_view old) {
      if (!old.starts_with(step)) return false;
      std::string_view rest = old.substr(step.size());
      if (rest.starts_with(".await")) rest.remove_prefix(6);
      return rest.starts_with("?");
    });
    if (was_heard) return step;
  }
  return std::nullopt;
}

// `f()` of `f().catch(() => {});`
Step in_script(OldLines was, std::string_view line) {
  constexpr std::string_view kCatch = ".catch(";
  const std::size_t at = line.find(kCatch);
  if (at == std::string_view::npos || at == 0) return std::nullopt;
  std::string_view handler = trim(line.substr(at + kCatch.size()));
  while (handler.ends_with(';') || handler.ends_with(')')) {
    if (among({"() => {}", "() => null", "() => undefined", "() => void 0", "noop", "_.noop",
               "function () {}", "function() {}", "(_) => {}", "_ => {}", "(e) => {}", "e => {}",
               "(err) => {}", "err => {}", "(error) => {}", "() => { }", "(_e) => {}"},
              handler.substr(0, handler.size() - 1))) {
      const std::string_view step = line.substr(0, at);
      const bool was_heard = any_line(was, [&](std::string_view old) {
        return old == step || (old.starts_with(step) && old.substr(step.size()) == ";");
      });
      return was_heard ? Step(step) : std::nullopt;
    }
    handler.remove_suffix(1);
  }
  return std::nullopt;
}

// A block that was left when `err` was set, and only says now that it is not looked at.
Step in_go(OldLines was, std::string_view line) {
  if (among({"_ = recover()", "recover()", "defer recover()", "defer func() { recover() }()"},
            line)) {
    return line;
  }
  const bool left = any_line(was, [](std::string_view old) {
    return old.starts_with("return") || contains(old, "panic(");
  });
  if (line.starts_with("_ = ")) {
    const std::string_view step = trim(line.substr(4));
    const bool asked = any_line(was, [&](std::string_view old) {
      return old.starts_with("if ") && contains(old, step) && contains(old, "!= nil");
    });
    return asked && left ? Step(step) : std::nullopt;
  }
  const std::size_t sign = line.find(", _ := ");
  if (sign == std::string_view::npos || !left) return std::nullopt;
  const std::string_view step = line.substr(sign + 7);
  const bool heard = any_line(
      was, [&](std::string_view old) { return old.ends_with(step) && contains(old, "err := "); });
  return heard ? Step(step) : std::nullopt;
}

// What a program of C may well go on without: the times of a file, advice to the system.
bool is_best_effort(std::string_view step) {
  static constexpr auto kSteps =
      fixed_words("futimens", "utimensat", "futimes", "utimes", "lutimes", "futimesat", "utime",
                  "posix_fadvise", "posix_madvise", "madvise", "readahead");
  return among(kSteps, trim(step.substr(0, step.find('('))));
}

Step in_c(OldLines was, std::string_view line) {
  if (!line.starts_with("(void)") || !line.ends_with(';')) return std::nullopt;
  const std::string_view step = trim(line.substr(6, line.size() - 7));
  const bool asked = any_line(
      was, [&](std::string_view old) { return old.starts_with("if ") && contains(old, step); });
  const bool left = any_line(was, [](std::string_view old) {
    return old.starts_with("return") || old.starts_with("goto") || contains(old, "exit(") ||
           contains(old, "abort(");
  });
  if (is_best_effort(step)) return std::nullopt;
  return contains(step, "(") && asked && left ? Step(step) : std::nullopt;
}

}  // namespace

std::optional<std::string_view> silenced_step(Language language, OldLines was,
                                              std::string_view line) {
  if (line.size() < 6) return std::nullopt;
  switch (language) {
    case Language::bash: return in_shell(was, line);
    case Language::rust: return in_rust(was, line);
    case Language::go: return in_go(was, line);
    case Language::javascript:
    case Language::typescript:
    case Language::tsx: return in_script(was, line);
    case Language::c:
    case Language::cpp: return in_c(was, line);
    default: return std::nullopt;
  }
}

}  // namespace pawl::guards
