/** The endpoints for the targeting of toggles and of tenants' own values. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, text, timestamp } from '../../kernel/http/fields.ts';
import { dateField } from '../../kernel/http/time-range.ts';
import { targetingLimits } from './evaluation/limits.ts';
import { evaluationErrorCodes, reasons } from './evaluation/reasons.ts';
import { toggleLimits, toggleTypes } from './evaluation/toggle-types.ts';
import { flag, plain, tenantId, toggleId, value } from './toggle-contract.ts';

const ruleExample = {
  name: 'Beta testers',
  condition: { field: 'user.roles', operator: 'CONTAINS', value: 'beta' },
  percentage: 10,
  value: true,
};

/** `targetingProblem` validates the rules, because conditions nest deeper than other JSON of callers. */
const rules = z.custom<readonly unknown[]>().check(
  z.meta({
    id: 'ToggleRules',
    type: 'array',
    maxItems: targetingLimits.rules,
    items: { $ref: '#/components/schemas/ToggleRule' },
    description:
      `Up to ${targetingLimits.rules} rules, evaluated in order: the first rule that matches the context returns its value. At most ` +
      `${targetingLimits.bytes} bytes as JSON and ${targetingLimits.segments} different segments.`,
    examples: [[ruleExample]],
  }),
);

const killSwitch = z
  .object({
    active: flag('True disables all rules.', false),
    value: z.optional(
      value(
        'Value while the kill switch is active. Default: `false` for a boolean toggle, otherwise the default of the toggle.',
        false,
      ),
    ),
  })
  .check(z.meta({ id: 'ToggleKillSwitch', description: 'Disables all rules immediately.' }));

const ownTargeting = { rules, killSwitch };
const owner = z
  .nullable(text(toggleLimits.name, 0))
  .check(about('Owner of the toggle: a person or a team.', 'team-checkout'));
const expiresAt = z.nullable(
  dateField(
    'When the toggle should be removed; from then on it is listed as stale. It can still be evaluated.',
    '2026-09-01T00:00:00.000Z',
  ),
);

export const ToggleTargeting = z
  .object({
    toggleId: toggleId(),
    identifier: plain('Identifier of the toggle.', 'new_checkout'),
    type: z.enum(toggleTypes).check(about('Type of the toggle.')),
    defaultValue: value('Value if no rule matches.', false),
    ...ownTargeting,
    owner,
    expiresAt: z.nullable(timestamp('When the toggle should be removed.')),
  })
  .check(z.meta({ id: 'ToggleTargeting', description: 'The targeting of a toggle.' }));
export type ToggleTargeting = z.infer<typeof ToggleTargeting>;

export const SetTargeting = z.object({
  rules: z.optional(rules),
  killSwitch: z.optional(killSwitch),
  owner: z.optional(owner),
  expiresAt: z.optional(expiresAt),
});
export type SetTargeting = z.infer<typeof SetTargeting>;

export const OverrideTargeting = z
  .object({
    toggleId: toggleId(),
    identifier: plain('Identifier of the toggle.', 'new_checkout'),
    tenantId: tenantId(),
    isOverride: flag('Whether the tenant has its own value.'),
    value: value('The value in the tenant if no rule matches.', false),
    ...ownTargeting,
  })
  .check(z.meta({ id: 'OverrideTargeting', description: 'The targeting of a tenant’s own value.' }));
export type OverrideTargeting = z.infer<typeof OverrideTargeting>;

export const SetOverrideTargeting = z.object({
  rules: z.optional(rules),
  killSwitch: z.optional(killSwitch),
});
export type SetOverrideTargeting = z.infer<typeof SetOverrideTargeting>;

const context = z
  .record(z.string(), z.unknown())
  .check(
    about(
      'The evaluation context: `targetingKey`, and any attributes that conditions can use. `tenant.id` and ' +
        '`time` (`now`, `date`, `hour`, `weekday`, in UTC) are set by the platform; `organization.id` is set if it is ' +
        'absent.',
      { targetingKey: 'user-123', user: { roles: ['beta'] } },
    ),
  );

export const Playground = z.object({
  identifier: text(toggleLimits.identifier).check(about('Identifier of the toggle.', 'new_checkout')),
  context: z.optional(z.nullable(context)),
  at: z.optional(dateField('Time of the evaluation; now by default.', '2026-12-24T18:00:00Z')),
  withAll: z
    .optional(z.boolean())
    .check(about('Whether all toggles are evaluated for the context, too.', false)),
});
export type Playground = z.infer<typeof Playground>;

export const PlaygroundResponse = z.object({
  identifier: plain('Identifier of the toggle.', 'new_checkout'),
  type: z.enum(toggleTypes).check(about('Type of the toggle.')),
  value: value('The resulting value.'),
  variant: plain(
    'Name of the variant or rule; `default`, `override` or `disabled` if no rule decides.',
    'Beta testers',
  ),
  reason: z
    .enum(reasons)
    .check(
      about(
        '`STATIC`: there are no rules. `TARGETING_MATCH`: a rule matches. `SPLIT`: a percentage or variants decide. ' +
          '`DISABLED`: a kill switch is active. `PREREQUISITE_FAILED`: a prerequisite has another value. `DEFAULT`: no rule matches. `ERROR`: the evaluation failed, and the ' +
          'value without rules is returned.',
        'SPLIT',
      ),
    ),
  source: z
    .enum(['override', 'default'])
    .check(about('`override` if the tenant has its own value, otherwise `default`.')),
  rule: z
    .nullable(
      z.object({
        index: z.int().check(about('Index of the rule, from 0.', 0)),
        name: z.nullable(plain('Name of the rule; null if it has no name.', 'Beta testers')),
      }),
    )
    .check(about('The rule that decided; null if no rule decided.')),
  failedPrerequisite: z
    .nullable(
      z.object({
        identifier: plain('Its identifier.', 'payments_v2'),
        expected: value('Its required value.'),
        actual: value('Its value.', false),
      }),
    )
    .check(about('The first prerequisite with another value.')),
  error: z
    .nullable(
      z.object({
        code: z.enum(evaluationErrorCodes).check(about('Error code of OpenFeature.')),
        message: plain('Error message.', 'The evaluation took longer than 200 ms.'),
      }),
    )
    .check(about('Error of the evaluation; null unless the reason is `ERROR`.')),
  rules: z
    .array(
      z
        .object({
          index: z.int().check(about('Index of the rule, from 0.', 0)),
          name: z.nullable(plain('Name of the rule; null if it has no name.', 'Beta testers')),
          percentage: z.number().check(about('Its percentage.', 10)),
          outcome: z
            .enum(['decided', 'condition', 'segments', 'percentage', 'no_key', 'failed', 'not_tried'])
            .check(
              about(
                '`decided`: its value is returned. `condition`, `segments`: they do not match. `percentage`: it matches, but its ' +
                  'percentage leaves the context out (a rule with 0 % is not tried). `no_key`: it matches, but the context has ' +
                  'no attribute by which it selects. `failed`: it could not be evaluated. `not_tried`: an earlier rule, a kill ' +
                  'switch or a prerequisite has decided.',
                'percentage',
              ),
            ),
        })
        .check(z.meta({ id: 'ToggleRuleLine', description: 'A rule with what became of it.' })),
    )
    .check(about('The rules that apply in the tenant, in their order.')),
  toggles: z
    .nullable(
      z.array(
        z
          .object({
            identifier: plain('Identifier of the toggle.', 'new_checkout'),
            type: z.enum(toggleTypes).check(about('Type of the toggle.')),
            value: plain('The resulting value as JSON, truncated.', 'true'),
            variant: plain('Name of the variant or rule.', 'Beta testers'),
            reason: z.enum(reasons).check(about('The reason, as above.', 'SPLIT')),
          })
          .check(z.meta({ id: 'EvaluatedToggle', description: 'The value of a toggle for the context.' })),
      ),
    )
    .check(about('All toggles with `withAll`, by identifier; otherwise null.', null)),
  context: z.record(z.string(), z.unknown()).check(about('The context, with what the platform set.')),
});

const root = '/api/feature_toggles';
const toggleRules = `${root}/global/{id}/targeting`;
const overrideRules = `${root}/global/{id}/override/targeting`;
const params = z.object({ id: toggleId() });
const view = { module: 'toggles', auth: 'caller', feature: 'feature_toggles.view', method: 'GET' } as const;
const change = {
  module: 'toggles',
  auth: 'caller',
  superAdmin: true,
  method: 'PUT',
  maxBodyBytes: toggleLimits.ruleBodyBytes,
  deepFields: ['rules'],
  etag: true,
} as const;

export const getTargeting = defineEndpoint({
  ...view,
  scope: 'none',
  operationId: 'getTargeting',
  path: toggleRules,
  summary: 'Read the targeting of a toggle',
  description: 'Returns the rules, kill switch, owner and expiry of a toggle.',
  params,
  success: returns(ToggleTargeting),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
});

export const setTargeting = defineEndpoint({
  ...change,
  scope: 'none',
  operationId: 'setTargeting',
  path: toggleRules,
  summary: 'Change the targeting of a toggle',
  description:
    'Changes the given fields; the next evaluation uses them. Rules can use global segments. When you increase ' +
    'a percentage, the contexts that were included stay included.',
  params,
  body: SetTargeting,
  success: returns(ToggleTargeting),
  errors: ['not_found', 'stale'],
  permissions: { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'] },
});

export const getOverrideTargeting = defineEndpoint({
  ...view,
  scope: 'tenant',
  operationId: 'getOverrideTargeting',
  path: overrideRules,
  summary: 'Read the targeting of a tenant’s own value',
  description:
    'Returns the rules and the kill switch that replace those of the toggle in the selected tenant.',
  params,
  success: returns(OverrideTargeting),
  errors: ['not_found'],
  etag: true,
  permissions: { table: ['GetItem'] },
});

export const setOverrideTargeting = defineEndpoint({
  ...change,
  scope: 'tenant',
  operationId: 'setOverrideTargeting',
  path: overrideRules,
  summary: 'Change the targeting of a tenant’s own value',
  description:
    'Changes the given fields in the selected tenant. If the tenant has no own value yet, it gets the default ' +
    'as its own value. Rules can use global segments and segments of the tenant.',
  params,
  body: SetOverrideTargeting,
  success: returns(OverrideTargeting),
  errors: ['not_found', 'stale'],
  permissions: { table: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem'] },
});

export const evaluateInPlayground = defineEndpoint({
  module: 'toggles',
  auth: 'caller',
  feature: 'feature_toggles.view',
  scope: 'tenant',
  ...operation('evaluateInPlayground', 'POST', `${root}/playground`),
  reads: true,
  summary: 'Test a toggle with a context',
  description:
    'Evaluates a toggle in the selected tenant and explains the result. The evaluation is not counted.',
  body: Playground,
  maxBodyBytes: toggleLimits.ruleBodyBytes,
  success: returns(PlaygroundResponse),
  errors: ['MISSING_TOGGLE'],
  permissions: { table: ['BatchGetItem', 'Query'] },
});
