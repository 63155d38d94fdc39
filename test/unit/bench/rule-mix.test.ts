import { describe, expect, it } from 'vitest';
import { expectedLines, toLine } from '../../../lib/lab/bench/mix/expected.ts';
import { facts } from '../../../lib/lab/bench/mix/facts.ts';
import { mix } from '../../../lib/lab/bench/mix/rules.ts';
import { toOurs } from '../../../lib/lab/bench/mix/spellings.ts';
import { findConditionProblem } from '../../../shared/kernel/conditions/condition.ts';
import { type Json, referenceHolds } from '../../support/invariants/reference-conditions.ts';

describe('the mix of rules for the comparison of engines', () => {
  const conditions = mix.map(toOurs);

  it('consists of a hundred well-formed conditions and a thousand facts', () => {
    expect([mix.length, facts.length]).toEqual([100, 1_000]);
    expect(conditions.map(findConditionProblem).filter((problem) => problem !== undefined)).toEqual([]);
  });

  it('has the committed results in the reference evaluator', () => {
    const lines = conditions.map((condition) =>
      toLine(facts.map((fact) => referenceHolds(condition, { data: fact as unknown as Json, names: {} }))),
    );
    expect(lines).toEqual(expectedLines());
  });

  it('is mixed: most conditions hold for some facts and fail for others', () => {
    const some = expectedLines().filter((line) => /[^0]/.test(line) && /[^f]/.test(line));
    expect(some.length).toBeGreaterThan(80);
  });
});
