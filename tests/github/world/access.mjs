// Who may do what: the role of an account in a repository, and what its token was given beside that.
import { forbidden, notFound } from './errors.mjs';
import { commitOf, lines, tryGit } from './git.mjs';

export const kRoles = ['none', 'read', 'triage', 'write', 'maintain', 'admin'];
const atLeast = (role, wanted) => kRoles.indexOf(role) >= kRoles.indexOf(wanted);

// The role of an account, whatever token it uses.
export function roleOfUser(repo, user) {
  if (user && repo.owner === user) return 'admin';
  if (user && repo.owner.owners?.has(user.login.toLowerCase())) return 'admin';
  const roles = [
    repo.private ? 'none' : 'read',
    user ? repo.collaborators.get(user.login.toLowerCase()) ?? 'none' : 'none',
    user && repo.owner.members.has(user.login.toLowerCase()) ? repo.owner.basePermission ?? 'read' : 'none',
  ];
  return roles.sort((a, b) => kRoles.indexOf(b) - kRoles.indexOf(a))[0];
}

// The role of who asks. An installation has what its permissions say.
export function roleOf(repo, actor) {
  if (!actor?.installation) return roleOfUser(repo, actor?.user);
  if (!reaches(actor, repo)) return repo.private ? 'none' : 'read';
  const { permissions } = actor;
  if (permissions.administration === 'write') return 'admin';
  return permissions.contents === 'write' ? 'write' : 'read';
}

function reaches(actor, repo) {
  return !actor.repositories || actor.repositories.has(repo.id);
}

// Whether the token itself allows this, beside the role. 'hidden' stands for 404.
function tokenAllows(actor, repo, area, level) {
  if (actor.permissions) {
    if (!reaches(actor, repo)) return repo.private ? 'hidden' : level === 'read';
    // Everything a token may see of a repository it may see of its metadata.
    if (area === 'metadata' || (level === 'read' && !repo.private)) return true;
    const given = actor.permissions[area];
    return given === 'write' || given === 'admin' || (given === 'read' && level === 'read');
  }
  if (actor.scopes && !actor.scopes.includes('repo')) {
    if (repo.private) return 'hidden';
    return level === 'read' || actor.scopes.includes('public_repo') || (area === 'statuses' && actor.scopes.includes('repo:status'));
  }
  return true;
}

// Ends with what GitHub answers when `actor` may not do this in `repo`. `role` is what the account needs; the area
// (contents, pull_requests, issues, checks, ...) and level (read, write) are what the token needs.
export function need(repo, actor, { area, level, role }) {
  const has = roleOf(repo, actor);
  if (has === 'none') throw notFound();
  if (level !== 'read' && !actor?.user && !actor?.installation) throw notFound();
  if (actor?.user || actor?.installation) {
    const allowed = tokenAllows(actor, repo, area, level);
    if (allowed === 'hidden') throw notFound();
    if (!allowed) {
      throw forbidden(`Resource not accessible by ${actor.installation ? 'integration' : 'personal access token'}`);
    }
  }
  if (atLeast(has, role)) return;
  if (actor?.installation && actor.permissions[area] === 'write' && role !== 'admin') return;
  // GitHub hides what only administrators may see.
  throw role === 'admin' && level === 'read' ? notFound() : forbidden(`Must have ${role} rights to Repository.`);
}

export function may(repo, actor, rule) {
  try { need(repo, actor, rule); return true; } catch { return false; }
}

// How a person stands to a repository, as comments show it.
export function associationOf(world, repo, user) {
  if (repo.owner === user) return 'OWNER';
  const login = user.login.toLowerCase();
  if (repo.owner.members.has(login)) return 'MEMBER';
  if (repo.collaborators.has(login)) return 'COLLABORATOR';
  return hasContributed(world, repo, user) ? 'CONTRIBUTOR' : 'NONE';
}

// Whether a commit of the default branch is theirs, by e-mail address or by a merged pull.
function hasContributed(world, repo, user) {
  for (const issue of repo.issues.values()) if (issue.pull?.merged && issue.user === user) return true;
  const head = commitOf(repo, repo.defaultBranch);
  if (!head) return false;
  if (repo.authors?.head !== head) {
    const done = tryGit(repo.folder, ['log', '--format=%ae', head]);
    repo.authors = { head, emails: new Set(lines(done.out.toString().trim())) };
  }
  return repo.authors.emails.has(user.email);
}

// The account that a commit's e-mail address belongs to, or null.
export function userOfEmail(world, email) {
  for (const user of world.users.values()) if (user.email === email) return user;
  return null;
}
