// `pawl migrate`: the site of a repository's documents, built by the real tool where npm has it.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';

import { checkoutPrint, git, makeRepo, makeWorld, pawl, runFolders } from './lib.mjs';

const files = {
  'README.md': `# Tiny Box

Opens and shuts: see [the guide](docs/guide/start.md#first), [the reference](docs/reference.md), [all guides](docs/guide/),
the [licence](LICENSE) and [the code](lib/box.js). A [reference][ref] by name, and <a href="docs/reference.md">HTML</a>.

![A box](logo.png) <img src="logo.png" alt="again">

\`\`\`sh
cat [x](docs/reference.md)
\`\`\`

[ref]: docs/reference.md
`,
  LICENSE: 'MIT\n',
  'logo.png': Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64'),
  'package.json': JSON.stringify({ name: 'tiny-box', version: '1.0.0', description: 'A box: "small" {{and}} <b>handy</b>.', license: 'MIT',
    repository: 'github:acme/tiny-box', homepage: 'https://acme.github.io/tiny-box' }, null, 2) + '\n',
  'lib/box.js': 'exports.open = () => 1;\n',
  'docs/reference.md': '# Reference\n\n`open<T>(x)` gives a List<String>, or {{ nothing }}. Back to [start](guide/start.md), [the guides](guide/README.md) or [home](../README.md).\n\nSee [the code](../lib/box.js) and [the licence](../LICENSE).\n',
  'docs/guide/README.md': '# Guides\n\n- [Start](start.md)\n- [Next](02-next-steps.md)\n- [Notes](../notes/a%20b.md)\n',
  'docs/guide/start.md': '---\nsidebar_position: 1\n---\n\n# Getting started\n\n## First\n\nOpen it. Then [go on](./02-next-steps.md#more) with <https://example.com/>.\n',
  'docs/guide/02-next-steps.md': '## More\n\nShut it, as the [reference](../reference.md) says. Up to [the guides](./README.md).\n',
  'docs/notes/a b.md': '# A & B\n\nA `note` with ![a picture](pic.png).\n',
  'docs/notes/pic.png': Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64'),
};
const mkdocs = `site_name: The Box
site_url: https://box.example.org/docs/
repo_url: https://github.com/acme/tiny-box
theme:
  name: material
markdown_extensions:
  - pymdownx.emoji:
      emoji_index: !!python/name:material.extensions.emoji.twemoji
nav:
  - Welcome: index.md
  - User guide:
      - guide/start.md
      - Going on: guide/02-next-steps.md
  - Elsewhere: https://example.com/
  - Gone: gone.md
`;

// Runs migrate, checks that the checkout is untouched, merges, and answers what changed.
function migrate(world, repo, tool) {
  const print = checkoutPrint(repo);
  const done = pawl(world, ['migrate', repo, '--to', tool, '--yes', '--json']);
  assert.equal(done.code, 0, done.err);
  assert.equal(checkoutPrint(repo), print);
  const document = JSON.parse(done.out);
  const changed = git(repo, 'diff', '--name-status', 'main', document.branch).split('\n').map((line) => line.replace('\t', ' '));
  const body = JSON.parse(pawl(world, ['pr', 'show', String(document.pr.number), repo, '--json']).out).body;
  assert.equal(pawl(world, ['pr', 'merge', String(document.pr.number), repo]).code, 0);
  return { ...done, document, changed, body, read: (file) => fs.readFileSync(path.join(repo, file), 'utf8') };
}

const sites = {
  vitepress: { node: 18, folder: 'docs', out: 'docs/.vitepress/dist', build: ['vitepress', 'build'], page: (name) => `${name}.html`, base: '/tiny-box/' },
  docusaurus: { node: 20, folder: 'website', out: 'website/build', build: ['docusaurus', 'build'], page: (name) => (name.endsWith('index') ? `${name}.html` : `${name}/index.html`), base: '/tiny-box/' },
};

function npm(folder, ...args) {
  const child = spawn('npm', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], timeout: 500_000,
    env: { ...process.env, npm_config_audit: 'false', npm_config_fund: 'false', npm_config_update_notifier: 'false', CI: '1' } });
  let said = '';
  child.stdout.on('data', (data) => { said += data; });
  child.stderr.on('data', (data) => { said += data; });
  return new Promise((resolve) => { child.on('close', (status) => resolve({ status, said })); });
}
// Why the real tool cannot be had; empty when it can.
function whyNoNpm() {
  const ping = spawnSync('npm', ['view', 'vitepress@1.6.4', 'version'], { encoding: 'utf8', timeout: 60_000 });
  return ping.status === 0 && ping.stdout.includes('1.6.4') ? '' : 'npm, or the packages, cannot be reached from here';
}

// Every link of a built page that stays on the site leads to a file of it.
function brokenLinks(out, base) {
  const broken = [];
  const pages = fs.readdirSync(out, { recursive: true }).filter((name) => name.endsWith('.html'));
  for (const page of pages) {
    const text = fs.readFileSync(path.join(out, page), 'utf8');
    for (const [, href] of text.matchAll(/<a [^>]*?href="([^"#?]+)[^"]*"/g)) {
      if (/^[a-z]+:/.test(href)) continue;
      const place = decodeURIComponent(href);
      const file = place.startsWith('/') ? path.join(out, path.relative(base, place)) : path.join(out, path.dirname(page), place);
      const there = [file, `${file}.html`, path.join(file, 'index.html')].some((name) => fs.existsSync(name) && fs.statSync(name).isFile());
      if (!there) broken.push(`${page} -> ${href}`);
    }
  }
  return broken;
}

// Side by side, as npm mostly waits.
describe('sites that their own command builds', { concurrency: true }, () => {
  for (const [tool, site] of Object.entries(sites)) {
    test(`a repository of documents becomes a ${tool} site that its own command builds`, { timeout: 900_000 }, async (context) => {
      const world = makeWorld();
      try {
        const repo = makeRepo(world, files);
        const done = migrate(world, repo, tool);
        for (const line of done.changed) assert.match(line, /^A |^M \.gitignore$/, 'nothing is moved or rewritten');
        const manifest = JSON.parse(done.read(`${site.folder}/package.json`));
        for (const version of Object.values(manifest.devDependencies)) assert.match(version, /^\d+\.\d+\.\d+$/);
        const index = done.read('docs/index.md');
        assert.match(index, /\[the guide\]\(guide\/start\.md#first\)/);
        assert.match(index, /\[licence\]\(https:\/\/github\.com\/acme\/tiny-box\/blob\/HEAD\/LICENSE\)/);
        assert.match(index, /!\[A box\]\(\.\.\/logo\.png\) <img src="\.\.\/logo\.png"/);
        assert.match(index, /\[ref\]: reference\.md\n/);
        assert.match(index, /cat \[x\]\(docs\/reference\.md\)/, 'code stays as it is');
        assert.match(done.body, /## Left to you[^]*reference\.md/);
        assert.match(done.read('.gitignore'), new RegExp(`^/${site.folder}/node_modules/$`, 'm'));

        const again = pawl(world, ['migrate', repo, '--to', tool, '--yes']);
        assert.equal(again.code, 3, again.err);
        assert.match(again.err, /already/);

        const node = Number(process.versions.node.split('.')[0]);
        if (node < site.node) { context.skip(`not built: ${tool} needs Node ${site.node}, here is ${node}`); return; }
        const why = whyNoNpm();
        if (why) { context.skip(`not built: ${why}`); return; }
        const installed = await npm(path.join(repo, site.folder), 'install');
        if (installed.status !== 0 && /ETARGET|E404|ENOTFOUND|ECONN|ETIMEDOUT/.test(installed.said)) {
          context.skip(`not built: npm cannot install it here: ${installed.said.slice(0, 300)}`);
          return;
        }
        assert.equal(installed.status, 0, installed.said);
        const built = await npm(path.join(repo, site.folder), 'exec', '--', ...site.build);
        assert.equal(built.status, 0, built.said);
        const out = path.join(repo, site.out);
        const pages = { index: 'Tiny Box', reference: 'Reference', 'guide/index': 'Guides', 'guide/start': 'Getting started', 'guide/02-next-steps': 'Shut it', 'notes/a b': 'A &amp; B' };
        for (const [name, says] of Object.entries(pages)) {
          const file = path.join(out, site.page(name));
          assert.ok(fs.existsSync(file), `${site.page(name)} is there: ${fs.readdirSync(out, { recursive: true }).filter((each) => each.endsWith('.html'))}`);
          assert.ok(fs.readFileSync(file, 'utf8').includes(says), `${name} says ${says}`);
        }
        const reference = fs.readFileSync(path.join(out, site.page('reference')), 'utf8');
        assert.match(reference.replaceAll(/&#123;/g, '{'), /\{\{ nothing \}\}/);
        // What led nowhere on the site before is told, and is all there is.
        const broken = brokenLinks(out, site.base).filter((one) => !/^reference/.test(one));
        assert.deepEqual(broken.map((one) => one.replace(site.base, '')), ['index.html -> reference.md']);
        assert.match(done.err, /are HTML, which no generator follows: index\.md: reference\.md/);
        const start = fs.readFileSync(path.join(out, site.page('index')), 'utf8');
        for (const title of ['Getting started', 'Guides', 'Reference', 'A &amp; B']) assert.ok(start.includes(title), `the navigation has ${title}`);
        assert.equal(git(repo, 'status', '--porcelain').split('\n').filter((line) => !line.endsWith('package-lock.json')).join('\n'), '', 'what the build leaves behind is ignored');
      } finally {
        world.remove();
      }
    });
  }
});

test('the settings and the navigation of MkDocs come along', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, { ...files, 'mkdocs.yml': mkdocs, 'docs/index.md': '# Box\n\n[Start](guide/start.md)\n', '.gitignore': 'node_modules\n' });
    const done = migrate(world, repo, 'vitepress');
    assert.deepEqual(done.changed, ['M .gitignore', 'A docs/.vitepress/config.mjs', 'A docs/package.json']);
    assert.equal(done.read('.gitignore'), 'node_modules\n\n# Site of the documents\n/docs/.vitepress/cache/\n/docs/.vitepress/dist/\n');
    const config = done.read('docs/.vitepress/config.mjs');
    assert.match(config, /"title": "The Box"/);
    assert.match(config, /"base": "\/docs\/"/);
    const sidebar = config.slice(config.indexOf('"sidebar"'));
    const order = ['Welcome', 'User guide', 'Getting started', 'Going on', 'Elsewhere'].map((text) => sidebar.indexOf(`"text": "${text}"`));
    assert.deepEqual(order, [...order].sort((a, b) => a - b));
    assert.ok(order.every((at) => at > 0));
    assert.doesNotMatch(config, /Gone/);
    for (const says of [/gone\.md, which is no page/, /leaves out .*reference\.md/, /settings of MkDocs \(mkdocs\.yml\) stay/]) assert.match(done.err, says);
  } finally {
    world.remove();
  }
});

test('an MkDocs site is made, and built where MkDocs is installed', (context) => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, files);
    const done = migrate(world, repo, 'mkdocs');
    assert.deepEqual(done.changed, ['A .gitignore', 'A docs/index.md', 'A mkdocs.yml']);
    const config = done.read('mkdocs.yml');
    assert.match(config, /^site_name: tiny-box$/m);
    assert.match(config, /^site_url: "https:\/\/acme\.github\.io\/tiny-box\/"$/m);
    assert.match(config, /^nav:\n  - Tiny Box: index\.md\n  - Guides:\n      - Guides: guide\/README\.md\n      - Getting started: guide\/start\.md\n      - Next steps: guide\/02-next-steps\.md\n/m);
    for (const [, page] of config.matchAll(/: "?([^\s"][^"\n]*\.md)"?$/gm)) assert.ok(fs.existsSync(path.join(repo, 'docs', page)), page);
    if (spawnSync('mkdocs', ['--version']).status !== 0) { context.skip('not built: mkdocs is not installed'); return; }
    const built = spawnSync('mkdocs', ['build'], { cwd: repo, encoding: 'utf8' });
    assert.equal(built.status, 0, built.stderr);
    for (const page of ['index.html', 'reference/index.html', 'guide/index.html', 'guide/start/index.html', 'guide/02-next-steps/index.html', 'notes/a b/index.html']) {
      assert.ok(fs.existsSync(path.join(repo, 'site', page)), page);
    }
    assert.deepEqual(brokenLinks(path.join(repo, 'site'), '/tiny-box/').filter((one) => !/^reference/.test(one)), ['index.html -> reference.md']);
    assert.equal(git(repo, 'status', '--porcelain'), '');
  } finally {
    world.remove();
  }
});

test('what cannot be done says why, and nothing else happens', () => {
  const world = makeWorld();
  try {
    const repo = makeRepo(world, { 'main.c': 'int main(void) { return 0; }\n' });
    const rows = [
      [['migrate', repo], 2, /--to is missing/],
      [['migrate', repo, '--to', 'hugo'], 2, /no generator "hugo"; there are vitepress, mkdocs, docusaurus/],
      [['migrate', repo, '--to', 'mkdocs', '--yes'], 3, /no Markdown document/],
      [['run', repo, '--scope', 'migrate', '--yes'], 2, /pawl migrate --help/],
    ];
    for (const [args, code, says] of rows) {
      const done = pawl(world, args);
      assert.equal(done.code, code, done.err);
      assert.match(done.err, says);
    }
    assert.deepEqual(runFolders(world), []);
  } finally {
    world.remove();
  }
});
