import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, it } from 'vitest';
import { getItem } from '../../../shared/kernel/table/read.ts';
import { healthCheckKey } from '../../../shared/modules/integrations/keys.ts';
import { writeLogs } from '../../../shared/modules/integrations/logs.ts';
import { integrationsPath, logsOf, rowOf, save, turn } from '../../support/builders/integrations.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { type Sink, startSink } from '../../support/clients/sink.ts';
import { runSchedule } from '../../support/runtime/sweep.ts';

const sinks: Sink[] = [];
afterAll(() => Promise.all(sinks.map((sink) => sink.stop())));

const id = 'sync_http_json';
const token = 'token-of-great-value';

async function anApi(): Promise<{ owner: TestCaller; sink: Sink }> {
  const [owner, sink] = [await aTenant(), await startSink()];
  sinks.push(sink);
  await save(owner, id, { baseUrl: `${sink.url}/v1`, token });
  return { owner, sink };
}

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
    await expect.poll(async () => (await rowOf(on.owner, id)).healthStatus).toBe('healthy');
    expect(off.sink.requests).toHaveLength(0);
  });
});

describe('the log', () => {
  it('is filtered by the subject of an entry, and contains no secrets', async () => {
    const owner = await aTenant();
    const about = { runId: randomUUID(), entityType: 'sales.order', entityId: 'SO-1' };
    const nowMs = Date.now();
    const begun = { level: 'info', message: 'Run begins', ...about } as const;
    await writeLogs(owner, id, [begun], { secrets: [], nowMs: nowMs - 1_000 });
    const payload = { url: `?t=${token}`, apiKey: 'k' };
    const refused = { level: 'error', message: `Refused ${token}`, ...about, payload } as const;
    await writeLogs(owner, id, [refused], { secrets: [token], nowMs });
    const messages = async (query: string) => (await logsOf(owner, query)).map(({ message }) => message);
    expect(await messages(`level=error&runId=${about.runId}`)).toEqual(['Refused [removed]']);
    expect(await messages('entityType=sales.order&entityId=SO-1&level=info')).toEqual(['Run begins']);
    const [last] = await logsOf(owner);
    expect(last).toMatchObject({ payload: { url: '?t=[removed]', apiKey: '[removed]' }, ...about });
    expect((await rowOf(owner, id)).analytics).toMatchObject({ errorCount: 1, errorRate: 0.5 });
  });

  it('stores parallel entries, and counts all of them', async () => {
    const owner = await aTenant();
    const entries = Array.from(
      { length: 200 },
      (_, index) => ({ level: 'info', message: `${index}` }) as const,
    );
    await writeLogs(owner, id, entries, { secrets: [], nowMs: Date.now() });
    const { body } = await owner.api.get(`${integrationsPath}/logs?pageSize=1`);
    expect(body).toMatchObject({ total: 200, totalPages: 200 });
    expect((await rowOf(owner, id)).analytics).toMatchObject({ totalCount: 200 });
  });
});
