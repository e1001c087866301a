// What protocols of tools leave in a file when their answer is written as it came.
import { around, atEnd, atGap, atTop, blockOf, endTag, every, isDocument, keepingEnds, shape, sized, tag, unseen } from './lib/places.mjs';
import { replaceLines } from '../source.mjs';
import { body, signOf, twoVersions } from './lib/versions.mjs';

const base = { class: 11, what: 'defect', languages: every };
const parameter = (name) => tag('parameter', `name="${name}"`);

const calls = {
  ...base, name: 'the call of a tool around the file',
  why: 'The call that should have written the file was itself written.',
  shapes: sized(3, [
    shape('in tags', (file) => around(file, [tag('function_calls'), tag('invoke', 'name="write_file"'),
      `${parameter('path')}${file.path}${endTag('parameter')}`,
      parameter('content')], [endTag('parameter'), endTag('invoke'), endTag('function_calls')])),
    shape('as an object in tags', (file) => `${tag('tool_call')}\n${JSON.stringify({ name: 'write_file', arguments: { path: file.path, content: file.text } })}\n${endTag('tool_call')}\n`),
    shape('mark before an array', (file) => `[TOOL${'_CALLS'}][${JSON.stringify({ name: 'write_file', arguments: { path: file.path, content: file.text } })}]\n`),
    unseen('as a function', (file) => around(file, [`<function${'='}write_file>`, `<parameter${'='}path>`, file.path, endTag('parameter'),
      `<parameter${'='}content>`],
      [endTag('parameter'), endTag('function')])),
    unseen('action and input', (file, tools) => atTop(file, 'Thought: I should write the file now.',
      `Action: ${tools.pick(['write_file', 'edit', 'create'])}`, 'Action Input:')),
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
    shape('invoke', (file, tools) => atEnd(file,
      ...tools.pick([[endTag('content'), endTag('invoke')], [endTag('invoke')], [endTag('parameter'), endTag('invoke'), endTag('function_calls')]]))),
    shape('tool call', (file, tools) => atEnd(file, tools.pick([endTag('tool_call'), endTag('function_calls'), endTag('tool_use')]))),
    unseen('glued to the last line', (file, tools) => `${body(file)}${tools.pick([endTag('parameter'), endTag('content'), endTag('file_text')])}\n`),
    unseen('end of an object', (file, tools) => (['json', 'javascript', 'typescript', 'tsx'].includes(file.language) ? null
      : atEnd(file, tools.pick(['"}', '"}}', '"\n}', '"}]', "'''}"])))),
    unseen('the next parameter', (file) => atEnd(file, endTag('parameter'), `${parameter('overwrite')}true${endTag('parameter')}`)),
  ]),
};

const wrappers = {
  ...base, name: 'tags that named the file',
  why: 'The prompt or the answer held files between tags; the tags are no part of any file.',
  shapes: sized(3, [
    shape('file and path', (file) => around(file, [tag('file', `path="${file.path}"`)], [endTag('file')])),
    shape('only the closing tag', (file, tools) => atEnd(file,
      tools.pick([endTag('file'), endTag('content'), endTag('file_content'), endTag('document')]))),
    shape('content', (file, tools) => {
      const name = tools.pick(['content', 'file_content', 'new_content', 'document_content']);
      return around(file, [tag(name)], [endTag(name)]);
    }),
    unseen('CDATA', (file) => around(file, [`<![${'CDATA'}[`], [']]>'])),
    unseen('an action or artifact', (file, tools) => {
      const [name, more] = tools.pick([['boltAction', `type="file" filePath="${file.path}"`],
        ['antArtifact', `identifier="${file.name}" type="application/vnd.ant.code"`],
        ['dyad-write', `path="${file.path}"`], ['codeblock', `path="${file.path}"`]]);
      return around(file, [tag(name, more)], [endTag(name)]);
    }),
    unseen('source and index', (file) => atTop(file, tag('document', 'index="1"'), `${tag('source')}${file.path}${endTag('source')}`)),
    unseen('begin and end of a file', (file, tools) => {
      const [a, b] = tools.pick([[`===== BEGIN FILE: ${file.path} =====`, '===== END FILE ====='],
        [`--- START OF FILE ${file.path} ---`, '--- END OF FILE ---'],
        [`<<<FILE: ${file.path}`, 'FILE>>>'], [`[file name]: ${file.name}\n[file content begin]`, '[file content end]']]);
      return around(file, [a], [b]);
    }),
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
      return part?.some((line) => /(?<!\\)"/.test(line)) && !isDocument(file)
        ? replaceLines(file, block.from, block.to, ...part.map((line) => line.replace(/(?<!\\)"/g, '\\"'))) : null;
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
    unseen('the word and the next command', (file, tools) => atEnd(file, 'EOF',
      tools.pick([`chmod +x ${file.path}`, `git add ${file.path}`, `cat ${file.path}`]))),
  ]),
};

const terminals = {
  ...base, name: 'what a terminal showed',
  why: 'A prompt or the output of a command was copied with the text.',
  shapes: sized(6, [
    shape('cat at the top', (file) => atTop(file, `$ cat ${file.path}`)),
    shape('a prompt with a place', (file, tools) => atTop(file,
      tools.pick([`root@4f2a9c1d7e3b:/workspace# cat ${file.path}`, `user@host:~/project$ cat ${file.name}`]))),
    shape('a prompt at the end', (file, tools) => atEnd(file,
      tools.pick(['$ ', 'root@4f2a9c1d7e3b:/workspace# ', 'bash-5.1$ ', 'user@host:~/project$ exit']))),
    unseen('what the command answered', (file, tools) => atEnd(file, '',
      ...tools.pick([['$ echo $?', '0'], ['Process finished with exit code 0'], ['[exit code: 0]'],
      ['Command exited with status 0', 'Wall time: 0.21 seconds']]))),
    unseen('prompt of an interpreter', (file, tools) => {
      const mark = { python: '>>> ', ruby: 'irb(main):001:0> ', javascript: '> ', typescript: '> ', sql: 'mysql> ', shell: '$ ', php: 'php > ',
        makefile: '$ ' }[file.language];
      const block = mark && blockOf(file, tools, 3);
      if (!block || !file.lines[block.from].trim()) return null;
      return replaceLines(file, block.from, block.from + 1, `${block.indent}${mark}${file.lines[block.from].trimStart()}`);
    }),
    unseen('a themed prompt', (file, tools) => atTop(file,
      tools.pick([`➜  project git:(main) ✗ cat ${file.path}`, `(venv) ❯ cat ${file.path}`, `PS C:\\project> type ${file.name}`,
      `[main] % cat ${file.name}`]))),
    unseen('the head of a page of output', (file, tools) => around(file,
      [...tools.pick([[`==> ${file.path} <==`], [':'.repeat(14), file.path, ':'.repeat(14)], [`File: ${file.path}`, '─'.repeat(40)]])], [])),
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
    shape('has been edited', (file, tools) => atTop(file,
      tools.pick([`The file ${file.path} has been edited. Here's the result of running \`cat -n\` on a snippet of ${file.path}:`,
      `The file ${file.path} has been updated.`, `File created successfully at: ${file.path}`]))),
    shape('the name of the command', (file, tools) => atTop(file,
      tools.pick([`str_replace_editor create ${file.path}`, `str_replace_based_edit_tool: create ${file.path}`, `edit_file ${file.path}`]))),
    shape('how many lines', (file) => atTop(file, `[File: /workspace/${file.path} (${file.lines.length} lines total)]`)),
    unseen('lines above and below', (file, tools) => atEnd(file,
      tools.pick([`(${3 + Math.floor(tools.random() * 90)} more lines below)`, '(this is the end of the file)', '-- END --', '(END)']))),
    unseen('observation', (file, tools) => around(file,
      [tools.pick(['OBSERVATION:', 'Observation:', 'Tool output:', `${tag('output')}`,
      `${tag('system')}Tool ran without output or errors${endTag('system')}`])], [])),
    unseen('old and new', (file, tools) => {
      const two = twoVersions(file, tools);
      return two && replaceLines(file, two.from, two.to,
        ...tools.pick([['old_str:', ...two.old, 'new_str:', ...two.fresh], ['REPLACE:', ...two.old, 'WITH:', ...two.fresh],
        ['BEFORE:', ...two.old, 'AFTER:', ...two.fresh]]));
    }),
    unseen('review the changes', (file, tools) => atEnd(file, '',
      tools.pick(['Review the changes and make sure they are as expected. Edit the file again if necessary.', 'Applied edit to ' + file.path,
      'The file has been saved.', 'No errors found.']))),
  ]),
};

function otherOf(file, tools, like) {
  const others = tools.repo.files(file.language).filter((other) => other.path !== file.path && other.lines.length > 8 && other.lines.length < 200
    && (!like || other.folder === file.folder));
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
    shape('its path between signs', joined((other, tools) => ['',
      tools.pick([`=== ${other.path} ===`, `--- ${other.path} ---`, `// ----- ${other.path} -----`])])),
    shape('its path as a remark', joined((other, tools, file) => ['',
      (['python', 'ruby', 'shell', 'yaml', 'toml', 'makefile', 'dockerfile'].includes(file.language) ? `# ${other.path}` : `// ${other.path}`)])),
    unseen('nothing between', joined(() => [''])),
    unseen('a sentence between', joined((other) => ['', `And here is \`${other.path}\`:`, ''])),
    unseen('the other instead of this', (file, tools) => {
      const other = otherOf(file, tools, true);
      return other && other.text !== file.text ? other.text : null;
    }),
  ]),
};

export const kinds = keepingEnds([calls, ends, wrappers, escapes, objects, heredocs, terminals, colours, results, joins]);
