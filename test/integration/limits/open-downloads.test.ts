/** Clients that do not read their downloads occupy a limited number of functions of their tenant and address. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { settings } from '../../../shared/kernel/settings/settings.ts';
import { downloadSlots } from '../../../shared/kernel/streams/open-downloads.ts';
import { takeSlot } from '../../../shared/kernel/table/limiter.ts';
import { libraryPath } from '../../support/builders/attachments.ts';
import { aStoredFile } from '../../support/builders/files.ts';
import { aPhoto } from '../../support/builders/images.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { getBytes } from '../../support/clients/bytes.ts';
import { eventually } from '../../support/clients/eventually.ts';

const perAddress = Number(settings.DOWNLOADS_PER_ADDRESS);
const kilobyte = 1_024;
/** More than a function sends without waiting for its client. */
const largeBytes = 300 * kilobyte;
/** More than the system's buffers of a connection take. */
const heldBytes = 8_000 * kilobyte;
const filePath = (id: string) => `/api/attachments/file/${id}`;

async function sharePathOf({ api }: TestCaller, id: string): Promise<string> {
  const { body } = await api.post<{ url: string }>(`${libraryPath}/${id}/shares`, { body: {} });
  return new URL(body.url).pathname;
}

/** Takes all slots of the tenant, for other addresses. */
async function occupy({ tenantId }: TestCaller): Promise<void> {
  const { holder: _, ...slots } = downloadSlots({ tenantId, ip: '192.0.2.1' });
  const nowMs = Date.now();
  for (let taken = 0; taken < slots.max; taken += 1)
    await takeSlot({ ...slots, max: taken + 1 }, { nowMs, untilMs: nowMs + 600_000 });
}

describe('a large response', () => {
  let caller: TestCaller;
  let paths: Record<string, string>;
  beforeAll(async () => {
    caller = await aTenant();
    const [file, photo] = await Promise.all([
      aStoredFile(caller, Buffer.alloc(largeBytes, 'x')),
      aPhoto(1_000, 1_000).then((bytes) => aStoredFile(caller, bytes, { mimeType: 'image/jpeg' })),
    ]);
    expect(photo.fileSize).toBeGreaterThan(largeBytes);
    for (let record = 0; record < 2; record += 1) {
      const body = { entityType: 'sales.order', fields: { text: 'x'.repeat(200_000) } };
      expect((await caller.api.post('/api/entities/records', { body })).status).toBe(201);
    }
    paths = {
      downloadFile: filePath(file.id),
      downloadVersion: `${libraryPath}/${file.id}/versions/1/file`,
      downloadSharedFile: await sharePathOf(caller, file.id),
      getImage: `/api/attachments/image/${photo.id}`,
      listRecords: '/api/entities/records?entityType=sales.order&format=csv',
    };
  });

  const downloads = endpoints.filter(
    ({ transport, holdsConnection }) => transport === 'stream' && !holdsConnection,
  );

  it('of every function that sends files is one of these', () => {
    expect(Object.keys(paths).toSorted()).toEqual(
      [...downloads.map(({ operationId }) => operationId), 'listRecords'].toSorted(),
    );
  });

  it('is refused with 503 while the tenant has its maximum of open downloads, and small ones are not', async () => {
    const small = await aStoredFile(caller, Buffer.from('small'));
    for (const [name, path] of Object.entries(paths)) {
      const { status, bytes } = await getBytes(path, { as: caller });
      expect([name, status, bytes.byteLength > largeBytes - kilobyte]).toEqual([name, 200, true]);
    }
    await occupy(caller);
    for (const [name, path] of Object.entries(paths)) {
      const { status, headers, body } = await getBytes(path, { as: caller });
      expect([name, status, body.code]).toEqual([name, 503, 'too_many_downloads']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await getBytes(filePath(small.id), { as: caller })).status).toBe(200);
  });
});

/** A client that requests a path and reads the first bytes only. Resolves with the status line. */
async function holds(path: string): Promise<{ status: string; socket: Socket }> {
  const { host, hostname, port } = new URL(inject('baseUrl'));
  const socket = connect(Number(port), hostname);
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  await once(socket, 'readable');
  const [status = ''] = String(socket.read(64)).split('\r\n');
  return { status, socket };
}

describe('clients that do not read', () => {
  it('occupy the slots of their address in one tenant, until they leave, and nothing of other tenants', async () => {
    const [caller, other] = [await aTenant(), await aTenant()];
    const file = await aStoredFile(caller, Buffer.alloc(heldBytes));
    const otherFile = await aStoredFile(other, Buffer.alloc(heldBytes));
    const path = await sharePathOf(caller, file.id);
    const held = await Promise.all(Array.from({ length: perAddress }, () => holds(path)));
    expect(new Set(held.map(({ status }) => status))).toEqual(new Set(['HTTP/1.1 200 OK']));

    const refused = await getBytes(path);
    expect([refused.status, refused.body.code]).toEqual([503, 'too_many_downloads']);
    for (const theirs of [filePath(otherFile.id), await sharePathOf(other, otherFile.id)]) {
      const { status, bytes } = await getBytes(theirs, { as: other });
      expect([status, bytes.byteLength]).toEqual([200, heldBytes]);
    }

    for (const { socket } of held) socket.destroy();
    await eventually('a free slot', async () => ((await getBytes(path)).status === 200 ? true : undefined));
  });
});
