// What protocols of tools and patches leave in a file when their answer is written as it came.
import { around, atEnd, atGap, atTop, blockOf, endTag, every, isDocument, keepingEnds, left, middle, right, shape, sized, tag,
  unseen } from './lib/places.mjs';
import { indentOf, insertAt, replaceLines } from '../source.mjs';

const base = { class: 11, what: 'defect', languages: every };
const body = (file) => file.text.replace(/\n*$/, '');
const parameter = (name) => tag('parameter', `name="${name}"`);

const calls = {
  ...base, name: 'the call of a tool around the file',
  why: 'The call that should have written the file was itself written.',
  shapes: sized(3, [
    shape('in tags', (file) => around(file, [tag('function_calls'), tag('invoke', 'name="write_file"'), `${parameter('path')}${file.path}${endTag('parameter')}`,
      parameter('content')], [endTag('parameter'), endTag('invoke'), endTag('function_calls')])),
    shape('as an object in tags', (file) => `${tag('tool_call')}\n${JSON.stringify({ name: 'write_file', arguments: { path: file.path, content: file.text } })}\n${endTag('tool_call')}\n`),
    shape('mark before an array', (file) => `[TOOL${'_CALLS'}][${JSON.stringify({ name: 'write_file', arguments: { path: file.path, content: file.text } })}]\n`),
    unseen('as a function', (file) => around(file, [`<function${'='}write_file>`, `<parameter${'='}path>`, file.path, endTag('parameter'), `<parameter${'='}content>`],
      [endTag('parameter'), endTag('function')])),
    unseen('action and input', (file, tools) => atTop(file, 'Thought: I should write the file now.', `Action: ${tools.pick(['write_file', 'edit', 'create'])}`, 'Action Input:')),
    unseen('as code', (file) => around(file, [`write_file(path="${file.path}", content="""`], ['""")'])),
    unseen('tags of another tool', (file, tools) => {
      const name = tools.pick(['write_to_file', 'create_file', 'editFile', 'apply_diff']);
      return around(file, [tag(name), `${tag('path')}${file.path}${endTag('path')}`, tag('content')], [endTag('content'), endTag(name)]);
    }),
  ]),
};

const ends = {
  ...base, name: 'the end of a call behind the file',
  why: 'Tags that close the call of the tool, taken for the last lines of the content.',
  shapes: sized(3, [
    shape('parameter', (file) => atEnd(file, endTag('parameter'))),
    shape('invoke', (file, tools) => atEnd(file, ...tools.pick([[endTag('content'), endTag('invoke')], [endTag('invoke')], [endTag('parameter'), endTag('invoke'), endTag('function_calls')]]))),
    shape('tool call', (file, tools) => atEnd(file, tools.pick([endTag('tool_call'), endTag('function_calls'), endTag('tool_use')]))),
    unseen('glued to the last line', (file, tools) => `${body(file)}${tools.pick([endTag('parameter'), endTag('content'), endTag('file_text')])}\n`),
    unseen('end of an object', (file, tools) => (['json', 'javascript', 'typescript', 'tsx'].includes(file.language) ? null : atEnd(file, tools.pick(['"}', '"}}', '"\n}', '"}]', "'''}"])))),
    unseen('the next parameter', (file) => atEnd(file, endTag('parameter'), `${parameter('overwrite')}true${endTag('parameter')}`)),
  ]),
};

const wrappers = {
  ...base, name: 'tags that named the file',
  why: 'The prompt or the answer held files between tags; the tags are no part of any file.',
  shapes: sized(3, [
    shape('file and path', (file) => around(file, [tag('file', `path="${file.path}"`)], [endTag('file')])),
    shape('only the closing tag', (file, tools) => atEnd(file, tools.pick([endTag('file'), endTag('content'), endTag('file_content'), endTag('document')]))),
    shape('content', (file, tools) => {
      const name = tools.pick(['content', 'file_content', 'new_content', 'document_content']);
      return around(file, [tag(name)], [endTag(name)]);
    }),
    unseen('CDATA', (file) => around(file, [`<![${'CDATA'}[`], [']]>'])),
    unseen('an action or artifact', (file, tools) => {
      const [name, more] = tools.pick([['boltAction', `type="file" filePath="${file.path}"`], ['antArtifact', `identifier="${file.name}" type="application/vnd.ant.code"`],
        ['dyad-write', `path="${file.path}"`], ['codeblock', `path="${file.path}"`]]);
      return around(file, [tag(name, more)], [endTag(name)]);
    }),
    unseen('source and index', (file) => atTop(file, tag('document', 'index="1"'), `${tag('source')}${file.path}${endTag('source')}`)),
    unseen('begin and end of a file', (file, tools) => {
      const [a, b] = tools.pick([[`===== BEGIN FILE: ${file.path} =====`, '===== END FILE ====='], [`--- START OF FILE ${file.path} ---`, '--- END OF FILE ---'],
        [`<<<FILE: ${file.path}`, 'FILE>>>'], [`[file name]: ${file.name}\n[file content begin]`, '[file content end]']]);
      return around(file, [a], [b]);
    }),
  ]),
};

const stars = (text) => `*** ${text}`;

const envelopes = {
  ...base, name: 'the envelope of a patch',
  why: 'Lines by which a patch tool knows where a patch begins and which file it is for; here they are content.',
  shapes: sized(3, [
    shape('around the file', (file) => around(file, [stars('Begin Patch'), stars(`Update File: ${file.path}`)], [stars('End Patch')])),
    shape('the end of the patch', (file) => atEnd(file, stars('End Patch'))),
    shape('another file in the middle', (file, tools) => atGap(file, tools, stars(`Update File: ${file.path}`), '@@')),
    unseen('the end of the file', (file) => atEnd(file, stars('End of File'))),
    unseen('a file added, each line with +', (file) => [stars('Begin Patch'), stars(`Add File: ${file.path}`), ...body(file).split('\n').map((line) => `+${line}`), stars('End Patch'), ''].join('\n')),
    unseen('a move', (file) => atTop(file, stars(`Update File: ${file.path}`), stars(`Move to: ${file.path}`))),
    unseen('the name of the tool', (file, tools) => around(file, [tools.pick(["apply_patch <<'PATCH'", "applypatch << 'EOF'", '$ apply_patch'])], [tools.pick(['PATCH', 'EOF'])])),
  ]),
};

// A block as it was and as a model would have it: some lines of it, one of them doubled by a changed one.
function twoVersions(file, tools) {
  const block = blockOf(file, tools, 3);
  if (!block) return null;
  const to = Math.min(block.to, block.from + 4);
  const old = file.lines.slice(block.from, to);
  const last = old.length - 1;
  const fresh = [...old.slice(0, last), old[last].replace(/(\w+)(\W*)$/, '$1_2$2')];
  return { from: block.from, to, old, fresh };
}

const replaced = (make) => (file, tools) => {
  const two = twoVersions(file, tools);
  return two && replaceLines(file, two.from, two.to, ...make(two, tools, file));
};

const searches = {
  ...base, name: 'a block of search and replace',
  why: 'The edit was to be applied, not written: the file now holds the old lines, the new ones and the marks between them.',
  shapes: sized(8, [
    shape('whole', replaced((two) => [left('SEARCH'), ...two.old, middle(), ...two.fresh, right('REPLACE')])),
    shape('only its end', replaced((two) => [...two.fresh, right('REPLACE')])),
    shape('at the end of the file', (file, tools) => {
      const two = twoVersions(file, tools);
      return two && atEnd(file, left('SEARCH'), ...two.old, middle(), ...two.fresh, right('REPLACE'));
    }),
    unseen('of another tool', replaced((two, tools) => {
      const [a, b] = tools.pick([[`${'-'.repeat(7)} SEARCH`, `${'+'.repeat(7)} REPLACE`], [left('ORIGINAL'), right('UPDATED')], [left('FIND', 3), right('REPLACE', 3)]]);
      return [a, ...two.old, middle(), ...two.fresh, b];
    })),
    unseen('of nine signs', replaced((two) => [left('SEARCH', 9), ...two.old, middle(9), ...two.fresh, right('REPLACE', 9)])),
    unseen('in tags', replaced((two, tools) => {
      const [a, b] = tools.pick([['search', 'replace'], ['old_str', 'new_str'], ['original', 'updated'], ['find', 'replace_with']]);
      return [tag(a), ...two.old, endTag(a), tag(b), ...two.fresh, endTag(b)];
    })),
    unseen('the separator and the end', replaced((two, tools, file) => (isDocument(file) ? [...two.old, right('REPLACE'), ''] : [...two.old, middle(), ...two.fresh, right('REPLACE')]))),
  ]),
};

const signOf = (file, tools) => {
  const block = blockOf(file, tools, 3);
  if (!block) return null;
  return { ...block, to: Math.min(block.to, block.from + 3 + Math.floor(tools.random() * 4)) };
};
const git = (file, tools) => [`diff ${'--'}git a/${file.path} b/${file.path}`, `index ${hash(tools)}..${hash(tools)} 100644`, `--- a/${file.path}`, `+++ b/${file.path}`];
const hash = (tools) => Array.from({ length: 7 }, () => tools.pick([...'0123456789abcdef'])).join('');
const hunk = (file, at, count, more = '') => `@@ -${at + 1},${count} +${at + 1},${count + 1} @@${more}`;

const diffs = {
  ...base, name: 'headers of a diff',
  why: 'A diff was written where the file it is for should be.',
  shapes: sized(6, [
    shape('the head of the file', (file, tools) => atTop(file, ...git(file, tools).slice(tools.pick([0, 2])), hunk(file, 0, file.lines.length))),
    shape('a hunk in the middle', (file, tools) => {
      const block = blockOf(file, tools, 3);
      return block && insertAt(file, block.from, hunk(file, block.from, 7, tools.pick(['', ` ${file.lines[block.from - 1].trim()}`])));
    }),
    shape('the file as a diff of itself', (file, tools) => {
      const two = signOf(file, tools);
      return two && [...git(file, tools).slice(2), hunk(file, two.from, two.to - two.from + 6),
        ...file.lines.slice(Math.max(0, two.from - 3), two.from).map((line) => ` ${line}`), ...file.lines.slice(two.from, two.to).map((line) => `+${line}`),
        ...file.lines.slice(two.to, two.to + 3).map((line) => ` ${line}`), ''].join('\n');
    }),
    unseen('no newline at the end', (file) => atEnd(file, '\\ No newline at end of file')),
    unseen('bare places', (file, tools) => {
      const block = blockOf(file, tools, 3);
      return block && insertAt(file, block.from, tools.pick(['@@ ... @@', '@@', `@@ ${file.lines[block.from - 1].trim()}`]));
    }),
    unseen('old and new names', (file, tools) => atTop(file, ...tools.pick([[`--- ${file.path}`, `+++ ${file.path}`], [`--- ${file.name}.orig`, `+++ ${file.name}`],
      [`Index: ${file.path}`, '='.repeat(67)], ['--- original', '+++ modified']]))),
  ]),
};

const isListLine = (file, at) => isDocument(file) && /^\s*([-+*]|\d+\.)\s/.test(file.lines[at]);

const signs = {
  ...base, name: 'signs of a diff before lines',
  why: 'The sign says what a patch does with the line; as content it changes what the line says, also where it parses as a sign of arithmetic or a list.',
  shapes: sized(8, [
    shape('+ before a few lines', (file, tools) => {
      const two = signOf(file, tools);
      if (!two || isListLine(file, two.from)) return null;
      return replaceLines(file, two.from, two.to, ...file.lines.slice(two.from, two.to).map((line) => `+${line}`));
    }),
    shape('- and + of one line', (file, tools) => {
      const two = twoVersions(file, tools);
      if (!two || isListLine(file, two.to - 1)) return null;
      const last = two.old.length - 1;
      return replaceLines(file, two.to - 1, two.to, `-${two.old[last]}`, `+${two.fresh[last]}`);
    }),
    shape('+ before every line', (file) => `${body(file).split('\n').map((line) => `+${line}`).join('\n')}\n`),
    unseen('one line with - left', (file, tools) => {
      const two = signOf(file, tools);
      if (!two || isListLine(file, two.from) || file.lines[two.from].trim() === '') return null;
      return replaceLines(file, two.from, two.from + 1, `-${file.lines[two.from]}`, file.lines[two.from]);
    }),
    unseen('sign and blank', (file, tools) => {
      const two = signOf(file, tools);
      if (!two || isDocument(file) || file.language === 'yaml') return null;
      return replaceLines(file, two.from, two.to, ...file.lines.slice(two.from, two.to).map((line) => `+ ${line}`));
    }),
    unseen('a + alone in a line', (file, tools) => {
      const two = signOf(file, tools);
      return two && insertAt(file, two.from, '+');
    }),
    unseen('a blank before every line', (file) => (['json', 'html', 'css', 'markdown', 'sql', 'javascript', 'typescript', 'tsx', 'go', 'c', 'cpp', 'rust', 'java', 'php', 'ruby', 'shell'].includes(file.language) ? null
      : `${body(file).split('\n').map((line) => ` ${line}`).join('\n')}\n`)),
  ]),
};

const numbered = (write) => (file) => `${body(file).split('\n').map((line, at) => write(at + 1, line)).join('\n')}\n`;
const numberedPart = (write, count = 5) => (file, tools) => {
  const block = blockOf(file, tools, 3);
  if (!block) return null;
  const to = Math.min(block.to, block.from + count);
  return replaceLines(file, block.from, to, ...file.lines.slice(block.from, to).map((line, at) => write(block.from + at + 1, line)));
};

const numbers = {
  ...base, name: 'numbers of lines glued to them',
  why: 'A tool showed the file with numbers, and the model wrote them back.',
  shapes: sized(8, [
    shape('bar', numbered((n, line) => `${String(n).padStart(4)} | ${line}`)),
    shape('tab', numbered((n, line) => `${String(n).padStart(6)}\t${line}`)),
    shape('some lines', numberedPart((n, line) => `${String(n).padStart(4)} | ${line}`)),
    unseen('colon', numberedPart((n, line) => `${n}: ${line}`)),
    unseen('arrow', numbered((n, line) => `${String(n).padStart(5)}→${line}`)),
    unseen('one line', numberedPart((n, line) => `${n}\t${line}`, 1)),
    unseen('zeros', numbered((n, line) => `${String(n).padStart(4, '0')} ${line}`)),
    unseen('grep', numberedPart((n, line) => `${n}-${line}`, 3)),
  ]),
};

const inJson = (text) => JSON.stringify(text).slice(1, -1);

const escapes = {
  ...base, name: 'escapes of JSON in the content',
  why: 'The content was a string of JSON and was written without being read: its line ends and quotes are two signs each.',
  shapes: sized(6, [
    shape('the whole file in one line', (file) => inJson(file.text)),
    shape('quotes', (file) => (/(?<!\\)"/.test(file.text) && !isDocument(file) ? file.text.replace(/(?<!\\)"/g, '\\"') : null)),
    shape('a block in one line', (file, tools) => {
      const block = blockOf(file, tools, 3);
      return block && replaceLines(file, block.from, block.to, inJson(file.lines.slice(block.from, block.to).join('\n')));
    }),
    unseen('in quotes', (file) => (file.language === 'json' ? `${JSON.stringify(file.text)}\n` : JSON.stringify(file.text))),
    unseen('line ends kept, each with a mark', (file) => `${body(file).split('\n').map((line) => `${line}\\n`).join('\n')}\n`),
    unseen('tabs or angles', (file) => {
      if (/^\t/m.test(file.text)) return file.text.replace(/^\t+/gm, (tabs) => '\\t'.repeat(tabs.length));
      return /[<>]/.test(file.text) && !isDocument(file) ? file.text.replaceAll('<', '\\u003c').replaceAll('>', '\\u003e') : null;
    }),
    unseen('some quotes', (file, tools) => {
      const block = blockOf(file, tools, 3);
      const part = block && file.lines.slice(block.from, block.to);
      return part?.some((line) => /(?<!\\)"/.test(line)) && !isDocument(file) ? replaceLines(file, block.from, block.to, ...part.map((line) => line.replace(/(?<!\\)"/g, '\\"'))) : null;
    }),
  ]),
};

const objects = {
  ...base, name: 'an object of JSON written as the file',
  why: 'The arguments of the tool were written instead of the content they hold.',
  shapes: [
    shape('path and content', (file) => JSON.stringify({ path: file.path, content: file.text })),
    shape('over several lines', (file) => `${JSON.stringify({ path: file.path, content: file.text }, null, 2)}\n`),
    shape('command and text', (file) => `${JSON.stringify({ command: 'create', path: file.path, file_text: file.text })}\n`),
    unseen('a list of edits', (file, tools) => {
      const two = twoVersions(file, tools);
      return two && `${JSON.stringify({ edits: [{ path: file.path, search: two.old.join('\n'), replace: two.fresh.join('\n') }] }, null, 2)}\n`;
    }),
    unseen('a part of a message', (file) => `${JSON.stringify([{ type: 'text', text: file.text }])}\n`),
    unseen('files by path', (file) => `${JSON.stringify({ files: { [file.path]: file.text } })}\n`),
    unseen('as a value of another language', (file) => `{'path': '${file.path}', 'content': '${inJson(file.text).replaceAll("'", "\\'")}'}\n`),
  ],
};

const heredocs = {
  ...base, name: 'the mark of a here-document',
  why: 'The command by which the file was to be written, or its closing word, is in the file; in shell the end of it is a command that is not there.',
  shapes: sized(3, [
    shape('the closing word', (file) => atEnd(file, 'EOF')),
    shape('the command and the word', (file) => around(file, [`cat > ${file.path} << 'EOF'`], ['EOF'])),
    shape('only the command', (file) => atTop(file, `cat << 'EOF' > ${file.path}`)),
    unseen('another word', (file, tools) => atEnd(file, tools.pick(['PYEOF', 'ENDOFFILE', 'EOT', 'END_OF_FILE', 'HEREDOC', 'EOL']))),
    unseen('tee', (file) => around(file, [`tee ${file.path} > /dev/null <<'END'`], ['END'])),
    unseen('with a prompt', (file) => atTop(file, `$ cat <<EOF > ${file.name}`)),
    unseen('the word and the next command', (file, tools) => atEnd(file, 'EOF', tools.pick([`chmod +x ${file.path}`, `git add ${file.path}`, `cat ${file.path}`]))),
  ]),
};

const terminals = {
  ...base, name: 'what a terminal showed',
  why: 'A prompt or the output of a command was copied with the text.',
  shapes: sized(6, [
    shape('cat at the top', (file) => atTop(file, `$ cat ${file.path}`)),
    shape('a prompt with a place', (file, tools) => atTop(file, tools.pick([`root@4f2a9c1d7e3b:/workspace# cat ${file.path}`, `user@host:~/project$ cat ${file.name}`]))),
    shape('a prompt at the end', (file, tools) => atEnd(file, tools.pick(['$ ', 'root@4f2a9c1d7e3b:/workspace# ', 'bash-5.1$ ', 'user@host:~/project$ exit']))),
    unseen('what the command answered', (file, tools) => atEnd(file, '', ...tools.pick([['$ echo $?', '0'], ['Process finished with exit code 0'], ['[exit code: 0]'], ['Command exited with status 0', 'Wall time: 0.21 seconds']]))),
    unseen('prompt of an interpreter', (file, tools) => {
      const mark = { python: '>>> ', ruby: 'irb(main):001:0> ', javascript: '> ', typescript: '> ', sql: 'mysql> ', shell: '$ ', php: 'php > ', makefile: '$ ' }[file.language];
      const block = mark && blockOf(file, tools, 3);
      if (!block || !file.lines[block.from].trim()) return null;
      return replaceLines(file, block.from, block.from + 1, `${block.indent}${mark}${file.lines[block.from].trimStart()}`);
    }),
    unseen('a themed prompt', (file, tools) => atTop(file, tools.pick([`➜  project git:(main) ✗ cat ${file.path}`, `(venv) ❯ cat ${file.path}`, `PS C:\\project> type ${file.name}`, `[main] % cat ${file.name}`]))),
    unseen('the head of a page of output', (file, tools) => around(file, [...tools.pick([[`==> ${file.path} <==`], [':'.repeat(14), file.path, ':'.repeat(14)], [`File: ${file.path}`, '─'.repeat(40)]])], [])),
  ]),
};

const esc = '\u001b';

const colours = {
  ...base, name: 'escape sequences of a terminal',
  why: 'Colours that a terminal was to show, as bytes or as what is left of them.',
  shapes: sized(6, [
    shape('a coloured word', (file, tools) => wordAs(file, tools, (word) => `${esc}[31m${word}${esc}[0m`)),
    shape('reset at the end', (file) => `${body(file)}${esc}[0m\n`),
    shape('without the escape', (file, tools) => wordAs(file, tools, (word) => `[31m${word}[0m`)),
    unseen('as grep marks', (file, tools) => wordAs(file, tools, (word) => `${esc}[01;31m${esc}[K${word}${esc}[m${esc}[K`)),
    unseen('as carets', (file, tools) => wordAs(file, tools, (word) => `^[[1m${word}^[[0m`)),
    unseen('a line erased', (file, tools) => atGap(file, tools, `${esc}[2K${esc}[1G`)),
    unseen('a window title', (file) => `${esc}]0;${file.name}\u0007${file.text}`),
    unseen('added lines in green', (file, tools) => {
      const two = signOf(file, tools);
      return two && replaceLines(file, two.from, two.to, ...file.lines.slice(two.from, two.to).map((line) => `${esc}[32m${line}${esc}[m`));
    }),
  ]),
};

function wordAs(file, tools, write) {
  const at = tools.pick(file.lines.flatMap((line, index) => (/\w{4}/.test(line) ? [index] : [])));
  if (at === undefined) return null;
  const word = tools.pick(file.lines[at].match(/\w{4,}/g));
  return replaceLines(file, at, at + 1, file.lines[at].replace(word, () => write(word)));
}

const results = {
  ...base, name: 'what a tool answered',
  why: 'The answer of an editing tool, taken for content: it names the edit, the file or how much was shown.',
  shapes: sized(6, [
    shape('has been edited', (file, tools) => atTop(file, tools.pick([`The file ${file.path} has been edited. Here's the result of running \`cat -n\` on a snippet of ${file.path}:`,
      `The file ${file.path} has been updated.`, `File created successfully at: ${file.path}`]))),
    shape('the name of the command', (file, tools) => atTop(file, tools.pick([`str_replace_editor create ${file.path}`, `str_replace_based_edit_tool: create ${file.path}`, `edit_file ${file.path}`]))),
    shape('how many lines', (file) => atTop(file, `[File: /workspace/${file.path} (${file.lines.length} lines total)]`)),
    unseen('lines above and below', (file, tools) => atEnd(file, tools.pick([`(${3 + Math.floor(tools.random() * 90)} more lines below)`, '(this is the end of the file)', '-- END --', '(END)']))),
    unseen('observation', (file, tools) => around(file, [tools.pick(['OBSERVATION:', 'Observation:', 'Tool output:', `${tag('output')}`, `${tag('system')}Tool ran without output or errors${endTag('system')}`])], [])),
    unseen('old and new', (file, tools) => {
      const two = twoVersions(file, tools);
      return two && replaceLines(file, two.from, two.to, ...tools.pick([['old_str:', ...two.old, 'new_str:', ...two.fresh], ['REPLACE:', ...two.old, 'WITH:', ...two.fresh], ['BEFORE:', ...two.old, 'AFTER:', ...two.fresh]]));
    }),
    unseen('review the changes', (file, tools) => atEnd(file, '', tools.pick(['Review the changes and make sure they are as expected. Edit the file again if necessary.', 'Applied edit to ' + file.path,
      'The file has been saved.', 'No errors found.']))),
  ]),
};

function otherOf(file, tools, like) {
  const others = tools.repo.files(file.language).filter((other) => other.path !== file.path && other.lines.length > 8 && other.lines.length < 200 && (!like || other.folder === file.folder));
  return tools.pick(others) ?? null;
}

const joined = (write) => (file, tools) => {
  const other = otherOf(file, tools);
  return other && `${body(file)}\n${write(other, tools, file).join('\n')}\n${other.text.replace(/\n*$/, '\n')}`;
};

const joins = {
  ...base, name: 'two files of one answer in one',
  why: 'The answer held several files, and all of it became one: the second has a file of its own.',
  shapes: sized(4, [
    shape('its path as a heading', joined((other) => ['', `### ${other.path}`, ''])),
    shape('its path between signs', joined((other, tools) => ['', tools.pick([`=== ${other.path} ===`, `--- ${other.path} ---`, `// ----- ${other.path} -----`])])),
    shape('its path as a remark', joined((other, tools, file) => ['', (['python', 'ruby', 'shell', 'yaml', 'toml', 'makefile', 'dockerfile'].includes(file.language) ? `# ${other.path}` : `// ${other.path}`)])),
    unseen('nothing between', joined(() => [''])),
    unseen('a sentence between', joined((other) => ['', `And here is \`${other.path}\`:`, ''])),
    unseen('the other instead of this', (file, tools) => {
      const other = otherOf(file, tools, true);
      return other && other.text !== file.text ? other.text : null;
    }),
  ]),
};

const quoted = {
  ...base, name: 'the file quoted as in a mail',
  why: 'Every line carries the mark of a quotation or of a level of a list it was shown in.',
  shapes: sized(8, [
    shape('> before every line', (file) => (isDocument(file) ? null : `${body(file).split('\n').map((line) => `> ${line}`.trimEnd()).join('\n')}\n`)),
    shape('four blanks before every line', (file) => (['markdown', 'rst', 'python', 'dockerfile', 'makefile', 'yaml'].includes(file.language) ? `${body(file).split('\n').map((line) => (line.trim() ? `    ${line}` : line)).join('\n')}\n` : null)),
    shape('> before some lines', (file, tools) => {
      const block = blockOf(file, tools, 3);
      return block && !isDocument(file) ? replaceLines(file, block.from, block.to, ...file.lines.slice(block.from, block.to).map((line) => `> ${line}`)) : null;
    }),
    unseen('bar before every line', (file) => `${body(file).split('\n').map((line) => `| ${line}`.trimEnd()).join('\n')}\n`),
    unseen('the mark of a list', (file, tools) => {
      const block = blockOf(file, tools, 3);
      if (!block || isDocument(file) || file.language === 'yaml') return null;
      return replaceLines(file, block.from, block.to, ...file.lines.slice(block.from, block.to).map((line) => (line.trim() ? `${indentOf(line)}- \`${line.trim()}\`` : line)));
    }),
    unseen('table of code', (file, tools) => {
      const block = blockOf(file, tools, 3);
      return block && !isDocument(file) ? replaceLines(file, block.from, block.to, ...file.lines.slice(block.from, block.to).map((line, at) => `| ${at + 1} | ${line.trim()} |`)) : null;
    }),
  ]),
};

export const kinds = keepingEnds([calls, ends, wrappers, envelopes, searches, diffs, signs, numbers, escapes, objects, heredocs, terminals, colours, results, joins, quoted]);
