/** `ETag`, `If-None-Match` and `If-Match` of resources that have no read of their own, or no revision. */
import { describe, expect, it } from 'vitest';
import { aFile, attachmentsPath, libraryPath } from '../../support/builders/attachments.ts';
import {
  aReader,
  listOf,
  notificationPath,
  notificationsPath,
  notifyReader,
} from '../../support/builders/notifications.ts';
import { aMerchant, paymentsPath, sessionBody } from '../../support/builders/payments.ts';
import { aTenant } from '../../support/builders/tenants.ts';

const definitionsPath = '/api/entities/definitions';
const entityType = 'sales.order';
const ifMatch = (tag: string | null) => ({ 'if-match': tag ?? '' });

describe('a payment', () => {
  it('returns 304 until it changes', async () => {
    const { api } = await aMerchant();
    const { body } = await api.post(`${paymentsPath}/sessions`, {
      body: sessionBody({ captureMethod: 'manual' }),
    });
    const reads = [
      `${paymentsPath}/transactions/${body.transactionId}`,
      `${paymentsPath}/status?transactionId=${body.transactionId}`,
    ];
    for (const path of reads) {
      await api.get(path);
      const tag = (await api.get(path)).headers.get('etag');
      expect(tag).toMatch(/^"\d+(?:-[\w-]{22})?"$/);
      const again = await api.get(path, { headers: { 'if-none-match': tag ?? '' } });
      expect(again.status).toBe(304);
      expect((await api.get(path, { headers: { 'if-none-match': '"another"' } })).status).toBe(200);
    }
  });
});

describe('custom-field definitions', () => {
  const define = (key: string) => ({ body: { entityType, key, kind: 'text' } });

  it('are changed only in the version that was read', async () => {
    const { api } = await aTenant();
    const read = () => api.get<{ items: unknown[] }>(`${definitionsPath}?entityType=${entityType}`);
    const before = (await read()).headers.get('etag');
    const created = await api.post(definitionsPath, { ...define('one'), headers: ifMatch(before) });
    expect(created.status).toBe(201);
    const stale = await api.post(definitionsPath, { ...define('two'), headers: ifMatch(before) });
    expect([stale.status, stale.body.code]).toEqual([412, 'stale']);
    const url = `${definitionsPath}?entityType=${entityType}&key=one`;
    expect((await api.delete(url, { headers: ifMatch(before) })).status).toBe(412);
    expect((await read()).body.items).toHaveLength(1);
    expect((await read()).headers.get('etag')).toBe(created.headers.get('etag'));
    expect((await api.delete(url, { headers: ifMatch(created.headers.get('etag')) })).status).toBe(200);
  });
});

describe('a transfer of files', () => {
  it('moves none if one of them has changed', async () => {
    const { api } = await aTenant();
    const [one, two] = [await aFile(api), await aFile(api)];
    const tagOf = async (id: string) => (await api.get(`${libraryPath}/${id}`)).headers.get('etag');
    const tags = [await tagOf(one.id), await tagOf(two.id)].join(', ');
    await api.patch(`${libraryPath}/${two.id}`, { body: { tags: ['new'] } });
    const body = { entityId: 'sales.order', attachmentIds: [one.id, two.id], toRecordId: 'SO-9' };
    const stale = await api.post(`${attachmentsPath}/transfer`, { body, headers: ifMatch(tags) });
    expect([stale.status, stale.body.code]).toEqual([412, 'stale']);
    const moved = await api.get(`${attachmentsPath}?entityId=sales.order&recordId=SO-9`);
    expect(moved.body.items).toEqual([]);
    const current = [await tagOf(one.id), await tagOf(two.id)].join(', ');
    const answer = await api.post(`${attachmentsPath}/transfer`, { body, headers: ifMatch(current) });
    expect(answer.body).toEqual({ ok: true, updated: 2 });
  });
});

describe('a notification', () => {
  it('is changed only in the listed version', async () => {
    const caller = await aTenant();
    const ada = await aReader(caller);
    const id = await notifyReader(caller, ada, { actions: [{ id: 'open', label: 'Open' }] });
    const listed = `"${(await listOf(ada)).items[0]?.version}"`;
    const read = await ada.api.put(notificationPath(id, 'read'), { headers: ifMatch(listed) });
    expect(read.status).toBe(200);
    expect(read.headers.get('etag')).toBe(`"${read.body.version}"`);
    const dismissed = await ada.api.put(notificationPath(id, 'dismiss'), { headers: ifMatch(listed) });
    expect([dismissed.status, dismissed.body.code]).toEqual([412, 'stale']);
    const act = (tag: string | null) =>
      ada.api.post(`${notificationsPath}/${id}/action`, {
        body: { actionId: 'open' },
        headers: ifMatch(tag),
      });
    expect((await act(listed)).status).toBe(412);
    expect((await act(read.headers.get('etag'))).status).toBe(200);
    expect((await listOf(ada)).items[0]).toMatchObject({ status: 'actioned' });
  });
});
