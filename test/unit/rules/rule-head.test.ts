import { describe, expect, it } from 'vitest';
import { notInEffect } from '../../../shared/modules/rules/authoring/rule-head.ts';

describe('a rule with an end', () => {
  const at = (time: string) => Date.parse(`2026-03-31T${time}Z`);

  it('applies until the end of the day, UTC, that a date without a time names', () => {
    const rule = { effectiveFrom: null, effectiveTo: '2026-03-31' };
    expect(notInEffect(rule, at('23:59:59.999'))).toBeUndefined();
    expect(notInEffect(rule, at('23:59:59.999') + 1)).toBe('The rule was in effect until 2026-03-31.');
  });

  it('applies until the moment that a date with a time names', () => {
    const rule = { effectiveFrom: null, effectiveTo: '2026-03-31T10:00:00.000Z' };
    expect(notInEffect(rule, at('10:00:00'))).toBeUndefined();
    expect(notInEffect(rule, at('10:00:00.001'))).toMatch(/until 2026-03-31T10/);
  });
});
