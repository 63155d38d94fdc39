/** One typical call of each endpoint, for what it costs. An endpoint that needs input gets its line here. */
import type { EndpointSpec } from '../../shared/http/contract.ts';
import { createRule, getRule } from '../../shared/rules/contract.ts';
import * as toggles from '../../shared/toggles/contract.ts';
import type { BenchCaller, Platform } from './platform.ts';
import { ruleBody } from './rules.ts';
import { anOverriddenToggle, toggleBody } from './toggles.ts';
import { attachmentPreparations } from './typical-attachment-calls.ts';
import { deliveryPreparations } from './typical-delivery-calls.ts';
import { modulePreparations } from './typical-module-calls.ts';
import { rulePreparations } from './typical-rule-calls.ts';

export interface TypicalCall {
  path: string;
  body?: unknown;
}

/** Prepares whatever the call needs; the preparation is not measured. */
export type Prepare = (platform: Platform, caller: BenchCaller) => Promise<TypicalCall>;

let created = 0;
function newBody() {
  created += 1;
  return { ...ruleBody(created), ruleId: `TYPICAL-${created}` };
}

async function newRuleId(platform: Platform, caller: BenchCaller): Promise<string> {
  const { body } = await platform.call(caller, 'POST', createRule.path, newBody());
  return (body as { id: string }).id;
}

const checkOf =
  (type: toggles.ToggleType, { path }: EndpointSpec): Prepare =>
  async (platform, caller) => {
    const { identifier } = await anOverriddenToggle(platform, caller, type);
    return { path: `${path}?identifier=${identifier}` };
  };

/** By operation id. */
const preparations: Readonly<Record<string, Prepare>> = {
  getRule: async (...at) => ({ path: getRule.path.replace('{id}', await newRuleId(...at)) }),
  createRule: async () => ({ path: createRule.path, body: newBody() }),
  updateRule: async (...at) => ({
    path: createRule.path,
    body: { id: await newRuleId(...at), enabled: false },
  }),
  getToggle: async (...at) => ({
    path: toggles.getToggle.path.replace('{id}', (await anOverriddenToggle(...at)).id),
  }),
  createToggle: async () => ({ path: toggles.createToggle.path, body: toggleBody() }),
  updateToggle: async (...at) => ({
    path: toggles.updateToggle.path,
    body: { id: (await anOverriddenToggle(...at)).id, defaultValue: true },
  }),
  deleteToggle: async (...at) => ({
    path: `${toggles.deleteToggle.path}?id=${(await anOverriddenToggle(...at)).id}`,
  }),
  getOverride: async (...at) => ({
    path: toggles.getOverride.path.replace('{id}', (await anOverriddenToggle(...at)).id),
  }),
  setOverride: async (...at) => ({
    path: toggles.setOverride.path,
    body: { toggleId: (await anOverriddenToggle(...at)).id, isOverride: true, overrideValue: false },
  }),
  checkBooleanToggle: checkOf('boolean', toggles.checkBooleanToggle),
  checkStringToggle: checkOf('string', toggles.checkStringToggle),
  checkNumberToggle: checkOf('number', toggles.checkNumberToggle),
  checkJsonToggle: checkOf('json', toggles.checkJsonToggle),
  checkToggles: async (...at) => ({
    path: toggles.checkToggles.path,
    body: { identifiers: [(await anOverriddenToggle(...at)).identifier] },
  }),
  deleteRule: async (...at) => ({ path: `${createRule.path}?id=${await newRuleId(...at)}` }),
};

/** How to call the endpoint: as told above, or its bare path when it reads and has no parameter. */
export function typicalCall({ operationId, method, path, params }: EndpointSpec): Prepare | undefined {
  const plain = method === 'GET' && params === undefined;
  return (
    preparations[operationId] ??
    rulePreparations[operationId] ??
    modulePreparations[operationId] ??
    attachmentPreparations[operationId] ??
    deliveryPreparations[operationId] ??
    (plain ? async () => ({ path }) : undefined)
  );
}
