// libcurl, loaded by the first call of one of its functions. Linked in the usual way it brings
// thirty shared libraries along, which cost every start of Pawl fifteen milliseconds, also of the
// many commands that never open a connection. The names and types are those of curl's headers, so
// http.cpp does not know the difference.
#include <curl/curl.h>
#include <dlfcn.h>

#include "base/check.hpp"

namespace {

void* library() {
  static void* const handle = ::dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
  PAWL_CHECK(handle != nullptr, "libcurl.so.4 is not installed (Debian: libcurl4)");
  return handle;
}

template <class Function>
Function* find(const char* name) {
  void* const address = ::dlsym(library(), name);
  PAWL_CHECK(address != nullptr, name);
  return reinterpret_cast<Function*>(address);
}

}  // namespace

extern "C" {

CURLcode curl_global_init(long flags) {
  static auto* const real = find<decltype(curl_global_init)>(__func__);
  return real(flags);
}

CURL* curl_easy_init() {
  static auto* const real = find<decltype(curl_easy_init)>(__func__);
  return real();
}

void curl_easy_cleanup(CURL* handle) {
  static auto* const real = find<decltype(curl_easy_cleanup)>(__func__);
  real(handle);
}

void curl_easy_reset(CURL* handle) {
  static auto* const real = find<decltype(curl_easy_reset)>(__func__);
  real(handle);
}

const char* curl_easy_strerror(CURLcode code) {
  static auto* const real = find<decltype(curl_easy_strerror)>(__func__);
  return real(code);
}

// The one argument behind the dots of these two is a long, a pointer or a curl_off_t. On the 64-bit
// systems Pawl runs on, each is one word and is passed in the same way, so it is taken as a
// pointer.
static_assert(sizeof(long) == sizeof(void*) && sizeof(curl_off_t) == sizeof(void*));

CURLcode setopt_at_need(CURL* handle, CURLoption option, void* word) __asm__("curl_easy_setopt");
CURLcode setopt_at_need(CURL* handle, CURLoption option, void* word) {
  static auto* const real = find<decltype(curl_easy_setopt)>("curl_easy_setopt");
  return real(handle, option, word);
}

CURLcode getinfo_at_need(CURL* handle, CURLINFO info, void* word) __asm__("curl_easy_getinfo");
CURLcode getinfo_at_need(CURL* handle, CURLINFO info, void* word) {
  static auto* const real = find<decltype(curl_easy_getinfo)>("curl_easy_getinfo");
  return real(handle, info, word);
}

CURLM* curl_multi_init() {
  static auto* const real = find<decltype(curl_multi_init)>(__func__);
  return real();
}

CURLMcode curl_multi_cleanup(CURLM* multi) {
  static auto* const real = find<decltype(curl_multi_cleanup)>(__func__);
  return real(multi);
}

CURLMcode curl_multi_add_handle(CURLM* multi, CURL* handle) {
  static auto* const real = find<decltype(curl_multi_add_handle)>(__func__);
  return real(multi, handle);
}

CURLMcode curl_multi_remove_handle(CURLM* multi, CURL* handle) {
  static auto* const real = find<decltype(curl_multi_remove_handle)>(__func__);
  return real(multi, handle);
}

CURLMcode curl_multi_perform(CURLM* multi, int* running) {
  static auto* const real = find<decltype(curl_multi_perform)>(__func__);
  return real(multi, running);
}

CURLMcode curl_multi_poll(CURLM* multi, curl_waitfd* extra, unsigned int extra_count,
                          int timeout_ms, int* ready) {
  static auto* const real = find<decltype(curl_multi_poll)>(__func__);
  return real(multi, extra, extra_count, timeout_ms, ready);
}

CURLMsg* curl_multi_info_read(CURLM* multi, int* left) {
  static auto* const real = find<decltype(curl_multi_info_read)>(__func__);
  return real(multi, left);
}

curl_slist* curl_slist_append(curl_slist* list, const char* text) {
  static auto* const real = find<decltype(curl_slist_append)>(__func__);
  return real(list, text);
}

void curl_slist_free_all(curl_slist* list) {
  static auto* const real = find<decltype(curl_slist_free_all)>(__func__);
  real(list);
}

void curl_free(void* memory) {
  static auto* const real = find<decltype(curl_free)>(__func__);
  real(memory);
}

CURLU* curl_url() {
  static auto* const real = find<decltype(curl_url)>(__func__);
  return real();
}

void curl_url_cleanup(CURLU* url) {
  static auto* const real = find<decltype(curl_url_cleanup)>(__func__);
  real(url);
}

CURLUcode curl_url_get(CURLU* url, CURLUPart part, char** out, unsigned int flags) {
  static auto* const real = find<decltype(curl_url_get)>(__func__);
  return real(url, part, out, flags);
}

CURLUcode curl_url_set(CURLU* url, CURLUPart part, const char* text, unsigned int flags) {
  static auto* const real = find<decltype(curl_url_set)>(__func__);
  return real(url, part, text, flags);
}

}  // extern "C"
