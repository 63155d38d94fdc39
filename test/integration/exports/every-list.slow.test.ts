/** The export of every list contains exactly the rows of the list. */
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { suppress } from '../../../shared/modules/email/sending/suppression-store.ts';
import { recordEvents } from '../../../shared/modules/events/log/log-store.ts';
import { aFile, aQuietPartition } from '../../support/builders/attachments.ts';
import { begin, connectToStripe } from '../../support/builders/payments.ts';
import { aQueueJob, aStoredJob } from '../../support/builders/scheduler.ts';
import { aFolder, lines, synced, syncPath } from '../../support/builders/sync-files.ts';
import { aSchedule } from '../../support/builders/sync-schedules.ts';
import { aRule, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { aWebhook, webhookPath } from '../../support/builders/webhooks.ts';
import { send } from '../../support/clients/api.ts';
import { loadExportSources } from '../../support/export-sources.ts';

const exportSources = await loadExportSources();

let caller: TestCaller;
/** A caller in an empty tenant. */
let newcomer: TestCaller;
/** A sync run with a failed item, and a rule, for lists under their paths. */
const parents: Record<string, string> = {};
const pathOf = (path: string): string =>
  Object.entries(parents).reduce((result, [parent, own]) => result.replace(parent, own), path);
const entityType = 'shop.order';
const exportedRecord = { entityId: entityType, recordId: '42' };
/** All tests see all toggles and tenants: only those with this name belong to this test. */
const ownName = `exported_${randomUUID().replaceAll('-', '')}`;

beforeAll(async () => {
  caller = await aTenant({ isSuperAdmin: true });
  newcomer = await aTenant({ isSuperAdmin: true });
  const { api } = caller;
  await aUser(caller);
  await api.post('/api/auth/roles', { body: { name: 'support' } });
  await api.post('/api/integrations/webhook_custom/health');
  await api.post('/api/webhooks/inbound-endpoints', { body: { name: 'Repository', providerKey: 'github' } });
  const webhook = await aWebhook(caller);
  await api.put(webhookPath(webhook.id), { body: { isActive: false } });
  await api.post(`${webhookPath(webhook.id)}/test`);
  await api.post('/api/business_rules/sets', {
    body: { setId: 'CHECKOUT', setName: 'Checkout', enabled: true },
  });
  const rule = await api.post<{ id: string }>('/api/business_rules/rules', { body: aRule({ entityType }) });
  parents['/rules/{id}'] = `/rules/${rule.body.id}`;
  await api.post('/api/business_rules/execute', { body: { entityType, data: { total: 1 } } });
  await api.post('/api/entities/records', { body: { entityType, fields: { total: 1 } } });
  await api.post('/api/entities/definitions', { body: { entityType, key: 'tier', kind: 'text' } });
  await api.post('/api/directory/tenants', { body: { name: ownName } });
  await aFile(api, { ...exportedRecord, partitionCode: await aQuietPartition(api) });
  await connectToStripe(caller);
  await begin(caller);
  await api.post('/api/notifications/feature', {
    body: { requiredFeature: 'notifications.view', type: 'sales.order.overdue', title: 'Overdue' },
  });
  await (await aFolder(caller)).put('crm.customer', lines([{ id: 'C-1', text: 'x'.repeat(300_000) }]));
  parents['/runs/{runId}'] = `/runs/${(await synced(caller)).id}`;
  const subject = { integrationId: 'sync_s3_files', entityType: 'crm.customer' };
  await api.post(`${syncPath}/mappings`, { body: { ...subject, mapping: { otherFields: 'keep' } } });
  await api.post('/api/feature_toggles/segments', {
    body: { name: 'Paying', condition: { field: 'user.plan', operator: '=', value: 'pro' } },
  });
  const template = { subject: '{{ title }}', body: '{{ body }}' };
  await api.put('/api/email/templates/sales.order.overdue', { body: template });
  await api.post('/api/auth/users/invite', { body: { email: `${ownName}@acme.example`, name: 'Invited' } });
  const suppressed = { address: 'gone@acme.example', reason: 'bounce', createdAtMs: Date.now() } as const;
  const event = { id: randomUUID(), type: `${entityType}.shipped`, data: { id: 'SO-1' } };
  const { tenantId, organizationId } = caller;
  await recordEvents([
    {
      ...event,
      v: 1,
      tenantId,
      organizationId,
      idempotencyKey: event.id,
      occurredAt: new Date().toISOString(),
    },
  ]);
  await suppress(caller, suppressed, { principal: { subject: 'system:email' }, nowMs: Date.now() });
  await api.post('/api/progress/jobs', { body: { jobType: 'catalog.reindex', name: 'Reindex' } });
  await api.post('/api/data_sync/schedules', { body: aSchedule() });
  await aStoredJob(caller, aQueueJob({ targetPayload: { report: 'totals' } }));
  await api.post('/api/feature_toggles/global', {
    body: { identifier: ownName, name: 'Exported', type: 'boolean', defaultValue: true },
  });
});

/** Required query parameters of some lists. */
const queries: Readonly<Record<string, string>> = {
  organizations: '&view=manage',
  records: `&entityType=${entityType}`,
  field_definitions: `&entityType=${entityType}`,
  tenants: `&search=${ownName}`,
  record_attachments: `&entityId=${entityType}&recordId=42`,
  feature_toggles: `&search=${ownName}`,
  feature_toggle_overrides: `&identifier=${ownName}`,
  scheduled_jobs: '&scopeType=organization',
};

type Paging = Record<'page' | 'pageSize' | 'total' | 'totalPages', number>;
/** The response of a list: generic, or with its own envelope. */
type ListBody = Record<string, unknown> & Paging & { pagination?: Paging; meta?: Paging };
const pagingOf = (body: ListBody): Paging => body.pagination ?? body.meta ?? body;
/** Lists whose envelope has no number of pages. */
const withoutTotalPages = ['scheduled_jobs'];

/** Fields that identify rows of lists without `id`. */
const idColumns: Readonly<Record<string, string>> = {
  feature_toggle_overrides: 'toggleId',
  events: 'type',
  sync_failures: 'batch',
  rule_revisions: 'revision',
};

it.each(exportSources.filter(({ contract }) => !contract.path.includes('{')))(
  'the list $fileName has as many pages as its rows fill, and none if it is empty',
  async ({ fileName, contract }) => {
    const { key } = newcomer;
    const query = (queries[fileName] ?? '').replaceAll(ownName, `${ownName}_missing`);
    const { status, body } = await send<ListBody>('GET', `${contract.path}?page=1&pageSize=2${query}`, {
      headers: { 'x-api-key': key },
    });
    expect(status).toBe(200);
    const { total, pageSize, totalPages } = pagingOf(body);
    if (!withoutTotalPages.includes(fileName)) expect(totalPages).toBe(Math.ceil(total / pageSize));
  },
);

/** The meaning of the filter `id` for lists whose rows have no `id`. */
const namedBy: Readonly<Record<string, string>> = {
  feature_toggle_overrides: 'toggleId',
  events: 'type',
  sync_failures: 'externalId',
};

/** The lists of rules and jobs have their own envelope and tests; a revision is found by its number. */
const genericLists = exportSources.filter(
  ({ fileName, contract }) => contract.exportedRows === undefined && fileName !== 'rule_revisions',
);

it.each(genericLists)(
  'the list $fileName is filtered to one row by id, and to none by a text that no row contains',
  async ({ fileName, contract }) => {
    const path = pathOf(contract.path);
    const list = async (query: string) => {
      const { status, body } = await send<{ items: Record<string, unknown>[]; total: number }>(
        'GET',
        `${path}?page=1&pageSize=50${queries[fileName] ?? ''}${query}`,
        { headers: { 'x-api-key': caller.key } },
      );
      expect(status, query).toBe(200);
      return body;
    };
    const idField = namedBy[fileName] ?? 'id';
    const id = (await list('')).items.map((row) => row[idField]).find((one) => one !== null);
    const { items, total } = await list(`&id=${encodeURIComponent(String(id))}`);
    expect(items.map((row) => row[idField])).toEqual([id]);
    expect(total).toBe(1);
    expect(await list(`&search=${randomUUID()}`)).toMatchObject({ items: [], total: 0, totalPages: 0 });
  },
);

it.each(exportSources)('the list $fileName is empty after its last page', async ({ fileName, contract }) => {
  const path = pathOf(contract.path);
  const query = queries[fileName] ?? '';
  const { body } = await send<ListBody>('GET', `${path}?page=999&pageSize=2${query}`, {
    headers: { 'x-api-key': caller.key },
  });
  expect(body[contract.exportedRows ?? 'items']).toEqual([]);
  const { page, total } = pagingOf(body);
  expect(page).toBe(999);
  expect(total).toBeGreaterThan(0);
});

it.each(exportSources)(
  'the list $fileName refuses a format that does not exist',
  async ({ fileName, contract }) => {
    const path = pathOf(contract.path);
    const response = await fetch(`${inject('baseUrl')}${path}?format=pdf${queries[fileName] ?? ''}`, {
      headers: { 'x-api-key': caller.key },
    });
    const { details } = (await response.json()) as { details: unknown };
    // A list in some modules, a map in others.
    expect([response.status, JSON.stringify(details)]).toEqual([400, expect.stringContaining('"format"')]);
  },
);

describe.each(exportSources.map((source) => ({ ...source, path: source.contract.path })))(
  'the export of $fileName',
  ({ fileName, path: pattern, columns, contract }) => {
    it('has the rows of the list with all their fields', async () => {
      const path = pathOf(pattern);
      const query = `${queries[fileName] ?? ''}`;
      const headers = { 'x-api-key': caller.key };
      const exported = await fetch(`${inject('baseUrl')}${path}?format=json${query}`, { headers });
      expect(exported.status).toBe(200);
      expect(exported.headers.get('content-disposition')).toBe(`attachment; filename="${fileName}.json"`);
      const rows = (await exported.json()) as Record<string, unknown>[];

      const list = await send<ListBody>('GET', `${path}?pageSize=100${query}`, { headers });
      const items = list.body[contract.exportedRows ?? 'items'] as Record<string, unknown>[];
      const listed = items.map((item) =>
        Object.fromEntries(columns.map((column) => [column, item[column] ?? null])),
      );
      expect(listed.length).toBeGreaterThan(0);
      const idColumn = idColumns[fileName] ?? 'id';
      const byId = new Map(rows.map((row) => [row[idColumn], row]));
      for (const row of listed) {
        const { lastUsedAt: _usedByThis, ...rest } = row;
        expect(byId.get(row[idColumn])).toMatchObject(rest);
      }
    });
  },
);
