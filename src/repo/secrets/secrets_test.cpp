#include "repo/secrets/secrets.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "repo/secrets/issued_tokens.hpp"
#include "repo/secrets/secret_names.hpp"
#include "repo/secrets/secret_values.hpp"

namespace pawl::repo::secrets_test {
namespace {

// Put together here so that no scanner takes this file for a leak.
const std::string kGithub = std::string("gh") + "p_" + "9fKq2Lx7Vb3Rt8Yw1Zc6Nm4Hs0Jd5Pg2Xe7U";
const std::string kAws = std::string("AK") + "IA" + "Q7X2M9B4T6R1Z8W3";
const std::string kAwsDrawn = std::string("AK") + "IAQFA2EKYJCLSJA62E";
const std::string kPem = std::string("-----BEGIN RSA ") + "PRIVATE KEY-----";
const std::string kBody = "MIIEpAIBAAKCAQEA7x9Qm2Lr5Vt8Yw1Zc6Nm4Hs0Jd5Pg2Xe7UfKq2Lx7Vb3Rt8";
const std::string kRandom = "q7Lx2Vb9Rt4Yw8Zc1Nm6Hs3Jd";

std::vector<SecretHit> scan(const std::string& path, const std::string& text) {
  std::vector<SecretHit> hits;
  find_secrets(*RepoPath::parse(path), text, hits);
  return hits;
}

}  // namespace

TEST_CASE("secrets are found with their line and column") {
  struct Row {
    const char* name;
    const char* path;
    std::string text;
    const char* kind;
    int line;
    bool certain;
  };
  const Row rows[] = {
      {"GitHub token", "src/a.py", "import os\n\nTOKEN = \"" + kGithub + "\"\n", "GitHub token", 3,
       true},
      {"AWS key", "src/Main.java", "// x\nString k = \"" + kAws + "\";\n", "AWS access key", 2,
       true},
      {"first byte", "a.c", kAws, "AWS access key", 1, true},
      {"in a URL", "a.sh", "git clone https://x:" + kGithub + "@github.com/o/r\n", "GitHub token",
       1, true},
      {"in a document", "README.md", "use " + kGithub + "\n", "GitHub token", 1, true},
      {"private key", "deploy/key", "\n" + kPem + "\n" + kBody + "\n" + kBody + "\n", "private key",
       2, true},
      {"key in JSON", "src/account.json", "{\n\"k\": \"" + kPem + "\\n" + kBody + "\"}",
       "private key", 2, true},
      {"quoted value", "src/a.js", "const apiKey = '" + kRandom + "';\n", "value of apiKey", 1,
       false},
      {"JSON value", "conf.json", "{\n  \"client_secret\": \"" + kRandom + "\"\n}\n",
       "value of client_secret", 2, false},
      {"plain YAML", "conf.yaml", "db:\n  access_token: " + kRandom + "\n", "value of access_token",
       2, false},
      {"env file", ".env", "SECRET_KEY=" + kRandom + "\n", "value of SECRET_KEY", 1, false},
      {"password", "src/db.py", "password = \"tR4!kz9Qw\"\n", "value of password", 1, false},
      {"password in YAML", "conf.yml", "dbPassword: tR4!kz9Qw\n", "value of dbPassword", 1, false},
      {"URL", "src/db.go", "dsn := \"postgres://app:tR4kz9Qw77x!@db.prod.acme.io/x\"\n",
       "password in a URL", 1, false},
      {"typed in Rust", "src/a.rs", "const SECRET_KEY: &'static str = \"" + kRandom + "\";\n",
       "value of SECRET_KEY", 1, false},
      {"typed in Go", "a.go", "const authToken string = \"" + kRandom + "\"\n",
       "value of authToken", 1, false},
      {"array in C", "a.c", "static const char password[] = \"" + kRandom + "\";\n",
       "value of password", 1, false},
      {"build of a container", "Dockerfile", "ENV DB_PASSWORD=" + kRandom + "\n",
       "value of DB_PASSWORD", 1, false},
      {"makefile", "Makefile", "API_KEY := " + kRandom + "\n", "value of API_KEY", 1, false},
      {"script", "run.sh", "export API_KEY=" + kRandom + "\n", "value of API_KEY", 1, false},
      {"remark", "src/a.py", "# auth_token: " + kRandom + "\n", "value of auth_token", 1, false},
      {"connection string", "src/a.py",
       "D = \"Server=tcp:db.internal;User Id=svc;Password=lyyjt0ibqjrzktfnqjb8;\"\n",
       "value of Password", 1, false},
      {"hexadecimal digits", "src/a.py", "SECRET_KEY = \"ab84300fda099bf4fac9d2f89263ddba\"\n",
       "value of SECRET_KEY", 1, false},
      {"percent sign", "src/a.py", "ADMIN_PASSWORD = \"Rk9YCQaAr%57YCQ\"\n",
       "value of ADMIN_PASSWORD", 1, false},
      {"a service's key", "src/a.js", "const snykKey = '832d2129-a846-4e27-99f4-7004b6ad53ef';\n",
       "value of snykKey", 1, false},
      {"with a tilde", "src/a.py", "client_secret = 'bP88Q~rcBcYjzzOhg1Hnn76Wm3jGgakZiZ.8vMgR'\n",
       "value of client_secret", 1, false},
      {"issued, in an example", "examples/a.py", "KEY = \"" + kAwsDrawn + "\"\n", "AWS access key",
       1, true},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto hits = scan(row.path, row.text);
    REQUIRE(hits.size() == 1);
    CHECK(hits[0].kind == row.kind);
    CHECK(hits[0].line == row.line);
    CHECK(hits[0].certain == row.certain);
    CHECK(hits[0].column > 0);
    CHECK(!contains(hits[0].kind, kRandom));
  }
}

TEST_CASE("a value drawn by lot counts where samples stand, too") {
  struct Row {
    const char* path;
    std::string text;
    const char* kind;
  };
  const std::string drawn = "Tg0jswbeN!44XKJ";
  const Row rows[] = {
      {"tests/test_db.py", "password = \"" + drawn + "\"\n", "value of password"},
      {"docs/setup.md", "    [db]\n    password = \"" + drawn + "\"\n", "value of password"},
      {"examples/a.js", "const clientSecret = '" + kRandom + "';\n", "value of clientSecret"},
      {"tests/a.test.js", "const URL = 'postgres://admin:" + kRandom + "@db.prod.internal/app';\n",
       "password in a URL"},
      {"examples/style.css", "/* db password: " + drawn + " */\n", "value of password"},
      {"examples/page.html", "<script>window.secretKey = '" + kRandom + "';</script>\n",
       "value of window.secretKey"},
      {"docs/a.rst", ".. login: admin / " + drawn + "\n", "password of a login"},
      {"tests/test_key.py", "key = \"" + kAwsDrawn + "\"\n", "AWS access key"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path);
    const auto hits = scan(row.path, row.text);
    REQUIRE(hits.size() == 1);
    CHECK(hits[0].kind == row.kind);
  }
  // A fixture is a sample whatever is in it.
  CHECK(scan("tests/fixtures/a.yaml", "password: " + drawn + "\n").empty());
}

TEST_CASE("a value is given to a name in every language's way") {
  struct Row {
    const char* path;
    std::string before;
    std::string after;
    const char* kind;
  };
  const std::string value = "tR4!kz9Qw";
  const Row rows[] = {
      {"a.py", "os.environ['DB_PASSWORD'] = '", "'", "value of DB_PASSWORD"},
      {"a.py", "password = os.environ.get('SMTP_PASS', '", "')", "value of SMTP_PASS"},
      {"a.js", "const pwd = process.env.DB_PWD || '", "';", "value of process.env.DB_PWD"},
      {"A.java", "user.setPassword(\"", "\");", "value of user.setPassword"},
      {"A.java", "builder.password(\"", "\")", "value of builder.password"},
      {"a.py", "db_password = SecretStr('", "')", "value of db_password"},
      {"a.py", "def f(password: str = '", "'):", "value of password"},
      {"a.rb", "'smtp_password' => '", "'", "value of smtp_password"},
      {"a.php", "define('DB_PASSWORD', '", "');", "value of DB_PASSWORD"},
      {"a.xml", "<adminPassword>", "</adminPassword>", "value of adminPassword"},
      {"a.config", "<add key=\"SmtpPassword\" value=\"", "\"/>", "value of SmtpPassword"},
      {"a.sh", "mysql -h db -u root -p", " app", "password for mysql"},
      {"a.sh", "curl -u deploy:", " https://api.acme.io", "password for curl"},
      {"a.sh", "sshpass -p '", "' ssh host", "password for sshpass"},
      {"k.yaml", "- name: DB_PASSWORD\n  value: ", "", "value of DB_PASSWORD"},
      {"a.json", "{\"name\": \"DB_PASSWORD\",\n \"value\": \"", "\"}", "value of DB_PASSWORD"},
      {"a.go", "dsn := \"app:", "@tcp(db.acme.io:3306)/x\"", "password of a login"},
      {"a.sh", "deploy --password '", "'", "value of password"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.before);
    const auto hits = scan(row.path, row.before + value + row.after + "\n");
    REQUIRE(hits.size() == 1);
    CHECK(hits[0].kind == row.kind);
  }
}

TEST_CASE("a random value is that of the pair's name, too") {
  const auto pair = scan("k.yaml", "- name: API_TOKEN\n  value: " + kRandom + "\n");
  REQUIRE(pair.size() == 1);
  CHECK(pair[0].kind == "value of API_TOKEN");
  const auto made = scan("a.sql", "CREATE USER x IDENTIFIED BY '" + kRandom + "'\n");
  REQUIRE(made.size() == 1);
  CHECK(made[0].kind == "value of password");
}

TEST_CASE("tokens in pieces and in another writing") {
  const std::string head = kGithub.substr(0, 20);
  const std::string tail = kGithub.substr(20);
  CHECK(scan("a.js", "const t = '" + head + "' + '" + tail + "';\n").size() == 1);
  CHECK(scan("a.py", "t = ''.join(['" + head + "', '" + tail + "'])\n").size() == 1);
  CHECK(scan("a.c", "char* t = \"" + head + "\"\n    \"" + tail + "\";\n").size() == 1);
  CHECK(scan("a.sh", "T='" + head + "''" + tail + "'\n").size() == 1);
  CHECK(
      scan("a.py", "t = '" + std::string(kGithub.rbegin(), kGithub.rend()) + "'[::-1]\n").size() ==
      1);
  // `sk_live_…` in base 64, and in hexadecimal digits.
  const std::string live = std::string("sk_li") + "ve_BatuoIgMHpfY0Q9zo4myqMBi";
  std::string hex;
  for (const char c : live) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    hex += kDigits[static_cast<unsigned char>(c) >> 4U];
    hex += kDigits[static_cast<unsigned char>(c) & 15U];
  }
  CHECK(scan("a.py", "k = '" + hex + "'\n").size() == 1);
  CHECK(scan("a.py", "k = 'c2tfbGl2ZV9CYXR1b0lnTUhwZlkwUTl6bzRteXFNQmk='\n").size() == 1);
  CHECK(scan("a.py", "h = 'Basic ZGVwbG95OlV3ZXJYUEo3RGloTjBYWUZWcQ=='\n").size() == 1);
  CHECK(scan("a.py", "h = 'Basic dXNlcjpwYXNzd29yZA=='\n").empty());
  // joe:S3cret!12
  CHECK(scan("tests/test_a.py", "h = 'Basic am9lOlMzY3JldCExMg=='\n").empty());
  CHECK(scan("a.py", "a = '" + head + "'\nb = 'and something else'\n").empty());
}

TEST_CASE("what only resembles a secret is left alone") {
  struct Row {
    const char* name;
    const char* path;
    std::string text;
  };
  const Row rows[] = {
      {"password in a document", "docs/setup.md",
       "password: tR4!kz9Qw and \"api_key\": \"my-own-api-key-nr-20\"\n"},
      {"password in a fixture", "tests/fixtures/a.yaml", "password: tR4!kz9Qw\n"},
      {"token in a test", "src/auth_test.go", "token := \"" + kGithub + "\"\n"},
      {"example file", ".env.example", "SECRET_KEY=some-long-value-12-to-fill\n"},
      {"made up for a test", "tests/test_a.py", "password = \"S3cret!pass\"\n"},
      {"claims without a date, in a test", "tests/test_a.py",
       "t = 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiI4MTQyIiwicm9sZSI6ImFkbWluIn0."
       "kP2vXq9RtL7wZc4NmYb8Hs3JdFg6UeTa1QxVo5KrWiE'\n"},
      {"a site's search", "docs/conf.js",
       "algolia: {appId: 'X', apiKey: '" + kRandom + "', indexName: 'y'}\n"},
      {"words as a name", "src/a.py", "token = 'HEADER_OF_THE_Request'\n"},
      {"no service's key", "src/a.js", "const sortKey = '832d2129-a846-4e27-99f4-7004b6ad53ef';\n"},
      {"named after itself", "src/a.js", "passphrase: 'passphrase1'\n"},
      {"on this machine", "docs/setup.md", "postgres://app:q7Lx2Vb9Rt4Yw8@localhost/x\n"},
      {"an option of its own", "a.py", "run('-p', pwd)  # -p Tr4!kz9Qw\n"},
      {"Amazon's own example", "src/a.py", std::string("key = \"AK") + "IAIOSFODNN7EXAMPLE\"\n"},
      {"placeholder", "src/a.py", "API_KEY = \"your-api-key-goes-here-123\"\n"},
      {"repeated", "src/a.py", std::string("t = \"gh") + "p_" + std::string(36, 'x') + "\"\n"},
      {"environment", "src/a.py", "password = os.environ[\"DB_PASSWORD_2024\"]\n"},
      {"template", "conf.yaml", "password: ${DB_PASSWORD_9}\napi_key: {{ vault.key_1234567 }}\n"},
      {"code, not a value", "src/a.py", "secret_key = settings.get_secret_key_v2_from_store\n"},
      {"long name", "src/a.py", "token = \"internationalization_and_localization\"\n"},
      {"comparison", "src/a.js", "if (password == 'tR4!kz9Qw') {}\n"},
      {"header without a key", "src/a.py", "HEADER = \"" + kPem + "\"\n"},
      {"checksum", "src/a.py",
       "sha256 = \"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"\n"},
      {"css class", "src/a.css", ".sk-fading-circle .sk-circle-fade-dot-before-12 {}\n"},
      {"local URL", "src/a.py", "u = \"postgres://app:tR4kz9Qw77x!@localhost/x\"\n"},
      {"example host", "src/a.rb", "URI('http://john:S3nsit1ve@my.example.com')\n"},
      {"label", "src/a.py", "password_label = \"Passwort2 eingeben\"\n"},
      {"filled in", "src/a.py",
       "password = \"%(db_password)s-1Ab\"\ntoken = \"$TOKEN_12345678Ab\"\n"},
      {"from a command", "run.sh", "TOKEN=$(cat /run/secrets/q7Lx2Vb9Rt4Yw8Zc)\n"},
      {"a name", "src/a.py", "token = tok_q7Lx2Vb9Rt4Yw8Zc\n"},
      {"counted up, in an example", "examples/a.py",
       std::string("KEY = \"AK") + "IA2345672345672345\"\n"},
      {"allowed by its line", "src/a.py", "k = \"" + kAws + "\"  # pawl:allow-secret\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const auto hits = scan(row.path, row.text);
    CAPTURE(hits.empty() ? "" : hits[0].kind);
    CHECK(hits.empty());
  }
}

TEST_CASE("a right checksum proves a token, also in a test") {
  const std::string right = std::string("gh") + "p_" + "7rT2wXb9QmVz4KcNs8LfHd3YgJe6Pu" + "21yYDa";
  std::string wrong = right;
  wrong.back() = wrong.back() == 'a' ? 'b' : 'a';
  CHECK(scan("tests/auth_test.py", "T = '" + right + "'\n").size() == 1);
  CHECK(scan("tests/auth_test.py", "T = '" + wrong + "'\n").empty());
  CHECK(scan("src/auth.py", "T = '" + wrong + "'\n").size() == 1);
  CHECK(issuer_of(right).proven);
  CHECK_FALSE(issuer_of(wrong).proven);
}

TEST_CASE("shapes without a fixed prefix") {
  const std::string head = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.";
  const std::string body = "eyJzdWIiOiI4MTQyIiwicm9sZSI6ImFkbWluIn0.";
  const std::string anonymous = "eyJzdWIiOiI4MTQyIiwicm9sZSI6ImFub24ifQ.";
  const std::string signature = "kP2vXq9RtL7wZc4NmYb8Hs3JdFg6UeTa1QxVo5KrWiE";
  CHECK(scan("src/a.js", "t = '" + head + body + signature + "'\n").size() == 1);
  CHECK(scan("README.md", "t = '" + head + body + signature + "'\n").empty());
  CHECK(scan("src/a.js", "t = '" + head + anonymous + signature + "'\n").empty());
  CHECK(scan("src/a.js", "t = '" + head + body + "short'\n").empty());
  const std::string azure =
      "q7Lx2Vb9Rt4Yw8Zc1Nm6Hs3JdPg5Xe0UfKa2Tq9Lx7Vb3Rt8Yw1Zc6Nm4Hs0Jd5Pg2Xe7UfKq2Lx7Vb3R";
  CHECK(
      scan("src/a.cs", "\"DefaultEndpointsProtocol=https;AccountKey=" + azure + "==\"\n").size() ==
      1);
  CHECK(scan("src/a.py", std::string("k = 'S") + "K4f9c1b7e2d8a60537be91cfd24a8e6f0'\n").size() ==
        1);
}

TEST_CASE("a secret is found at every offset") {
  for (std::size_t before = 0; before < 70; ++before) {
    std::string text;
    for (std::size_t i = 0; i < before; ++i) text += i % 7 == 6 ? " " : "a";
    const std::string quoted = text + "\n\"" + kAws + "\" x";
    CAPTURE(before);
    CHECK(scan("a.c", quoted).size() == 1);
    CHECK(scan("a.c", text + "\npassword='tR4!kz9Qw'\n").size() == 1);
  }
}

TEST_CASE("one line is one hit, and a file gives at most twenty") {
  CHECK(scan("a.c", "password = \"" + kAws + "\"\n").size() == 1);
  std::string text;
  for (int i = 0; i < 50; ++i) text += "k = \"" + kAws + "\"\n";
  CHECK(scan("a.c", text).size() == 20);
}

TEST_CASE("one very long line does not take very long") {
  std::string text;
  while (text.size() < (1U << 20U)) text += kRandom + "\"password\":\"";
  scan("a.js", text);
  std::string names;
  while (names.size() < (1U << 20U)) names += "\"password\":1,";
  CHECK(scan("a.js", names).empty());
  CHECK(scan("a.js", std::string(1U << 20U, 'a')).empty());
  CHECK(scan("a.js", std::string(1U << 20U, '1')).empty());
}

TEST_CASE("the values of secrets are blanked, line by line, and nothing else") {
  struct Row {
    const char* path;
    std::string text;
    std::string blanked;
  };
  const Row rows[] = {
      {"src/a.py", "T = \"" + kGithub + "\"  # x\n", "T = \"[redacted]\"  # x\n"},
      {"tests/test_a.py", "T = '" + kAws + "'\n", "T = '[redacted]'\n"},
      {"src/a.py", "T = '" + kAws + "'  # gitleaks:allow\n",
       "T = '[redacted]'  # gitleaks:allow\n"},
      {"a.pem", "x\n" + kPem + "\n" + kBody + "\n" + kBody + "\n-----END RSA\ny\n",
       "x\n[redacted]\n\n\n-----END RSA\ny\n"},
      {"src/a.py", "api_key = \"" + kRandom + "\"\n", "api_key = \"[redacted]\"\n"},
      {"a.ini", "password = Tr0ub4dor&3x\nuser = me\n", "password = [redacted]\nuser = me\n"},
      {"src/a.py", "x = 'postgres://me:Tr0ub4dor3xyz9@db.internal/x'\n",
       "x = 'postgres://me:[redacted]@db.internal/x'\n"},
      {"src/a.py", "key = os.environ['API_KEY']\n", "key = os.environ['API_KEY']\n"},
      {"src/a.py", kAws + " " + kGithub, "[redacted] [redacted]"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const RepoPath path = *RepoPath::parse(row.path);
    CHECK(without_secrets(row.text, &path) == row.blanked);
  }
  CHECK(without_secrets("E   got " + kGithub + "\n") == "E   got [redacted]\n");
  std::string many;
  for (int i = 0; i < 40; ++i) many += kAws + "\n";
  CHECK_FALSE(contains(without_secrets(many), kAws));
}

TEST_CASE("shapes of values") {
  CHECK(entropy("") == 0);
  CHECK(entropy("aaaa") == 0);
  CHECK(entropy("abab") == doctest::Approx(1));
  CHECK(names_secret("API_KEY"));
  CHECK(names_secret("clientSecret"));
  CHECK(!names_secret("token_type"));
  CHECK(!names_secret("keyboard"));
  CHECK(is_sample_value("<your key>"));
  CHECK(!is_sample_value(kRandom));
}

}  // namespace pawl::repo::secrets_test
