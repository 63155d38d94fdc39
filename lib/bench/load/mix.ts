/** What customers of all modules ask for, as requests that can be repeated, and what each costs in AWS. */
import { endpoints } from '../../../shared/endpoints.ts';
import { defaultMemoryMb } from '../../aws/platform-function.ts';
import type { BenchCaller, Platform } from '../platform.ts';
import { costPerMillion } from '../prices.ts';
import { anOverriddenToggle, checkPath } from '../toggles.ts';
import type { MixedRequest } from '../tools/mixed-load.ts';
import { anEntityTypeWithRules, executionOf } from '../typical-rule-calls.ts';

const unique = 'UNIQUE-TEXT';
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

interface Ask {
  operationId: string;
  path: string;
  body?: unknown;
  /** Of a body that is no JSON. */
  type?: string;
}

async function asksOf(platform: Platform, caller: BenchCaller, sinkUrl: string): Promise<Ask[]> {
  const { identifier } = await anOverriddenToggle(platform, caller);
  const execution = executionOf(await anEntityTypeWithRules(platform, caller, 5));
  await platform.call(caller, 'POST', '/api/webhooks', {
    name: 'load',
    url: sinkUrl,
    subscribedEvents: ['sales.*'],
  });
  const { data } = (await platform.call(caller, 'GET', '/api/business_rules/rules')).body as {
    data: { id: string }[];
  };
  return [
    { operationId: 'checkBooleanToggle', path: checkPath(identifier) },
    { operationId: 'getRule', path: `/api/business_rules/rules/${data[0]?.id}` },
    { operationId: 'listRules', path: '/api/business_rules/rules' },
    { operationId: 'executeRules', path: execution.path, body: execution.body },
    {
      operationId: 'createRecord',
      path: '/api/entities/records',
      body: { entityType: 'sales.order', externalId: unique, fields: { total: 5 } },
    },
    { operationId: 'listRecords', path: '/api/entities/records?entityType=sales.order' },
    {
      operationId: 'publishEvent',
      path: '/api/events',
      body: { type: 'sales.order.shipped', data: { n: 1 }, id: unique },
    },
    { operationId: 'listNotifications', path: '/api/notifications' },
    {
      operationId: 'uploadAttachment',
      path: '/api/attachments',
      body: form,
      type: `multipart/form-data; boundary=${boundary}`,
    },
  ];
}

export interface Mix {
  requests: MixedRequest[];
  /** US dollars for a million calls, in words, by name. */
  costs: Record<string, string>;
}

/** The mix for a caller of its own with many rules. Every kind is called once, and what that used is what it costs. */
export async function mixOf(platform: Platform, caller: BenchCaller, sinkUrl: string): Promise<Mix> {
  const requests: MixedRequest[] = [];
  const costs: Record<string, string> = {};
  for (const { operationId, path, body, type } of await asksOf(platform, caller, sinkUrl)) {
    const spec = endpoints.find((endpoint) => endpoint.operationId === operationId);
    if (spec === undefined) throw new Error(`There is no ${operationId}.`);
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
    requests.push({
      name: operationId,
      url: `${platform.baseUrl}${path}`,
      method: spec.method,
      headers: {
        'x-api-key': caller.key,
        ...(text !== undefined && { 'content-type': type ?? 'application/json' }),
      },
      ...(text !== undefined && { body: text, uniqueText: unique }),
      expectedStatus: spec.success.status,
    });
    const once = type === undefined ? body : aForm();
    // The first starts the function.
    await platform.call(caller, spec.method, path, firstOf(once));
    const call = await platform.call(caller, spec.method, path, once);
    const lambdaMs = Math.ceil(call.elapsedMs);
    const { total } = costPerMillion({ ...call, lambdaMs, lambdaMemoryMb: spec.memoryMb ?? defaultMemoryMb });
    costs[operationId] = `$${total.toFixed(2)} per million`;
  }
  return { requests, costs };
}

/** The same request with another text where each needs its own. */
function firstOf(body: unknown): unknown {
  return body === undefined || body instanceof FormData
    ? body
    : JSON.parse(JSON.stringify(body).replaceAll(unique, `${unique}-first`));
}

/** The same file as a form that `fetch` writes. */
function aForm(): FormData {
  const made = new FormData();
  made.set('entityId', 'sales.order');
  made.set('recordId', 'SO-1');
  made.set('file', new Blob(['x'.repeat(uploadBytes)]), 'load.bin');
  return made;
}
