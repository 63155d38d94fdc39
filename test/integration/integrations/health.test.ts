import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { healthCheckKey } from '../../../shared/modules/integrations/keys.ts';
import { writeLogs } from '../../../shared/modules/integrations/logs.ts';
import { check, integrationsPath, logsOf, rowOf, save, turn } from '../../support/builders/integrations.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { type Sink, startSink } from '../../support/clients/sink.ts';
import { runSchedule } from '../../support/runtime/sweep.ts';

const sinks: Sink[] = [];
async function aSink(status = 200, body = ''): Promise<Sink> {
  const sink = await startSink();
  sink.respond(() => ({ status, body }));
  sinks.push(sink);
  return sink;
}
afterAll(() => Promise.all(sinks.map((sink) => sink.stop())));

const id = 'sync_http_json';
const token = 'token-of-great-value';

async function anApi(status = 200): Promise<{ owner: TestCaller; sink: Sink }> {
  const [owner, sink] = [await aTenant(), await aSink(status)];
  await save(owner, id, { baseUrl: `${sink.url}/v1`, token });
  return { owner, sink };
}

describe('a check', () => {
  it('queries the provider with the saved credentials, and stores the result', async () => {
    const { owner, sink } = await anApi();
    const report = await check(owner, id);
    expect(report).toMatchObject({
      status: 'healthy',
      message: 'The API answers.',
      details: { status: 200 },
    });
    const [request] = sink.requests;
    expect(request).toMatchObject({
      method: 'GET',
      path: '/v1',
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await rowOf(owner, id)).toMatchObject({
      healthStatus: 'healthy',
      lastHealthCheckedAt: report.checkedAt,
      lastHealthLatencyMs: report.latencyMs,
      analytics: { lastActivityAt: report.checkedAt, totalCount: 1, errorCount: 0 },
    });
    expect(await logsOf(owner)).toMatchObject([
      { integrationId: id, level: 'info', message: 'Health check: healthy', code: 'health_check' },
    ]);
    const { body } = await owner.api.get<{ items: unknown[] }>(
      '/api/audit_logs/actions?resource=integrations.health',
    );
    await check(owner, id);
    const again = await owner.api.get<{ items: unknown[] }>(
      '/api/audit_logs/actions?resource=integrations.health',
    );
    expect([body.items.length, again.body.items.length]).toEqual([1, 1]);
  });

  it('that is refused requests new credentials, until they are saved', async () => {
    const { owner, sink } = await anApi(401);
    expect(await check(owner, id)).toMatchObject({ status: 'unhealthy', details: { status: 401 } });
    expect(await rowOf(owner, id)).toMatchObject({ healthStatus: 'unhealthy', reauthRequired: true });
    expect(await logsOf(owner, 'level=warn')).toHaveLength(1);
    await save(owner, id, { baseUrl: sink.url, token: 'a-better-one' });
    expect(await rowOf(owner, id)).toMatchObject({ reauthRequired: false });
  });

  it.each([
    [503, 'degraded'],
    [429, 'degraded'],
    [302, 'degraded'],
    [404, 'degraded'],
  ])('with the response %d finds the integration %s', async (status, health) => {
    const { owner } = await anApi(status);
    expect(await check(owner, id)).toMatchObject({ status: health, details: { status } });
    expect(await rowOf(owner, id)).toMatchObject({ reauthRequired: false });
  });

  it('without a connection reports only that the service is unreachable', async () => {
    const owner = await aTenant();
    await save(owner, id, { baseUrl: 'http://127.0.0.1:9', token });
    expect(await check(owner, id)).toMatchObject({
      status: 'unhealthy',
      message: 'The API is unreachable: the connection failed.',
    });
  });

  it('of Stripe reads the account that the key opens', async () => {
    const owner = await aTenant();
    await save(owner, 'gateway_stripe', { secretKey: inject('stripe').secretKey });
    expect(await check(owner, 'gateway_stripe')).toMatchObject({
      status: 'healthy',
      details: { account: expect.stringMatching(/^acct_/) },
    });
    await save(owner, 'gateway_stripe', { secretKey: 'sk_test_1' });
    expect(await check(owner, 'gateway_stripe')).toMatchObject({
      status: 'unhealthy',
      message: 'Stripe refuses the credentials (401).',
    });
  });

  it('of files signs its request for the bucket', async () => {
    const [owner, sink] = [
      await aTenant(),
      await aSink(403, '<Error><Code>SignatureDoesNotMatch</Code></Error>'),
    ];
    await save(owner, 'sync_s3_files', {
      bucket: 'data',
      prefix: 'orders',
      format: 'csv',
      endpoint: sink.url,
      region: 'eu-central-1',
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'not-for-anybody-to-see',
    });
    expect(await check(owner, 'sync_s3_files')).toMatchObject({
      status: 'unhealthy',
      details: { status: 403, code: 'SignatureDoesNotMatch' },
    });
    const [request] = sink.requests;
    expect(request?.path).toBe('/data?list-type=2&max-keys=1&prefix=orders');
    expect(request?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/s3\/aws4_request,/,
    );
    expect(await rowOf(owner, 'sync_s3_files')).toMatchObject({ reauthRequired: true });
    expect(JSON.stringify(await logsOf(owner))).not.toContain('not-for-anybody-to-see');
  });

  it('of custom webhooks needs no credentials; others are unconfigured, without a stored result', async () => {
    const owner = await aTenant();
    expect(await check(owner, 'webhook_custom')).toMatchObject({ status: 'healthy' });
    for (const [one, message] of [
      [id, 'No credentials configured'],
      ['ocr_textract', 'No health check configured'],
    ] as const) {
      expect(await check(owner, one)).toMatchObject({ status: 'unconfigured', message, latencyMs: null });
      expect(await rowOf(owner, one)).toMatchObject({
        healthStatus: 'unconfigured',
        lastHealthCheckedAt: null,
      });
    }
    expect(await logsOf(owner)).toHaveLength(1);
  });
});

describe('the schedule', () => {
  it('checks every enabled integration, and no other', async () => {
    const [on, off] = [await anApi(), await anApi()];
    await turn(on.owner, id, { isEnabled: true });
    await turn(off.owner, id, { isEnabled: true });
    expect(await getItem(healthCheckKey(off.owner, id))).toBeDefined();
    await turn(off.owner, id, { isEnabled: false });
    expect(await getItem(healthCheckKey(off.owner, id))).toBeUndefined();

    await runSchedule('integrations', 'requestChecks');
    const [request] = await on.sink.waitFor(1);
    expect(request?.path).toBe('/v1');
    await expect
      .poll(async () => (await rowOf(on.owner, id)).healthStatus, { timeout: 15_000 })
      .toBe('healthy');
    expect(off.sink.requests).toHaveLength(0);
  });
});

describe('the log', () => {
  it('is filtered by all filters together, newest first', async () => {
    const owner = await aTenant();
    const [runId, entityId] = [randomUUID(), randomUUID()];
    const nowMs = Date.now();
    const about = { runId, entityType: 'sales.order', entityId };
    await writeLogs(owner, id, [{ level: 'info', message: 'Run begins', ...about }], {
      secrets: [],
      nowMs: nowMs - 2_000,
    });
    await writeLogs(
      owner,
      id,
      [
        {
          level: 'error',
          message: `Refused ${token}`,
          ...about,
          payload: { url: `?t=${token}`, apiKey: 'k' },
        },
      ],
      { secrets: [token], nowMs },
    );
    await writeLogs(owner, 'gateway_stripe', [{ level: 'error', message: 'Late' }], {
      secrets: [],
      nowMs: nowMs - 1_000,
    });
    const messages = async (query: string) => (await logsOf(owner, query)).map(({ message }) => message);
    expect(await messages('')).toEqual(['Refused [removed]', 'Late', 'Run begins']);
    expect(await messages(`integrationId=${id}`)).toEqual(['Refused [removed]', 'Run begins']);
    expect(await messages(`level=error&runId=${runId}`)).toEqual(['Refused [removed]']);
    expect(await messages(`entityType=sales.order&entityId=${entityId}&level=info`)).toEqual(['Run begins']);
    expect(await messages('pageSize=1&page=2')).toEqual(['Late']);
    expect((await logsOf(owner, 'level=error'))[0]).toMatchObject({
      payload: { url: '?t=[removed]', apiKey: '[removed]' },
      ...about,
    });
    const none = await owner.api.get(`${integrationsPath}/logs?runId=${randomUUID()}`);
    expect(none.body).toEqual({
      items: [],
      total: 0,
      totalIsExact: true,
      page: 1,
      pageSize: 50,
      totalPages: 0,
    });
    expect((await rowOf(owner, id)).analytics).toMatchObject({
      totalCount: 2,
      errorCount: 1,
      errorRate: 0.5,
    });
  });

  it.each([`runId=${'r'.repeat(201)}`, `entityId=${'e'.repeat(201)}`, 'level=fatal', 'pageSize=1000'])(
    'refuses %s',
    async (query) => {
      const { api } = await aTenant();
      expect((await api.get(`${integrationsPath}/logs?${query}`)).status).toBe(400);
    },
  );

  it('stores parallel entries, and counts all of them', async () => {
    const owner = await aTenant();
    const entries = Array.from({ length: 200 }, (_, index) => ({
      level: 'info' as const,
      message: `${index}`,
    }));
    await writeLogs(owner, id, entries, { secrets: [], nowMs: Date.now() });
    const { body } = await owner.api.get(`${integrationsPath}/logs?pageSize=1`);
    expect(body).toMatchObject({ total: 200, totalPages: 200 });
    expect((await rowOf(owner, id)).analytics).toMatchObject({ totalCount: 200 });
  });
});
