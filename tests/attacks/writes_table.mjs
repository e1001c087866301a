// Where one may not write, and where one may: the data of writes.test.mjs. Names are strings of bytes
// (`bytes('é')` of text beyond ASCII). The rule is that of the guard `write-gate`, without its id.

export const bytes = (text) => Buffer.from(text).toString('latin1');

// What the repository holds before each of them.
export const before = {
  'README.md': '# Box\n',
  'docs/index.md': '# Index\n',
  [bytes('docs/café.md')]: '# Coffee\n',
  'src/main.c': 'int main(void) { return 0; }\n',
  '.env': 'A=1\n',
  '.github/workflows/ci.yml': 'on: push\n',
  '.husky/pre-commit': 'npm test\n',
  'CLAUDE.md': 'Be kind.\n',
  'server.pem': 'none\n',
  '.gitmodules': '[submodule "known"]\n\tpath = lib/known\n\turl = https://example.org/known.git\n',
  'lib/known': { commit: '1'.repeat(40) },
  up: { link: '../elsewhere' },
  etc: { link: '/etc' },
  git: { link: '.git' },
  inner: { link: 'docs' },
  'odd\\old.txt': 'x\n',
  'hints/aux.sh': 'x\n',
};

// Names of a new regular file. A model's answer, a patch, a commit and a worktree have each of them,
// where they can.
export const names = [
  // Shapes that no path has everywhere.
  ['a\\b.txt', 'unsafe-path'], ['..\\outside.txt', 'unsafe-path'], ['\\etc\\passwd', 'unsafe-path'],
  ['\\\\server\\share\\x', 'unsafe-path'], ['docs\\..\\..\\x', 'unsafe-path'], ['C:x', 'unsafe-path'],
  ['C:\\Windows\\x', 'unsafe-path'], ['docs/d:x.md', 'unsafe-path'], ['z:/x', 'unsafe-path'],
  ['ends.', 'unsafe-path'], ['ends ', 'unsafe-path'], ['docs./x.md', 'unsafe-path'], ['docs /x.md', 'unsafe-path'],
  [' begins', 'unsafe-path'], ['docs/ begins.md', 'unsafe-path'], ['three...', 'unsafe-path'], ['src/x. .', 'unsafe-path'],
  ['tab\there', 'unsafe-path'], ['line\nbreak', 'unsafe-path'], ['return\rhere', 'unsafe-path'], ['bell\x07', 'unsafe-path'],
  ['red\x1b[31m', 'unsafe-path'], ['del\x7f', 'unsafe-path'], ['\x01', 'unsafe-path'], ['src/a\x0bb.c', 'unsafe-path'],
  ['latin-\xe9.md', 'unsafe-path'], ['\xff\xfe', 'unsafe-path'], ['overlong-\xc0\xaf', 'unsafe-path'],
  ['surrogate-\xed\xa0\x80', 'unsafe-path'], ['cut-\xe2\x82', 'unsafe-path'],
  [bytes('abc\u202egpj.exe'), 'unsafe-path'], [bytes('x\u202dy'), 'unsafe-path'], [bytes('i\u2066n\u2069.md'), 'unsafe-path'],
  [bytes('zero\u200bwidth.md'), 'unsafe-path'], [bytes('join\u200der.md'), 'unsafe-path'], [bytes('mark\u200e.md'), 'unsafe-path'],
  [bytes('\ufeffbom.md'), 'unsafe-path'], [bytes('soft\u00adhyphen.md'), 'unsafe-path'], [bytes('tag\u{e0041}.md'), 'unsafe-path'],
  [bytes('nel\u0085.md'), 'unsafe-path'], [bytes('filler\u3164.md'), 'unsafe-path'], [bytes('line\u2028.md'), 'unsafe-path'],
  [`${'d/'.repeat(600)}x`, 'unsafe-path'], [`${`${'n'.repeat(200)}/`.repeat(21)}x`, 'unsafe-path'],
  [`long/${'n'.repeat(256)}`, 'unsafe-path'], [bytes('長'.repeat(90)), 'unsafe-path'],
  // The folder of git, under all its names.
  ['.git/config', 'git-folder'], ['.git/hooks/pre-commit', 'git-folder'], ['.GIT/config', 'git-folder'],
  ['.Git/hooks/post-checkout', 'git-folder'], ['docs/.git/config', 'git-folder'], ['src/.gIT', 'git-folder'],
  ['git~1/config', 'git-alias'], ['GIT~1/hooks/pre-commit', 'git-alias'], ['docs/git~1', 'git-alias'],
  ['.git./config', 'git-alias'], ['.git /config', 'git-alias'], ['.git. . /config', 'git-alias'],
  ['.git::$INDEX_ALLOCATION/config', 'git-alias'], ['.git:x', 'git-alias'], ['a\\.git\\config', 'git-alias'],
  [bytes('.g\u200cit/config'), 'git-alias'], [bytes('.git\u200d/config'), 'git-alias'], [bytes('\ufeff.git/config'), 'git-alias'],
  [bytes('.\u202agit/config'), 'git-alias'],
  [bytes('.\uff47\uff49\uff54/config'), 'guarded-alias'], [bytes('\u2024git/config'), 'guarded-alias'],
  [bytes('.g\u0456t/config'), 'guarded-alias'], [bytes('.\u{1d420}\u{1d422}\u{1d42d}/config'), 'guarded-alias'],
  [bytes('.\u24d6\u24d8\u24e3/hooks/x'), 'guarded-alias'], [bytes('.gi\u03c4/config'), 'guarded-alias'],
  // Guarded files that only look like others.
  [bytes('\uff23\uff2c\uff21\uff35\uff24\uff25.md'), 'guarded-alias|name-collision'], [bytes('\u0421LAUDE.md'), 'guarded-alias'],
  [bytes('docs/AGENT\u0405.md'), 'guarded-alias'], [bytes('CLAUDE\uff0emd'), 'guarded-alias|name-collision'],
  [bytes('.g\u0456thub/workflows/x.yml'), 'guarded-alias'], [bytes('.github/work\ufb02ows/x.yml'), 'guarded-alias|name-collision'],
  [bytes('.github\uff0fworkflows\uff0fx.yml'), 'guarded-alias'], [bytes('.github/w\u043erkflows/x.yml'), 'guarded-alias'],
  [bytes('.hu\u017fky/pre-push'), 'guarded-alias|name-collision'], [bytes('.hus\u212ay/pre-push'), 'guarded-alias|name-collision'],
  [bytes('.\u0435nv'), 'guarded-alias'], [bytes('.en\u2174'), 'guarded-alias|name-collision'], [bytes('id_rs\u0430'), 'guarded-alias'],
  [bytes('.g\u0456thub/notes.md'), 'guarded-alias'], [bytes('.\uff43argo/notes.md'), 'guarded-alias'],
  [bytes('.npm\uff52c'), 'guarded-alias'], [bytes('\uff2aenkinsfile'), 'guarded-alias'], [bytes('.vsc\u043ede/tasks.json'), 'guarded-alias'],
  [bytes('.curs\u043er/rules/x.mdc'), 'guarded-alias'], [bytes('package-lock.js\u043en'), 'guarded-alias'],
  // Devices, streams and short names of Windows.
  ['CON', 'windows-name'], ['con.md', 'windows-name'], ['docs/prn.txt', 'windows-name'], ['src/aux.c', 'windows-name'],
  ['src/AUX.H', 'windows-name'], ['nul', 'windows-name'], ['NUL.tar.gz', 'windows-name'], ['com1', 'windows-name'],
  ['COM9.log', 'windows-name'], ['lpt1.txt', 'windows-name'], ['docs/LPT3', 'windows-name'], [bytes('com\u00b9.md'), 'windows-name'],
  ['aux /x.md', 'unsafe-path'], ['nul .md', 'windows-name'], ['aux/inner.md', 'windows-name'], ['CONIN$', 'windows-name'],
  ['conout$.txt', 'windows-name'], ['clock$', 'windows-name'],
  ['notes.txt:hidden', 'windows-name'], ['README.md:evil', 'windows-name'], ['src/main.c::$DATA', 'windows-name'],
  ['xy::$DATA', 'windows-name'], ['x::$DATA', 'unsafe-path'], ['docs::$INDEX_ALLOCATION/x.md', 'windows-name'], ['src/run.sh:Zone.Identifier', 'windows-name'],
  ['CLAUDE~1.MD', 'windows-name'], ['docs/README~2.MD', 'windows-name'], ['HUSKY~1/pre-commit', 'windows-name'],
  ['GITMOD~1', 'windows-name'], ['gi7eba~1', 'windows-name'],
  // One name for two files.
  ['readme.md', 'name-collision'], ['README.MD', 'name-collision'], ['Docs/other.md', 'name-collision'], ['SRC/other.c', 'name-collision'],
  ['src/Main.c', 'name-collision'], ['DOCS/INDEX.MD', 'name-collision'], [bytes('docs/cafe\u0301.md'), 'name-collision'],
  [bytes('docs/CAFÉ.md'), 'name-collision'], [bytes('docs/\uff49ndex.md'), 'name-collision'], [bytes('do\u1d9cs/x.md'), 'name-collision'],
  [bytes('\u017frc/x.c'), 'name-collision'], ['UP/x.txt', 'name-collision'], ['Inner/x.md', 'name-collision'],
  ['docs:x/y.md', 'name-collision'], ['src:evil', 'name-collision'], ['Git:x', 'name-collision'],
  ['LIB/known/x.c', 'name-collision'], ['lib/Known/hooks/x', 'name-collision'],
];

const link = (target) => ({ link: target });
const declared = (name, lines) => ({ '.gitmodules': `[submodule "${name}"]\n${lines.map((line) => `\t${line}\n`).join('')}` });
const fine = ['path = lib/x', 'url = https://example.org/x.git'];

// Changes of other kinds: files by name, null for one that goes. Each is tried as a commit, as a patch
// of git's and, where a disk can hold it, as a worktree.
export const changes = [
  ['link-outside', { passwd: link('/etc/passwd') }], ['link-outside', { 'docs/hosts': link('/etc/hosts') }],
  ['link-outside', { root: link('/') }], ['link-outside', { home: link('/root/.bashrc') }], ['link-outside', { 'src/x.c': link('/proc/self/environ') }],
  ['link-outside', { x: link('//etc/passwd') }], ['link-outside', { x: link('..') }], ['link-outside', { x: link('../') }],
  ['link-outside', { 'docs/x': link('../../secrets') }], ['link-outside', { 'a/b/x': link('../../../x') }],
  ['link-outside', { x: link('docs/../../x') }], ['link-outside', { x: link('./.././x') }], ['link-outside', { x: link('up/file') }],
  ['link-outside', { x: link('up') }], ['link-outside', { x: link('etc/passwd') }], ['link-outside', { 'docs/x': link('../etc') }],
  ['link-outside', { x: link('inner/../../y') }], ['link-outside', { one: link('two'), two: link('../y') }],
  ['link-outside', { 'a/one': link('../b/two'), 'b/two': link('../../y') }], ['link-outside', { x: link('C:/Windows') }],
  ['link-outside', { x: link('c:\\Windows') }], ['link-outside', { x: link('\\\\server\\share') }], ['link-outside', { 'README.md': link('/etc/passwd') }],
  ['link-outside', { inner: link('/tmp') }], ['link-outside', { up: link('../../elsewhere') }], ['link-outside', { 'docs/index.md': null, [bytes('docs/café.md')]: null, docs: link('/srv/docs') }],
  ['link-outside', { 'lib/known': link('/usr/lib') }],
  ['link-into-git', { x: link('.git') }], ['link-into-git', { x: link('.git/hooks') }], ['link-into-git', { 'docs/x': link('../.git/config') }],
  ['link-into-git', { x: link('.GIT/config') }], ['link-into-git', { x: link('git~1') }], ['link-into-git', { x: link('docs/../.git/HEAD') }],
  ['link-into-git', { x: link('git/hooks') }], ['link-into-git', { x: link('.git./config') }], ['link-into-git', { x: link('lib/known/.git/config') }],
  ['link-into-git', { x: link('.git:x') }], ['link-into-git', { 'docs/index.md': link('../.git/config') }],
  ['link-to-guarded', { x: link('.env') }], ['link-to-guarded', { 'docs/settings.md': link('../.env') }],
  ['link-to-guarded', { 'docs/ci.yml': link('../.github/workflows/ci.yml') }], ['link-to-guarded', { ci: link('.github/workflows') }],
  ['link-to-guarded', { hooks: link('.husky') }], ['link-to-guarded', { 'run.sh': link('.husky/pre-commit') }], ['link-to-guarded', { 'notes.md': link('CLAUDE.md') }],
  ['link-to-guarded', { forge: link('.github') }], ['link-to-guarded', { 'cert.txt': link('server.pem') }], ['link-to-guarded', { x: link('.ssh/id_rsa') }],
  ['link-to-guarded', { x: link('inner/../.env') }], ['link-to-guarded', { x: link('.ENV') }], ['link-to-guarded', { '.cargo': link('docs') }],
  ['link-to-guarded', { '.github/workflows/ci.yml': null, '.github': link('docs') }],
  ['unsafe-link', { x: link('a\\b') }], ['unsafe-link', { x: link('..\\..\\etc') }], ['unsafe-link', { x: link('line\nbreak') }],
  ['unsafe-link', { x: link('esc\x1b[2J') }], ['unsafe-link', { x: link(bytes('abc\u202edm.sh')) }], ['unsafe-link', { x: link('latin-\xe9') }],
  ['unsafe-link', { x: link('x') }], ['unsafe-link', { x: link('y'), y: link('x') }], ['unsafe-link', { 'd/x': link('../d/x/y') }],
  ['unsafe-link', { x: link(bytes('zero\u200bwidth')) }],
  ['git-file-link', { '.gitattributes': link('README.md') }], ['git-file-link', { 'docs/.gitignore': link('index.md') }],
  ['git-file-link', { '.gitmodules': link('README.md') }], ['git-file-link', { '.mailmap': link('README.md') }], ['git-file-link', { '.GitAttributes': link('README.md') }],
  ['unsafe-path', { 'a\\link': link('README.md') }], ['windows-name', { 'aux.txt': link('README.md') }], ['name-collision', { Readme: 'x\n', README: link('README.md') }],
  ['name-collision', { 'New/a.md': '# A\n', 'new/b.md': '# B\n' }], ['name-collision', { 'x/Y.md': '# A\n', 'x/y.md': '# B\n' }],
  ['name-collision', { [bytes('x/\u00e9.md')]: '# A\n', [bytes('x/e\u0301.md')]: '# B\n' }], ['name-collision', { hooks: link('docs'), 'HOOKS/x.md': '# X\n' }],
  ['submodule-undeclared', { 'lib/evil': { commit: '2'.repeat(40) } }], ['submodule-undeclared', { docs2: { commit: '2'.repeat(40) } }],
  ['submodule-undeclared', { 'README.md': { commit: '2'.repeat(40) } }], ['submodule-undeclared', { x: { commit: '2'.repeat(40) }, ...declared('y', ['path = y', 'url = ../y.git']) }],
  ['git-folder', { '.git': { commit: '2'.repeat(40) } }], ['git-alias', { 'git~1': { commit: '2'.repeat(40) } }], ['windows-name', { 'lib/con': { commit: '2'.repeat(40) } }],
  ['submodule-declaration', declared('x', ['path = lib/x', 'url = ext::sh -c id'])], ['submodule-declaration', declared('x', ['path = lib/x', 'url = --upload-pack=touch x'])],
  ['submodule-declaration', declared('x', ['path = lib/x', 'url = -u./payload'])], ['submodule-declaration', declared('x', ['path = lib/x', 'url = file:///etc'])],
  ['submodule-declaration', declared('x', ['path = lib/x', 'url = /srv/x.git'])], ['submodule-declaration', declared('x', ['path = lib/x', 'url = ssh://-oProxyCommand=id/x'])],
  ['submodule-declaration', declared('x', ['path = lib/x', 'url = "https://example.org/x%0ahost=evil"'])], ['submodule-declaration', declared('x', ['path = lib/x', 'url = user@-oProxyCommand=id:x'])],
  ['submodule-declaration', declared('x', ['path = lib/x', 'url = C:/x.git'])], ['submodule-declaration', declared('x', ['path = lib/x', 'url = fd::17'])],
  ['submodule-declaration', declared('x', ['path = ../x', 'url = ../x.git'])], ['submodule-declaration', declared('x', ['path = .git/modules', 'url = ../x.git'])],
  ['submodule-declaration', declared('x', ['path = -u./x', 'url = ../x.git'])], ['submodule-declaration', declared('x', ['path = /etc', 'url = ../x.git'])],
  ['submodule-declaration', declared('x', ['path = git~1', 'url = ../x.git'])], ['submodule-declaration', declared('../../hooks', fine)],
  ['submodule-declaration', declared('..', fine)], ['submodule-declaration', declared('a/../../b', fine)], ['submodule-declaration', declared('x', [...fine, 'update = !id'])],
  ['submodule-declaration', declared('x', [...fine, 'update = "!touch x"'])], ['submodule-declaration', declared('x', [...fine, 'branch = --exec=id'])],
];

// Trees that git would not write: entries of the root, `[mode, name, text or {commit}]`.
export const trees = [
  ['odd-mode', [['104755', 'run.sh', 'id\n']]], ['odd-mode', [['102755', 'run.sh', 'id\n']]], ['odd-mode', [['100777', 'run.sh', 'id\n']]],
  ['odd-mode', [['100600', 'key', 'x\n']]], ['odd-mode', [['101644', 'sticky', 'x\n']]], ['odd-mode', [['107777', 'all', 'x\n']]],
  ['odd-mode', [['100000', 'none', 'x\n']]], ['broken-tree', [['100644', 'a', 'x\n'], ['100644', 'a', 'y\n']]],
  ['broken-tree', [['100644', '.', 'x\n']]], ['unsafe-path', [['100644', '..', 'x\n']]], ['broken-tree', [['100644', '', 'x\n']]],
  ['broken-tree', [['100644', 'a/b', 'x\n']]], ['broken-tree', [['100644', '../x', 'x\n']]], ['broken-tree', [['0', 'kind', 'x\n']]],
  ['broken-tree', [['20000', 'device', 'x\n']]], ['broken-tree', [['10000', 'pipe', 'x\n']]], ['broken-tree', [['140000', 'socket', 'x\n']]],
  ['broken-tree', [['644', 'bare', 'x\n']]],
];

const created = (path, text = 'x', mode = '100644') =>
  `diff --git a/${path} b/${path}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${text}\n`;

// Patches that git refuses, or would put right so that nobody sees what they were.
export const patches = [
  ['unsafe-path', created('../x')], ['unsafe-path', created('docs/../../x')], ['unsafe-path', created('docs/../../../etc/cron.d/x')],
  ['unsafe-path', created('.git/hooks/pre-commit')], ['unsafe-path', created('.GIT/config')], ['unsafe-path', created('docs/.git/config')],
  ['unsafe-path', created('git~1/config')], ['unsafe-path', created('/etc/x')], ['unsafe-path', created('docs/./x')],
  ['unsafe-path', '--- /dev/null\n+++ /etc/passwd\n@@ -0,0 +1 @@\n+x\n'], ['unsafe-path', '--- ../README.md\n+++ ../README.md\n@@ -1 +1 @@\n-# Box\n+x\n'],
  ['unsafe-path', '--- a/README.md\n+++ b/../README.md\n@@ -1 +1 @@\n-# Box\n+x\n'],
  ['unsafe-path', 'diff --git a/README.md b/../x\nsimilarity index 100%\nrename from README.md\nrename to ../x\n'],
  ['unsafe-path', 'diff --git a/README.md b/.git/x\nsimilarity index 100%\ncopy from README.md\ncopy to .git/x\n'],
  ['unsafe-path', 'diff --git "a/..\\057x" "b/..\\057x"\nnew file mode 100644\n--- /dev/null\n+++ "b/..\\057x"\n@@ -0,0 +1 @@\n+x\n'],
  ['unreachable-path', created('inner/x.md')], ['unreachable-path', created('etc/passwd')], ['unreachable-path', created('up/x')], ['unreachable-path', created('git/config')],
  ['unreachable-path', `${created('way', 'docs', '120000')}${created('way/x.md')}`],
  ['odd-mode', created('run.sh', 'id', '104755')], ['odd-mode', created('run.sh', 'id', '100777')], ['odd-mode', created('run.sh', 'id', '102644')],
  ['odd-mode', 'diff --git a/README.md b/README.md\nold mode 100644\nnew mode 106755\n'],
];

// Where one may write.
const folders = ['', 'src/', 'lib/a b/', 'docs/', 'tests/unit/', 'packages/app-1/src/', '.github/ISSUE_TEMPLATE/', 'examples/.hidden/',
  'dépôt/', '文档/', 'مستندات/', 'документы/', 'a/b/c/d/e/f/g/h/i/j/', 'web/[id]/', 'site/(group)/', 'v1.2.3/', 'データ/', '문서/', 'workflows/', 'consoles/'];
const plain = ['notes.md', 'con-text.md', 'aux_data.txt', '说明（中文）.md', 'اقرأ.txt', 'résumé.txt', 'file with blanks.txt', '..data', 'a..b', 'Foo::Bar.3pm'];
export const ordinary = folders.flatMap((folder) => plain.map((name) => bytes(folder + name)));

// Changes of other kinds that are no harm.
export const harmless = [
  { 'docs/README.md': link('../README.md') }, { latest: link('docs') }, { 'docs/self': link('..') }, { later: link('build/later.json') },
  { 'masked.service': link('/dev/null') }, { 'AGENTS.md': link('CLAUDE.md') }, { 'x.md': link('inner/index.md') },
  { 'odd\\old.txt': 'y\n' }, { 'odd\\old.txt': null }, { 'hints/aux.sh': null, 'lib/aux.sh': 'x\n' }, { etc: null, 'rootfs/etc': link('/etc') },
  { 'README.md': null, 'readme.md': '# Box\n' }, { 'lib/known': { commit: '3'.repeat(40) } }, { 'lib/known': null },
  { 'lib/x': { commit: '2'.repeat(40) }, '.gitmodules': `${before['.gitmodules']}[submodule "x"]\n\tpath = lib/x\n\turl = ../x.git\n` },
  { '.devcontainer/README.md': '# How to\n' }, { '.husky/README.md': '# Hooks\n' },
];
