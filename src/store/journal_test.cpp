#include "store/journal.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <set>
#include <thread>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/text/text.hpp"
#include "store/test_support.hpp"
#include "tests/pass_over.hpp"

namespace pawl::store::journal_test {
namespace {

constexpr EventKind kHeartbeat{"run.heartbeat", "pid", Durability::buffered, ""};
constexpr EventKind kStageEnd{"stage.end", "stage outcome reason ms", Durability::durable, ""};
constexpr EventKind kIntent{"effect.intent", "key kind data", Durability::durable, ""};
constexpr EventKind kSkipped{"subtask.skipped", "subtask reason", Durability::durable, ""};
constexpr EventKind kDropped{"plan.dropped", "subtask reason", Durability::buffered, ""};

const Redactor kNoSecrets;

struct Fixture {
  TestFolder folder;
  os::FakeClock clock;
  std::unique_ptr<os::Files> files = os::real_files();

  std::string file() const { return folder.path() + "/events.jsonl"; }
  std::unique_ptr<Journal> open(const Redactor& redactor = kNoSecrets) {
    auto journal = Journal::open(folder.path(), test_run(), clock, redactor);
    REQUIRE(journal);
    return *std::move(journal);
  }
  std::string bytes() {
    auto content = files->read(file());
    REQUIRE(content);
    return *content;
  }
  void write(std::string_view content) { REQUIRE(files->write_atomic(file(), content, 0600)); }
  JournalContent read() {
    auto content = read_journal(folder.path());
    REQUIRE(content);
    return *content;
  }
};

std::vector<std::string> texts(const JournalContent& content) {
  std::vector<std::string> out;
  for (const JournalEvent& event : content.events) out.push_back(event.data["text"].string_or(""));
  return out;
}

// Every number once, in order, without a gap.
void check_numbers(const JournalContent& content, std::size_t count) {
  CHECK_FALSE(content.torn);
  REQUIRE(content.events.size() == count);
  for (std::size_t i = 0; i < count; ++i) REQUIRE(content.events[i].seq == i + 1);
}

}  // namespace

TEST_CASE("a journal's bytes are stable") {
  Fixture at;
  {
    const auto journal = at.open();
    CHECK(journal->last_seq() == 0);
    REQUIRE(journal->append(operation("reading \"a\"\n")));
    at.clock.advance(Milliseconds(1500));
    REQUIRE(journal->append({.kind = kHeartbeat, .data = Json::object({{"pid", 7}})}));
    CHECK(journal->last_seq() == 2);
  }
  CHECK(at.bytes() ==
        "{\"pawl_journal\":1,\"run\":\"demo-0a1b2c\"}\n"
        "{\"seq\":1,\"at\":\"2026-01-01T00:00:00.000Z\",\"kind\":\"run.operation\","
        "\"data\":{\"text\":\"reading \\\"a\\\"\\n\"}}\n"
        "{\"seq\":2,\"at\":\"2026-01-01T00:00:01.500Z\",\"kind\":\"run.heartbeat\","
        "\"data\":{\"pid\":7}}\n");
  const JournalContent content = at.read();
  CHECK(content.run == "demo-0a1b2c");
  CHECK(content.bytes_valid == at.bytes().size());
  CHECK(content.events[0].data["text"].text() == "reading \"a\"\n");
  CHECK(content.events[1].at == at.clock.now());
  CHECK(content.events[1].is(kHeartbeat));
  struct stat facts {};
  REQUIRE(::stat(at.file().c_str(), &facts) == 0);
  CHECK((facts.st_mode & 0777U) == 0600);
}

TEST_CASE("a journal that somebody else may write is not read") {
  Fixture at;
  REQUIRE(at.open()->append(operation("reading")));
  const std::string folder = at.file().substr(0, at.file().rfind('/'));
  struct Row {
    std::string path;
    mode_t open;
    mode_t own;
  };
  for (const Row& row : {Row{at.file(), 0622, 0600}, Row{folder, 0777, 0700}}) {
    CAPTURE(row.path);
    REQUIRE(::chmod(row.path.c_str(), row.open) == 0);
    const auto read = read_journal(folder);
    REQUIRE_FALSE(read);
    CHECK(read.error().code == Errc::denied);
    CHECK(read.error().message.find(row.path) != std::string::npos);
    REQUIRE(::chmod(row.path.c_str(), row.own) == 0);
    CHECK(read_journal(folder).ok());
  }
  REQUIRE(::rename(at.file().c_str(), (folder + "/other").c_str()) == 0);
  REQUIRE(::symlink("other", at.file().c_str()) == 0);
  CHECK_FALSE(read_journal(folder));
}

TEST_CASE("record answers the event as it stands in the file") {
  Fixture at;
  Redactor redactor;
  redactor.add(Secret("tokentoken"));
  const auto written = at.open(redactor)->record(operation("with tokentoken inside"));
  REQUIRE(written);
  const JournalContent content = at.read();
  REQUIRE(content.events.size() == 1);
  CHECK(written->seq == 1);
  CHECK(written->at == content.events[0].at);
  CHECK(written->name == "run.operation");
  CHECK(written->data == content.events[0].data);
  CHECK(written->data["text"].text() == "with [redacted] inside");
}

TEST_CASE("no secret reaches the file, whatever its characters") {
  struct Row {
    const char* name;
    const char* secret;
  };
  const Row rows[] = {{"plain", "sk-1234567890"},
                      {"what JSON escapes", "a\"b\\c\nd\te"},
                      {"of the form itself", "\"data\":{"},
                      {"not ASCII", "pässwörd-ü"}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Fixture at;
    Redactor redactor;
    redactor.add(Secret(row.secret));
    const std::string around = std::string("<") + row.secret + ">";
    REQUIRE(at.open(redactor)->append(
        {.kind = kIntent,
         .data = Json::object(
             {{"key", "k"},
              {"kind", around},
              {"data", Json::object({{around, Json::array_of(std::vector{around})}})}})}));
    const JournalContent content = at.read();
    REQUIRE(content.events.size() == 1);
    const Json& data = content.events[0].data;
    CHECK(data["kind"].text() == "<[redacted]>");
    CHECK(data["data"]["<[redacted]>"].items()[0].text() == "<[redacted]>");
  }
}

TEST_CASE("an event with a field its row does not name aborts") {
  struct Row {
    const char* name;
    Json data;
    int want;
  };
  const Row rows[] = {
      {"all fields known", Json::object({{"stage", "plan"}}), 0},
      {"an unknown field", Json::object({{"stage", "plan"}, {"stag", 1}}), -SIGABRT},
      {"part of a name", Json::object({{"sta", "plan"}}), -SIGABRT},
      {"two names in one", Json::object({{"stage outcome", 1}}), -SIGABRT},
      {"no object", Json("plan"), -SIGABRT}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Fixture at;
    const int ended = in_child([&] {
      ::close(STDERR_FILENO);
      ::signal(SIGABRT, SIG_DFL);
      const rlimit no_core{};
      ::setrlimit(RLIMIT_CORE, &no_core);
      return at.open()->append({.kind = kStageEnd, .data = row.data}) ? 0 : 1;
    });
    CHECK(ended == row.want);
  }
}

TEST_CASE("a last line torn at any byte is skipped, then cut off") {
  Fixture at;
  {
    const auto journal = at.open();
    REQUIRE(journal->append(operation("one")));
    REQUIRE(journal->append(operation("two, \"quoted\", ü")));
  }
  const std::string whole = at.bytes();
  const std::size_t last = whole.rfind('\n', whole.size() - 2) + 1;
  for (std::size_t cut = last; cut < whole.size(); ++cut) {
    CAPTURE(cut);
    at.write(whole.substr(0, cut));
    const JournalContent torn = at.read();
    CHECK(torn.torn == (cut > last));
    CHECK(torn.bytes_valid == last);
    CHECK(texts(torn) == std::vector<std::string>{"one"});
    REQUIRE(at.open()->append(operation("three")));
    const JournalContent mended = at.read();
    check_numbers(mended, 2);
    CHECK(texts(mended) == std::vector<std::string>{"one", "three"});
  }
}

TEST_CASE("a header torn at any byte is written again") {
  const std::string header = "{\"pawl_journal\":1,\"run\":\"demo-0a1b2c\"}\n";
  for (std::size_t cut = 0; cut < header.size(); ++cut) {
    CAPTURE(cut);
    Fixture at;
    at.write(header.substr(0, cut));
    CHECK(at.read().torn == (cut > 0));
    REQUIRE(at.open()->append(operation("one")));
    check_numbers(at.read(), 1);
  }
}

TEST_CASE("what is broken in a journal") {
  const std::string header = "{\"pawl_journal\":1,\"run\":\"demo-0a1b2c\"}\n";
  const std::string good =
      "{\"seq\":1,\"at\":\"2026-01-01T00:00:00.000Z\",\"kind\":\"x.new\",\"data\":{}}\n";
  struct Row {
    const char* name;
    std::string content;
    const char* open_says;  // "" when it opens
    const char* read_says;
  };
  const Row rows[] = {
      {"a whole journal", header + good, "", ""},
      {"a last line that is no event", header + good + "{\"seq\":2}\n", "", ""},
      {"a last line of NULs", header + good + std::string(64, '\0') + "\n", "", ""},
      {"a broken line in the middle", header + "oops\n" + good, "", "line 2 is broken"},
      {"two broken lines at the end", header + good + "oops\n" + "oops\n", "not JSON",
       "line 3 is broken"},
      {"a newer version", "{\"pawl_journal\":2,\"run\":\"demo-0a1b2c\"}\n", "newer Pawl",
       "newer Pawl"},
      {"another run", "{\"pawl_journal\":1,\"run\":\"else-0a1b2c\"}\n", "belongs to run", ""},
      {"no journal", "hello\n" + good, "no journal header", "no journal header"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Fixture at;
    at.write(row.content);
    const auto content = read_journal(at.folder.path());
    CHECK(content.ok() == std::string(row.read_says).empty());
    if (!content) {
      CHECK(content.error().code == Errc::invalid);
      CHECK(contains(content.error().to_line(), row.read_says));
      CHECK(contains(content.error().to_line(), at.file()));
    }
    const auto opened = Journal::open(at.folder.path(), test_run(), at.clock, kNoSecrets);
    CHECK(opened.ok() == std::string(row.open_says).empty());
    if (!opened) {
      CHECK(opened.error().code == Errc::invalid);
      CHECK(contains(opened.error().to_line(), row.open_says));
      CHECK(at.bytes() == row.content);
    }
  }
}

TEST_CASE("an absent journal is not found") {
  const TestFolder folder;
  const auto content = read_journal(folder.path());
  REQUIRE_FALSE(content);
  CHECK(content.error().code == Errc::not_found);
  os::FakeClock clock;
  const auto opened = Journal::open(folder.path() + "/none", test_run(), clock, kNoSecrets);
  REQUIRE_FALSE(opened);
  CHECK(contains(opened.error().message, folder.path() + "/none/events.jsonl"));
}

TEST_CASE("threads share a journal, and the disk") {
  constexpr int kThreads = 4;
  constexpr int kEach = 50;
  Fixture at;
  {
    const auto journal = at.open();
    std::vector<std::thread> threads;
    for (int thread = 0; thread < kThreads; ++thread) {
      threads.emplace_back([&, thread] {
        for (int i = 0; i < kEach; ++i) {
          const Json data = Json::object({{"subtask", std::to_string(thread)}, {"reason", i}});
          const bool durable = i % 5 == 0;
          const EventKind& kind = durable ? kSkipped : kDropped;
          if (!journal->append({.kind = kind, .data = data})) std::abort();
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
    CHECK(journal->sync());
  }
  const JournalContent content = at.read();
  check_numbers(content, std::size_t{kThreads} * kEach);
  std::vector<std::int64_t> next(kThreads, 0);
  for (const JournalEvent& event : content.events) {
    const auto thread = static_cast<std::size_t>(*parse_int(event.data["subtask"].text()));
    CHECK(event.data["reason"].int_or(-1) == next[thread]++);
  }
}

TEST_CASE("processes share a journal") {
  constexpr int kProcesses = 4;
  constexpr int kEach = 200;
  Fixture at;
  std::vector<pid_t> children;
  for (int process = 0; process < kProcesses; ++process) {
    const pid_t child = ::fork();
    if (child == 0) {
      auto journal = Journal::open(at.folder.path(), test_run(), at.clock, kNoSecrets);
      bool good = journal.ok();
      for (int i = 0; good && i < kEach; ++i) {
        good =
            (*journal)->append(operation(std::to_string(process) + ":" + std::to_string(i))).ok();
      }
      ::_exit(good ? 0 : 1);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    CHECK(status == 0);
  }
  const JournalContent content = at.read();
  check_numbers(content, std::size_t{kProcesses} * kEach);
  const auto all = texts(content);
  CHECK(std::set<std::string>(all.begin(), all.end()).size() == all.size());
}

TEST_CASE("a process that dies while others write tears nothing") {
  Fixture at;
  const auto journal = at.open();
  REQUIRE(journal->append(operation("mine")));
  const int ended = in_child([&] {
    const int fd = ::open(at.file().c_str(), O_WRONLY | O_APPEND);
    const std::string half = "{\"seq\":2,\"at\":\"2026-01-";
    if (::write(fd, half.data(), half.size()) < 0) return 1;
    ::raise(SIGKILL);
    return 0;
  });
  CHECK(ended == -SIGKILL);
  REQUIRE(journal->append(operation("mine too")));
  check_numbers(at.read(), 2);
}

namespace {

// Appends until the disk is full; 0 when the journal stayed as promised, else which promise broke.
int fill_up(const std::string& folder, const std::function<void()>& make_window) {
  os::FakeClock clock;
  auto journal = Journal::open(folder, test_run(), clock, kNoSecrets);
  if (!journal) return 1;
  std::uint64_t wrote = 0;
  Status status = Done{};
  while (wrote < 100'000) {
    status = (*journal)->append(operation(std::string(900, 'x')));
    if (!status) break;
    ++wrote;
  }
  if (status || wrote == 0) return 2;
  if (status.error().code != Errc::io) return 3;
  if (!contains(status.error().message, folder + "/events.jsonl")) return 4;
  if ((*journal)->last_seq() != wrote) return 5;
  const auto full = read_journal(folder);
  if (!full || full->torn || full->events.size() != wrote) return 6;
  make_window();
  if (!(*journal)->append(operation("room again"))) return 7;
  const auto after = read_journal(folder);
  if (!after || after->torn || after->events.size() != wrote + 1) return 8;
  return after->events.back().seq == wrote + 1 ? 0 : 9;
}

}  // namespace

TEST_CASE("a full disk leaves the journal whole: file size limit") {
  const TestFolder folder;
  const int ended = in_child([&] {
    ::signal(SIGXFSZ, SIG_IGN);
    rlimit limit{};
    ::getrlimit(RLIMIT_FSIZE, &limit);
    const rlimit tight{.rlim_cur = 100'000, .rlim_max = limit.rlim_max};
    if (::setrlimit(RLIMIT_FSIZE, &tight) != 0) return 100;
    return fill_up(folder.path(), [&] { ::setrlimit(RLIMIT_FSIZE, &limit); });
  });
  CHECK(ended == 0);
}

TEST_CASE("a full disk leaves the journal whole: small file system") {
  constexpr int kNotPermitted = 100;
  const TestFolder folder;
  const int ended = in_child([&] {
    const char* path = folder.path().c_str();
    if (::unshare(CLONE_NEWNS) != 0) return kNotPermitted;
    if (::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return kNotPermitted;
    if (::mount("tmpfs", path, "tmpfs", 0, "size=128k,mode=0700") != 0) return kNotPermitted;
    const std::string ballast = folder.path() + "/ballast";
    if (!os::real_files()->append(ballast, std::string(32'768, 'b'))) return 101;
    return fill_up(folder.path(), [&] { ::unlink(ballast.c_str()); });
  });
  const bool may_mount = ended != kNotPermitted;
  PASS_OVER_UNLESS(may_mount);  // the file size limit stands in for it
  CHECK(ended == 0);
}

}  // namespace pawl::store::journal_test
