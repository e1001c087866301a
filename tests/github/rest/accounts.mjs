// Accounts, apps, installations, limits: everything that is of no repository.
import { ApiError, notFound } from '../world/errors.mjs';
import { installationToken, needInstallation } from '../world/tokens.mjs';
import { roleOf } from '../world/access.mjs';
import * as people from '../shapes/people.mjs';
import { repo as repoShape } from '../shapes/repos.mjs';
import { Answer, anyone, asApp, counted, empty, paged, read, signedIn } from './answers.mjs';

function accessToken({ world, params, body = {}, actor }) {
  const installation = needInstallation(world, params.installation_id);
  if (installation.app !== actor.app) throw notFound();
  if (installation.suspendedAt) throw new ApiError(403, 'This installation has been suspended');
  const names = body.repositories ?? null;
  const ids = body.repository_ids ?? null;
  const ofAccount = [...world.repos.values()].filter((repo) => repo.owner === installation.account && (!installation.repositories || installation.repositories.includes(repo)));
  const wanted = names || ids ? ofAccount.filter((repo) => names?.includes(repo.name) || ids?.includes(repo.id)) : null;
  const asked = (names?.length ?? 0) + (ids?.length ?? 0);
  if (wanted && wanted.length !== asked) {
    throw new ApiError(422, 'There is at least one repository that does not exist or is not accessible to the parent installation.');
  }
  const { text, token } = installationToken(world, installation, { permissions: body.permissions, repositories: wanted });
  return {
    token: text, expires_at: world.clock.iso(token.expiresAt), permissions: token.permissions, repository_selection: wanted || installation.repositories ? 'selected' : 'all',
    ...(wanted && { repositories: wanted.map((repo) => repoShape(world, repo, token)) }),
  };
}

function ownInstallation(world, actor, found) {
  if (!found || found.app !== actor.app) throw notFound();
  return people.installation(world, found);
}

const reachable = (world, actor) => [...world.repos.values()].filter((repo) => actor.repositories.has(repo.id));

export const accounts = {
  'users/get-authenticated': {
    ...signedIn,
    run: ({ world, actor }) => {
      if (actor.installation) throw new ApiError(403, 'Resource not accessible by integration');
      return people.wholeUser(world, actor.user);
    },
  },
  'users/get-by-username': { ...anyone, run: ({ world, params }) => people.wholeUser(world, world.user(params.username)) },
  'users/list-emails-for-authenticated-user': {
    ...signedIn, run: ({ actor }) => [{ email: actor.user.email, primary: true, verified: true, visibility: 'private' }],
  },
  'repos/list-for-authenticated-user': {
    ...signedIn,
    run: (call) => {
      const { world, actor } = call;
      const mine = (repo) => repo.owner === actor.user || repo.collaborators.has(actor.user.login.toLowerCase()) || repo.owner.members.has(actor.user.login.toLowerCase());
      return paged(call, [...world.repos.values()].filter((repo) => mine(repo) && roleOf(repo, actor) !== 'none'), (repo) => repoShape(world, repo, actor));
    },
  },
  'repos/list-for-user': {
    ...anyone,
    run: (call) => {
      const owner = call.world.user(call.params.username);
      return paged(call, [...call.world.repos.values()].filter((repo) => repo.owner === owner && roleOf(repo, call.actor) !== 'none'), (repo) => repoShape(call.world, repo, call.actor));
    },
  },
  'apps/get-authenticated': { ...asApp, run: ({ world, actor }) => ({ ...people.app(world, actor.app), installations_count: world.installations.filter((one) => one.app === actor.app).length }) },
  'apps/get-by-slug': {
    ...anyone,
    run: ({ world, params }) => people.app(world, world.apps.find((one) => one.slug === params.app_slug) ?? lost()),
  },
  'apps/list-installations': {
    ...asApp, run: (call) => paged(call, call.world.installations.filter((one) => one.app === call.actor.app), (one) => people.installation(call.world, one)),
  },
  'apps/get-installation': { ...asApp, run: ({ world, params, actor }) => ownInstallation(world, actor, needInstallation(world, params.installation_id)) },
  'apps/get-repo-installation': {
    ...asApp,
    run: ({ world, params, actor }) => {
      const found = world.findRepo(params.owner, params.repo)?.repo;
      return ownInstallation(world, actor, found && world.installations.find((one) => one.app === actor.app && one.account === found.owner
        && (!one.repositories || one.repositories.includes(found))));
    },
  },
  'apps/get-user-installation': {
    ...asApp, run: ({ world, params, actor }) => ownInstallation(world, actor, world.installations.find((one) => one.app === actor.app && one.account === world.user(params.username))),
  },
  'apps/get-org-installation': {
    ...asApp, run: ({ world, params, actor }) => ownInstallation(world, actor, world.installations.find((one) => one.app === actor.app && one.account === world.user(params.org))),
  },
  'apps/create-installation-access-token': { ...asApp, run: accessToken },
  'apps/revoke-installation-access-token': {
    ...signedIn,
    run: ({ world, actor }) => {
      for (const [text, token] of world.tokens) if (token === actor) world.tokens.delete(text);
      return empty();
    },
  },
  'apps/list-repos-accessible-to-installation': {
    ...signedIn,
    run: (call) => {
      if (!call.actor.installation) throw new ApiError(403, 'You must authenticate with an installation access token in order to list repositories for an installation.');
      return counted(call, 'repositories', reachable(call.world, call.actor), (repo) => repoShape(call.world, repo, call.actor));
    },
  },
  'rate-limit/get': { ...anyone, free: true, run: ({ limits, actor }) => limits.overview(actor) },
  'meta/get': { ...anyone, run: () => ({ verifiable_password_authentication: true }) },
  'meta/get-all-versions': { ...anyone, run: ({ versions }) => versions },
  'meta/get-zen': { ...anyone, run: () => new Answer(200, 'Keep it logically awesome.') },
};

function lost() {
  throw notFound();
}

export { read };
