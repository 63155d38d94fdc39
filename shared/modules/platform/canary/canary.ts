/**
 * One probe of the canary: a record is written through the public host, and its event must come back as a webhook
 * that our own inbound endpoint has verified and accepted. On its way are host, API, table, stream, bus, queues, sender
 * and receiver: what is broken there affects callers, also when the metrics of the parts are good.
 */

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { asMetrics, type Measurement } from '../../../kernel/observability/metrics.ts';
import { toIso } from '../../../kernel/text/times.ts';
import { type CanaryConfig, findCanaryConfig } from './config-store.ts';

/** What its records are, and so the event that its webhook subscribes to. */
const canaryEntity = 'canary.probe';
export const canaryEvent = `${canaryEntity}.created`;

export type CanaryResult = 'not set up' | 'returned' | 'lost';

/** The part of the way on which an event was lost, with what was seen there. */
class LostError extends Error {
  readonly step: 'write' | 'watch' | 'clean';
  constructor(step: LostError['step'], message: string) {
    super(message);
    this.step = step;
  }
}

const probes: Measurement = {
  by: [],
  metrics: { canaryLost: 'Count', canaryMs: 'Milliseconds' },
};
const pollMs = 1_000;
/** One request, of which the way is made of several. */
const requestMs = 15_000;

interface ProbeOptions {
  deadlineMs: number;
  send?: typeof fetch;
  find?: () => Promise<CanaryConfig | undefined>;
}

/** Probes once and reports the result by its metrics and one log line. Never throws because of the probe itself. */
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
    const step = error instanceof LostError ? error.step : 'read';
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
  const written = await call('POST', records, { entityType: canaryEntity, externalId: probeId, fields: {} });
  const { id } = written.body as { id?: string };
  if (written.status !== 201 || id === undefined)
    throw new LostError('write', `The host answered ${written.status} to a new record.`);
  let seen: unknown = null;
  try {
    const query = new URLSearchParams({ webhookId: config.webhookId, eventType: canaryEvent, fromDate });
    const deliveries = `/api/webhooks/deliveries?${query}`;
    for (;;) {
      const { status, body } = await call('GET', deliveries);
      if (status !== 200)
        throw new LostError('watch', `The host answered ${status} to a list of deliveries.`);
      const { items = [] } = body as { items?: { id: string; status: string; responseStatus: unknown }[] };
      seen = items.map((one) => ({ id: one.id, status: one.status, responseStatus: one.responseStatus }));
      if (items.some((one) => one.status === 'delivered')) return { recordId: id, deliveries: seen };
      if (Date.now() + pollMs > deadlineMs) break;
      await sleep(pollMs);
    }
    throw new LostError('watch', `Its webhook did not come in time; deliveries: ${JSON.stringify(seen)}.`);
  } finally {
    const { status } = await call('DELETE', `${records}?id=${id}`);
    if (status !== 200) log('warn', 'the record of the canary was not deleted', { recordId: id, status });
  }
}

/** An answer of the public host; status 0 stands for none. */
async function callHost(
  { baseUrl, secret }: CanaryConfig,
  send: typeof fetch,
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; body: unknown }> {
  try {
    const answer = await send(`${baseUrl}${path}`, {
      method,
      headers: {
        'x-api-key': secret,
        'user-agent': 'platform-modules-canary',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(requestMs),
    });
    return { status: answer.status, body: await answer.json().catch(() => ({})) };
  } catch (error) {
    log('warn', 'the public host did not respond to the canary', {
      method,
      path,
      error: describeError(error),
    });
    return { status: 0, body: {} };
  }
}
