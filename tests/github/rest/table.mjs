// Every REST operation that the fake server answers, by the name GitHub's description gives it.
import { accounts } from './accounts.mjs';
import { actionRows } from './actions.mjs';
import { checkRows } from './checks.mjs';
import { contents } from './contents.mjs';
import { issueRows } from './issues.mjs';
import { protectionRows } from './protection.mjs';
import { pullRows } from './pulls.mjs';
import { repos } from './repos.mjs';
import { reviewRows } from './reviews.mjs';

export const kOperations = { ...accounts, ...repos, ...contents, ...pullRows, ...reviewRows, ...issueRows, ...checkRows, ...actionRows, ...protectionRows };
