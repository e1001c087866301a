// Files that should not be in a commit at all: copies, scratch, output, binaries, wrong places.
import { capital, every, isFree, keepingEnds, shape, unseen } from './lib/places.mjs';
import { blob, hex } from './lib/bytes.mjs';

const base = { class: 8, what: 'defect', languages: every };
const inFolder = (file, name) => (file.folder && file.folder !== '.' ? `${file.folder.replace(/\/$/, '')}/${name}` : name);
const stemOf = (file) => file.name.replace(/\.[^.]+$/, '') || file.name;
const endingOf = (file) => (/\.[^.]+$/.exec(file.name) ?? [''])[0];

// The file of that path, unless it is there already.
const added = (path, content) => (file, tools) => {
  const at = typeof path === 'function' ? path(file, tools) : path;
  if (!at || !isFree(tools, at)) return null;
  return { files: { [at]: typeof content === 'function' ? content(file, tools) : content } };
};

const copies = {
  ...base, name: 'a copy of the file beside it',
  why: 'Editors and merges leave copies of what was there before; the history already holds that.',
  shapes: [
    shape('.bak', added((file) => `${file.path}.bak`, (file) => file.text)),
    shape('.orig', added((file) => `${file.path}.orig`, (file) => file.text)),
    shape('~', added((file) => `${file.path}~`, (file) => file.text)),
    shape('.rej', added((file) => `${file.path}.rej`,
      (file) => `--- ${file.path}\n+++ ${file.path}\n@@ -1,2 +1,2 @@\n-${file.lines[0]}\n+${file.lines[0]} \n`)),
    unseen('.swp', added((file) => inFolder(file, `.${file.name}.swp`),
      (file, tools) => Buffer.concat([Buffer.from('b0VIM 9.0'), Buffer.alloc(4087), blob(tools, 4096)]))),
    unseen('copy of', added((file, tools) => inFolder(file,
      tools.pick([`${stemOf(file)} copy${endingOf(file)}`, `Copy of ${file.name}`, `${stemOf(file)} (1)${endingOf(file)}`])), (file) => file.text)),
    unseen('old or backup', added((file, tools) => inFolder(file,
      `${stemOf(file)}${tools.pick(['_old', '_backup', '.old', '_orig', '.bak'])}${endingOf(file)}`), (file) => file.text)),
    unseen('another ending', added((file,
      tools) => `${file.path}${tools.pick(['.save', '.old', '.backup', '.1', '.tmp', '.new', '.20240312', '_bak'])}`, (file) => file.text)),
    unseen('sides of a merge', added((file, tools) => inFolder(file,
      `${stemOf(file)}_${tools.pick(['BACKUP', 'BASE', 'LOCAL', 'REMOTE'])}_${1000 + Math.floor(tools.random() * 9000)}${endingOf(file)}`),
      (file) => file.text)),
    unseen('lock of an editor', added((file) => inFolder(file, `.#${file.name}`), 'dev@host.12345:1700000000')),
  ],
};

const finder = (tools) => Buffer.concat([Buffer.from([0, 0, 0, 1]), Buffer.from('Bud1'), Buffer.alloc(24), blob(tools, 6100)]);

const personal = {
  ...base, name: 'a file of the system or of an editor',
  why: 'It describes the machine or the desk of one person; nobody else can use it.',
  shapes: [
    shape('.DS_Store', added((file) => inFolder(file, '.DS_Store'), (file, tools) => finder(tools))),
    shape('.idea', (file, tools) => (tools.repo.hasFolder('.idea') ? null
      : { files: { '.idea/workspace.xml': '<?xml version="1.0" encoding="UTF-8"?>\n<project version="4">\n  <component name="ChangeListManager">\n    <list default="true" id="1" name="Changes" comment="" />\n  </component>\n</project>\n' } })),
    shape('Thumbs.db', added((file) => inFolder(file, 'Thumbs.db'),
      (file, tools) => Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]), blob(tools, 2048)]))),
    unseen('desktop.ini', added((file) => inFolder(file, 'desktop.ini'), '[.ShellClassInfo]\r\nLocalizedResourceName=@shell32.dll,-21770\r\n')),
    unseen('session of an editor', added((file, tools) => tools.pick(['Session.vim', '.netrwhist', 'project.sublime-workspace', '.project.el~']),
      'let SessionLoad = 1\n')),
    unseen('history of a shell or assistant',
      added((file, tools) => tools.pick(['.bash_history', '.aider.chat.history.md', '.python_history', '.node_repl_history', '.aider.input.history']),
      '# aider chat started at 2024-11-02 10:12:31\n\n#### fix the failing test\n\nmake test\n')),
    unseen('checkpoints and local history',
      added((file, tools) => tools.pick([`.history/${stemOf(file)}_20240312101500${endingOf(file)}`,
      `.ipynb_checkpoints/${stemOf(file)}-checkpoint${endingOf(file)}`, `.vscode/.ropeproject/${file.name}`]), (file) => file.text)),
    unseen('resource fork', added((file) => inFolder(file, `._${file.name}`),
      (file, tools) => Buffer.concat([Buffer.from([0, 5, 0x16, 7, 0, 2, 0, 0]), Buffer.from('Mac OS X        '), blob(tools, 100)]))),
    unseen('settings of one user', added((file, tools) => tools.pick(['.claude/settings.local.json', '.vs/slnx.sqlite-journal', 'app.csproj.user',
      '.settings/org.eclipse.core.resources.prefs']), '{}\n')),
  ],
};

const scratchScripts = [
  ['test_fix.py', 'from src import main\n\nprint("Testing the fix...")\nresult = main.run("abc")\nprint(f"Result: {result}")\nprint("OK" if result else "FAILED")\n'],
  ['debug.js', "const lib = require('./index');\n\nconsole.log('DEBUG', lib);\nconsole.log(lib.run && lib.run('abc'));\n"],
  ['reproduce.py', '"""Reproduce the issue."""\nimport sys\nsys.path.insert(0, ".")\n\nprint("before fix")\n'],
];
const scratchUnseen = [
  ['repro.rb', "$LOAD_PATH.unshift 'lib'\nputs 'reproducing the issue'\n"],
    ['verify_fix.go', 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("verifying fix")\n}\n'],
  ['tmp_check.sh', '#!/bin/sh\n# temporary check of the fix\nls -la\necho "exit: $?"\n'],
    ['scratch.c', '#include <stdio.h>\n\nint main(void) { printf("test\\n"); return 0; }\n'],
  ['quick_test.mjs', "import * as lib from './index.js';\nconsole.log('quick test', lib);\n"],
    ['final_verification.py', 'print("=== FINAL VERIFICATION ===")\nprint("All checks passed!")\n'],
  ['edit_file.py', "import re\n\ncontent = open('src/main.py').read()\ncontent = content.replace('foo', 'bar')\nopen('src/main.py', 'w').write(content)\n"],
  ['apply_patch.py', "lines = open('main.py').readlines()\nlines[12] = '    return None\\n'\nopen('main.py', 'w').writelines(lines)\n"],
];
const scratchOf = (list, place = (name) => name) => (file, tools) => {
  const [name, content] = tools.pick(list);
  return added(place(name, file), content)(file, tools);
};

const scratch = {
  ...base, name: 'a scratch script',
  why: 'Written to try something once during the work; it checks nothing, and nobody runs it again.',
  shapes: [
    shape('at the root', scratchOf(scratchScripts)),
    shape('in the folder of the file', scratchOf(scratchScripts, (name, file) => inFolder(file, name))),
    shape('temporary', added((file, tools) => tools.pick(['temp.txt', 'tmp.py', 'temp.js', 'test.txt', 'foo.txt']), 'test\n')),
    unseen('of another name', scratchOf(scratchUnseen)),
    unseen('another name in the folder of the file', scratchOf(scratchUnseen, (name, file) => inFolder(file, name))),
    unseen('numbered', added((file, tools) => inFolder(file,
      `${stemOf(file)}${tools.pick(['_v2', '_fixed', '_new', '2', '_final', '_updated'])}${endingOf(file)}`), (file) => file.text)),
    unseen('in a folder of its own', added((file, tools) => tools.pick(['scratch/try.py', 'tmp/out.txt', 'debug/notes.txt', 'temp/check.js',
      'sandbox/a.py']), 'print("try")\n')),
    unseen('the patch itself', added((file, tools) => tools.pick(['fix.patch', 'changes.diff', 'my.patch', 'patch.txt', 'solution.diff']),
      (file) => `diff ${'--'}git a/${file.path} b/${file.path}\n--- a/${file.path}\n+++ b/${file.path}\n@@ -1 +1 @@\n-${file.lines[0]}\n+${file.lines[0]}x\n`)),
  ],
};

const summaryText = (tools) => `# ${tools.pick(['Summary of Changes', 'Implementation Summary', 'Fix Summary'])}\n\n## ✅ What was done\n\n- Analyzed the issue\n- Implemented the fix\n- Verified that all tests pass\n\n## 📁 Files modified\n\n- one file\n\nThe implementation is complete and production-ready.\n`;

const summaries = {
  ...base, what: 'scope', name: 'a summary of the work as a file',
  why: 'A report to who gave the task belongs into the pull request; as a file nobody asked for it and it is old tomorrow.',
  shapes: [
    shape('IMPLEMENTATION_NOTES.md', added('IMPLEMENTATION_NOTES.md', (file, tools) => summaryText(tools))),
    shape('fix_summary.md', added('fix_summary.md', (file, tools) => summaryText(tools))),
    shape('CHANGES_SUMMARY.md', added('CHANGES_SUMMARY.md', (file, tools) => summaryText(tools))),
    unseen('named for the file', added((file) => inFolder(file, `${stemOf(file).toUpperCase()}_FIX.md`), (file, tools) => summaryText(tools))),
    unseen('in docs', added((file, tools) => `docs/${tools.pick(['FIX_EXPLANATION', 'REFACTORING_REPORT', 'SOLUTION_OVERVIEW'])}.md`,
      (file, tools) => summaryText(tools))),
    unseen('plan or todo', added((file, tools) => tools.pick(['PLAN.md', 'TODO_AGENT.md', 'TASK_PROGRESS.md', 'PROGRESS.md', 'notes.txt',
      'VERIFICATION_REPORT.md', 'FINAL_SUMMARY.md']), (file, tools) => summaryText(tools))),
    unseen('message of the commit', added((file, tools) => tools.pick(['COMMIT_MSG.txt', 'commit_message.txt', 'PR_DESCRIPTION.md', 'pr.md']),
      'fix: handle the reported case\n\nThis handles the reported case and adds a test.\n')),
  ],
};

const logText = Array.from({ length: 40 }, (_,
  at) => `2024-11-02 10:12:${String(at % 60).padStart(2, '0')},113 INFO worker-${at % 4} handled request ${1000 + at}`).join('\n');

const outputs = {
  ...base, name: 'the output of a command as a file',
  why: 'It is what one run printed on one machine; nothing reads it.',
  shapes: [
    shape('output.log', added('output.log', `${logText}\n`)),
    shape('test output', added((file, tools) => tools.pick(['test_output.txt', 'test-results.txt', 'results.txt']),
      '============ test session starts ============\ncollected 12 items\n\n12 passed in 0.43s\n')),
    shape('npm-debug.log', added((file, tools) => tools.pick(['npm-debug.log', 'yarn-error.log', 'debug.log']),
      '0 info it worked if it ends with ok\n1 verbose cli [ node, npm, test ]\n2 error code ELIFECYCLE\n')),
    unseen('nohup and friends', added((file, tools) => tools.pick(['nohup.out', 'out.txt', 'stdout.txt', 'err', 'build.log', 'log.txt',
      'typescript']), `${logText}\n`)),
    unseen('a crash', added((file, tools) => tools.pick(['hs_err_pid4711.log', 'crash.log', 'erl_crash.dump', 'core.4711', 'vgcore.12']),
      '#\n# A fatal error has been detected:\n#\n#  SIGSEGV (0xb) at pc=0x00007f0a, pid=4711\n')),
    unseen('a trace or profile', added((file, tools) => tools.pick(['profile.prof', 'cpu.pprof', 'trace.json', 'perf.data', 'callgrind.out.4711',
      'strace.out']), (file, tools) => blob(tools, 3000))),
    unseen('named by a slip', added((file, tools) => tools.pick(['=', '2', '1', '&1', '-', '=2.0', 'null', 'dev', 'undefined', 'NUL']), '')),
  ],
};

const untracked = (tools, folder) => !tools.repo.hasFolder(folder);

const builds = {
  ...base, name: 'what a build or an install made',
  why: 'Made by a command from what is here already, and different on every machine.',
  shapes: [
    shape('__pycache__', added((file) => inFolder(file, `__pycache__/${stemOf(file)}.cpython-311.pyc`),
      (file, tools) => Buffer.concat([Buffer.from([0xa7, 0x0d, 0x0d, 0x0a]), blob(tools, 900)]))),
    shape('node_modules', (file, tools) => (untracked(tools, 'node_modules')
      ? { files: { 'node_modules/left-pad/index.js': "'use strict';\nmodule.exports = leftPad;\nfunction leftPad(str, len) { return String(str).padStart(len); }\n",
      'node_modules/left-pad/package.json': '{ "name": "left-pad", "version": "1.3.0" }\n' } } : null)),
    shape('object files', added((file) => inFolder(file, `${stemOf(file)}.o`),
      (file, tools) => Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), blob(tools, 1500)]))),
    shape('dist', (file, tools) => (untracked(tools, 'dist')
      ? { files: { 'dist/bundle.min.js': `!function(e){${'var t={};function n(r){return t[r]||(t[r]={exports:{}})}'.repeat(60)}}();\n` } } : null)),
    unseen('class files and targets', (file, tools) => {
      const [folder, path, content] = tools.pick([['target', 'target/classes/Main.class', Buffer.from([0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61])],
        ['target', 'target/debug/.fingerprint/a.json', Buffer.from('{"rustc":1234}')],
        ['build', 'build/CMakeCache.txt', Buffer.from('CMAKE_BUILD_TYPE:STRING=Debug\n')]]);
      return untracked(tools, folder) ? { files: { [path]: Buffer.concat([content, path.endsWith('.class') ? blob(tools, 700) : Buffer.alloc(0)]) } }
        : null;
    }),
    unseen('coverage', (file, tools) => (untracked(tools, 'coverage')
      ? { files: { 'coverage/lcov.info': 'TN:\nSF:src/index.js\nDA:1,1\nend_of_record\n',
      'coverage/index.html': '<!doctype html><title>Code coverage report</title>\n' } } : null)),
    unseen('caches of tools', added((file, tools) => tools.pick(['.pytest_cache/v/cache/lastfailed', '.mypy_cache/3.11/cache.json',
      '.ruff_cache/CACHEDIR.TAG', '.eslintcache', '.tox/py311/pyvenv.cfg', '.gradle/buildOutputCleanup/cache.properties', '.next/BUILD_ID',
      '.parcel-cache/lock']), '{}\n')),
    unseen('an egg or a wheel', added((file, tools) => tools.pick(['project.egg-info/PKG-INFO', 'build/lib/project/__init__.py',
      'pip-wheel-metadata/project.dist-info/METADATA']), 'Metadata-Version: 2.1\nName: project\nVersion: 0.0.0\n')),
    unseen('an environment', (file, tools) => (untracked(tools, 'venv') && untracked(tools, '.venv')
      ? { files: { [tools.pick(['venv/pyvenv.cfg', '.venv/pyvenv.cfg', 'env/pyvenv.cfg'])]
      : 'home = /usr/bin\ninclude-system-site-packages = false\nversion = 3.11.2\n' } } : null)),
  ],
};

const binaries = {
  ...base, what: 'scope', name: 'a program or archive',
  why: 'Nobody can read what is in it, nor where it came from.',
  shapes: [
    shape('a.out', added('a.out', (file, tools) => Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), blob(tools, 16000)]))),
    shape('an archive', added((file, tools) => tools.pick(['project.zip', 'backup.zip']),
      (file, tools) => Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 8, 0]), blob(tools, 9000)]))),
    shape('a program in the folder of the file', added((file) => inFolder(file, stemOf(file)),
      (file, tools) => Buffer.concat([Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0]), blob(tools, 12000)]))),
    unseen('.exe or .dll', added((file, tools) => tools.pick(['main.exe', 'tool.dll', 'setup.exe']),
      (file, tools) => Buffer.concat([Buffer.from('MZ'), Buffer.from([0x90, 0, 3, 0, 0, 0, 4, 0]), blob(tools, 9000)]))),
    unseen('a database', added((file, tools) => tools.pick(['db.sqlite3', 'dev.db', 'test.sqlite']),
      (file, tools) => Buffer.concat([Buffer.from('SQLite format 3\0'), blob(tools, 8176)]))),
    unseen('a compressed tape', added((file, tools) => tools.pick(['src.tar.gz', 'repo.tgz', 'work.tar.xz']),
      (file, tools) => Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0]), blob(tools, 9000)]))),
    unseen('a jar or a module', added((file, tools) => tools.pick(['lib/helper.jar', 'native.so', 'addon.node', 'out.wasm']),
      (file, tools) => Buffer.concat([Buffer.from([0x50, 0x4b, 3, 4]), blob(tools, 9000)]))),
    unseen('an array of a program', added((file, tools) => tools.pick(['model.pkl', 'data.npy', 'weights.bin', 'cache.dat']),
      (file, tools) => blob(tools, 20000))),
  ],
};

const lineOf = (tools, at) => `{"id":${at},"name":"user${at}","token":"${hex(tools, 24)}","created":"2024-11-02T10:12:${String(at % 60).padStart(2, '0')}Z"}`;
const many = (count, write) => Array.from({ length: count }, (_, at) => write(at)).join('\n');

const dumps = {
  ...base, what: 'scope', name: 'a large dump', languages: ['python', 'javascript', 'go', 'markdown', 'yaml'],
  why: 'Megabytes that one run fetched or printed; every clone pays for them for ever.',
  shapes: [
    shape('dump.sql', added('dump.sql', (file,
      tools) => `${many(20000, (at) => `INSERT INTO users VALUES (${at}, 'user${at}', '${hex(tools, 32)}');`)}\n`)),
    shape('response.json', added('response.json', (file, tools) => `[\n${many(15000, (at) => `${lineOf(tools, at)},`)}\n{}]\n`)),
    shape('a long log', added('app.log', () => `${many(30000, (at) => `2024-11-02 10:12:31,${at} DEBUG pool: connection ${at % 16} checked out by worker ${at % 7}`)}\n`)),
    unseen('a page in one line', added('page.html', (file,
      tools) => `<!doctype html><html><body>${many(12000, (at) => `<div class="c${at}">${hex(tools, 40)}</div>`).replaceAll('\n', '')}</body></html>\n`)),
    unseen('a table', added((file, tools) => tools.pick(['data.csv', 'export.csv', 'out.tsv']),
      (file, tools) => `${many(30000, (at) => `${at},${hex(tools, 16)},${hex(tools, 16)},${at * 7}`)}\n`)),
    unseen('random bytes', added((file, tools) => tools.pick(['blob', 'core', 'dump.bin', 'heap.hprof']), (file, tools) => blob(tools, 1_500_000))),
    unseen('the tree of the repository', added((file, tools) => tools.pick(['repo_dump.txt', 'all_files.txt', 'repomix-output.txt', 'context.txt']),
      (file, tools) => tools.repo.names.slice(0,
      400).map((name) => `================\nFile: ${name}\n================\n${(tools.repo.text(name) ?? '').slice(0, 6000)}`).join('\n'))),
  ],
};

const elsewhere = {
  ...base, name: 'the file written to a wrong path',
  why: 'The path came with a prefix of a diff, of the machine or of another system; the file that was meant is not changed.',
  shapes: [
    shape('a prefix of a diff', added((file, tools) => `${tools.pick(['a', 'b'])}/${file.path}`, (file) => `${file.text}\n`)),
    shape('the folder of the machine', added((file,
      tools) => `${tools.pick(['workspace', 'home/user/project', 'repo', 'tmp/project', 'app'])}/${file.path}`, (file) => file.text)),
    shape('a placeholder', added((file) => `path/to/${file.name}`, (file) => file.text)),
    unseen('backslashes', added((file) => (file.path.includes('/') ? file.path.replaceAll('/', '\\') : null), (file) => file.text)),
    unseen('quotes or a backtick', added((file, tools) => tools.pick([`"${file.path}"`, `\`${file.path}\``, `'${file.path}'`]), (file) => file.text)),
    unseen('a blank at its end', added((file) => `${file.path} `, (file) => file.text)),
    unseen('a label before it', added((file, tools) => `${tools.pick(['File: ', 'filename=', 'src: '])}${file.path}`, (file) => file.text)),
    unseen('a remark behind it', added((file, tools) => `${file.path}${tools.pick([' (updated)', ' (new)', '#L10-L20', ':12'])}`,
      (file) => file.text)),
    unseen('other capitals', added((file, tools) => {
      const other = inFolder(file, file.name === file.name.toLowerCase() ? capital(file.name) : file.name.toLowerCase());
      return other === file.path || tools.repo.has(other) ? null : other;
    }, (file) => file.text)),
    unseen('its folder twice', added((file) => (file.folder && file.folder !== '.' ? `${file.folder}/${file.path}` : null), (file) => file.text)),
  ],
};

const links = {
  ...base, name: 'a symbolic link that leads out',
  why: 'It leads to a place only one machine has, or to nothing; who clones the repository has a file that cannot be opened.',
  shapes: [
    shape('absolute', (file, tools) => ({ files: { [inFolder(file, `${stemOf(file)}-link`)]
      : { link: tools.pick(['/etc/hosts', '/home/dev/project/notes.txt', '/usr/local/share/data']) } } })),
    shape('above the root', (file) => ({ files: { [inFolder(file, 'shared')]
      : { link: `${'../'.repeat(file.path.split('/').length + 1)}shared` } } })),
    shape('to nothing', (file) => ({ files: { [inFolder(file, 'current')]: { link: 'releases/latest-that-is-not-there' } } })),
    unseen('instead of the file', (file) => ({ files: { [file.path]: { link: `/home/dev/work/${file.path}` } } })),
    unseen('to itself', (file) => ({ files: { [inFolder(file, 'self')]: { link: 'self' } } })),
    unseen('to what is built', (file, tools) => (untracked(tools, 'bazel-out')
      ? { files: { [tools.pick(['bazel-out', 'result', 'node_modules'])]: { link: '/nix/store/4jw2-project/out' } } } : null)),
    unseen('into git', (file) => ({ files: { [inFolder(file, 'head')]: { link: `${'../'.repeat(file.path.split('/').length - 1)}.git/HEAD` } } })),
  ],
};

export const kinds = keepingEnds([copies, personal, scratch, summaries, outputs, builds, binaries, dumps, elsewhere, links]);
