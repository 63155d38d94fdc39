import { beforeAll, describe, expect, it } from 'vitest';
import { hashLinkSecret } from '../../../shared/kernel/auth/link-token.ts';
import { deleteObjects } from '../../../shared/kernel/files/bucket.ts';
import { updateItem } from '../../../shared/kernel/table/write.ts';
import type { Attachment } from '../../../shared/modules/attachments/attachment.ts';
import { shareGrantKey } from '../../../shared/modules/attachments/keys.ts';
import { libraryPath } from '../../support/builders/attachments.ts';
import { aStoredFile } from '../../support/builders/files.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';
import { getBytes } from '../../support/clients/bytes.ts';

interface Share {
  url: string;
}

const content = Buffer.from('0123456789'.repeat(10));

let caller: TestCaller;
let file: Attachment;
beforeAll(async () => {
  caller = await aTenant();
  file = await aStoredFile(caller, content, { fileName: 'plan.pdf', originalName: 'Plan ä.pdf' });
});

const sharesPath = (id = file.id) => `${libraryPath}/${id}/shares`;
async function shared(): Promise<Share> {
  const answer = await caller.api.post<Share>(sharesPath());
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}
const pathOf = ({ url }: Share) => new URL(url).pathname;
const open = (share: Share) => getBytes(pathOf(share));

describe('a share link', () => {
  it('returns 404 if the bucket has lost the file', async () => {
    const lost = await aStoredFile(caller, content);
    const { body: share } = await caller.api.post<Share>(sharesPath(lost.id), { body: {} });
    expect((await open(share)).status).toBe(200);
    await deleteObjects([lost.objectKey]);
    expect((await open(share)).status).toBe(404);
  });

  it('costs reads of the link, the row and the object, and a count', async () => {
    const calls = await callsOf(await open(await shared()));
    const [link, ...others] = calls.map(({ action }) => action);
    expect([link, ...others.slice(0, 2).toSorted(), ...others.slice(2)]).toEqual([
      'GetItem', // the link
      'BatchGetItem', // the tenant and the organization
      'GetItem', // the row
      'UpdateItem',
      'GetObject',
    ]);
  });

  it('that has expired returns the same 404 as an unknown one', async () => {
    const path = pathOf(await shared());
    const [base, token = ''] = [path.replace(/[^/]+$/, ''), path.split('/').at(-1)];
    const [secret = '', ...rest] = token.split('.');
    await updateItem({
      Key: { ...shareGrantKey(hashLinkSecret(secret)) },
      UpdateExpression: 'SET expiresAtMs = :past',
      ExpressionAttributeValues: { ':past': 1 },
    });
    const expired = await getBytes(path);
    const unknown = await getBytes(`${base}${['a'.repeat(32), ...rest].join('.')}`);
    expect([expired.status, expired.body]).toEqual([404, unknown.body]);
  });
});
