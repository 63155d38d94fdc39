/** Keeps logs and reports of fault tests that failed. Runs anew for each test file. */
import { afterAll, afterEach } from 'vitest';
import { forgetRun } from './kept-runs.ts';

const outcomes = { passed: 0, failed: 0 };

afterEach(({ task }) => {
  outcomes[task.result?.state === 'fail' ? 'failed' : 'passed'] += 1;
});

// Registered first, so it runs after the test file's own. Where no test ran, a hook has failed.
afterAll(() => {
  if (outcomes.passed > 0 && outcomes.failed === 0) forgetRun();
});
