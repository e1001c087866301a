#include <doctest/doctest.h>

#include "agents/events.hpp"
#include "agents/test_world.hpp"
#include "base/text/text.hpp"

namespace pawl::agents::acp_agent_test {
namespace {

// An agent that speaks the protocol: it wants to be let in, asks for permission, works, and then
// waits for more, as real ones do. MODE: `well`, `refusal`, `error`, `silent`, `flood`.
constexpr std::string_view kAgent = R"(import json, sys, time
mode = sys.argv[1]
let_in = False
def send(**message):
    print(json.dumps({"jsonrpc": "2.0", **message}), flush=True)
def update(**value):
    send(method="session/update", params={"sessionId": "s", "update": value})
print("starting", flush=True)
for line in sys.stdin:
    message = json.loads(line)
    method, number = message.get("method"), message.get("id")
    if method == "initialize":
        send(id=number, result={"protocolVersion": 1, "authMethods": [{"id": "login"}, {"id": "some-api-key"}]})
    elif method == "authenticate":
        let_in = message["params"]["methodId"] == "some-api-key"
        send(id=number, result={})
    elif method == "session/new" and not let_in:
        send(id=number, error={"code": -32000, "message": "Authentication required"})
    elif method == "session/new":
        send(id=number, result={"sessionId": "s", "models": {"currentModelId": "m-1"}})
    elif method == "session/prompt":
        asked = number
        open("prompt.txt", "w").write(message["params"]["prompt"][0]["text"])
        if mode == "silent":
            continue
        if mode == "flood":
            for i in range(20000):
                send(id=1000 + i, method="fs/read_text_file", params={})
            time.sleep(600)
        if mode == "error":
            send(id=asked, error={"code": -32603, "message": "Internal error", "data": {"details": "503 overloaded"}})
            continue
        update(sessionUpdate="agent_message_chunk", content={"type": "text", "text": "I ask "})
        update(sessionUpdate="agent_message_chunk", content={"type": "text", "text": "first."})
        update(sessionUpdate="tool_call", toolCallId="1", title="write made", kind="edit", rawInput={"path": "made"})
        send(id=99, method="session/request_permission", params={"sessionId": "s", "toolCall": {"toolCallId": "1"}, "options": [
            {"optionId": "no", "kind": "reject_once"}, {"optionId": "yes", "kind": "allow_once"}]})
    elif number == 99:
        if message["result"]["outcome"] == {"outcome": "selected", "optionId": "yes"}:
            open("made", "w").write("work\n")
        send(id=7, method="fs/read_text_file", params={"path": "/etc/passwd"})
    elif number == 7:
        update(sessionUpdate="agent_message_chunk", content={"type": "text", "text": "done: " + message["error"]["message"]})
        send(id=asked, result={"stopReason": "refusal" if mode == "refusal" else "end_turn"})
)";

Work acp_work(TestWorld& world, const std::string& mode) {
  REQUIRE(world.files->write_atomic(world.folder / "agent.py", kAgent));
  return world.work("acp:python3 " + (world.folder / "agent.py") + " " + mode);
}

}  // namespace

TEST_CASE("an agent behind the protocol is let in, permitted, heard, and ended when it is done") {
  TestWorld world;
  if (!world.confines()) return;
  world.order.prompt = std::string(300'000, 'p');  // more than a pipe holds
  const Work work = acp_work(world, "well");
  CHECK_MESSAGE(work.end == WorkEnd::done, work.reason);
  CHECK(work.text == "done: not offered");
  CHECK(work.model == "m-1");
  CHECK(work.usage.tool_calls == 1);
  CHECK(world.text("made") == "work\n");
  CHECK(world.text("prompt.txt").size() == 300'000);
  const auto texts = world.events.of(kAgentText);
  REQUIRE(texts.size() == 2);
  CHECK(texts[0]["text"].string_or("") == "I ask first.");
}

TEST_CASE("what the protocol says of failures") {
  TestWorld refusal;
  if (!refusal.confines()) return;
  const Work refused = acp_work(refusal, "refusal");
  CHECK(refused.end == WorkEnd::failed);
  CHECK(refused.reason == "it stopped because of refusal");
  CHECK_FALSE(refused.transient);

  TestWorld error;
  const Work failed = acp_work(error, "error");
  CHECK(failed.end == WorkEnd::failed);
  CHECK(failed.reason == "Internal error: 503 overloaded");
  CHECK(failed.transient);

  TestWorld silent;
  silent.order.limits.idle = Milliseconds(2'000);
  CHECK(acp_work(silent, "silent").end == WorkEnd::stalled);

  // Its answers are not kept for ever.
  TestWorld flood;
  const Work deaf = acp_work(flood, "flood");
  CHECK(deaf.end == WorkEnd::failed);
  CHECK(deaf.reason == "it asks without end and reads no answer");

  TestWorld none;
  const Work gone = none.work("acp:true");
  CHECK(gone.end == WorkEnd::failed);
  CHECK(gone.reason == "it ended without a result");
}

}  // namespace pawl::agents::acp_agent_test
