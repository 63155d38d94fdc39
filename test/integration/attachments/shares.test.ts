import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { hashLinkSecret } from '../../../shared/kernel/auth/link-token.ts';
import { deleteObjects } from '../../../shared/kernel/files/bucket.ts';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import type { Attachment } from '../../../shared/modules/attachments/attachment.ts';
import { shareGrantKey } from '../../../shared/modules/attachments/keys.ts';
import { shareLimits } from '../../../shared/modules/attachments/limits.ts';
import { libraryPath } from '../../support/builders/attachments.ts';
import { aStoredFile } from '../../support/builders/files.ts';
import { aKey, aSibling, aTenant, close, closings, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';
import { getBytes } from '../../support/clients/bytes.ts';

interface Share {
  id: string;
  url: string;
  name: string | null;
  createdBy: string;
  expiresAt: string;
}

const content = Buffer.from('0123456789'.repeat(10));

let caller: TestCaller;
let file: Attachment;
beforeAll(async () => {
  caller = await aTenant();
  file = await aStoredFile(caller, content, { fileName: 'plan.pdf', originalName: 'Plan ä.pdf' });
});

const sharesPath = (id = file.id) => `${libraryPath}/${id}/shares`;
async function shared(by: TestCaller = caller, body = {}): Promise<Share> {
  const answer = await by.api.post<Share>(sharesPath(), { body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
const pathOf = ({ url }: Pick<Share, 'url'>) => new URL(url).pathname;
const open = (share: Pick<Share, 'url'>, headers = {}) => getBytes(pathOf(share), { headers });

describe('a share link', () => {
  it('returns 404 if the bucket has lost the file', async () => {
    const lost = await aStoredFile(caller, content);
    const { body: share } = await caller.api.post<Share>(sharesPath(lost.id), { body: {} });
    expect((await open(share)).status).toBe(200);
    await deleteObjects([lost.objectKey]);
    expect((await open(share)).status).toBe(404);
  });

  it('serves a private file to anyone, whole and in ranges, without active content', async () => {
    const share = await shared();
    const { status, headers, bytes } = await open(share);
    expect([status, bytes.equals(content)]).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-disposition': `attachment; filename="plan.pdf"; filename*=UTF-8''Plan%20%C3%A4.pdf`,
      'content-type': 'application/octet-stream',
      'cache-control': 'private, max-age=60',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
    });
    const part = await open(share, { range: 'bytes=2-4' });
    expect([part.status, String(part.bytes)]).toEqual([206, '234']);
  });

  it('costs reads of the link, the row and the object, and a count', async () => {
    const calls = await callsOf({ ...(await open(await shared())), body: undefined });
    const [link, ...others] = calls.map(({ action }) => action);
    expect([link, ...others.slice(0, 2).toSorted(), ...others.slice(2)]).toEqual([
      'GetItem', // the link
      'BatchGetItem', // the tenant and the organization
      'GetItem', // the row
      'UpdateItem',
      'GetObject',
    ]);
  });

  it('expires after a week by default', async () => {
    const before = Date.now();
    const [usual, short] = [await shared(), await shared(caller, { expiresInSeconds: 60, name: 'Brief' })];
    const lasts = ({ expiresAt }: Share) => Math.round((Date.parse(expiresAt) - before) / 60_000);
    expect(lasts(usual)).toBe(7 * 24 * 60);
    expect(short.name).toBe('Brief');
    expect(lasts(short)).toBe(1);
    for (const expiresInSeconds of [59, shareLimits.maxSeconds + 1, 1.5])
      expect((await caller.api.post(sharesPath(), { body: { expiresInSeconds } })).status).toBe(400);
  });

  it('is listed without its address, and returns 404 after it is revoked', async () => {
    const owner = await aTenant();
    const { id } = await aStoredFile(owner, content);
    const { body: share } = await owner.api.post<Share>(sharesPath(id), { body: { name: 'Auditor' } });
    const listed = await owner.api.get<{ items: object[] }>(sharesPath(id));
    const { url, ...rest } = share;
    expect(listed.body.items).toEqual([rest]);
    expect((await open(share)).status).toBe(200);
    const revoke = () => owner.api.delete(`${sharesPath(id)}/${share.id}`);
    expect([(await revoke()).status, (await revoke()).status]).toEqual([200, 404]);
    expect((await open(share)).status).toBe(404);
    expect((await owner.api.get(sharesPath(id))).body.items).toEqual([]);
    const { body } = await owner.api.get<{ items: { action: string }[] }>(
      '/api/audit_logs/actions?resource=attachments.share',
    );
    expect(body.items.map(({ action }) => action)).toEqual(['deleted', 'created']);
  });

  it('returns 404 after its file is deleted', async () => {
    const { id } = await aStoredFile(caller, content);
    const { body: share } = await caller.api.post<Share>(sharesPath(id));
    expect((await caller.api.delete(`${libraryPath}/${id}`)).status).toBe(200);
    expect((await open(share)).status).toBe(404);
  });

  it.each(closings)('returns 404 when %s', async (closing) => {
    const owner = await aTenant();
    const { id } = await aStoredFile(owner, content);
    const { body: share } = await owner.api.post<Share>(sharesPath(id));
    expect((await open(share)).status).toBe(200);
    await close(owner, closing);
    expect((await open(share)).status).toBe(404);
  });

  it('returns the same 404 for a forged, unknown, expired or truncated address', async () => {
    const share = await shared();
    const [base, token = ''] = [pathOf(share).replace(/[^/]+$/, ''), pathOf(share).split('/').at(-1)];
    const [secret = '', expiry = '', signature = ''] = token.split('.');
    const expired = await shared();
    const [expiredSecret = ''] = (pathOf(expired).split('/').at(-1) ?? '').split('.');
    await updateItem({
      Key: { ...shareGrantKey(hashLinkSecret(expiredSecret)) },
      UpdateExpression: 'SET expiresAtMs = :past',
      ExpressionAttributeValues: { ':past': 1 },
    });
    const flipped = `${signature.slice(0, -2)}${signature.endsWith('AA') ? 'BB' : 'AA'}`;
    const answers = await Promise.all(
      [
        `${base}${secret}.${Number(expiry) + 9}.${signature}`,
        `${base}${secret}.${expiry}.${flipped}`,
        `${base}${'a'.repeat(32)}.${expiry}.${signature}`,
        `${base}${secret}`,
        `${base}${file.id}`,
        pathOf(expired),
      ].map(async (path) => {
        const { status, body } = await getBytes(path);
        return { status, body };
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('can be created, listed and revoked by callers of the organization with the feature', async () => {
    const share = await shared();
    const viewer = await aKey({ ...caller, features: ['attachments.view'] });
    expect((await viewer.api.post(sharesPath())).status).toBe(403);
    expect((await viewer.api.delete(`${sharesPath()}/${share.id}`)).status).toBe(403);
    expect((await viewer.api.get(sharesPath())).status).toBe(200);
    for (const other of [await aSibling(caller), await aTenant()]) {
      for (const request of [
        other.api.post(sharesPath()),
        other.api.get(sharesPath()),
        other.api.delete(`${sharesPath()}/${share.id}`),
      ])
        expect((await request).status).toBe(404);
    }
    expect((await caller.api.delete(`${sharesPath()}/${randomUUID()}`)).status).toBe(404);
    expect((await open(share)).status).toBe(200);
  });

  it('is limited to fifty per file', async () => {
    const { id } = await aStoredFile(caller, content);
    const make = () => caller.api.post(sharesPath(id));
    for (let made = 0; made < shareLimits.perFile; made += 1) expect((await make()).status).toBe(201);
    expect((await make()).body).toMatchObject({ code: 'limit_reached', limit: shareLimits.perFile });
  });
});
