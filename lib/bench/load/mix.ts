/** What customers of all modules ask for, as requests that can be repeated. */
import { createHmac } from 'node:crypto';
import { endpoints } from '../../../shared/endpoints.ts';
import type { EndpointSpec } from '../../../shared/http/contract.ts';
import type { BenchCaller, Platform } from '../platform.ts';
import { typicalCall } from '../typical-calls.ts';
import { type MixedRequest, recently } from './request.ts';

/** Stands for a text that no other request has. */
const unique = 'UNIQUETEXT';
const boundary = 'boundary-of-the-load';
const uploadBytes = 5_000;

const form = [
  ...[
    ['entityId', 'sales.order'],
    ['recordId', 'SO-1'],
  ].map(([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}`),
  [
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="load.bin"`,
    `content-type: application/octet-stream\r\n\r\n${'x'.repeat(uploadBytes)}`,
  ].join('\r\n'),
  `--${boundary}--\r\n`,
].join('\r\n');

const entityType = 'sales.order';
const message = JSON.stringify({ action: 'opened', number: 7 });
const messageSecret = 'It is a secret to everybody';
const signature = `sha256=${createHmac('sha256', messageSecret).update(message).digest('hex')}`;
/** Each takes 60 messages a minute. */
const inboundEndpoints = 20;

/** What is asked, where that is not the endpoint's typical call. */
interface Ask {
  paths: readonly string[];
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
}

type AskOf = (platform: Platform, caller: BenchCaller) => Promise<Ask>;

const json = (path: string, body: unknown): AskOf => {
  return async () => ({ paths: [path], body });
};

const toInbound: AskOf = async (platform, caller) => {
  const paths: string[] = [];
  for (let number = 1; number <= inboundEndpoints; number++) {
    const made = { name: `load ${number}`, providerKey: 'github', secret: messageSecret };
    const { body } = await platform.call(caller, 'POST', '/api/webhooks/inbound-endpoints', made);
    paths.push(`/api/webhooks/inbound/${(body as { id: string }).id}`);
  }
  const headers = {
    'content-type': 'application/json',
    'x-github-event': 'issues',
    'x-github-delivery': unique,
    'x-hub-signature-256': signature,
  };
  return { paths, headers, body: message };
};

/** Requests that differ each time, by operation id. */
const asks: Readonly<Record<string, AskOf>> = {
  createRecord: json('/api/entities/records', { entityType, externalId: unique, fields: { total: 5 } }),
  publishEvent: json('/api/events', { type: 'sales.order.shipped', data: { n: 1 }, id: unique }),
  startSyncRun: async (platform, caller) => {
    const spec = specOf('startSyncRun');
    const typical = await typicalCall(spec)?.(platform, caller);
    const body = { ...(typical?.body as object), entityType: `bench.t${unique}` };
    return { paths: [spec.path], body };
  },
  uploadAttachment: async () => ({
    paths: ['/api/attachments'],
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: form,
  }),
  receiveWebhook: toInbound,
  listDeliveries: async () => ({ paths: [`/api/webhooks/deliveries?fromDate=${recently}`] }),
  listAuditActions: async () => ({ paths: [`${specOf('listAuditActions').path}?from=${recently}`] }),
};

/** How many of a hundred requests go to each endpoint: all modules, reads far more often than writes. */
const mix: Readonly<Record<string, number>> = {
  checkBooleanToggle: 12,
  getRule: 6,
  listRules: 5,
  executeRules: 6,
  listRecords: 6,
  createRecord: 7,
  publishEvent: 5,
  listDeliveries: 3,
  receiveWebhook: 4,
  listNotifications: 5,
  uploadAttachment: 4,
  downloadFile: 5,
  listJobs: 3,
  createPaymentSession: 3,
  getPaymentStatus: 4,
  startSyncRun: 2,
  getSyncRun: 3,
  listActiveJobs: 3,
  getIntegration: 3,
  checkFeatures: 3,
  listUsers: 2,
  getOrganizationSwitcher: 3,
  listAuditActions: 3,
};

function specOf(operationId: string): EndpointSpec {
  const spec = endpoints.find((endpoint) => endpoint.operationId === operationId);
  if (spec === undefined) throw new Error(`There is no ${operationId}.`);
  return spec;
}

async function askOf(spec: EndpointSpec, platform: Platform, caller: BenchCaller): Promise<Ask> {
  const own = asks[spec.operationId];
  if (own !== undefined) return own(platform, caller);
  const prepare = typicalCall(spec);
  if (prepare === undefined) throw new Error(`No typical call of ${spec.operationId} is known.`);
  const { path, body } = await prepare(platform, caller);
  return { paths: [path], ...(body !== undefined && { body }) };
}

/** What goes on without requests: a webhook that is told of events, and a job that runs again and again. */
async function startBackground(platform: Platform, caller: BenchCaller, receiverUrl: string): Promise<void> {
  await platform.call(caller, 'POST', '/api/webhooks', {
    name: 'load',
    url: receiverUrl,
    subscribedEvents: ['sales.*', 'inbound.*'],
  });
  await platform.call(caller, 'POST', '/api/scheduler/jobs', {
    name: 'load',
    scopeType: 'organization',
    scheduleType: 'interval',
    scheduleValue: '10s',
    targetType: 'queue',
    targetQueue: 'jobs',
    targetPayload: { report: 'totals' },
  });
}

export interface MixedEndpoint {
  spec: EndpointSpec;
  request: MixedRequest;
}

/** Prepares the mix for a caller with many rules; webhooks go to the receiver. */
export async function mixOf(
  platform: Platform,
  caller: BenchCaller,
  receiverUrl: string,
): Promise<MixedEndpoint[]> {
  const mixed: MixedEndpoint[] = [];
  for (const [operationId, weight] of Object.entries(mix)) {
    const spec = specOf(operationId);
    const { paths, headers, body } = await askOf(spec, platform, caller);
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    const request: MixedRequest = {
      ...{ name: operationId, weight, method: spec.method, expectedStatus: spec.success.status },
      urls: paths.map((path) => `${platform.baseUrl}${path}`),
      headers: {
        'x-api-key': caller.key,
        ...(text !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(text !== undefined && { body: text }),
      uniqueText: unique,
    };
    mixed.push({ spec, request });
  }
  await startBackground(platform, caller, receiverUrl);
  return mixed;
}
