/** Keeps logs and reports of fault tests that failed. */
import { afterAll } from 'vitest';
import { forgetRun } from './kept-runs.ts';

interface Task {
  result?: { state?: string } | undefined;
  tasks?: readonly Task[];
}

const hasFailed = ({ result, tasks = [] }: Task): boolean =>
  result?.state === 'fail' || tasks.some(hasFailed);

// Registered first, so it runs after the test file's own.
afterAll((_, file) => {
  if (!hasFailed(file)) forgetRun();
});
