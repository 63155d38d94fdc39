/** Capacity units of a sample's request, from the runtime's meter; lists are read with a full page of 20. */

import { sampleOf, samples } from '../../../shared/catalog/samples.ts';
import type { EndpointSpec } from '../../../shared/kernel/http/endpoint-spec.ts';
import type { Sample } from '../../../shared/kernel/samples/sample.ts';
import { toWire } from '../../../shared/kernel/samples/wire.ts';
import { samplesAs, sendAs, successStatuses } from '../builders/samples.ts';
import type { TestCaller } from '../builders/tenants.ts';
import { callsOf } from '../clients/api.ts';

/** The DynamoDB cost of one request of an operation. */
export interface MeasuredUnits {
  /** Each request with its units, for messages. */
  actions: string;
  readUnits: number;
  writeUnits: number;
}

const pageRows = 20;

/** Operations that write the rows of a list, where it is not the POST of the same path. */
const writersOfLists: Readonly<Record<string, string>> = {
  listLibrary: 'uploadAttachment',
  listDeliveries: 'testWebhook',
  listIntegrationLogs: 'updateIntegrationState',
  listPayments: 'createPaymentSession',
  listSyncRuns: 'startSyncRun',
  listLogs: 'executeRule',
  listOverrides: 'createToggle',
  listAuditActions: 'createRule',
};

/** Whether the endpoint returns pages of rows. */
export function isPaged({ method, query }: EndpointSpec): boolean {
  return method === 'GET' && query !== undefined && 'shape' in query && 'pageSize' in Object(query.shape);
}

function writerOf(list: EndpointSpec): Sample | undefined {
  const named = writersOfLists[list.operationId];
  if (named !== undefined) return sampleOf(named);
  return samples.find(({ endpoint }) => endpoint.method === 'POST' && endpoint.path === list.path);
}

const parallelWrites = 4;

/** Writes a page of rows for a list. Objects that can only exist once count once. */
async function fill(list: EndpointSpec, caller: TestCaller): Promise<void> {
  const writer = writerOf(list);
  if (writer === undefined) return;
  const client = samplesAs(caller);
  const rows = Array.from({ length: pageRows + 5 }).values();
  const work = async () => {
    for (const _ of rows) {
      const request = await writer.prepare(client);
      await sendAs(caller)(toWire(writer.endpoint, request));
    }
  };
  await Promise.all(Array.from({ length: parallelWrites }, work));
}

/**
 * Sends the sample as the caller and returns the cost of its request. A read is sent twice and measured the second
 * time: the first read of a process also loads the toggles with segments.
 */
export async function unitsOf(sample: Sample, caller: TestCaller): Promise<MeasuredUnits> {
  const { endpoint } = sample;
  const paged = isPaged(endpoint);
  if (paged) await fill(endpoint, caller);
  const request = await sample.prepare(samplesAs(caller));
  const query = paged ? { ...request.query, pageSize: String(pageRows) } : request.query;
  const send = () => sendAs(caller)(toWire(endpoint, { ...request, ...(query && { query }) }));
  if (endpoint.method === 'GET') await send();
  const answer = await send();
  if (!successStatuses(endpoint).includes(answer.status))
    throw new Error(`${endpoint.operationId} returned ${answer.status}: ${JSON.stringify(answer.body)}`);
  // Cancelled transactions were repeated because of conflicts: chance, and not part of the cost.
  const calls = (await callsOf(answer)).filter(
    ({ service, status }) => service === 'dynamodb' && status === 200,
  );
  const sum = (unit: 'readUnits' | 'writeUnits') => calls.reduce((total, call) => total + call[unit], 0);
  return {
    readUnits: sum('readUnits'),
    writeUnits: sum('writeUnits'),
    actions: calls
      .map(({ action, readUnits, writeUnits }) => `${action}:${readUnits}/${writeUnits}`)
      .join(' '),
  };
}
