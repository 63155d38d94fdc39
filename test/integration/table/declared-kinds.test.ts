/** The events and audit entries of the kinds of things that modules declare, for every change that callers make. */
import { expect, it } from 'vitest';
import { queryAll } from '../../../shared/kernel/table/read.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { watchEvents } from '../../support/clients/events.ts';

interface Kind {
  path: string;
  created: object;
  /** The bodies of changes, one after the other, with their paths below that of the thing. */
  changes: readonly { method: 'put' | 'post'; under?: string; body: object }[];
  /** The data of each event, besides tenant, organization and id. */
  events: Readonly<Record<string, object>>;
  /** The fields of each audit entry, in the order of their names. */
  audited: Readonly<Record<string, readonly string[]>>;
}

const kinds: Readonly<Record<string, Kind>> = {
  'an inbound endpoint': {
    path: '/api/webhooks/inbound-endpoints',
    created: { name: 'Repository', providerKey: 'github' },
    changes: [
      { method: 'put', body: { name: 'Mirror', isActive: false } },
      { method: 'post', under: '/rotate-secret', body: {} },
    ],
    events: {
      'webhooks.inbound_endpoint.created': { name: 'Repository', providerKey: 'github', isActive: true },
      'webhooks.inbound_endpoint.updated': { name: 'Mirror', providerKey: 'github', isActive: false },
      'webhooks.inbound_endpoint.rotated': { name: 'Mirror', providerKey: 'github', isActive: false },
      'webhooks.inbound_endpoint.deleted': { name: 'Mirror', providerKey: 'github', isActive: false },
    },
    audited: {
      created: ['isActive', 'name', 'providerKey', 'settings'],
      updated: ['isActive', 'name'],
      rotated: [],
      deleted: ['isActive', 'name', 'providerKey', 'settings'],
    },
  },
  'a mapping of a sync': {
    path: '/api/data_sync/mappings',
    created: { integrationId: 'sync_s3_files', entityType: 'crm.customer', mapping: {} },
    changes: [{ method: 'put', body: { mapping: { otherFields: 'keep' } } }],
    events: {
      'data_sync.mapping.created': { integrationId: 'sync_s3_files', entityType: 'crm.customer' },
      'data_sync.mapping.updated': { integrationId: 'sync_s3_files', entityType: 'crm.customer' },
      'data_sync.mapping.deleted': { integrationId: 'sync_s3_files', entityType: 'crm.customer' },
    },
    audited: {
      created: ['entityType', 'integrationId', 'mapping'],
      updated: ['mapping'],
      deleted: ['entityType', 'integrationId', 'mapping'],
    },
  },
};

it.each(Object.entries(kinds))('records every change of %s', async (_, kind) => {
  const { api, tenantId, organizationId } = await aTenant();
  const eventsSince = await watchEvents(tenantId);
  const created = await api.post<{ id: string }>(kind.path, { body: kind.created });
  expect(created.status).toBe(201);
  const { id } = created.body;
  for (const { method, under = '', body } of kind.changes)
    expect(await api[method](`${kind.path}/${id}${under}`, { body })).toMatchObject({ status: 200 });
  expect(await api.delete(`${kind.path}/${id}`)).toMatchObject({ status: 200 });

  const published = (await eventsSince()).map(({ type, data }) => [type, data]);
  const owner = { id, tenantId, organizationId };
  const expected = Object.entries(kind.events).map(([type, data]) => [type, { ...data, ...owner }]);
  expect(new Map(published as [string, unknown][])).toEqual(new Map(expected as [string, unknown][]));

  const entries = await queryAll({ pk: `TENANT#${tenantId}#AUDIT`, consistent: true });
  const own = entries.filter(({ resourceId }) => resourceId === id);
  const audited = own.map(({ action, changes }): [string, string[]] => [
    String(action),
    Object.keys(JSON.parse(String(changes))).sort(),
  ]);
  expect(Object.fromEntries(audited)).toEqual(kind.audited);
});
