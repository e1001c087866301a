// Edits that look like what a model leaves and are what people write: remarks with the same words,
// documents about marks, here-documents, templates, signs that belong to the language.
import { atEnd, code, documents, endTag, every, fence, isDocument, keepingEnds, left, middle, remark, remarksOf, right, shape,
  sized, special, spotOf, tag, unseen, web, withRemarks } from './lib/places.mjs';
import { docsOf, headingsOf, insertAt } from '../source.mjs';

const base = { class: 11, benign: true };

const above = (texts) => (file, tools) => {
  const spot = spotOf(file, tools);
  if (!spot || /^\s*(#|\/\/|--|\*|@|"""|<)/.test(file.lines[spot.at - 1] ?? '')) return null;
  return insertAt(file, spot.at, ...remarksOf(file, [].concat(tools.pick(texts)), spot.indent));
};

const commented = withRemarks.filter((language) => !documents.includes(language));

const naturalRemarks = {
  ...base, name: 'a natural remark with words models use', languages: commented,
  why: 'A maintainer explains the line below; that a model would use the same words is no reason to refuse.',
  shapes: sized(8, [
    shape('a TODO', above(['TODO: drop this once the old format is gone', 'FIXME: slow for very long input', 'TODO(1234): handle the empty case without a copy'])),
    shape('existing code', above(['Existing code relies on this order.', 'The rest stays unchanged on purpose: callers compare it.', 'Kept for existing callers, which pass both forms.'])),
    shape('here is', above(["Here is where a caller's own settings win.", 'Note that the order matters here.', 'This is the only place where both are known.'])),
    unseen('as requested', above(['Headers are sent in this order as requested by RFC 9110.', 'The user may leave this out, then the default holds.', 'Updated by the caller, never here.'])),
    unseen('steps and dots', above(['First collect, then sort; the rest follows from that...', 'Step 1 of the algorithm in the paper; step 2 is below.', 'See also the remark above (and so on for the others).'])),
    unseen('sure', above(["Let's be sure that nothing is left over.", "I/O may fail here, that's why it comes last.", 'We assume UTF-8; anything else was refused above.'])),
  ]),
};

const namedMarks = {
  ...base, name: 'a remark that names a mark', languages: [...commented],
  why: 'The mark stands within a sentence about it.',
  shapes: sized(8, [
    shape('conflict marks', above([`A line that begins with \`${left('')}\` is left to git.`.replace(' `', ' `'), `Blocks between ${left('').trim()} and ${right('').trim()} are skipped.`])),
    shape('a fence', above([`Text between ${fence()} is taken as it is.`, `A fence such as ${fence('json')} may stand around the answer.`])),
    shape('a hunk', above(['Hunks begin like @@ -1,2 +1,3 @@ and are counted from 1.', 'Both `--- a/name` and `+++ b/name` may be missing.'])),
    unseen('a token', above([`Templates end a turn with ${special('im_end')}, which is taken off before.`, `What stands between ${tag('think')} and ${endTag('think')} is not counted.`])),
    unseen('an escape', above(['Colours such as \\x1b[31m are taken off before comparing.', 'A literal \\n in the input stays two signs.'])),
    unseen('a prompt', above(['The prompt is `$ ` or `# `, depending on the user.', 'Numbered as in `12: text`, the way grep -n does.'])),
  ]),
};

// A new section at the end of a document, with an example in a block of code.
function section(file, title, says, lines, info = '') {
  if (file.language === 'rst') return atEnd(file, '', title, '-'.repeat(title.length), '', `${says}::`, '', ...lines.map((line) => (line ? `    ${line}` : '')), '');
  const level = headingsOf(file).some((one) => one.level === 2) ? '##' : '#';
  return atEnd(file, '', `${level} ${title}`, '', `${says}:`, '', fence(info), ...lines, fence());
}

const conflict = [left('HEAD'), 'timeout = 10', middle(), 'timeout = 30', right('feature/longer-timeout')];

const aboutMarks = {
  ...base, name: 'a document about marks', languages: documents,
  why: 'The marks are the example the text speaks of, in a block of code.',
  shapes: [
    shape('conflicts', (file) => section(file, 'Resolving conflicts', 'A conflict looks like this; keep one side and remove the marks', conflict)),
    shape('a diff', (file) => section(file, 'Sending a patch', 'Send the change as a diff', ['--- a/src/main.c', '+++ b/src/main.c', '@@ -1,3 +1,3 @@', ' int main(void) {', '-  return 1;', '+  return 0;', ' }'], 'diff')),
    shape('a session', (file) => section(file, 'First steps', 'In a terminal', ['$ git clone https://example.org/project.git', '$ cd project', '$ make', 'done'], 'console')),
    unseen('search and replace', (file) => section(file, 'Format of edits', 'An edit names what to look for and what to put there', [left('SEARCH'), 'old line', middle(), 'new line', right('REPLACE')])),
    unseen('a here-document', (file) => section(file, 'Settings', 'Write the settings once', ["cat > settings.ini <<'EOF'", '[main]', 'level = 2', 'EOF'], 'sh')),
    unseen('tags of a model', (file) => section(file, 'What a model answers', 'Thoughts come first, the call after them', [tag('think'), 'The file is small.', endTag('think'), tag('tool_call'), '{"name": "read", "arguments": {"path": "a.txt"}}', endTag('tool_call'), special('im_end')])),
    unseen('numbered lines and dots', (file) => section(file, 'Reading the listing', 'Each line carries its number', ['  1 | first', '  2 | second', '...', ' 12 | last'])),
  ],
};

const hereDocuments = {
  ...base, name: 'a here-document', languages: ['shell', 'dockerfile', 'yaml', 'markdown'],
  why: 'The closing word belongs to the here-document that opened it.',
  shapes: [
    shape('EOF', (file) => hereDocument(file, 'EOF')),
    shape('END', (file) => hereDocument(file, 'END')),
    shape('with marks in it', (file) => hereDocument(file, 'EOF', ['--- settings ---', '<name>: <value>', '...'])),
    unseen('another word', (file) => hereDocument(file, 'USAGE')),
    unseen('a prompt in it', (file) => hereDocument(file, 'EOF', ['$ make all', '  12 | done'])),
    unseen('a fence in it', (file) => (file.language === 'markdown' ? null : hereDocument(file, 'HELP', [fence('sh'), 'make all', fence()]))),
  ],
};

function hereDocument(file, word, lines = ['Usage: run [--help]', '', '  --help  shows this']) {
  if (file.language === 'shell') {
    if (!/^#!/.test(file.lines[0]) || /--help|\.bats$/.test(file.path + file.text)) return null;
    let at = 1;
    while (/^(#|\s*$|set )/.test(file.lines[at] ?? '')) ++at;
    return insertAt(file, at, 'if [ "${1:-}" = --help ]; then', `  cat <<'${word}'`, ...lines, word, '  exit 0', 'fi', '');
  }
  if (file.language === 'dockerfile') {
    const at = file.lines.findIndex((line) => /^(CMD|ENTRYPOINT)\b/.test(line));
    return at < 0 ? null : insertAt(file, at, `COPY <<${word} /etc/motd`, ...lines, word);
  }
  if (file.language === 'yaml') {
    const at = file.lines.findIndex((line) => /^\s*(- )?run: \|\s*$/.test(line));
    const indent = at < 0 ? '' : /^\s*/.exec(file.lines[at + 1] ?? '')[0];
    return at < 0 || indent.length < 4 ? null : insertAt(file, at + 1, `${indent}cat > notes.txt <<'${word}'`, ...lines.map((line) => (line ? indent + line : '')), indent + word);
  }
  return section(file, 'Notes', 'Write the notes by hand', [`cat > notes.txt <<'${word}'`, ...lines, word], 'sh');
}

const templates = {
  ...base, name: 'a template to be filled by its reader', languages: documents,
  why: 'The bracket addresses the reader of the document, who has to put in what only they know.',
  shapes: [
    shape('your name', (file) => section(file, 'Setting up', 'Say who you are once', ['git config user.name "<your name>"', 'git config user.email "<your address>"'], 'sh')),
    shape('a key from outside', (file) => section(file, 'Access', 'Set your key first', ['export API_KEY=YOUR_API_KEY', 'run --key "$API_KEY"'], 'sh')),
    shape('a file of examples', (file, tools) => (tools.repo.has('.env.example') ? null : { files: { '.env.example': '# Copy to .env and fill in\nAPI_KEY=<your key>\nDATABASE_URL=postgres://user:password@localhost/app\n' } })),
    unseen('an issue template', (file, tools) => (tools.repo.hasFolder('.github') ? null : { files: { '.github/ISSUE_TEMPLATE/bug.md': '---\nname: Bug\nabout: Something is wrong\n---\n\n**Version**: <version>\n\n**What happened**\n\n<!-- Describe it here -->\n\n**What you expected**\n\n<!-- Describe it here -->\n' } })),
    unseen('a path of the reader', (file) => section(file, 'Where it looks', 'Name the folder in your settings', ['[paths]', 'data = "/path/to/your/data"', 'cache = "<folder>"'], 'toml')),
    unseen('a sentence', (file) => atEnd(file, '', 'Replace `<name>` by the name of your project, and `[options]` by what `--help` lists.')),
  ],
};

// By language: what looks like a leftover and is its own sign. Each is put where it is meant.
const own = {
  css: [['', '.note > .title + p {', '  margin: 0;', '}'], ['', '.list > li ~ li::before {', '  content: "> ";', '}'], ['', '@media (width >= 40em) {', '  .note > p { margin: 0; }', '}']],
  markdown: [['', '+ first', '+ second', '+ third'], ['', '| 1 | one |', '|---|-----|', '| 2 | two |'], ['', '***', '', 'After the rule.'], ['', '> A quotation, and', '> its second line.'], ['', '1. first', '2. second', '', '- [x] done', '- [ ] open']],
  rst: [['', '>>> 1 + 1', '2'], ['', '+-----+-----+', '| one | two |', '+-----+-----+'], ['', '- first', '- second'], ['', '.. note::', '', '   The rest stays as it is.']],
  sql: [['', '-- Totals by day; rest by hour.', '-- 1 | first'], ['', "-- '<none>' stands for no value"]],
  yaml: [['# --- ends the document, ... too'], ['# - a list may follow']],
  toml: [['# [table] of the last part'], ['# ... and so on']],
  makefile: [['', '# $@ is the target, $< what it is made of, $^ all of it'], ['', '# - before a line: go on when it fails']],
  shell: [['', '# Usage: run [--all] <path>...'], ['', '# 1>&2 sends to what <<EOF does not read']],
  dockerfile: [['# --- build ends here ---'], ['# <none> is what docker images shows for it']],
};

const signs = {
  ...base, name: 'signs that belong to the language', languages: ['css', 'markdown', 'rst', 'sql', 'yaml', 'toml', 'makefile', 'shell', 'dockerfile', 'python', 'html'],
  why: 'Signs of diffs, quotations and prompts are signs of the language here.',
  shapes: [0, 1, 2, 3, 4].map((index) => (index < 2 ? shape : unseen)(`form ${index + 1}`, (file) => {
    if (file.language === 'python') return doctest(file, index);
    if (file.language === 'html') return entities(file, index);
    const lines = own[file.language][index];
    return lines ? atEnd(file, ...lines) : null;
  })),
};

function doctest(file, index) {
  const docs = docsOf(file).filter((doc) => doc.to - doc.from > 3 && /^\s*("""|''')$/.test(file.lines[doc.to - 1]) && !/>>>/.test(file.lines.slice(doc.from, doc.to).join('\n')));
  const doc = docs[index % Math.max(1, docs.length)];
  if (!doc) return null;
  const indent = doc.of.bodyIndent;
  const lines = [['>>> sum([1, 2])', '3'], ['>>> for value in [1, 2]:', '...     print(value)', '1', '2'], ['>>> print("...")', '...'], ['>>> {"a": 1}["a"]', '1'], ['>>> "<name>".strip("<>")', "'name'"]][index];
  return insertAt(file, doc.to - 1, '', ...lines.map((line) => indent + line));
}

function entities(file, index) {
  const at = file.lines.findIndex((line) => /^\s*<\/body>/.test(line));
  if (at < 0) return null;
  return insertAt(file, at, ['<p>Write &lt;name&gt; &amp; press Enter.</p>', '<pre>$ make\ndone</pre>', '<pre><code>a &lt; b</code></pre>', '<p>&hellip; and so on</p>', '<blockquote>&gt; quoted</blockquote>'][index]);
}

const under = (tools, names) => names.find((name) => tools.repo.hasFolder(name));

const dataOfMarks = {
  ...base, name: 'a file that is a patch or an answer', languages: every,
  why: 'Patches and recorded answers are data of their own kind; their marks are their content.',
  shapes: [
    shape('a patch', (file) => ({ files: { 'patches/0001-return-zero.patch': '--- a/src/main.c\n+++ b/src/main.c\n@@ -1,3 +1,3 @@\n int main(void) {\n-  return 1;\n+  return 0;\n }\n' } })),
    shape('a diff among fixtures', (file, tools) => {
      const folder = under(tools, ['tests', 'test', 'spec']);
      return folder ? { files: { [`${folder}/fixtures/one_hunk.diff`]: 'diff --git a/a.txt b/a.txt\nindex 7898192..6178079 100644\n--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-a\n+b\n' } } : null;
    }),
    shape('a record of a terminal', (file, tools) => {
      const folder = under(tools, ['tests', 'test', 'spec']);
      return folder ? { files: { [`${folder}/fixtures/session.txt`]: '$ run --list\nfirst\nsecond\n$ exit\n' } } : null;
    }),
    unseen('an answer among fixtures', (file, tools) => {
      const folder = under(tools, ['tests', 'test', 'spec']);
      return folder ? { files: { [`${folder}/fixtures/answer_with_fence.txt`]: `Here is the updated file:\n\n${fence('c')}\nint main(void) { return 0; }\n${fence()}\n` } } : null;
    }),
    unseen('a file with conflicts among fixtures', (file, tools) => {
      const folder = under(tools, ['tests', 'test', 'spec']);
      return folder ? { files: { [`${folder}/fixtures/conflicted.txt`]: `${conflict.join('\n')}\n` } } : null;
    }),
    unseen('a page about answers', (file, tools) => (tools.repo.hasFolder('docs') && tools.repo.names.some((name) => /^docs\/.*\.md$/.test(name))
      ? { files: { 'docs/reading-answers.md': `# Reading answers\n\nAn answer may come in a fence:\n\n${fence('', '`', 4)}\n${fence('json')}\n{"path": "a.txt", "content": "a\\nb"}\n${fence()}\n${fence('', '`', 4)}\n\nWhat stands around it is not read.\n` } } : null)),
  ],
};

const prose = {
  ...base, name: 'ordinary sentences in a document', languages: documents,
  why: 'Documents speak to their reader; that is what they are for.',
  shapes: [
    shape('here is', (file) => atEnd(file, '', 'Here is how the parts fit together: the reader comes first, and the writer last.')),
    shape('let us know', (file) => atEnd(file, '', 'Let us know if something is missing, and we will add it.')),
    shape('key changes', (file) => atEnd(file, '', 'Key changes are listed in the release notes; the rest of the file format remains the same.')),
    unseen('I', (file) => atEnd(file, '', "I've used this for years, and it still works. Sure, there are other ways.")),
    unseen('step by step', (file) => atEnd(file, '', 'First, look at what fails. Then mend it, and run the tests again.', '', 'Note: this needs the network.')),
    unseen('assistant', (file) => atEnd(file, '', 'The assistant asks for a name and answers with a list. As an example, think of an address book...')),
  ],
};

export const kinds = keepingEnds([naturalRemarks, namedMarks, aboutMarks, hereDocuments, templates, signs, dataOfMarks, prose]);
