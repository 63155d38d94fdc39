/** Conformance cases of integrations: health checks, the log, and the switch of webhooks. */
import { randomUUID } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import { expect, inject } from 'vitest';
import {
  check,
  integrationPath,
  integrationsPath,
  logsOf,
  rowOf,
  save,
  turn,
} from '../../support/builders/integrations.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  aWebhook,
  decidedDeliveries,
  deliveriesPath,
  listDeliveries,
  publish,
  webhookPath,
} from '../../support/builders/webhooks.ts';
import { send } from '../../support/clients/api.ts';
import { casesOf } from '../support/conformance.ts';
import { aReceiver, localControl } from '../support/receivers.ts';
import { aCaller, aName, aSibling, aTenantWithEvents } from '../support/stage.ts';

const { proves } = casesOf('integrations');

const id = 'sync_http_json';
const token = 'token-of-great-value';

/** An organization with credentials for an API that responds with this status. */
async function anApi(status = 200) {
  const owner = await aCaller();
  const sink = await aReceiver(owner);
  sink.respond(() => ({ status }));
  await save(owner, id, { baseUrl: `${sink.url}/v1`, token });
  return { owner, sink };
}

proves('health', async () => {
  const { owner, sink } = await anApi();
  const report = await check(owner, id);
  const details = { status: 200 };
  expect(report).toMatchObject({ status: 'healthy', message: 'The API answers.', details });
  const headers = { authorization: `Bearer ${token}` };
  expect(sink.requests).toMatchObject([{ method: 'GET', path: '/v1', headers }]);
  expect(await rowOf(owner, id)).toMatchObject({
    ...{ healthStatus: 'healthy', lastHealthCheckedAt: report.checkedAt },
    lastHealthLatencyMs: report.latencyMs,
    analytics: { lastActivityAt: report.checkedAt, totalCount: 1, errorCount: 0 },
  });
  const entry = { level: 'info', message: 'Health check: healthy', code: 'health_check' };
  expect(await logsOf(owner)).toMatchObject([{ integrationId: id, ...entry }]);
});

proves('health-changes', async () => {
  const { owner, sink } = await anApi();
  const path = '/api/audit_logs/actions?resource=integrations.health';
  const audited = async () => (await owner.api.get<{ total: number }>(path)).body.total;
  await check(owner, id);
  await check(owner, id);
  expect(await audited()).toBe(1);
  sink.respond(() => ({ status: 503 }));
  await check(owner, id);
  expect(await audited()).toBe(2);
});

proves('refused-credentials', async () => {
  const { owner, sink } = await anApi(401);
  expect(await check(owner, id)).toMatchObject({ status: 'unhealthy', details: { status: 401 } });
  expect(await rowOf(owner, id)).toMatchObject({ healthStatus: 'unhealthy', reauthRequired: true });
  expect(await logsOf(owner, 'level=warn')).toHaveLength(1);
  await save(owner, id, { baseUrl: sink.url, token: 'a-better-one' });
  expect(await rowOf(owner, id)).toMatchObject({ reauthRequired: false });
});

proves('degraded', async () => {
  const { owner, sink } = await anApi();
  for (const status of [302, 404, 429, 503]) {
    sink.respond(() => ({ status }));
    expect(await check(owner, id)).toMatchObject({ status: 'degraded', details: { status } });
  }
  expect(await rowOf(owner, id)).toMatchObject({ healthStatus: 'degraded', reauthRequired: false });
});

proves('unreachable', async () => {
  const { owner } = await anApi();
  await save(owner, id, { baseUrl: 'http://127.0.0.1:9', token });
  const message = 'The API is unreachable: the connection failed.';
  expect(await check(owner, id)).toMatchObject({ status: 'unhealthy', message });
});

proves('unconfigured', async () => {
  const owner = await aCaller();
  expect(await check(owner, 'webhook_custom')).toMatchObject({ status: 'healthy' });
  for (const [one, message] of [
    [id, 'No credentials configured'],
    ['ocr_textract', 'No health check configured'],
  ] as const) {
    expect(await check(owner, one)).toMatchObject({ status: 'unconfigured', message, latencyMs: null });
    const row = { healthStatus: 'unconfigured', lastHealthCheckedAt: null };
    expect(await rowOf(owner, one)).toMatchObject(row);
  }
  expect(await logsOf(owner)).toHaveLength(1);
});

proves('incomplete', async () => {
  const { owner, sink } = await anApi();
  await save(owner, id, { baseUrl: sink.url });
  const report = await check(owner, id);
  expect(report.status).not.toBe('healthy');
  expect(JSON.stringify(report)).toContain('token');
  expect(sink.requests).toHaveLength(0);
});

proves('stripe-health', async () => {
  localControl();
  const owner = await aCaller();
  await save(owner, 'gateway_stripe', { secretKey: inject('stripe').secretKey });
  const details = { account: expect.stringMatching(/^acct_/) };
  expect(await check(owner, 'gateway_stripe')).toMatchObject({ status: 'healthy', details });
  await save(owner, 'gateway_stripe', { secretKey: 'sk_test_1' });
  const message = 'Stripe refuses the credentials (401).';
  expect(await check(owner, 'gateway_stripe')).toMatchObject({ status: 'unhealthy', message });
});

proves('bucket-health', async () => {
  const owner = await aCaller();
  const sink = await aReceiver(owner);
  sink.respond(() => ({ status: 403, body: '<Error><Code>SignatureDoesNotMatch</Code></Error>' }));
  const secretAccessKey = 'a-key-that-nothing-shows';
  await save(owner, 'sync_s3_files', {
    ...{ bucket: 'data', prefix: 'orders', format: 'csv', endpoint: sink.url, region: 'eu-central-1' },
    ...{ accessKeyId: 'AKIDEXAMPLE', secretAccessKey },
  });
  const details = { status: 403, code: 'SignatureDoesNotMatch' };
  expect(await check(owner, 'sync_s3_files')).toMatchObject({ status: 'unhealthy', details });
  const [request] = sink.requests;
  expect(request?.path).toBe('/data?list-type=2&max-keys=1&prefix=orders');
  expect(request?.headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-central-1\/s3\/aws4_request,/,
  );
  expect(await rowOf(owner, 'sync_s3_files')).toMatchObject({ reauthRequired: true });
  expect(JSON.stringify(await logsOf(owner))).not.toContain(secretAccessKey);
});

proves('log-filters', async () => {
  const { owner } = await anApi(401);
  await check(owner, 'webhook_custom');
  await check(owner, id);
  const idsOf = async (query: string) => (await logsOf(owner, query)).map((entry) => entry.integrationId);
  expect(await idsOf('')).toEqual([id, 'webhook_custom']);
  expect(await idsOf(`integrationId=${id}`)).toEqual([id]);
  expect(await idsOf('level=info')).toEqual(['webhook_custom']);
  expect(await idsOf('search=UNHEALTHY')).toEqual([id]);
  expect(await idsOf('pageSize=1&page=2')).toEqual(['webhook_custom']);
  for (const query of [`level=info&integrationId=${id}`, 'entityType=sales.order', 'entityId=SO-1'])
    expect(await idsOf(query), query).toEqual([]);
  const none = await owner.api.get(`${integrationsPath}/logs?runId=${randomUUID()}`);
  const counts = { items: [], total: 0, totalIsExact: true, totalPages: 0 };
  expect(none.body).toEqual({ ...counts, page: 1, pageSize: 50 });
  const [entry] = await logsOf(owner, 'level=warn');
  expect(await idsOf(`id=${entry?.id}`)).toEqual([id]);
  expect(await owner.api.get(integrationPath(id))).toMatchObject({
    body: { analytics: { totalCount: 1, dailyCounts: expect.arrayContaining([1]) } },
  });
});

/** Signs and sends a message of a provider to the organization's inbound endpoint. */
async function anInboundEndpoint({ api }: TestCaller) {
  const { body } = await api.post<{ id: string; secret: string }>('/api/webhooks/inbound-endpoints', {
    body: { name: aName('provider'), providerKey: 'standard_webhooks' },
  });
  return () => {
    const [messageId, at, text] = [`msg_${randomUUID()}`, new Date(), '{"type":"invoice.paid"}'];
    const headers = {
      'webhook-id': messageId,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Signer(body.secret).sign(messageId, at, text),
    };
    return send('POST', `/api/webhooks/inbound/${body.id}`, { body: text, headers });
  };
}

proves('webhooks-disabled', async () => {
  const owner = await aTenantWithEvents();
  const sibling = await aSibling(owner);
  const sink = await aReceiver(owner);
  const [webhook, other] = [await aWebhook(owner, {}, sink), await aWebhook(sibling, {}, sink)];
  const receive = await anInboundEndpoint(owner);
  await publish(owner);
  const [delivery] = await decidedDeliveries(owner, webhook.id);
  await turn(owner, 'webhook_custom', { isEnabled: false });
  const test = `${webhookPath(webhook.id)}/test`;
  const retry = `${deliveriesPath}/${delivery?.id}/retry`;
  for (const path of [test, retry])
    expect(await owner.api.post(path)).toMatchObject({ status: 409, body: { code: 'webhooks_disabled' } });
  expect(await receive()).toMatchObject({ status: 503, body: { code: 'webhooks_unavailable' } });
  await publish(owner);
  // The event of the sibling was published later in the same queue.
  await publish(sibling);
  await decidedDeliveries(sibling, other.id);
  expect((await listDeliveries(owner, `webhookId=${webhook.id}`)).total).toBe(1);
  await turn(owner, 'webhook_custom', { isEnabled: true });
  expect((await owner.api.post(test)).body).toMatchObject({ delivery: { status: 'delivered' } });
  expect((await owner.api.post(retry)).status).toBe(200);
  expect((await receive()).status).toBe(200);
});
