// Ruby: the syntax of every file in one process.
#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"

namespace pawl::repo {
namespace {

// Reads paths, one a line; prints the first error of each file that does not parse, as
// `path:line: message`. Nothing of the files is executed.
constexpr std::string_view kRubyCompileAll = R"(
STDIN.read.split("\n").each do |path|
  begin
    RubyVM::InstructionSequence.compile(File.read(path, encoding: "UTF-8"), path, path, 1)
  rescue SyntaxError => error
    line = error.message.lines.map(&:strip).find { |one| one.start_with?(path + ":") }
    puts(line || "#{path}:1: #{error.message.lines.first}")
  rescue StandardError
    next
  end
end
)";

}  // namespace

std::vector<std::string> ruby_folders(const Facts& facts, const RepoView& view) {
  if (!facts.has_language("Ruby") || own_sources(view, "", {".rb"}).empty()) return {};
  return {""};
}

void build_ruby(Workbench& bench, CheckRun& run) {
  run.command = "ruby -c";
  const auto files = own_sources(bench.view(), bench.folder(), {".rb"});
  const Ran ran =
      bench.run({.argv = {"ruby", "--disable-gems", "-W0", "-e", std::string(kRubyCompileAll)},
                 .input = join(files, "\n")});
  if (!ran.known()) return cannot_check(run, ran.unknown);
  if (ran.exit_code != 0) {
    return cannot_check(run, "ruby gave no answer: " + printable(trim(ran.err), 200));
  }
  auto found = bench.placed(parse_colon_errors(ran.out, "ruby"));
  if (found.empty()) return pass(run);
  fail_with(run, std::move(found), ran.out);
}

}  // namespace pawl::repo
