#include "index/outline_codec.hpp"

#include <cstdint>
#include <unordered_map>

namespace pawl::index {
namespace {

using namespace syntax;

// Texts come once, in front; all else is numbers of seven bits a byte.
class Writer {
 public:
  void number(std::uint64_t value) {
    while (value >= 0x80U) {
      body_.push_back(static_cast<char>(value | 0x80U));
      value >>= 7U;
    }
    body_.push_back(static_cast<char>(value));
  }
  void integer(int value) { number(static_cast<std::uint64_t>(std::int64_t{value} + 1)); }
  void text(const std::string& value) {
    const auto [it, is_new] = ids_.emplace(value, texts_);
    if (is_new) {
      ++texts_;
      put(value.size(), table_);
      table_ += value;
    }
    number(it->second);
  }
  template <class Range, class Each>
  void list(const Range& range, Each each) {
    number(range.size());
    for (const auto& item : range) each(item);
  }
  std::string finish() {
    std::string out;
    put(texts_, out);
    return out + table_ + body_;
  }

 private:
  static void put(std::uint64_t value, std::string& out) {
    while (value >= 0x80U) {
      out.push_back(static_cast<char>(value | 0x80U));
      value >>= 7U;
    }
    out.push_back(static_cast<char>(value));
  }
  std::unordered_map<std::string, std::uint64_t> ids_;
  std::uint64_t texts_ = 0;
  std::string table_;
  std::string body_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {
    const std::uint64_t count = number();
    if (count > bytes.size()) ok_ = false;
    for (std::uint64_t i = 0; ok_ && i < count; ++i) {
      const std::uint64_t size = number();
      if (size > bytes_.size() - at_) {
        ok_ = false;
        break;
      }
      texts_.push_back(bytes_.substr(at_, size));
      at_ += size;
    }
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      if (at_ >= bytes_.size()) break;
      const auto byte = static_cast<unsigned char>(bytes_[at_++]);
      value |= static_cast<std::uint64_t>(byte & 0x7fU) << shift;
      if ((byte & 0x80U) == 0) return value;
    }
    ok_ = false;
    return 0;
  }
  int integer() { return static_cast<int>(static_cast<std::int64_t>(number()) - 1); }
  std::string text() {
    const std::uint64_t id = number();
    if (id < texts_.size()) return std::string(texts_[id]);
    ok_ = false;
    return {};
  }
  template <class T, class Each>
  void list(std::vector<T>& out, Each each) {
    const std::uint64_t count = number();
    // Each item takes a byte at least.
    if (count > bytes_.size() - at_) ok_ = false;
    for (std::uint64_t i = 0; ok_ && i < count; ++i) out.push_back(each());
  }
  bool ok() const { return ok_ && at_ == bytes_.size(); }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
  bool ok_ = true;
  std::vector<std::string_view> texts_;
};

std::uint64_t flags(std::initializer_list<bool> bits) {
  std::uint64_t out = 0;
  for (const bool bit : bits) out = out << 1U | (bit ? 1U : 0U);
  return out;
}

void write(const Symbol& symbol, Writer& to) {
  const Definition& each = symbol.definition;
  to.text(each.kind);
  to.text(each.name);
  to.text(each.qualified);
  to.integer(each.line);
  to.integer(each.end_line);
  to.number(each.begin);
  to.number(each.end);
  to.number(flags({each.top_level, each.is_public, each.documented, symbol.entry_point,
                   symbol.signature.has_value()}));
  to.list(symbol.decorators, [&](const std::string& name) { to.text(name); });
  if (!symbol.signature) return;
  to.number(flags({symbol.signature->variadic, symbol.signature->any_keywords}));
  to.list(symbol.signature->parameters, [&](const Parameter& parameter) {
    to.text(parameter.name);
    to.number(flags({parameter.optional, parameter.keyword_only, parameter.positional_only}));
  });
}

Symbol read_symbol(Reader& from) {
  Symbol symbol;
  Definition& each = symbol.definition;
  each.kind = from.text();
  each.name = from.text();
  each.qualified = from.text();
  each.line = from.integer();
  each.end_line = from.integer();
  each.begin = from.number();
  each.end = from.number();
  const std::uint64_t bits = from.number();
  each.top_level = (bits & 16U) != 0;
  each.is_public = (bits & 8U) != 0;
  each.documented = (bits & 4U) != 0;
  symbol.entry_point = (bits & 2U) != 0;
  from.list(symbol.decorators, [&] { return from.text(); });
  if ((bits & 1U) == 0) return symbol;
  Signature& signature = symbol.signature.emplace();
  const std::uint64_t more = from.number();
  signature.variadic = (more & 2U) != 0;
  signature.any_keywords = (more & 1U) != 0;
  from.list(signature.parameters, [&] {
    Parameter parameter;
    parameter.name = from.text();
    const std::uint64_t own = from.number();
    parameter.optional = (own & 4U) != 0;
    parameter.keyword_only = (own & 2U) != 0;
    parameter.positional_only = (own & 1U) != 0;
    return parameter;
  });
  return symbol;
}

void write(const Reference& each, Writer& to) {
  to.text(each.name);
  to.number(static_cast<std::uint64_t>(each.kind) << 3U |
            flags({!each.receiver.empty(), each.local, !each.keywords.empty()}));
  if (!each.receiver.empty()) to.text(each.receiver);
  to.integer(each.line);
  to.integer(each.enclosing);
  to.integer(each.arguments);
  if (!each.keywords.empty()) {
    to.list(each.keywords, [&](const std::string& word) { to.text(word); });
  }
}

Reference read_reference(Reader& from) {
  Reference each;
  each.name = from.text();
  const std::uint64_t bits = from.number();
  each.kind = static_cast<ReferenceKind>(bits >> 3U);
  if ((bits & 4U) != 0) each.receiver = from.text();
  each.local = (bits & 2U) != 0;
  each.line = from.integer();
  each.enclosing = from.integer();
  each.arguments = from.integer();
  if ((bits & 1U) != 0) from.list(each.keywords, [&] { return from.text(); });
  return each;
}

void write(const Import& each, Writer& to) {
  to.text(each.module);
  to.text(each.alias);
  to.integer(each.line);
  to.text(each.scope);
  to.number(static_cast<std::uint64_t>(each.kind) << 4U |
            flags({each.declares, each.type_only, each.reexport, each.system}));
  to.list(each.names, [&](const ImportedName& name) {
    to.text(name.name);
    to.text(name.alias);
  });
}

Import read_import(Reader& from) {
  Import each;
  each.module = from.text();
  each.alias = from.text();
  each.line = from.integer();
  each.scope = from.text();
  const std::uint64_t bits = from.number();
  each.kind = static_cast<ImportKind>(bits >> 4U);
  each.declares = (bits & 8U) != 0;
  each.type_only = (bits & 4U) != 0;
  each.reexport = (bits & 2U) != 0;
  each.system = (bits & 1U) != 0;
  from.list(each.names, [&] {
    ImportedName name;
    name.name = from.text();
    name.alias = from.text();
    return name;
  });
  return each;
}

// Indexes that point nowhere would be read through later.
bool is_sound(const Outline& outline) {
  const int count = static_cast<int>(outline.symbols.size());
  for (const Reference& each : outline.references) {
    if (each.enclosing < -1 || each.enclosing >= count || each.kind > ReferenceKind::text) {
      return false;
    }
  }
  for (const Import& each : outline.imports) {
    if (each.kind > ImportKind::dynamic) return false;
  }
  return true;
}

}  // namespace

std::string encode(const Outline& outline) {
  Writer to;
  const auto text = [&](const std::string& value) { to.text(value); };
  to.number(flags({outline.open_names, outline.has_errors, outline.all.has_value()}));
  to.number(outline.language ? 1 + static_cast<std::uint64_t>(*outline.language) : 0);
  to.text(outline.package);
  to.text(outline.default_export);
  to.list(outline.bindings, text);
  to.list(outline.members, text);
  to.list(outline.exports, text);
  if (outline.all) to.list(*outline.all, text);
  to.list(outline.symbols, [&](const Symbol& each) { write(each, to); });
  to.list(outline.imports, [&](const Import& each) { write(each, to); });
  to.list(outline.references, [&](const Reference& each) { write(each, to); });
  return to.finish();
}

std::optional<Outline> decode(std::string_view bytes) {
  Reader from(bytes);
  const auto text = [&] { return from.text(); };
  Outline out;
  const std::uint64_t bits = from.number();
  out.open_names = (bits & 4U) != 0;
  out.has_errors = (bits & 2U) != 0;
  const std::uint64_t language = from.number();
  if (language > 1 + static_cast<std::uint64_t>(Language::bash)) return std::nullopt;
  if (language > 0) out.language = static_cast<Language>(language - 1);
  out.package = from.text();
  out.default_export = from.text();
  from.list(out.bindings, text);
  from.list(out.members, text);
  from.list(out.exports, text);
  if ((bits & 1U) != 0) from.list(out.all.emplace(), text);
  from.list(out.symbols, [&] { return read_symbol(from); });
  from.list(out.imports, [&] { return read_import(from); });
  from.list(out.references, [&] { return read_reference(from); });
  if (!from.ok() || !is_sound(out)) return std::nullopt;
  return out;
}

}  // namespace pawl::index
