/** The endpoint that executes the rules of a set, in the order of the set. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { executionBase, executionResponse } from '../execution/execution-contract.ts';
import { ExecuteRule } from '../execution/execution-input.ts';
import { ruleSets, setIdParams } from './rule-sets.ts';

const setIdentity = {
  setId: ruleSets.fields.setId,
  setName: ruleSets.fields.setName,
};

export const executeSet = defineEndpoint({
  ...executionBase,
  ...operation('executeSet', 'POST', `${ruleSets.path}/{id}/execute`),
  summary: 'Execute a rule set',
  description:
    'Runs the enabled members of an enabled set in ascending sequence. A GUARD rule that blocks ends the ' +
    'execution: later members are SKIPPED. Members that are disabled, not in effect, or for another entity type ' +
    'or event than the request names are SKIPPED, too.',
  params: setIdParams,
  body: ExecuteRule,
  success: returns(z.object({ ...setIdentity, ...executionResponse })),
  errors: ['not_found', 'rule_set_disabled'],
  permissions: { table: ['GetItem', 'BatchGetItem', 'PutItem'] },
});
