/** Functions under AWS's own runtime client, behind the local gateway: its globals, stream wire, log format and errors. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { localSurroundings } from '../../../lib/demo/sample-surroundings.ts';
import { sampleOf, samples } from '../../../shared/catalog/samples.ts';
import type { Sample, SampleRequest } from '../../../shared/kernel/samples/sample.ts';
import { sampleClient, toWire, type WireRequest } from '../../../shared/kernel/samples/wire.ts';
import { uploadAttachment } from '../../../shared/modules/attachments/upload/upload-contract.ts';
import { type RecordedRuns, ricEnvironments } from '../../support/aws-runtime/environment.ts';
import { installRuntimeClient } from '../../support/aws-runtime/install.ts';
import { successStatuses } from '../../support/builders/samples.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { type OwnRuntime, startOwnRuntime } from '../../support/runtime/own-runtime.ts';

callOverHttp();

// A process per function, on machines that run other tests meanwhile.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 });

const client = await installRuntimeClient();
const runs: RecordedRuns = { functions: new Set(), streamedBytes: new Map(), late: [] };
const slowFunction = 'pm-local-audit-list-audit-actions';

/** Functions without a cause to run here. */
const elsewhere = [
  // The service for large uploads takes them.
  'attachments-upload-attachment',
  'attachments-upload-version',
  // Textract has nothing to report.
  'attachments-complete-text',
  // CloudFormation calls it.
  'console-upload-console',
  // No sample requests a path without a route, notifies many users, or exports to a remote system.
  'front-not-found',
  'notifications-notify-people',
  'sync-export-records',
];

let runtime: OwnRuntime;

async function send(
  { method, path, headers, body }: WireRequest,
  redirect: 'follow' | 'manual' = 'manual',
): Promise<Response> {
  return fetch(`${runtime.baseUrl}${path}`, {
    method,
    headers: { 'x-api-key': runtime.access.keys.superAdmin, ...headers },
    redirect,
    ...(body !== undefined && { body }),
  });
}

async function parsed(response: Response): Promise<{ status: number; body: unknown }> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text };
}

const samplesClient = () =>
  sampleClient(
    async (request) => parsed(await send(request)),
    localSurroundings({ ...runtime.access, controlUrl: runtime.controlUrl, baseUrl: runtime.baseUrl }),
  );

const prepare = async (sample: Sample): Promise<WireRequest> =>
  toWire(sample.endpoint, await sample.prepare(samplesClient()));

/** Uploads a file, and returns the request of its download. */
async function aDownload(content: string): Promise<WireRequest> {
  const file = { fileName: 'notes.txt', contentType: 'text/plain', content: Buffer.from(content) };
  const request: SampleRequest = { body: { entityId: 'sales.order', recordId: 'SO-1', file } };
  const { item } = await samplesClient().call(uploadAttachment, request);
  return { method: 'GET', path: `/api/attachments/file/${Object(item).id}`, headers: {} };
}

describe.skipIf('missing' in client)(
  `functions under aws-lambda-ric${'missing' in client ? `, skipped: ${client.missing}` : ''}`,
  () => {
    beforeAll(async () => {
      if ('missing' in client) return;
      runtime = await startOwnRuntime({
        workers: { startEnvironment: ricEnvironments(client.file, runs), maxWorkers: 24, recycleShare: 0 },
        change: ({ Resources }) => {
          for (const { Type, Properties = {} } of Object.values(Resources))
            if (Type === 'AWS::Lambda::Function' && Properties.FunctionName === slowFunction)
              Properties.Timeout = 3;
        },
      });
    });
    afterAll(() => runtime?.stop());

    it.each(samples.map((sample) => [sample.name, sample] as const))('%s', async (_, sample) => {
      const response = await send(await prepare(sample));
      // Event streams last a minute.
      if (sample.endpoint.holdsConnection) await response.body?.cancel();
      const { status, body } = sample.endpoint.holdsConnection
        ? { status: response.status, body: '' }
        : await parsed(response);
      expect(successStatuses(sample.endpoint), JSON.stringify(body)).toContain(status);
    });

    it('answer HEAD with the headers of the file, and a repeated request with 304', async () => {
      const request = await aDownload('a note');
      const head = await send({ ...request, method: 'HEAD' });
      expect(head.status).toBe(200);
      const etag = head.headers.get('etag') ?? '';
      expect(etag).not.toBe('');
      const unchanged = await send({ ...request, headers: { 'if-none-match': etag } });
      expect([unchanged.status, await unchanged.text()]).toEqual([304, '']);
      const changed = await send({ ...request, headers: { 'if-none-match': '"other"' } });
      expect([changed.status, await changed.text()]).toEqual([200, 'a note']);
    });

    it('send an empty file', async () => {
      // The stream would be empty, so the host redirects to the function that returns whole responses.
      const empty = await send(await aDownload(''), 'follow');
      expect([empty.status, await empty.text()]).toEqual([200, '']);
    });

    it('export a list as a stream', async () => {
      const path = '/api/business_rules/rules?format=csv';
      const { status, body } = await parsed(await send({ method: 'GET', path, headers: {} }));
      expect([status, String(body).split(',')[0]]).toEqual([200, expect.stringMatching(/\w/)]);
    });

    it('answer errors in the format of the API', async () => {
      const path = '/api/business_rules/rules/00000000-0000-4000-8000-000000000000';
      const { status, body } = await parsed(await send({ method: 'GET', path, headers: {} }));
      expect(status).toBe(404);
      expect(body).toMatchObject({ code: 'not_found', requestId: expect.any(String) });
    });

    it('end at their timeout, and run again afterwards', async () => {
      const request = await prepare(sampleOf('listAuditActions'));
      const id = await runtime.addFault({
        effect: 'latency',
        service: 'dynamodb',
        functionName: slowFunction,
        latencyMs: 20_000,
      });
      expect((await send(request)).status).toBe(500);
      await runtime.removeFault(id);
      expect((await send(request)).status).toBe(200);
    });

    it('have sent a byte of each streamed body, and written nothing after their response', async () => {
      const empty = [...runs.streamedBytes].filter(([, sizes]) => sizes.some((size) => size === 0));
      expect(runs.streamedBytes.size).toBeGreaterThan(5);
      expect(empty).toEqual([]);
      expect(runs.late).toEqual([]);
    });

    it('have run, except those that need another service, and logged in the format of Lambda', async () => {
      const all = (await runtime.functions()).map(({ functionName }) => functionName);
      const schedules = await runtime.control<{ schedules: { name: string }[] }>('GET', '/schedules');
      for (const { name } of schedules.schedules) await runtime.control('POST', '/schedules/run', { name });
      // Twins of streams run for HEAD only, which one of them has shown.
      const expected = all.filter(
        (name) => !name.endsWith('-whole') && !elsewhere.some((part) => name === `pm-local-${part}`),
      );
      await eventually('all functions to run', async () =>
        expected.every((name) => runs.functions.has(name)) ? true : undefined,
      ).catch(() => undefined);
      expect(expected.filter((name) => !runs.functions.has(name))).toEqual([]);
      for (const name of ['pm-local-rules-get-rule', 'pm-local-webhooks-deliver']) {
        const lines = (await runtime.log(name)).map((line) => JSON.parse(line));
        expect(lines.length, name).toBeGreaterThan(0);
        for (const line of lines) expect(line).toMatchObject({ timestamp: expect.any(String) });
      }
    });
  },
);
