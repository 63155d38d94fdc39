import { connect } from 'node:net';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { encodeForm, formType, uploadParts } from '../../../lib/lab/fuzz/multipart.ts';
import { headObject } from '../../../shared/kernel/files/bucket.ts';
import { originalKey } from '../../../shared/kernel/files/object-keys.ts';
import { attachmentsPath, libraryPath, sendForm } from '../../support/builders/attachments.ts';
import { keysOf } from '../../support/builders/file-versions.ts';
import { aKey, aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

callOverHttp();

fanOutEvents();

let caller: TestCaller;
beforeAll(async () => {
  caller = await aTenant();
});

const left = async () => [...(await keysOf(caller, 'staging')), ...(await keysOf(caller))];

describe('a large file', () => {
  it('is stored in the organization of its form, also if that field follows the file', async () => {
    const { tenantId, organizationId } = await aSibling(caller);
    const { api } = await aKey({ tenantId, organizationId: caller.organizationId, isSuperAdmin: true });
    const content = Buffer.alloc(6_000_000, 'x');
    const [entity, record, file] = uploadParts({}, { value: content, filename: 'big.bin' });
    const named = { name: 'organizationId', value: organizationId };
    for (const parts of [
      [file, entity, record, named],
      [named, file, entity, record],
    ]) {
      const form = parts.filter((part) => part !== undefined);
      const { status, body } = await sendForm(api, form);
      expect([status, body.error]).toEqual([200, undefined]);
      const key = originalKey({ tenantId, organizationId, attachmentId: body.item.id });
      expect(await keysOf(caller)).toEqual([key]);
      expect(await headObject(key)).toMatchObject({ bytes: 6_000_000, contentType: 'text/plain' });
      const path = `${attachmentsPath}?id=${body.item.id}&organizationId=${organizationId}`;
      expect((await api.delete(path)).status).toBe(200);
    }
  });

  it('that is refused in the organization of its form leaves nothing there', async () => {
    const stranger = await aTenant();
    const parts = uploadParts({}, { value: Buffer.alloc(6_000_000, 'x'), filename: 'big.bin' });
    for (const name of ['tenantId', 'organizationId'] as const) {
      const named = { name, value: stranger[name] };
      for (const form of [
        [named, ...parts],
        [...parts, named],
      ])
        expect((await sendForm(caller.api, form)).status).toBe(403);
    }
    expect([...(await left()), ...(await keysOf(stranger))]).toEqual([]);
  });
});

/** Sends these bytes as a request and ends its half of the connection; returns what came back. */
function sendRaw(bytes: Uint8Array): Promise<string> {
  const { hostname, port } = new URL(inject('baseUrl'));
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(answer));
    socket.end(bytes);
  });
}

describe('an aborted upload', () => {
  it('stores nothing, for any content-length', async () => {
    const body = encodeForm(uploadParts({}, { value: 'x'.repeat(10_000) }));
    const head = [
      `POST ${attachmentsPath} HTTP/1.1`,
      'host: localhost',
      `x-api-key: ${caller.key}`,
      `content-type: ${formType}`,
      `content-length: ${body.byteLength}`,
      'connection: close',
    ];
    const answer = await sendRaw(
      Buffer.concat([Buffer.from(`${head.join('\r\n')}\r\n\r\n`), body.subarray(0, 5_000)]),
    );
    expect(answer).not.toContain('200 OK');
    expect((await caller.api.get(libraryPath)).body.total).toBe(0);
    expect(await left()).toEqual([]);
  });
});
