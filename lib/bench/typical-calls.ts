/** One typical call of each endpoint, for what it costs. A new endpoint gets its line here. */
import { getHealth } from '../../shared/health/contract.ts';
import { createRule, getRule, listRules } from '../../shared/rules/contract.ts';
import type { BenchCaller, Platform } from './platform.ts';
import { ruleBody } from './rules.ts';

export interface TypicalCall {
  path: string;
  body?: unknown;
}

/** Prepares whatever the call needs; the preparation is not measured. */
type Prepare = (platform: Platform, caller: BenchCaller) => Promise<TypicalCall>;

let created = 0;
function newBody() {
  created += 1;
  return { ...ruleBody(created), ruleId: `TYPICAL-${created}` };
}

async function newRuleId(platform: Platform, caller: BenchCaller): Promise<string> {
  const { body } = await platform.call(caller, 'POST', createRule.path, newBody());
  return (body as { id: string }).id;
}

/** By operation id. */
export const typicalCalls: Readonly<Record<string, Prepare>> = {
  getHealth: async () => ({ path: getHealth.path }),
  listRules: async () => ({ path: listRules.path }),
  getRule: async (...at) => ({ path: getRule.path.replace('{id}', await newRuleId(...at)) }),
  createRule: async () => ({ path: createRule.path, body: newBody() }),
  updateRule: async (...at) => ({
    path: createRule.path,
    body: { id: await newRuleId(...at), enabled: false },
  }),
  deleteRule: async (...at) => ({ path: `${createRule.path}?id=${await newRuleId(...at)}` }),
};
