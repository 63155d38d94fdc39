/** Lists, saves, deletes and previews mail templates of a tenant. */

import { type Change, differences, recordChange } from '../../../kernel/audit/record.ts';
import { containing } from '../../../kernel/base/compared.ts';
import { uuidOf } from '../../../kernel/base/ids.ts';
import { toJson } from '../../../kernel/base/json.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import {
  InvalidInputError,
  LimitReachedError,
  requireFound,
  StaleError,
} from '../../../kernel/errors/errors.ts';
import type { Caller, Precondition, Reader } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import { toList } from '../../../kernel/lists/list.ts';
import { refuseHeavyRows } from '../../../kernel/table/listing.ts';
import { emailLimits } from '../limits.ts';
import { linkBase, linkFor } from '../links.ts';
import type { ListEmailTemplates } from '../template-contract.ts';
import { renderMail, TemplateError } from './render.ts';
import {
  deleteTemplate,
  findTemplate,
  listTemplates,
  putTemplate,
  type StoredTemplate,
} from './template-store.ts';
import { type MailTemplate, type MailVariables, notificationTemplate, platformMailOf } from './texts.ts';

const rowOf = (scope: TenantScope, { type, subject, body, updatedAtMs, revision }: StoredTemplate) => ({
  id: uuidOf(toJson(['email template', scope.tenantId, type])),
  ...{ type, subject, body, version: revision },
  updatedAt: toIso(updatedAtMs),
});

/** Returns one page of the tenant's templates, sorted by type. Throws PageTooLargeError. */
export async function listEmailTemplates({ scope }: Reader<TenantScope>, query: ListEmailTemplates) {
  const { page, pageSize, id, search = '' } = query;
  const isFound = containing(search);
  const rows = (await listTemplates(scope))
    .map((template) => rowOf(scope, template))
    .filter((row) => id === undefined || row.id === id)
    .filter(({ type, subject }) => isFound(`${type}\n${subject}`));
  const start = (page - 1) * pageSize;
  const items = rows.slice(start, start + pageSize);
  refuseHeavyRows(items, pageSize);
  return toList(query, { items, total: rows.length });
}

/** Example values for previews, and for the trial rendering before a template is stored. */
const exampleVariables = (type: string): MailVariables => ({
  ...{ title: 'Order SO-1001 is overdue', body: 'It should have left on Monday.', type, severity: 'warning' },
  ...{ link: `${linkBase()}/orders/SO-1001`, tenantName: 'Example Ltd' },
  ...{ count: 1, more: 0, items: [{ title: 'Order SO-1001 is overdue', body: '', link: '' }] },
  validFor: '30 minutes',
});

/** Returns an example of the mail's secret link, without a valid token. */
function exampleLink(type: string) {
  const link = platformMailOf(type)?.link;
  return link && { url: `${linkBase()}${link.path}?token=example`, label: link.label };
}

/** Throws InvalidInputError if the template of the type cannot be rendered. */
async function render(
  type: string,
  template: MailTemplate,
  variables: MailVariables,
  unsubscribeUrl?: string,
) {
  const { tenantName } = variables;
  try {
    const footer = { tenantName, unsubscribeUrl, link: exampleLink(type) };
    return await renderMail(template, variables, footer, type);
  } catch (error) {
    throw error instanceof TemplateError ? new InvalidInputError({ [error.field]: error.message }) : error;
  }
}

const changeOf = (
  { tenantId }: TenantScope,
  type: string,
  action: Change['action'],
  version: number,
  changes: Change['changes'],
): Change => ({
  ...{ tenantId, organizationId: null, resource: 'email.template', resourceId: type, action, version },
  ...{ data: { type }, changes },
});

interface TemplateTarget extends Precondition {
  type: string;
}

/** Stores the tenant's template of a type. Throws InvalidInputError, LimitReachedError and StaleError. */
export async function saveEmailTemplate(
  { scope, context }: Caller<TenantScope>,
  { type, ifMatch, ...template }: MailTemplate & TemplateTarget,
) {
  await render(type, template, exampleVariables(type));
  const read = async () => {
    const before = await findTemplate(scope, type);
    return { revision: before?.revision ?? 0, before };
  };
  const saved = await updateWithRetry(read, ifMatch, async ({ before, revision }) => {
    if (before === undefined && (await listTemplates(scope)).length >= emailLimits.templates)
      throw new LimitReachedError('templates', emailLimits.templates);
    const next = {
      ...template,
      type,
      updatedAtMs: context.nowMs,
      revision: Math.max(context.nowMs, revision + 1),
    };
    const changes = differences({ ...before }, { ...next }, ['updatedAtMs', 'revision']);
    const action = before === undefined ? 'created' : 'updated';
    const writes = recordChange(changeOf(scope, type, action, next.revision, changes), context);
    await putTemplate(scope, next, before, writes, () => new StaleError());
    return next;
  });
  return withRevision(rowOf(scope, saved), saved.revision);
}

/** Deletes the tenant's template of a type. Throws NotFoundError and StaleError. */
export async function deleteEmailTemplate(
  { scope, context }: Caller<TenantScope>,
  { type, ifMatch }: TemplateTarget,
) {
  const read = async () => {
    return requireFound(await findTemplate(scope, type), 'Template');
  };
  await updateWithRetry(read, ifMatch, (before) => {
    const changes = differences({ ...before }, {}, ['updatedAtMs', 'revision']);
    const version = Math.max(context.nowMs, before.revision + 1);
    const writes = recordChange(changeOf(scope, type, 'deleted', version, changes), context);
    return deleteTemplate(scope, before, writes, () => new StaleError());
  });
  return { ok: true as const };
}

/** RFC 2606 reserves this domain for examples. */
const exampleAddress = 'preview@example.com';

/** Renders a mail without sending it. Throws InvalidInputError. */
export async function previewEmail(
  { scope }: Reader<TenantScope>,
  {
    type,
    subject,
    body,
    variables,
  }: {
    type: string;
    subject?: string | undefined;
    body?: string | undefined;
    variables?: object | undefined;
  },
) {
  const { tenantId } = scope;
  const stored = (await findTemplate(scope, type)) ?? platformMailOf(type)?.template ?? notificationTemplate;
  const template = { subject: subject ?? stored.subject, body: body ?? stored.body };
  const reader = { address: exampleAddress };
  const unsubscribeUrl = await linkFor({ purpose: 'unsubscribe', tenantId, reader, type });
  const confirmUrl = await linkFor({ purpose: 'confirm', tenantId, reader, type: null });
  const values = { ...exampleVariables(type), ...variables };
  return { ...(await render(type, template, values, unsubscribeUrl)), unsubscribeUrl, confirmUrl };
}
