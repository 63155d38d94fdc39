/** Typical requests of customers of all modules, which can be repeated. */

import { sampleOf } from '../../../../shared/catalog/samples.ts';
import type { EndpointSpec } from '../../../../shared/kernel/http/endpoint-spec.ts';
import { bodyOf, type SampleRequest } from '../../../../shared/kernel/samples/sample.ts';
import { toWire } from '../../../../shared/kernel/samples/wire.ts';
import type { BenchContext } from '../bench.ts';
import { costOf, type EndpointCost } from '../endpoint-cost.ts';
import type { BenchCaller, Platform } from '../platform.ts';
import { preparedCall } from '../samples.ts';
import { startBenchSink } from '../sink.ts';
import { filledIn, type MixedRequest, recently } from './request.ts';

/** Placeholder for a text that is unique per request. */
const unique = 'UNIQUETEXT';

/** A file without text extraction. */
const uploadedFile = {
  fileName: 'load.bin',
  contentType: 'application/octet-stream',
  content: Buffer.alloc(5_000, 'x'),
};

/** Each takes 60 messages a minute. */
const inboundEndpoints = 20;

/** Changes of an operation's sample for the mix. */
const changes: Readonly<Record<string, (request: SampleRequest) => SampleRequest>> = {
  uploadAttachment: (request) => ({ ...request, body: { ...bodyOf(request), file: uploadedFile } }),
  listDeliveries: (request) => ({ ...request, query: { fromDate: recently } }),
  listAuditActions: (request) => ({ ...request, query: { from: recently } }),
};

/** Requests per hundred for each endpoint: all modules, far more reads than writes. */
export const mix: Readonly<Record<string, number>> = {
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

/** Requests of an operation that differ only in their paths, each repeatable. */
async function requestsOf(
  { operationId }: EndpointSpec,
  platform: Platform,
  caller: BenchCaller,
): Promise<SampleRequest[]> {
  const count = operationId === 'receiveWebhook' ? inboundEndpoints : 1;
  const requests: SampleRequest[] = [];
  for (let number = 1; number <= count; number++) {
    const request = await preparedCall(operationId, platform, caller, (text) => `${text}${unique}`);
    requests.push(changes[operationId]?.(request) ?? request);
  }
  return requests;
}

/** Work without requests: a webhook that receives events, and a job that runs repeatedly. */
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

interface MixedEndpoint {
  spec: EndpointSpec;
  request: MixedRequest;
}

/** Prepares the mix for a caller with many rules; webhooks go to the receiver. */
async function mixOf(platform: Platform, caller: BenchCaller, receiverUrl: string): Promise<MixedEndpoint[]> {
  const mixed: MixedEndpoint[] = [];
  for (const [operationId, weight] of Object.entries(mix)) {
    const spec = sampleOf(operationId).endpoint;
    const wires = (await requestsOf(spec, platform, caller)).map((request) => toWire(spec, request));
    const [{ headers, body } = { headers: {}, body: undefined }] = wires;
    const request: MixedRequest = {
      ...{ name: operationId, weight, method: spec.method, expectedStatus: spec.success.status },
      urls: wires.map(({ path }) => `${platform.baseUrl}${path}`),
      headers: { 'x-api-key': caller.key, ...headers },
      ...(body !== undefined && { body: Buffer.from(body).toString('utf8') }),
      uniqueText: unique,
    };
    mixed.push({ spec, request });
  }
  await startBackground(platform, caller, receiverUrl);
  return mixed;
}

const rulesInTenant = 1_000;

/** Starts the platform and a webhook receiver, and prepares the mix for a tenant with many rules. */
export async function prepareMix(context: BenchContext) {
  console.log('Starting the platform, which takes minutes after a change of the code, and warming it up.');
  const [tools, platform] = await Promise.all([context.tools(), context.platform()]);
  const sink = await startBenchSink(tools('sink'));
  context.defer(async () => sink[Symbol.asyncDispose]());
  const caller = await platform.tenantWithRules(rulesInTenant);
  const mixed = await mixOf(platform, caller, sink.url);
  const requests = mixed.map(({ request }) => request);
  return { platform, caller, mixed, requests, tool: tools('mixed-load') };
}

/** Costs of a million requests of each endpoint of a mix, by name. */
export async function costsOf(
  platform: Platform,
  caller: BenchCaller,
  mixed: readonly MixedEndpoint[],
): Promise<Record<string, EndpointCost>> {
  const costs: Record<string, EndpointCost> = {};
  for (const { spec, request } of mixed)
    costs[request.name] = await costOf(spec, () => {
      const { url, ...filled } = filledIn(request, 0);
      return platform.send(caller, {
        method: spec.method,
        path: url.slice(platform.baseUrl.length),
        ...filled,
      });
    });
  return costs;
}
