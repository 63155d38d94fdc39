import { expect, it } from 'vitest';
import type * as Patterns from '../../../shared/kernel/base/patterns.ts';
import type * as Evaluator from '../../../shared/kernel/conditions/evaluator.ts';
import { aFreshCopy } from '../../support/runtime/fresh-copies.ts';

const patterns = 'shared/kernel/base/patterns.ts';
const evaluator = 'shared/kernel/conditions/evaluator.ts';

it('a fresh copy of modules shares state with itself, and with no other copy', async () => {
  const [one, other] = [aFreshCopy(), aFreshCopy()];
  const { loadPatternEngine } = await one<typeof Patterns>(patterns);
  await loadPatternEngine();
  const matches = (module: typeof Evaluator) =>
    module
      .compileCondition({ field: 'a', operator: 'MATCHES', value: '^b' })
      .evaluate({ data: { a: 'bc' }, resolve: () => undefined });
  expect(matches(await one<typeof Evaluator>(evaluator))).toBe(true);
  const without = await other<typeof Evaluator>(evaluator);
  expect(() => matches(without)).toThrow(/loadPatternEngine/);
});
