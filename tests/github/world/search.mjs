// GitHub's search for issues and pulls, as far as clients use it: qualifiers, and words of title and body.
import { may } from './access.mjs';
import { unprocessable } from './errors.mjs';
import { fullName } from './world.mjs';

const kQualifiers = {
  repo: (one, value) => fullName(one.repo).toLowerCase() === value,
  org: (one, value) => one.repo.owner.login.toLowerCase() === value,
  user: (one, value) => one.repo.owner.login.toLowerCase() === value,
  is: (one, value) => isOf(one, value),
  type: (one, value) => isOf(one, value),
  state: (one, value) => isOf(one, value),
  author: (one, value, actor) => one.user.login.toLowerCase() === me(value, actor),
  assignee: (one, value, actor) => one.assignees.some((user) => user.login.toLowerCase() === me(value, actor)),
  label: (one, value) => one.labels.some((label) => label.name.toLowerCase() === value),
  head: (one, value) => one.pull?.head.ref.toLowerCase() === value,
  base: (one, value) => one.pull?.base.ref.toLowerCase() === value,
  draft: (one, value) => String(one.pull?.draft ?? false) === value,
  in: () => true,
  sort: () => true,
  archived: (one, value) => String(one.repo.archived) === value,
  'review-requested': (one, value, actor) => Boolean(one.pull?.requested.some((user) => user.login.toLowerCase() === me(value, actor))),
  'reviewed-by': (one, value, actor) => Boolean(one.pull?.reviews.some((review) => review.user.login.toLowerCase() === me(value, actor))),
  involves: (one, value, actor) => [one.user, ...one.assignees, ...one.comments.map((comment) => comment.user)].some((user) => user.login.toLowerCase() === me(value, actor)),
  mentions: (one, value, actor) => (one.body ?? '').toLowerCase().includes(`@${me(value, actor)}`),
};

const me = (value, actor) => (value === '@me' ? actor?.user?.login.toLowerCase() : value);

function isOf(one, value) {
  return {
    pr: Boolean(one.pull), 'pull-request': Boolean(one.pull), issue: !one.pull, open: one.state === 'open', closed: one.state === 'closed', merged: Boolean(one.pull?.merged),
    unmerged: Boolean(one.pull) && !one.pull.merged, draft: Boolean(one.pull?.draft), public: !one.repo.private, private: one.repo.private,
  }[value] ?? false;
}

export function searchIssues(world, actor, query) {
  const terms = [...query.matchAll(/(-?)(?:([\w-]+):)?("[^"]*"|\S+)/g)].map(([, not, name, text]) => ({ not: not === '-', name: name?.toLowerCase(), text: text.replace(/"/g, '').toLowerCase() }));
  if (terms.length === 0) throw unprocessable('Validation Failed', [{ resource: 'Search', field: 'q', code: 'missing' }]);
  const visible = [...world.repos.values()].filter((repo) => may(repo, actor, { area: 'issues', level: 'read', role: 'read' }));
  return visible.flatMap((repo) => [...repo.issues.values()]).filter((one) => terms.every(({ not, name, text }) => {
    const qualifier = kQualifiers[name];
    const word = name && !qualifier ? `${name}:${text}` : text;
    const holds = qualifier ? qualifier(one, text, actor) : `${one.title}\n${one.body ?? ''}`.toLowerCase().includes(word);
    return holds !== not;
  }));
}
