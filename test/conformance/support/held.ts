/** Tests that need something that the stage does not offer. */
import { TestRunner } from 'vitest';

/** Skips the running test with the reason, which the report prints. */
export function holdTest(reason: string): never {
  const test = TestRunner.getCurrentTest();
  if (test === undefined) throw new Error(`Outside a test: ${reason}`);
  return test.context.skip(reason);
}
