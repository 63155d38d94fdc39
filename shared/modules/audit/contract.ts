/** The audit trail's endpoint. */
import * as z from 'zod/mini';
import { auditLimits } from '../../kernel/audit/limits.ts';
import { signInFactors, signInMethods } from '../../kernel/auth/sign-in.ts';
import { defineEndpoint, operation, returns } from '../../kernel/http/endpoint-spec.ts';
import { about, paging, queryBoolean, text, timestamp, uuid } from '../../kernel/http/fields.ts';
import { fromField, untilField } from '../../kernel/http/time-range.ts';
import { idFilter, logOf, searchFilter, totalOption } from '../../kernel/lists/list.ts';

export const AuditAction = z
  .object({
    id: uuid('Id of the entry and of the event about the same change.'),
    action: z.string().check(about('Action: `created`, `updated`, `deleted` …', 'updated')),
    resource: z.string().check(about('Type of the changed resource.', 'business_rules.rule')),
    resourceId: z
      .string()
      .check(about('Id of the changed resource.', '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10')),
    actorType: z.string().check(about('Type of the actor: `api_key`, `user` or `system`.', 'user')),
    actorId: z.string().check(about('Id of the API key or user.', '9d1a7b7e-3f0c-4f43-9a39-5a0a6f6f1c33')),
    method: z
      .nullable(z.enum(signInMethods))
      .check(
        about(
          'How the actor signed in; `key` for an API key, null for the platform and entries without it.',
          'password',
        ),
      ),
    factors: z
      .array(z.enum(signInFactors))
      .check(
        about('What had proved the identity of the actor in this session; empty if unknown.', [
          'password',
          'totp',
        ]),
      ),
    tenantId: z.nullable(uuid('Tenant of the change; null for the platform itself.')),
    organizationId: z.nullable(uuid('Organization of the change; null for the whole tenant.')),
    requestId: z.nullable(z.string()).check(about('Id of the request.', 'QWERTYUIOPasdfg=')),
    changes: z
      .record(z.string(), z.unknown())
      .check(
        about(
          'For each changed field, its values `before` and `after`; absent values are left out. A value that is too ' +
            'large to store is replaced by a `note`.',
          { enabled: { before: true, after: false } },
        ),
      ),
    createdAt: timestamp('When the change was made.'),
  })
  .check(z.meta({ id: 'AuditAction', description: 'One change, with its actor and time.' }));
export type AuditAction = z.infer<typeof AuditAction>;

const equals = (field: string) =>
  z.optional(text(200)).check(about(`Only entries with exactly this ${field}.`));

export const ListAuditActions = z.object({
  ...paging(),
  ...idFilter(),
  ...totalOption(),
  ...searchFilter('resource, resourceId, action or actorId'),
  resource: equals('resource'),
  resourceId: equals('resourceId'),
  action: equals('action'),
  actorId: equals('actorId'),
  organizationId: z
    .optional(z.guid().check(z.toLowerCase()))
    .check(about('Only entries of this organization.')),
  from: z.optional(fromField('Only entries at or after this time.')),
  to: z.optional(untilField('Only entries at or before this time.')),
  platform: z
    .optional(queryBoolean())
    .check(
      about(
        'True returns the entries that belong to no tenant, for example changes of tenants and toggles; only for ' +
          'super admins.',
      ),
    ),
});
export type ListAuditActions = z.infer<typeof ListAuditActions>;

export const listAuditActions = defineEndpoint({
  module: 'audit',
  auth: 'caller',
  scope: 'tenant',
  ...operation('listAuditActions', 'GET', '/api/audit_logs/actions'),
  summary: 'List audit log entries',
  description:
    'Returns the audit log of the tenant, newest first. Callers who may select only some organizations see the ' +
    'entries of these organizations; callers who may select every organization also see entries of the whole ' +
    `tenant. \`from\` and \`to\` limit the time range. Entries are kept for ${auditLimits.retentionDays} days.`,
  feature: 'audit_logs.view',
  query: ListAuditActions,
  success: returns(logOf(AuditAction, 'Entries')),
  permissions: { table: ['Query'] },
});
