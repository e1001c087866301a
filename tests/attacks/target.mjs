// Repositories whose build or tests attack, and the way to see what they achieved.
import assert from 'node:assert/strict';

// A makefile says how it is tested, so that nothing waits for npm to start.
export const testedBy = (command) => ({
  'package.json': JSON.stringify({ name: 'x', version: '1.0.0', description: 'x', license: 'MIT' }),
  Makefile: `test:\n\t@${command}\n`,
});

// A package whose test is this shell script. `got WORD` reports an achievement as a failing test.
export function shellTarget(world, script, files = {}) {
  return world.repo({
    ...testedBy('sh ./attack.sh'),
    'attack.sh': `#!/bin/sh\ngot() { echo "not ok - $1"; }\n${script}\ngot attack-ran\nexit 1\n`,
    ...files,
  });
}

// A package whose test is this Perl program, which can make any system call; `got("WORD")` as above.
export function perlTarget(world, program) {
  return world.repo({
    ...testedBy('perl attack.pl'),
    'attack.pl': `sub got { print "not ok - $_[0]\\n" }\n${program}\ngot("attack-ran");\nexit 1;\n`,
  });
}

// A package whose test is this Node program, in a file of its own; `got('WORD')` as above.
export function nodeTarget(world, program, files = {}) {
  return world.repo({
    ...testedBy('node attack.js'),
    'attack.js': `const got = (word) => console.log('not ok - ' + word);\n${program}\ngot('attack-ran');\nprocess.exitCode = 1;\n`,
    ...files,
  });
}

// The metric of test results, as `pawl analyze --json` reports it.
export async function testResults(world, repo, options = {}) {
  const done = await world.pawl(['analyze', repo, '--json', ...(options.args ?? [])], options);
  assert.equal(done.code, 0, done.err);
  const metric = JSON.parse(done.out).metrics.find((one) => one.name === 'test_results');
  assert.ok(metric, 'test results are measured');
  return metric;
}

// Runs it and asserts that it ran and achieved nothing. What the attack calls an achievement is its
// matter: any failing test but `attack-ran` is one.
export async function achievesNothing(world, repo) {
  const metric = await testResults(world, repo);
  const achieved = metric.evidence.map((one) => one.message);
  assert.deepEqual(achieved, ['attack-ran'], JSON.stringify(metric));
}

// Runs it and asserts that a limit ended it, and that this is its result. The limits are small, so that
// an attack is over soon.
export async function endsAtLimit(world, repo, limit) {
  const metric = await testResults(world, repo, {
    env: { PAWL_SANDBOX_MEMORY_MIB: '300', PAWL_SANDBOX_DISK_MIB: '300', PAWL_SANDBOX_PROCESSES: '300' },
  });
  assert.equal(metric.status, 'fail', JSON.stringify(metric));
  assert.match(JSON.stringify(metric), limit);
}
