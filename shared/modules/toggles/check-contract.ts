/** The endpoints by which callers check toggles in their tenant. */

import * as z from 'zod/mini';
import { isNumeric, type Numeric } from '../../kernel/base/json.ts';
import { defineEndpoint, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, text } from '../../kernel/http/fields.ts';
import { toggleLimits, valueSources } from './evaluation/toggle-types.ts';
import { metadata } from './prerequisites/fields.ts';
import { flag, plain, tenantId, toggleId, value } from './toggle-contract.ts';

const valueSource = z
  .enum(valueSources)
  .check(about('`override` if the tenant has its own value, otherwise `default`.', 'override'));
const checkedFields = {
  source: valueSource,
  toggleId: toggleId(),
  identifier: plain('The requested identifier.', 'new_checkout'),
  tenantId: tenantId(),
  metadata: z.optional(metadata),
  failedPrerequisite: z.optional(plain('The prerequisite that turns it off.', 'payments_v2')),
};

const CheckToggle = z.object({
  identifier: text(toggleLimits.identifier).check(about('Identifier of the toggle.', 'new_checkout')),
});

export type CheckToggle = z.infer<typeof CheckToggle>;

const BooleanCheck = z.object({ enabled: flag('The value.'), ...checkedFields });
const StringCheck = z.object({
  valueType: z.literal('string').check(about('Always `string`.')),
  value: plain('The value.', 'Spring sale'),
  ...checkedFields,
});
const NumberCheck = z.object({
  valueType: z.literal('number').check(about('Always `number`.')),
  value: z
    .custom<Numeric>(isNumeric)
    .check(z.meta({ type: 'number', description: 'The value.', examples: [2_500] })),
  ...checkedFields,
});
const JsonCheck = z.object({
  valueType: z.literal('json').check(about('Always `json`.')),
  value: value('The value.', { email: 'help@example.com' }),
  ...checkedFields,
});

const root = '/api/feature_toggles/check';
const checkBase = {
  module: 'toggles',
  auth: 'caller',
  scope: 'tenant',
  method: 'GET',
  query: CheckToggle,
  errors: ['MISSING_TOGGLE', 'TYPE_MISMATCH', 'INVALID_VALUE'],
  etag: true,
  permissions: { table: ['BatchGetItem'], toggles: 'count' },
} as const;
const checkDescription =
  "Returns the tenant's own value, or the default if it has none. A check after a write returns the written " +
  'value. With `If-None-Match`, an unchanged value returns 304.';

export const checkBooleanToggle = defineEndpoint({
  ...checkBase,
  operationId: 'checkBooleanToggle',
  path: `${root}/boolean`,
  summary: 'Check a boolean toggle',
  description: checkDescription,
  success: returns(BooleanCheck),
});

export const checkStringToggle = defineEndpoint({
  ...checkBase,
  operationId: 'checkStringToggle',
  path: `${root}/string`,
  summary: 'Check a string toggle',
  description: checkDescription,
  success: returns(StringCheck),
});

export const checkNumberToggle = defineEndpoint({
  ...checkBase,
  operationId: 'checkNumberToggle',
  path: `${root}/number`,
  summary: 'Check a number toggle',
  description: checkDescription,
  success: returns(NumberCheck),
});

export const checkJsonToggle = defineEndpoint({
  ...checkBase,
  operationId: 'checkJsonToggle',
  path: `${root}/json`,
  summary: 'Check a JSON toggle',
  description: checkDescription,
  success: returns(JsonCheck),
});
