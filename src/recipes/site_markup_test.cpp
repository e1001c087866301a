#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "recipes/site_book.hpp"
#include "recipes/site_made.hpp"

namespace pawl::recipes::site_markup_test {
namespace {

// A book with a document `guide/start`, a label `first` in it, and two files.
BookPage book() {
  return {.label = [](std::string_view name) -> std::optional<BookPlace> {
            if (name != "first") return {};
            return BookPlace{"guide/start.md#first", "First steps"};
          },
          .document = [](std::string_view name) -> std::optional<BookPlace> {
            if (name != "guide/start" && name != "/guide/start") return {};
            return BookPlace{"guide/start.md", "Start"};
          },
          .file = [](std::string_view name) -> std::optional<std::string> {
            if (name != "box.png") return {};
            return "../docs/box.png";
          },
          .text = [](std::string_view name) -> std::optional<std::string> {
            if (name != "box.py") return {};
            return "print(1)\n";
          }};
}

std::string lost_of(const MadePage& made) {
  std::string out;
  for (const auto& [name, times] : made.lost) out += name + "=" + std::to_string(times) + " ";
  return out;
}

struct Row {
  const char* text;
  const char* markdown;
  const char* lost = "";
};

}  // namespace

TEST_CASE("reStructuredText becomes Markdown") {
  const Row rows[] = {
      {"Box\n===\n\nOpens.\n\nUse\n---\n\nA `b` ``c*d`` **e** *f*.\n",
       "# Box\n\nOpens.\n\n## Use\n\nA `b` `c*d` **e** *f*.\n"},
      {"===\nBox\n===\n\nPart\n====\n", "# Box\n\n## Part\n"},
      {"`site <https://x.org>`_ and `site`_ and named_ end.\n\n.. _named: https://y.org\n",
       "[site](https://x.org) and [site](https://x.org) and [named](https://y.org) end.\n"},
      {"`box.png <box.png>`_\n", "[box.png](../docs/box.png)\n"},
      {"See https://x.org/a_b. Or a_word and snake_case.\n",
       "See <https://x.org/a_b>. Or a_word and snake_case.\n"},
      {":doc:`guide/start` :doc:`here </guide/start>` :ref:`first` :ref:`so <first>`\n",
       "[Start](guide/start.md) [here](guide/start.md) [First steps](guide/start.md#first) "
       "[so](guide/start.md#first)\n"},
      {":func:`~a.b.c` :class:`D` :term:`word` :guilabel:`Save`\n", "`c()` `D` word **Save**\n"},
      {"Run::\n\n    a < b\n      c\n\nThen.\n", "Run:\n\n```\na < b\n  c\n```\n\nThen.\n"},
      {".. code-block:: python\n   :linenos:\n\n   x = 1\n", "```python\nx = 1\n```\n"},
      {".. note:: Mind\n   this.\n", "> **Note**\n>\n> Mind\n> this.\n"},
      {".. warning::\n\n   - a\n   - b\n", "> **Warning**\n>\n> -   a\n> -   b\n"},
      {".. image:: box.png\n   :alt: A box\n", "![A box](../docs/box.png)\n"},
      {".. figure:: box.png\n\n   The box.\n", "![](../docs/box.png)\n\nThe box.\n"},
      {".. image:: gone.png\n   :alt: gone\n", "gone\n"},
      {"- a\n- b\n\n  more\n- c\n", "-   a\n-   b\n\n    more\n-   c\n"},
      {"1. a\n2. b\n", "1.  a\n2.  b\n"},
      {"term\n   What it is.\n", "-   **term**\n\n    What it is.\n"},
      {":Author: A\n\nBox\n===\n", "# Box\n"},
      {"| a\n| b\n", "a\\\nb\n"},
      {">>> 1 + 1\n2\n", "```python\n>>> 1 + 1\n2\n```\n"},
      {"=== ===\na   b\n=== ===\n1   2|3\n=== ===\n", "| a | b |\n|---|---|\n| 1 | 2\\|3 |\n"},
      {"+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n|   | 3 |\n+---+---+\n",
       "| a | b |\n|---|---|\n| 1 | 2 3 |\n"},
      {".. list-table:: T\n\n   * - a\n     - b\n   * - 1\n     - 2\n",
       "**T**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"},
      {".. csv-table::\n   :header: a, b\n\n   1, \"2, 3\"\n",
       "| a | b |\n|---|---|\n| 1 | 2, 3 |\n"},
      {".. versionadded:: 1.2 It opens.\n", "*New in version 1.2:* It opens.\n"},
      {".. deprecated:: 2.0\n", "*Deprecated since version 2.0.*\n"},
      {".. toctree::\n   :caption: All\n\n   guide/start\n   Site <https://x.org>\n",
       "- [Start](guide/start.md)\n- [Site](https://x.org)\n"},
      {".. toctree::\n   :hidden:\n\n   guide/start\n", ""},
      {".. literalinclude:: box.py\n   :language: python\n", "```python\nprint(1)\n```\n"},
      {".. automodule:: box\n   :members:\n\nText\n\n.. autoclass:: B\n.. autoclass:: C\n",
       "Text\n", "autoclass=2 automodule=1 "},
      {".. function:: open(lid)\n\n   Opens it.\n", "**`open(lid)`**\n\n> Opens it.\n"},
      {".. A remark\n   of two lines.\n\nText\n", "Text\n"},
      {".. |x| replace:: **bold**\n\nSo |x|.\n", "So **bold**.\n"},
      {".. _my-label:\n\nPart\n====\n\nBack to my-label_.\n",
       "<a id=\"my-label\"></a>\n\n# Part\n\nBack to [my-label](#my-label).\n"},
      {"As said [1]_.\n\n.. [1] By them.\n",
       "As said [\\[1\\]](#note-1).\n\n<a id=\"note-1\"></a>\\[1\\] By them.\n"},
      {"A list<int> and a\\ b \\*c\\*.\n", "A list&lt;int> and ab \\*c\\*.\n"},
      {".. raw:: html\n\n   <b>x</b>\n\n.. raw:: latex\n\n   y\n", "<b>x</b>\n"},
      {"It\n# is\n", "It\n\\# is\n"},
      {".. contents::\n\n.. highlight:: sh\n\nx::\n\n   ls\n", "x:\n\n```sh\nls\n```\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const MadePage made = page_of_rst(row.text, book());
    CHECK(made.text == row.markdown);
    CHECK(lost_of(made) == row.lost);
  }
}

TEST_CASE("what Sphinx reads of Markdown becomes plain") {
  const Row rows[] = {
      {"# T\n\n```{note}\nMind.\n```\n\nEnd\n", "# T\n\n\n> **Note**\n>\n> Mind.\n\nEnd\n"},
      {":::{tip} Say\n`x`\n:::\n", "\n> **Tip**\n>\n> Say\n> `x`\n"},
      {"```{code-block} python\n:linenos:\n\nx = 1\n```\n", "\n```python\nx = 1\n```\n"},
      {"See {doc}`guide/start`, {ref}`here <first>` and {class}`a.B`.\n",
       "See [Start](guide/start.md), [here](guide/start.md#first) and `a.B`.\n"},
      {"(my-label)=\n## Part\n", "<a id=\"my-label\"></a>\n\n## Part\n"},
      {"[so](first) [](guide/start) [a](a.md) ![i](box.png)\n",
       "[so](guide/start.md#first) [Start](guide/start.md) [a](a.md) ![i](box.png)\n"},
      {"% remark\nText\n", "Text\n"},
      {"```python\n{doc}`x`\n(y)=\n```\n", "```python\n{doc}`x`\n(y)=\n```\n"},
      {"A `{doc}` role\n", "A `{doc}` role\n"},
      {"````{admonition} Own\n```{code-block} sh\nls\n```\n````\n",
       "\n> **Own**\n>\n> ```sh\n> ls\n> ```\n"},
      {"```{eval-rst}\n.. autoclass:: A\n\nx ``y``\n```\n", "\nx `y`\n", "autoclass=1 "},
      {"---\nmyst:\n  html_meta: {}\n---\n# T\n", "# T\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    const MadePage made = page_of_myst(row.text, book());
    CHECK(made.text == row.markdown);
    CHECK(lost_of(made) == row.lost);
  }
  CHECK(is_myst("```{note}\nx\n```\n"));
  CHECK(is_myst("{ref}`x`\n"));
  CHECK(is_myst("(x)=\n# X\n"));
  CHECK_FALSE(is_myst("# T\n\n```python\nf'{x}'\n```\n(x) = 1\n`{x}` `y`\n"));
}

TEST_CASE("marks of other generators become plain Markdown") {
  const Row rows[] = {
      {"::: tip\nA\n:::\n", "> **Tip**\n>\n> A\n"},
      {"::: details Click\n- a\n:::\n", "> **Click**\n>\n> - a\n"},
      {":::note[Own]\nA\n:::\n", "> **Own**\n>\n> A\n"},
      {"!!! warning\n    A\n\n    B\nC\n", "> **Warning**\n>\n> A\n>\n> B\n\nC\n"},
      {"??? note \"Own\"\n    A\n", "> **Own**\n>\n> A\n\n"},
      {"=== \"One\"\n    A\n", "**One**\n\nA\n\n"},
      {"```\n::: tip\n!!! note\n```\n", "```\n::: tip\n!!! note\n```\n"},
      {"--8<-- \"x.md\"\nA\n", "A\n", "--8<--=1 "},
      {"```rust\n{{#include x.rs}}\n```\n", "```rust\n{{#include x.rs}}\n```\n", "{{#include}}=1 "},
      {"a != b\n\n::: not closed\n", "a != b\n\n::: not closed\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    MadePage made;
    made.text = plain_markdown(row.text, {}, made.lost);
    CHECK(made.text == row.markdown);
    CHECK(lost_of(made) == row.lost);
  }
  std::map<std::string, int> lost;
  CHECK(plain_markdown("::: tip\nA\n:::\n", {.spaced_containers = true}, lost) ==
        "::: tip\nA\n:::\n");
  CHECK(plain_markdown("::: tip\nA\n:::\n", {.tight_containers = true}, lost) ==
        "> **Tip**\n>\n> A\n");
  CHECK(plain_markdown(":::tip\nA\n:::\n", {.tight_containers = true}, lost) == ":::tip\nA\n:::\n");
}

TEST_CASE("Liquid of Jekyll is taken out, and only of Jekyll's documents") {
  const Row rows[] = {
      {"{% raw %}{{ x }}{% endraw %}\n", "{{ x }}\n"},
      {"[a]({{ site.baseurl }}/b) [c]({{ \"/d\" | relative_url }})\n", "[a](/b) [c](/d)\n"},
      {"[a]({% link docs/b.md %})\n", "[a](/docs/b.md)\n"},
      {"{% highlight ruby %}\nx\n{% endhighlight %}\n", "```ruby\nx\n```\n"},
      {"# T\n{: .no_toc }\n\n* TOC\n{:toc}\n\nA\n{: .fs-6 }\n", "# T\n\n\nA\n"},
      {"{% include x.html %}\nA {{ page.name }}\n", "A {{ page.name }}\n",
       "{% include %}=1 {{ }}=1 "},
      {"{% comment %}\nno\n{% endcomment %}\nyes\n", "yes\n"},
      {"A [b](c){: .btn } `{: x }` d\n", "A [b](c) `{: x }` d\n"},
      {"<div markdown=\"1\">\n**x**\n</div>\n```sh\nls\n```\n",
       "<div>\n\n**x**\n</div>\n\n```sh\nls\n```\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    MadePage made;
    made.text = plain_markdown(row.text, {.liquid = true}, made.lost);
    CHECK(made.text == row.markdown);
    CHECK(lost_of(made) == row.lost);
  }
  std::map<std::string, int> lost;
  CHECK(plain_markdown("{{ x }} {% y %}\n", {}, lost) == "{{ x }} {% y %}\n");
}

}  // namespace pawl::recipes::site_markup_test
