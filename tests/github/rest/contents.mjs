// What is in a repository: files, and git's own objects and refs.
import { mayBypass, demandsOf, forceRefusal, pushRefusal } from '../world/protection.mjs';
import { ApiError, forbidden, invalid, notFound, unprocessable } from '../world/errors.mjs';
import { branchSha, commitOf, commitTree, git, isAncestor, kNoCommit, lines, readCommit, refsOf, treeWith, tryGit } from '../world/git.mjs';
import { moveRef } from '../world/repos.mjs';
import * as shape from '../shapes/repos.mjs';
import { Answer, empty, paged, read, write } from './answers.mjs';

const encodePath = (path) => path.split('/').map(encodeURIComponent).join('/');

function entry(world, repo, ref, { mode, type, sha, path, size }) {
  const kind = type === 'tree' ? 'dir' : type === 'commit' ? 'submodule' : mode === '120000' ? 'symlink' : 'file';
  const url = `${shape.repoUrl(world, repo)}/contents/${encodePath(path)}?ref=${ref}`;
  const page = `${shape.webUrl(world, repo)}/${kind === 'dir' ? 'tree' : 'blob'}/${ref}/${encodePath(path)}`;
  const gitUrl = `${shape.repoUrl(world, repo)}/git/${type === 'tree' ? 'trees' : 'blobs'}/${sha}`;
  return {
    name: path.split('/').at(-1), path, sha, size: Number(size) || 0, url, html_url: page, git_url: gitUrl,
    download_url: kind === 'file' ? `${shape.webUrl(world, repo)}/raw/${ref}/${encodePath(path)}` : null, type: kind, _links: { self: url, git: gitUrl, html: page },
  };
}

function listTree(repo, sha, flags = []) {
  return git(repo.folder, ['ls-tree', '-l', '-z', ...flags, sha]).split('\0').filter(Boolean).map((line) => {
    const [, mode, type, hash, size, path] = /^(\d+) (\w+) ([0-9a-f]+) +(\S+)\t(.*)$/s.exec(line);
    return { mode, type, sha: hash, size, path };
  });
}

function getContent({ world, repo, params, query, headers }) {
  const ref = query.get('ref') ?? repo.defaultBranch;
  const commit = commitOf(repo, ref);
  if (!commit) throw new ApiError(404, refsOf(repo).size === 0 ? 'This repository is empty.' : `No commit found for the ref ${ref}`);
  const path = params.path.replace(/^\/+|\/+$/g, '');
  if (path === '') return listTree(repo, commit).map((one) => entry(world, repo, ref, one));
  const found = listTree(repo, `${commit}:${path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''}`.replace(/:$/, ''), []).find((one) => one.path === path.split('/').at(-1));
  if (!found) throw notFound();
  found.path = path;
  if (found.type === 'tree') {
    return listTree(repo, found.sha).map((one) => entry(world, repo, ref, { ...one, path: `${path}/${one.path}` }));
  }
  const bytes = git(repo.folder, ['cat-file', 'blob', found.sha], { raw: true });
  if (/vnd\.github\.(v3\.)?raw/.test(headers.accept ?? '')) return new Answer(200, bytes, { 'content-type': 'application/vnd.github.raw; charset=utf-8' });
  return { ...entry(world, repo, ref, found), content: bytes.toString('base64').replace(/.{1,60}/g, '$&\n'), encoding: 'base64' };
}

function listOrLose(run) {
  try { return run(); } catch (error) {
    // git says so of a folder that is not there.
    if (error instanceof ApiError) throw error;
    throw notFound();
  }
}

// The whole push as one: what protection and tokens say of it holds here as for git.
function moveBranch(world, repo, actor, branch, sha, { force = false } = {}) {
  const old = branchSha(repo, branch) ?? kNoCommit;
  const refusal = pushRefusal(world, repo, branch, { old, young: sha ?? kNoCommit, actor });
  if (refusal) throw new ApiError(demandsOf(repo, branch)?.protected ? 422 : 409, `Repository rule violations found\n\n${refusal.split('|').at(-1).replace(/^(error: |- )/, '')}`);
  if (sha && old !== kNoCommit && !isAncestor(repo, old, sha)) {
    if (!force) throw unprocessable('Update is not a fast forward');
    if (forceRefusal(repo, branch, actor)) throw unprocessable('Cannot force-push to this branch');
  }
  needWorkflowRight(repo, actor, old, sha);
  moveRef(world, repo, `refs/heads/${branch}`, sha, actor.user);
}

function needWorkflowRight(repo, actor, old, sha) {
  if (mayWriteWorkflows(actor) || !sha) return;
  const from = old === kNoCommit ? '4b825dc642cb6eb9a060e54bf8d69288fbee4904' : old;
  const changed = lines(git(repo.folder, ['diff', '--name-only', from, sha, '--', '.github/workflows']));
  if (changed.length > 0 && old !== kNoCommit) throw forbidden('refusing to allow a token to create or update workflow without `workflow` scope');
}

export function mayWriteWorkflows(actor) {
  if (actor.permissions) return actor.permissions.workflows === 'write';
  return !actor.scopes || actor.scopes.includes('workflow');
}

function personOf(given, actor) {
  return { name: given?.name ?? actor.user.name ?? actor.user.login, email: given?.email ?? actor.user.email };
}

function writeFile(call, content) {
  const { world, repo, params, body, actor } = call;
  const branch = body.branch ?? repo.defaultBranch;
  const head = branchSha(repo, branch);
  if (!head && refsOf(repo).size > 0) throw new ApiError(404, `Branch ${branch} not found`);
  const present = head && tryGit(repo.folder, ['rev-parse', '--verify', '--quiet', `${head}:${params.path}`]);
  const known = present?.code === 0 ? present.out.toString().trim() : null;
  if (content === null && !known) throw notFound();
  if (known && !body.sha) throw unprocessable('Invalid request.\n\n"sha" wasn\'t supplied.');
  if (body.sha && body.sha !== known) throw new ApiError(409, `${params.path} does not match ${body.sha}`);
  const sha = commitTree(repo, {
    tree: treeWith(repo, head, { [params.path]: content }), parents: head ? [head] : [], message: body.message, author: personOf(body.author ?? body.committer, actor),
    committer: body.committer && personOf(body.committer, actor), seconds: world.clock.seconds(),
  });
  moveBranch(world, repo, actor, branch, sha);
  const file = content === null ? null : listTree(repo, sha, ['-r']).find((one) => one.path === params.path);
  return new Answer(content === null || known ? 200 : 201, { content: file && entry(world, repo, branch, file), commit: shape.gitCommit(world, repo, readCommit(repo, sha)) });
}

function refOf({ world, repo, params }) {
  const name = `refs/${params.ref}`;
  const sha = refsOf(repo, name).get(name);
  if (!sha) throw notFound();
  return shape.ref(world, repo, name, sha);
}

function needObject(repo, sha, type) {
  const done = tryGit(repo.folder, ['cat-file', '-t', sha]);
  if (done.code !== 0 || (type && done.out.toString().trim() !== type)) throw unprocessable('Object does not exist');
  return done.out.toString().trim();
}

function createRef({ world, repo, body, actor }) {
  if (!/^refs\/[^/]+\/.+/.test(body.ref) || tryGit(repo.folder, ['check-ref-format', body.ref]).code !== 0) throw unprocessable('Reference name is not valid');
  needObject(repo, body.sha);
  if (refsOf(repo, body.ref).has(body.ref)) throw unprocessable('Reference already exists');
  if (body.ref.startsWith('refs/heads/')) moveBranch(world, repo, actor, body.ref.slice('refs/heads/'.length), body.sha);
  else moveRef(world, repo, body.ref, body.sha, actor.user);
  return shape.ref(world, repo, body.ref, body.sha);
}

function updateRef({ world, repo, params, body, actor }) {
  const name = `refs/${params.ref}`;
  if (!refsOf(repo, name).has(name)) throw unprocessable('Reference does not exist');
  needObject(repo, body.sha);
  if (name.startsWith('refs/heads/')) moveBranch(world, repo, actor, name.slice('refs/heads/'.length), body.sha, { force: body.force });
  else moveRef(world, repo, name, body.sha, actor.user);
  return shape.ref(world, repo, name, body.sha);
}

function deleteRef({ world, repo, params, actor }) {
  const name = `refs/${params.ref}`;
  if (!refsOf(repo, name).has(name)) throw unprocessable('Reference does not exist');
  if (name === `refs/heads/${repo.defaultBranch}`) throw unprocessable('Cannot delete the default branch');
  if (name.startsWith('refs/heads/')) moveBranch(world, repo, actor, name.slice('refs/heads/'.length), null);
  else moveRef(world, repo, name, null, actor.user);
  return empty();
}

function createCommit({ world, repo, body, actor }) {
  needObject(repo, body.tree, 'tree');
  for (const parent of body.parents ?? []) needObject(repo, parent, 'commit');
  const dateOf = (given) => (given?.date ? Math.floor(Date.parse(given.date) / 1000) : world.clock.seconds());
  const author = personOf(body.author ?? body.committer, actor);
  const sha = commitTree(repo, {
    tree: body.tree, parents: body.parents ?? [], message: body.message, author, authorSeconds: dateOf(body.author),
    committer: personOf(body.committer ?? body.author, actor), seconds: dateOf(body.committer ?? body.author),
  });
  return shape.gitCommit(world, repo, readCommit(repo, sha));
}

function treeShape(world, repo, sha, flags) {
  const url = (type, hash) => `${shape.repoUrl(world, repo)}/git/${type}s/${hash}`;
  return {
    sha, url: url('tree', sha), truncated: false,
    tree: listTree(repo, sha, flags).map((one) => ({
      path: one.path, mode: one.mode, type: one.type, sha: one.sha, ...(one.type === 'blob' && { size: Number(one.size) }), ...(one.type !== 'commit' && { url: url(one.type, one.sha) }),
    })),
  };
}

function createTree({ world, repo, body }) {
  if (body.base_tree) needObject(repo, body.base_tree);
  const index = {};
  for (const one of body.tree) {
    if (one.content !== undefined) index[one.path] = { text: one.content, mode: one.mode ?? '100644' };
    else if (one.sha === null) index[one.path] = null;
    else if (one.type === 'tree') throw invalid('Tree', 'type', 'custom', 'trees in trees are not taken by the fake server');
    else {
      needObject(repo, one.sha, 'blob');
      index[one.path] = { text: git(repo.folder, ['cat-file', 'blob', one.sha], { raw: true }), mode: one.mode ?? '100644' };
    }
  }
  return treeShape(world, repo, treeWith(repo, body.base_tree ?? null, index), []);
}

function createBlob({ world, repo, body }) {
  const sha = git(repo.folder, ['hash-object', '-w', '--stdin'], { input: Buffer.from(body.content, body.encoding === 'base64' ? 'base64' : 'utf8') });
  return { url: `${shape.repoUrl(world, repo)}/git/blobs/${sha}`, sha };
}

function getBlob({ world, repo, params }) {
  const done = tryGit(repo.folder, ['cat-file', 'blob', params.file_sha]);
  if (done.code !== 0) throw notFound();
  return {
    content: done.out.toString('base64').replace(/.{1,60}/g, '$&\n'), encoding: 'base64', url: `${shape.repoUrl(world, repo)}/git/blobs/${params.file_sha}`, sha: params.file_sha,
    size: done.out.length, node_id: `B_${params.file_sha}`,
  };
}

function readme(call) {
  const found = getContent({ ...call, params: { path: '' } }).find((one) => /^readme(\.\w+)?$/i.test(one.name) && one.type === 'file');
  if (!found) throw notFound();
  return getContent({ ...call, params: { path: found.path } });
}

export const contents = {
  'repos/get-content': { ...read('contents'), run: (call) => listOrLose(() => getContent(call)) },
  'repos/get-readme': { ...read('contents'), run: (call) => listOrLose(() => readme(call)) },
  'repos/create-or-update-file-contents': { ...write('contents'), run: (call) => writeFile(call, { text: Buffer.from(call.body.content, 'base64') }) },
  'repos/delete-file': { ...write('contents'), run: (call) => writeFile({ ...call, body: { ...Object.fromEntries(call.query), ...call.body } }, null) },
  'git/get-ref': { ...read('contents'), run: refOf },
  'git/list-matching-refs': {
    ...read('contents'),
    run: (call) => paged(call, [...refsOf(call.repo, 'refs')].filter(([ref]) => ref.startsWith(`refs/${call.params.ref}`)), ([ref, sha]) => shape.ref(call.world, call.repo, ref, sha)),
  },
  'git/create-ref': { ...write('contents'), run: createRef },
  'git/update-ref': { ...write('contents'), run: updateRef },
  'git/delete-ref': { ...write('contents'), run: deleteRef },
  'git/get-commit': {
    ...read('contents'),
    run: ({ world, repo, params }) => {
      if (tryGit(repo.folder, ['cat-file', '-e', `${params.commit_sha}^{commit}`]).code !== 0) throw notFound();
      return shape.gitCommit(world, repo, readCommit(repo, params.commit_sha));
    },
  },
  'git/create-commit': { ...write('contents'), run: createCommit },
  'git/get-tree': {
    ...read('contents'),
    run: ({ world, repo, params, query }) => {
      const done = tryGit(repo.folder, ['rev-parse', '--verify', '--quiet', `${params.tree_sha}^{tree}`]);
      if (done.code !== 0) throw notFound();
      return treeShape(world, repo, done.out.toString().trim(), query.has('recursive') ? ['-r', '-t'] : []);
    },
  },
  'git/create-tree': { ...write('contents'), run: createTree },
  'git/create-blob': { ...write('contents'), run: createBlob },
  'git/get-blob': { ...read('contents'), run: getBlob },
};

export { mayBypass };
