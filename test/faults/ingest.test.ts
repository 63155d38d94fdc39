/** The ingest service under fire. */
import { expect, inject, it, vi } from 'vitest';
import { listObjects } from '../../shared/kernel/files/bucket.ts';
import { filePrefixes } from '../../shared/kernel/files/object-keys.ts';
import { aFile, attachmentsPath, libraryPath } from '../support/builders/attachments.ts';
import { aTenant } from '../support/builders/tenants.ts';

const url = `${inject('baseUrl')}${attachmentsPath}`;
const control = (path: string, body: object) =>
  fetch(`${inject('controlUrl')}${path}`, { method: 'POST', body: JSON.stringify(body) });

it('a task that is killed in the middle of an upload leaves no row and no file, and is replaced', async () => {
  const { api, key, tenantId } = await aTenant();
  // The first request would start the task: it is to be killed while it works.
  await fetch(`${inject('controlUrl')}/tasks`);
  const sent = Promise.withResolvers<void>();
  const part = [
    '--b\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n',
    'content-type: application/octet-stream\r\n\r\n',
  ].join('');
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(Buffer.from(part)),
    async pull(controller) {
      controller.enqueue(Buffer.alloc(6_000_000));
      sent.resolve();
      await new Promise((resolve) => setTimeout(resolve, 100));
    },
  });
  const headers = { 'x-api-key': key, 'content-type': 'multipart/form-data; boundary=b' };
  const cut = fetch(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit).then(
    ({ status }) => status,
    () => 0,
  );
  await sent.promise;
  const stopped = await control('/stop-worker', { functionName: 'pm-local-ingest' });
  expect(await stopped.json()).toEqual({ stopped: 1 });
  expect([0, 502, 503, 504]).toContain(await cut);

  await vi.waitFor(async () => expect((await fetch(url, { method: 'POST' })).status).toBe(401), {
    timeout: 300_000,
    interval: 200,
  });
  expect((await api.get<{ total: number }>(libraryPath)).body.total).toBe(0);
  // What the killed task had begun to send is no object, and its parts go with the lifecycle of the bucket.
  await control('/buckets/expire', { daysAhead: 2 });
  expect(await Array.fromAsync(listObjects(`${filePrefixes.originals}${tenantId}/`))).toEqual([]);
  expect(await aFile(api)).toMatchObject({ fileName: 'hello.txt' });
});
