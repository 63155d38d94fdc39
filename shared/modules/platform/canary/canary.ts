/**
 * One probe of the canary. It creates a record through the public host; the record's event must return as a webhook
 * that the platform's own inbound endpoint verifies and accepts. The probe covers host, API, table, stream, bus,
 * queues, sender and receiver, so it detects failures that callers notice even if the metrics of each part are good.
 * It also reads a stream, which a function behind a URL sends, and the page of the console, which the host has in S3.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { consolePath } from '../../../kernel/base/console-page.ts';
import { parseJson, toJson } from '../../../kernel/base/json.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { asMetrics, type Measurement } from '../../../kernel/observability/metrics.ts';
import { type CanaryConfig, findCanaryConfig } from './config-store.ts';

/** Entity type of the records. It determines the event type to which the webhook subscribes. */
const canaryEntity = 'canary.probe';
export const canaryEvent = `${canaryEntity}.created`;

export type CanaryResult = 'not set up' | 'returned' | 'lost';

/** A probe that failed, with the step at which it failed. */
class LostProbeError extends Error {
  readonly step: 'write' | 'watch' | 'stream' | 'console';
  constructor(step: LostProbeError['step'], message: string) {
    super(message);
    this.step = step;
  }
}

const probes: Measurement = {
  by: [],
  metrics: { canaryLost: 'Count', canaryMs: 'Milliseconds' },
};
const consolePage = `${consolePath}/`;
const pollMs = 1_000;
/** Timeout of one request; a probe sends several. */
const requestTimeoutMs = 15_000;

interface ProbeOptions {
  deadlineMs: number;
  send?: typeof fetch;
  find?: () => Promise<CanaryConfig | undefined>;
}

/** Probes once, and reports the result as metrics and one log line. A failed probe does not throw. */
export async function runCanary({
  deadlineMs,
  send = fetch,
  find = findCanaryConfig,
}: ProbeOptions): Promise<CanaryResult> {
  const startedAtMs = Date.now();
  const report = (result: CanaryResult, fields: Record<string, unknown> = {}): CanaryResult => {
    const lost = result === 'lost';
    const nowMs = Date.now();
    log(lost ? 'error' : 'info', `canary ${result}`, {
      canaryLost: lost ? 1 : 0,
      canaryMs: nowMs - startedAtMs,
      ...fields,
      ...asMetrics([probes], nowMs),
    });
    return result;
  };
  try {
    const config = await find();
    if (config === undefined) {
      log('info', 'canary not configured');
      return 'not set up';
    }
    return report('returned', await runProbe(config, deadlineMs, send));
  } catch (error) {
    const step = error instanceof LostProbeError ? error.step : 'read';
    return report('lost', { step, error: describeError(error) });
  }
}

async function runProbe(
  config: CanaryConfig,
  deadlineMs: number,
  send: typeof fetch,
): Promise<Record<string, unknown>> {
  const call = (method: string, path: string, body?: object) => callHost(config, send, method, path, body);
  const records = '/api/entities/records';
  const probeId = randomUUID();
  const fromDate = toIso(Date.now());
  await readPage(config, send, 'console', consolePage);
  const created = await call('POST', records, { entityType: canaryEntity, externalId: probeId, fields: {} });
  const { id } = created.body as { id?: string };
  if (created.status !== 201 || id === undefined)
    throw new LostProbeError('write', `The host returned ${created.status} for a new record.`);
  let latest: unknown = null;
  try {
    await readPage(config, send, 'stream', `${records}?entityType=${canaryEntity}&format=csv`);
    const query = new URLSearchParams({ webhookId: config.webhookId, eventType: canaryEvent, fromDate });
    const deliveries = `/api/webhooks/deliveries?${query}`;
    for (;;) {
      const { status, body } = await call('GET', deliveries);
      if (status !== 200)
        throw new LostProbeError('watch', `The host returned ${status} for a list of deliveries.`);
      const { items = [] } = body as { items?: { id: string; status: string; responseStatus: unknown }[] };
      latest = items.map((item) => ({
        id: item.id,
        status: item.status,
        responseStatus: item.responseStatus,
      }));
      if (items.some((item) => item.status === 'delivered')) return { recordId: id, deliveries: latest };
      if (Date.now() + pollMs > deadlineMs) break;
      await sleep(pollMs);
    }
    throw new LostProbeError('watch', `The webhook did not arrive in time; deliveries: ${toJson(latest)}.`);
  } finally {
    const { status } = await call('DELETE', `${records}?id=${id}`);
    if (status !== 200) log('warn', 'the record of the canary was not deleted', { recordId: id, status });
  }
}

/** Reads a response that is not JSON. Throws LostProbeError without a successful one that has content. */
async function readPage(
  config: CanaryConfig,
  send: typeof fetch,
  step: 'console' | 'stream',
  path: string,
): Promise<void> {
  const { status, text } = await callHost(config, send, 'GET', path);
  if (status !== 200 || text === '')
    throw new LostProbeError(step, `The host returned ${status} with ${text.length} characters for ${path}.`);
}

/** A body as JSON; an empty object for another one, such as an error page of the host. */
function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return {};
  }
}

/** Sends a request to the public host. Status 0 means that no response came. */
async function callHost(
  { baseUrl, secret }: CanaryConfig,
  send: typeof fetch,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: unknown; text: string }> {
  try {
    const response = await send(`${baseUrl}${path}`, {
      method,
      headers: {
        'x-api-key': secret,
        'user-agent': 'platform-modules-canary',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: toJson(body) }),
      signal: AbortSignal.timeout(requestTimeoutMs),
    });
    const text = await response.text();
    return { status: response.status, body: parsed(text), text };
  } catch (error) {
    log('warn', 'the public host did not respond to the canary', {
      method,
      path,
      error: describeError(error),
    });
    return { status: 0, body: {}, text: '' };
  }
}
