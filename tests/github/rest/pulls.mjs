// Pull requests.
import { need } from '../world/access.mjs';
import { diffText, filesBetween, patchText, pullRange } from '../world/diff.mjs';
import { notFound, unprocessable } from '../world/errors.mjs';
import { editIssue, needAuthor, setState } from '../world/issues.mjs';
import { mergePull, updateBranch } from '../world/merging.mjs';
import * as pulls from '../world/pulls.mjs';
import { user as userShape } from '../shapes/people.mjs';
import * as shape from '../shapes/pulls.mjs';
import { commit as commitShape, diffEntry } from '../shapes/repos.mjs';
import { Answer, empty, paged, read, sorted, write } from './answers.mjs';

function list(call) {
  const { world, repo, query, actor } = call;
  const state = query.get('state') ?? 'open';
  const [headOwner, headRef] = query.has('head') ? query.get('head').split(':') : [];
  const base = query.get('base');
  const found = pulls.pullsOf(repo).filter((pull) => (state === 'all' || pull.state === state) && (base === null || pull.base.ref === base)
    // A head without an owner is ignored, as GitHub does.
    && (headRef === undefined || (pull.head.ref === headRef && pull.head.repo.owner.login.toLowerCase() === headOwner.toLowerCase())));
  const order = query.get('sort') ?? 'created';
  const way = { created: (pull) => pull.createdAt, updated: (pull) => pull.updatedAt, popularity: (pull) => pull.comments.length, 'long-running': (pull) => pull.createdAt };
  return paged(call, sorted(call, found, way, order === 'created' ? 'desc' : 'asc'), (pull) => shape.pull(world, pull, actor));
}

function create({ world, repo, body, actor }) {
  const pull = pulls.createPull(world, repo, actor, {
    title: body.title, body: body.body, head: body.head, headRepo: body.head_repo, base: body.base, draft: body.draft, issue: body.issue,
    maintainerCanModify: body.maintainer_can_modify,
  });
  return shape.wholePull(world, pull, actor);
}

function get({ world, repo, params, actor, headers }) {
  const pull = pulls.needPull(repo, params.pull_number);
  const kind = /vnd\.github\.(?:v3\.)?(diff|patch)/.exec(headers.accept ?? '')?.[1];
  if (!kind) return shape.wholePull(world, pull, actor);
  const text = (kind === 'diff' ? diffText : patchText)(repo, ...pullRange(repo, pull.baseSha, pull.headSha));
  return new Answer(200, text, { 'content-type': `application/vnd.github.${kind}; charset=utf-8` });
}

function update({ world, repo, params, body = {}, actor }) {
  const pull = pulls.needPull(repo, params.pull_number);
  needAuthor(repo, actor, pull.issue);
  if (body.state === 'open' && pull.merged) throw unprocessable('Validation Failed', [{ resource: 'PullRequest', code: 'invalid', field: 'state', message: 'state cannot be changed. The pull request cannot be reopened.' }]);
  editIssue(world, pull.issue, actor, { title: body.title, body: body.body });
  pulls.updatePull(world, pull, actor, { base: body.base, maintainerCanModify: body.maintainer_can_modify });
  if (body.state) setState(world, pull.issue, actor, body.state);
  return shape.wholePull(world, pull, actor);
}

function merge({ world, repo, params, body = {}, actor }) {
  const pull = pulls.needPull(repo, params.pull_number);
  const sha = mergePull(world, pull, actor, { method: body.merge_method, sha: body.sha, title: body.commit_title, message: body.commit_message });
  return { sha, merged: true, message: 'Pull Request successfully merged' };
}

function files(call) {
  const pull = pulls.needPull(call.repo, call.params.pull_number);
  const found = filesBetween(call.repo, ...pullRange(call.repo, pull.baseSha, pull.headSha));
  return paged(call, found, (file) => diffEntry(call.world, call.repo, pull.headSha, file));
}

function requestReviewers({ world, repo, params, body, actor }) {
  const pull = pulls.needPull(repo, params.pull_number);
  need(repo, actor, { area: 'pull_requests', level: 'write', role: pull.user === actor.user ? 'read' : 'triage' });
  pulls.requestReviewers(world, pull, actor, body.reviewers ?? []);
  return shape.pull(world, pull, actor);
}

export const pullRows = {
  'pulls/list': { ...read('pull_requests'), run: list },
  'pulls/create': { ...write('pull_requests', 'read'), content: true, run: create },
  'pulls/get': { ...read('pull_requests'), run: get },
  'pulls/update': { ...write('pull_requests', 'read'), run: update },
  'pulls/list-commits': {
    ...read('pull_requests'), run: (call) => paged(call, pulls.commitsOf(pulls.needPull(call.repo, call.params.pull_number)), (sha) => commitShape(call.world, call.repo, sha)),
  },
  'pulls/list-files': { ...read('pull_requests'), run: files },
  'pulls/check-if-merged': {
    ...read('pull_requests'),
    run: ({ repo, params }) => {
      if (!pulls.needPull(repo, params.pull_number).merged) throw notFound();
      return empty();
    },
  },
  'pulls/merge': { ...write('contents', 'read'), run: merge },
  'pulls/update-branch': {
    ...write('pull_requests', 'read'),
    run: ({ world, repo, params, body = {}, actor }) => {
      const pull = pulls.needPull(repo, params.pull_number);
      updateBranch(world, pull, actor, body.expected_head_sha);
      return new Answer(202, { message: 'Updating pull request branch.', url: shape.pullUrl(world, pull) });
    },
  },
  'pulls/list-requested-reviewers': {
    ...read('pull_requests'),
    run: ({ world, repo, params }) => ({ users: pulls.needPull(repo, params.pull_number).requested.map((one) => userShape(world, one)), teams: [] }),
  },
  'pulls/request-reviewers': { ...write('pull_requests', 'read'), content: true, run: requestReviewers },
  'pulls/remove-requested-reviewers': {
    ...write('pull_requests', 'read'),
    run: ({ world, repo, params, body, actor }) => {
      const pull = pulls.needPull(repo, params.pull_number);
      pulls.unrequestReviewers(world, pull, actor, body.reviewers);
      return shape.pull(world, pull, actor);
    },
  },
};
