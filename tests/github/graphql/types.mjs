// Which GraphQL type a thing is, the fields of each type by file, and where queries begin.
import { may } from '../world/access.mjs';
import { commitOf } from '../world/git.mjs';
import { notFound } from '../world/errors.mjs';
import { searchIssues } from '../world/search.mjs';
import { checkTypes, eventType } from './checks.mjs';
import { issueTypes } from './issues.mjs';
import { peopleTypes } from './people.mjs';
import { pullTypes } from './pulls.mjs';
import { repoTypes } from './repos.mjs';
import { commitAt, Connection, plain } from './values.mjs';

export const kTypes = { ...peopleTypes, ...repoTypes, ...issueTypes, ...pullTypes, ...checkTypes };

const kByKind = {
  U: 'User', O: 'Organization', BOT: 'Bot', R: 'Repository', I: 'Issue', PR: 'PullRequest', IC: 'IssueComment', PRR: 'PullRequestReview', PRRC: 'PullRequestReviewComment',
  PRRT: 'PullRequestReviewThread', LA: 'Label', CR: 'CheckRun', CS: 'CheckSuite', SC: 'StatusContext', WFR: 'WorkflowRun', W: 'Workflow', A: 'App', REA: 'Reaction',
  COMMIT: 'Commit', REF: 'Ref', TREE: 'Tree', BLOB: 'Blob',
};

export function typeOf(value) {
  if (value.kind === 'PLAIN') return value.type;
  if (value.kind === 'EV') return eventType(value);
  return kByKind[value.kind];
}

function needRepo({ world, actor }, owner, name, follow = true) {
  const found = world.findRepo(owner, name);
  if (!found || (found.moved && !follow) || !may(found.repo, actor, { area: 'metadata', level: 'read', role: 'read' })) {
    throw notFound(`Could not resolve to a Repository with the name '${owner}/${name}'.`);
  }
  return found.repo;
}

function needLogin(world, login, what, types) {
  const user = world.users.get(login.toLowerCase());
  if (!user || !types.includes(user.type)) throw notFound(`Could not resolve to a ${what} with the login of '${login}'.`);
  return user;
}

export function nodeFor(context, id) {
  const ofCommit = /^C_(\d+)_([0-9a-f]{40})$/.exec(id);
  if (ofCommit) {
    const repo = context.world.repos.get(Number(ofCommit[1]));
    return commitAt(repo, commitOf(repo, ofCommit[2]));
  }
  const thing = context.world.node(id);
  const repo = thing.kind === 'R' ? thing : thing.repo;
  if (repo && !may(repo, context.actor, { area: 'metadata', level: 'read', role: 'read' })) throw notFound(`Could not resolve to a node with the global id of '${id}'`);
  return thing;
}

export const kQuery = {
  viewer: (args, { actor }) => actor.user,
  repository: ({ owner, name, followRenames }, context) => needRepo(context, owner, name, followRenames !== false),
  repositoryOwner: ({ login }, { world }) => world.users.get(login.toLowerCase()) ?? null,
  user: ({ login }, { world }) => needLogin(world, login, 'User', ['User', 'Bot']),
  organization: ({ login }, { world }) => needLogin(world, login, 'Organization', ['Organization']),
  node: ({ id }, context) => nodeFor(context, id),
  nodes: ({ ids }, context) => ids.map((id) => nodeFor(context, id)),
  search: (args, { world, actor }) => {
    const found = searchIssues(world, actor, args.query).map((one) => one.pull ?? one).reverse();
    return new Connection(found, args, { issueCount: found.length, repositoryCount: 0, userCount: 0, codeCount: 0, discussionCount: 0, wikiCount: 0 });
  },
  rateLimit: (args, { limits, actor, cost, nodes, world }) => {
    const window = limits.window(actor, 'graphql');
    return plain('RateLimit', {
      cost, limit: window.limit, used: window.used, remaining: Math.max(0, window.limit - window.used), resetAt: world.clock.iso(window.reset * 1000), nodeCount: nodes,
    });
  },
};
