import { expect, it } from 'vitest';
import { responseBytes } from '../../../../shared/kernel/base/json.ts';
import type { Evaluation } from '../../../../shared/modules/toggles/evaluation/evaluate.ts';
import { toggleLimits } from '../../../../shared/modules/toggles/evaluation/toggle-types.ts';
import { toFlags } from '../../../../shared/modules/toggles/ofrep/ofrep-service.ts';

it('the values of all toggles fit into a response of 6 MB, however often JSON escapes them', () => {
  const value = Array<string>(8_000).fill('');
  expect(JSON.stringify(value).length).toBeLessThan(toggleLimits.valueBytes);
  const count = 220;
  const toggle = { toggleId: 'id', type: 'string' as const };
  const toggles = Array.from({ length: count }, (_, index) => ({ identifier: `t${index}`, ...toggle }));
  const decided = { variant: 'default', reason: 'STATIC', source: 'default' } as const;
  const evaluation: Evaluation = { value, ...decided, rule: null, error: null };
  const flags = toFlags(toggles, Array<Evaluation>(count).fill(evaluation));
  expect(responseBytes(flags)).toBeLessThan(6_000_000);
  expect(flags).toHaveLength(count);
  expect(flags[0]).toMatchObject({ key: 't0', value });
  expect(flags.at(-1)).toMatchObject({ key: 't219', errorCode: 'GENERAL' });
});
