/** The endpoints of causes that need attention. */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import {
  about,
  count,
  queryChoices,
  queryInteger,
  text,
  timestampOrNull,
  uuid,
} from '../../kernel/http/fields.ts';
import { untilField } from '../../kernel/http/time-range.ts';
import { attentionLimits } from './limits.ts';

const organization = '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22';
const exampleId = `integration_in_need:${organization}:sync_http_json`;
const featureField = (description: string) => z.string().check(about(description, 'integrations.view'));
const kindField = z
  .string()
  .check(
    about(
      'What fails: `failing_webhook`, `failing_job`, `failing_sync`, `integration_in_need` or `dead_letters`.',
      'integration_in_need',
    ),
  );
const states = ['open', 'acknowledged', 'muted'] as const;

export const Cause = z
  .object({
    id: z.string().check(about('Id of the cause, the same as long as the thing exists.', exampleId)),
    kind: kindField,
    title: z.string().check(about('Name of what fails.', 'HTTP JSON source')),
    message: z
      .nullable(z.string())
      .check(about('Why it fails; null if that is unknown.', 'It is enabled, but has no credentials.')),
    count: count('Failures since it last worked, as far as they were read; 1 for a state that lasts.', 1),
    since: timestampOrNull('When it began to fail; null if that is unknown.'),
    lastSeenAt: timestampOrNull('When it last failed; null for a state that lasts.'),
    state: z
      .enum(states)
      .check(
        about(
          '`open`; `acknowledged`: a user knows of it; `muted` until a time. Only this failure is acknowledged or ' +
            'muted: if the thing works and fails again, the cause is open again.',
          'open',
        ),
      ),
    mutedUntil: timestampOrNull('When a muted cause is open again; null otherwise.'),
    decidedBy: z
      .nullable(z.string())
      .check(
        about(
          'Who acknowledged or muted it; null if it is open.',
          'user:3b0c5d8e-51a7-4a39-9c6e-8a2f0d1b7c44',
        ),
      ),
    decidedAt: timestampOrNull('When it was acknowledged or muted; null if it is open.'),
    resource: z.string().check(about('Type of what fails.', 'integrations.integration')),
    resourceId: z
      .string()
      .check(
        about('Id with which its module’s operations read it; of a sync its latest run.', 'sync_http_json'),
      ),
    feature: featureField('The feature that callers need to see it.'),
    tenantId: z.nullable(uuid('Its tenant; null for the platform.')),
    organizationId: z.nullable(uuid('Its organization; null for the whole tenant, or the platform.')),
  })
  .check(z.meta({ id: 'Cause', description: 'One thing that fails now.' }));
export type Cause = z.infer<typeof Cause>;

const LeftOut = z
  .object({
    kind: kindField,
    feature: featureField('The feature that you lack; `super_admin` if only super admins see the kind.'),
  })
  .check(z.meta({ id: 'LeftOutKind', description: 'A kind of causes that you may not see.' }));

const base = { module: 'attention', auth: 'caller' } as const;
const path = '/api/attention/causes';

export const ListCauses = z.object({
  state: z.optional(queryChoices(states)).check(about('Only causes in these states.', ['open'])),
});
export type ListCauses = z.infer<typeof ListCauses>;

export const listCauses = defineEndpoint({
  ...base,
  scope: 'optional',
  ...operation('listCauses', 'GET', path),
  summary: 'List what fails now',
  description:
    'Returns what fails now in the selected organizations and in the whole tenant, and for super admins in the platform: ' +
    'each thing once, open causes first, then the latest. A cause ends by itself when the thing works again, is ' +
    'disabled or is deleted. You receive the kinds that your features allow; `leftOut` names the others, and ' +
    '`kinds` is empty if you may see none. ' +
    `At most ${attentionLimits.causes} causes of ${attentionLimits.organizations} organizations are returned.`,
  query: ListCauses,
  success: returns(
    z.object({
      items: z.array(Cause).check(about('The causes.')),
      open: count('Number of open causes, in any filter.', 1),
      kinds: z
        .array(z.string())
        .check(about('The kinds that you may see.', ['failing_webhook', 'integration_in_need'])),
      leftOut: z.array(LeftOut).check(about('The kinds that you may not see.')),
      isComplete: z.boolean().check(about('False if there was more than one request reads.', true)),
    }),
    { description: 'The causes.' },
  ),
  permissions: { table: ['Query', 'BatchGetItem'], deadLetters: 'read' },
});

const CauseParams = z.object({
  id: text(attentionLimits.idCharacters).check(about('Id of a cause.', exampleId)),
});
const changing = {
  ...base,
  scope: 'optional',
  feature: 'attention.manage',
  params: CauseParams,
  success: returns(Cause),
  errors: ['not_found'],
} as const;
const needs = 'Needs `attention.manage` and the feature of the kind.';

export const acknowledgeCause = defineEndpoint({
  ...changing,
  ...operation('acknowledgeCause', 'POST', `${path}/{id}/acknowledge`),
  summary: 'Acknowledge a cause',
  description:
    'Records that a user knows of the failure, until the thing works again, at most ' +
    `${attentionLimits.acknowledgedDays} days. ${needs}`,
  permissions: { table: ['Query', 'BatchGetItem', 'PutItem'], deadLetters: 'read' },
});

export const MuteCause = z.object({
  until: untilField(`When it is open again: a time within the next ${attentionLimits.mutedDays} days.`),
});
export type MuteCause = z.infer<typeof MuteCause>;

export const muteCause = defineEndpoint({
  ...changing,
  ...operation('muteCause', 'POST', `${path}/{id}/mute`),
  summary: 'Mute a cause until a time',
  description: `Mutes the failure until a time, or until the thing has worked and fails again. ${needs}`,
  body: MuteCause,
  permissions: { table: ['Query', 'BatchGetItem', 'PutItem'], deadLetters: 'read' },
});

export const reopenCause = defineEndpoint({
  ...changing,
  ...operation('reopenCause', 'POST', `${path}/{id}/reopen`),
  summary: 'Take back an acknowledgement or a muting',
  description: `Opens a cause that was acknowledged or muted. An open cause stays as it is. ${needs}`,
  permissions: { table: ['Query', 'BatchGetItem', 'PutItem', 'DeleteItem'], deadLetters: 'read' },
});

export const ListTenants = z.object({
  after: z
    .optional(
      text(attentionLimits.positionBytes).check(
        z.refine(
          (position) => Buffer.byteLength(position) <= attentionLimits.positionBytes,
          'must be the `next` of a page',
        ),
      ),
    )
    .check(about('The `next` of the page before; without it the first page.', 'acme#0d6b6a52')),
  limit: z
    ._default(queryInteger(1, attentionLimits.tenantsPerPage), attentionLimits.tenantsPerPage)
    .check(about('Tenants that are examined, not those that are returned.', attentionLimits.tenantsPerPage)),
});
export type ListTenants = z.infer<typeof ListTenants>;

const FailingTenant = z
  .object({
    tenantId: uuid('Id of the tenant.'),
    name: z.string().check(about('Name of the tenant.', 'Acme')),
    open: count('Number of its open causes.', 2),
    kinds: z
      .record(z.string(), z.int())
      .check(about('Number of its open causes by kind.', { failing_webhook: 1, failing_job: 1 })),
    organizationIds: z
      .array(uuid('Id of an organization.'))
      .check(about('Its organizations with open causes.', [organization])),
    lastSeenAt: timestampOrNull('When something last failed; null for states that last.'),
    isComplete: z.boolean().check(about('False if it has more than one request reads.', true)),
  })
  .check(z.meta({ id: 'FailingTenant', description: 'A tenant with open causes.' }));
export type FailingTenant = z.infer<typeof FailingTenant>;

export const listTenantsInNeed = defineEndpoint({
  ...base,
  scope: 'none',
  superAdmin: true,
  ...operation('listTenantsInNeed', 'GET', '/api/attention/tenants'),
  summary: 'List tenants in which something fails now',
  description:
    'Examines active tenants by name, and returns those with open causes. A page may be empty although others follow: ' +
    'continue until `next` is null. Only for super admins.',
  query: ListTenants,
  success: returns(
    z.object({
      items: z.array(FailingTenant).check(about('Tenants with open causes.')),
      examined: count('Number of tenants that were examined.', attentionLimits.tenantsPerPage),
      next: z
        .nullable(z.string())
        .check(about('`after` of the next page; null on the last one.', 'acme#0d6b6a52')),
    }),
    { description: 'The failing tenants among the examined ones.' },
  ),
  permissions: { table: ['Query', 'BatchGetItem'] },
});
