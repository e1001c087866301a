// One commit judged in every way there is: `guard replay` (one process for all, whose parse trees and index
// entries are reused), cold and warm, forwards and backwards; `guard check` of the commit, cold and warm; its
// patch; the index and the worktree that hold it. What the guards say must be the same each time.
import { execFile, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const environment = { PATH: process.env.PATH, HOME: '/nonexistent', GIT_CONFIG_NOSYSTEM: '1', LC_ALL: 'C' };

function git(folder, args, options = {}) {
  const done = spawnSync('git', ['-c', 'gc.auto=0', '-c', 'core.hooksPath=/dev/null', '-c', 'safe.directory=*', '-C', folder, ...args],
    { encoding: 'buffer', maxBuffer: 1 << 30, env: environment, ...options });
  if (done.status !== 0) throw new Error(`git ${args.join(' ')}: ${done.stderr}`);
  return done.stdout;
}

// Commits with one parent, newest first, at most so many, spread over the whole history.
export function commitsOf(repo, most) {
  const all = git(repo, ['rev-list', '--no-merges', '--min-parents=1', 'HEAD']).toString().split('\n').filter(Boolean);
  const step = Math.max(1, all.length / most);
  const chosen = [];
  for (let at = 0; at < all.length && chosen.length < most; at += step) chosen.push(all[Math.floor(at)]);
  return chosen;
}

// Not where a repository that was fetched in part lacks contents of the commit.
function checkOut(folder, commit) {
  try {
    git(folder, ['reset', '--quiet', '--hard', commit]);
  } catch (error) {
    if (!/unable to read/.test(error.message)) throw error;
    // What came before the one that could not be read would be in the next commit's worktree, too.
    git(folder, ['clean', '--quiet', '-ffdx']);
    return false;
  }
  return true;
}

// What is said of a commit, without how long it took.
function verdictOf(document) {
  return {
    refused: document.refused,
    trouble: document.trouble,
    findings: document.findings.map((one) => JSON.stringify([one.rule, one.path, one.line, one.standing, one.fingerprint, one.message])).sort(),
    guards: document.guards.map((one) => `${one.id} ${one.ruling} ${one.reason}`),
  };
}

export function difference(expected, got) {
  if (JSON.stringify(expected) === JSON.stringify(got)) return null;
  const without = (a, b) => a.filter((one) => !b.includes(one));
  return {
    refused: expected.refused === got.refused ? undefined : [expected.refused, got.refused],
    trouble: expected.trouble === got.trouble ? undefined : [expected.trouble, got.trouble],
    missing: without(expected.findings, got.findings),
    more: without(got.findings, expected.findings),
    guards: [...without(expected.guards, got.guards).map((one) => `- ${one}`), ...without(got.guards, expected.guards).map((one) => `+ ${one}`)],
  };
}

export class Ways {
  // `work` is an empty folder; `clone` one of the repository, which gets a worktree for each that works at once.
  constructor(program, work, clone, jobs = 2) {
    Object.assign(this, { program, work, clone, jobs });
    this.homes = 0;
    this.partial = 0;  // commits that could not be checked out: nothing is said of their worktrees
  }

  home(name = `cold-${(this.homes += 1)}`) { return path.join(this.work, 'homes', name); }

  pawl(home, args, options = {}) {
    return new Promise((resolve) => {
      const child = execFile(this.program, args, { maxBuffer: 1 << 30, cwd: options.cwd ?? this.clone,
        env: { PATH: process.env.PATH, HOME: this.work, PAWL_HOME: home, LC_ALL: 'C.UTF-8', NO_COLOR: '1' } },
      (error, out, err) => resolve({ code: error ? error.code ?? error.signal : 0, out, err }));
      child.stdin.on('error', () => {});
      child.stdin.end(options.input ?? '');
    });
  }

  async replay(home, commits, threads) {
    const done = await this.pawl(home, ['guard', 'replay', '-', '--json', '--threads', String(threads)], { input: `${commits.join('\n')}\n` });
    if (!done.out.startsWith('{')) throw new Error(`guard replay ends with ${done.code}: ${done.err}`);
    return new Map(JSON.parse(done.out).commits.map((one) => [one.commit, verdictOf(one)]));
  }

  async check(home, args, options) {
    const done = await this.pawl(home, ['guard', 'check', '--fast', '--json', ...args], options);
    if (!done.out.startsWith('{')) return { refused: null, trouble: done.err.trim(), findings: [], guards: [] };
    const verdict = verdictOf(JSON.parse(done.out));
    if (done.code !== (verdict.refused ? 6 : 0)) verdict.trouble = `it ends with ${done.code}`;
    return verdict;
  }

  // Calls `found(commit, way, difference)` for each that is not as the first replay.
  async compare(commits, found, progress = () => {}) {
    const backwards = [...commits].reverse();
    const warm = this.home('warm');
    const expected = await this.replay(warm, commits, 1);
    const tell = (way, verdicts) => {
      for (const commit of commits) {
        const unlike = difference(expected.get(commit), verdicts.get(commit));
        if (unlike) found(commit, way, unlike);
      }
    };
    tell('replay, warm', await this.replay(warm, commits, 1));
    tell('replay, backwards and on two threads', await this.replay(this.home(), backwards, 2));
    const left = [...commits];
    let done = 0;
    const worker = async (number) => {
      const folder = path.join(this.work, `checkout-${number}`);
      git(this.clone, ['worktree', 'add', '--quiet', '--no-checkout', '--detach', folder]);
      while (left.length > 0) {
        const commit = left.pop();
        for (const [way, verdict] of await this.ways(commit, folder, warm)) {
          const unlike = difference(expected.get(commit), verdict);
          if (unlike) found(commit, way, unlike);
        }
        progress(done += 1);
      }
      git(this.clone, ['worktree', 'remove', '--force', folder]);
    };
    await Promise.all(Array.from({ length: this.jobs }, (_, i) => worker(i)));
  }

  async ways(commit, folder, warm) {
    const cold = this.home();
    const verdicts = [];
    const note = async (way, promise) => { verdicts.push([way, await promise]); };
    await note('check, cold', this.check(cold, ['--head', commit]));
    await note('check, warm', this.check(warm, ['--head', commit, '--base', `${commit}^`]));
    const patch = git(this.clone, ['diff-tree', '-r', '-p', '--binary', '--no-renames', `${commit}^`, commit]);
    if (patch.length > 0) await note('patch', this.check(warm, ['--patch', '-', '--base', `${commit}^`], { input: patch }));
    if (checkOut(folder, commit)) {
      await note('staged', this.check(warm, ['--staged', '--base', `${commit}^`], { cwd: folder }));
      await note('worktree', this.check(cold, ['--worktree', '--base', `${commit}^`], { cwd: folder }));
    } else {
      this.partial += 1;
    }
    fs.rmSync(cold, { recursive: true, force: true });
    return verdicts;
  }
}
