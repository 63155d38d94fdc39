/** Rules of conformance cases: their ids are unique in the tenant. */
import { expect } from 'vitest';
import type { Rule } from '../../../shared/modules/rules/authoring/rule-fields-contract.ts';
import {
  type Executed,
  rulesPath,
  aStoredRule as storedRule,
  aStoredSet as storedSet,
} from '../../support/builders/rules.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { unique } from './stage.ts';

export const always = { field: 'nothing', operator: 'IS_EMPTY' };
export const never = { field: 'nothing', operator: 'IS_NOT_EMPTY' };
export const setStatus = (value: unknown) => [{ type: 'SET_FIELD', config: { field: 'status', value } }];

/** An id without the part that makes it unique. */
export const nameOf = (id: string): string => id.replace(/conform[0-9a-f]{8}n\d+$/, '');

/** Creates a rule, whose `ruleId` begins with the given one. */
export function aStoredRule(
  caller: Pick<TestCaller, 'api'>,
  { ruleId = 'R', ...overrides }: Record<string, unknown> = {},
): Promise<Rule> {
  return storedRule(caller, { ruleId: unique(String(ruleId)), ...overrides });
}

/** Sends an update of a rule. */
export const changeRule = (
  { api }: Pick<TestCaller, 'api'>,
  body: unknown,
  headers: Record<string, string> = {},
) => api.put<Rule>(rulesPath, { body, headers });

export const removeRule = ({ api }: TestCaller, id: string, headers = {}) =>
  api.delete(`${rulesPath}?id=${id}`, { headers });

/** Creates a rule set with these rules. */
export const aStoredSet = (
  caller: TestCaller,
  { setId = 'S', ...overrides }: Record<string, unknown> = {},
  rules: readonly { id: string }[] = [],
) => storedSet(caller, { setId: unique(String(setId)), ...overrides }, rules);

export const idsOf = ({ executedRules }: Executed): string[] =>
  executedRules.map(({ ruleId }) => nameOf(ruleId));

/** Sends a request per caller and expects the answer that unknown ids receive. */
export async function expectHidden(
  strangers: readonly TestCaller[],
  reaches: readonly ((caller: TestCaller, id: string) => Promise<{ status: number; body: unknown }>)[],
  id: string,
): Promise<void> {
  for (const stranger of strangers)
    for (const reach of reaches) {
      const unknown = await reach(stranger, crypto.randomUUID());
      expect(unknown.status).toBe(404);
      expect(await reach(stranger, id)).toMatchObject({ status: 404, body: unknown.body });
    }
}
