#include "os/processes/output_capture.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::os::output_capture_test {

TEST_CASE("output within the allowance is kept whole") {
  for (const std::size_t piece : {1U, 3U, 10U}) {
    OutputCapture capture(10);
    const std::string text = "0123456789";
    for (std::size_t at = 0; at < text.size(); at += piece) {
      capture.add(std::string_view(text).substr(at, piece));
    }
    CHECK_FALSE(capture.cut());
    CHECK(capture.take() == text);
  }
}

TEST_CASE("of long output the head and the tail are kept, however it comes") {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += std::to_string(i) + "\n";
  for (const std::size_t piece : {1U, 7U, 64U, 5000U}) {
    CAPTURE(piece);
    OutputCapture capture(100);
    for (std::size_t at = 0; at < text.size(); at += piece) {
      capture.add(std::string_view(text).substr(at, piece));
    }
    CHECK(capture.cut());
    const std::string kept = capture.take();
    CHECK(kept.starts_with(text.substr(0, 50)));
    CHECK(kept.ends_with(text.substr(text.size() - 50)));
    const std::string left_out = std::to_string(text.size() - 100);
    CHECK(kept.find("\n[… " + left_out + " bytes left out …]\n") != std::string::npos);
  }
}

TEST_CASE("characters are not torn at the cut") {
  for (std::size_t allowance = 8; allowance < 24; ++allowance) {
    CAPTURE(allowance);
    OutputCapture capture(allowance);
    for (int i = 0; i < 50; ++i) capture.add("ä€😀");
    CHECK(is_utf8(capture.take()));
  }
}

TEST_CASE("an allowance of nothing keeps nothing") {
  OutputCapture capture(0);
  capture.add("abc");
  CHECK(capture.cut());
  CHECK(capture.take() == "[… 3 bytes left out …]\n");
}

}  // namespace pawl::os::output_capture_test
