/** Deliveries and runs per hour, for the overview page. */
import { describe, expect, it } from 'vitest';
import { countInHour } from '../../../shared/kernel/table/hourly-counts.ts';
import { aKey, aSibling, aTenant } from '../../support/builders/tenants.ts';
import { aWebhook, webhookPath } from '../../support/builders/webhooks.ts';
import { callsOf } from '../../support/clients/api.ts';

const path = '/api/overview/activity';
const hourMs = 3_600_000;

interface Activity {
  since: string;
  until: string;
  deliveries: { at: string; attempts: number; delivered: number }[] | null;
  jobRuns: { at: string; completed: number; failed: number }[] | null;
  syncRuns: unknown[] | null;
}

const sumOf = (points: readonly object[] | null, name: string): number =>
  (points ?? []).reduce((sum, point) => sum + Number(Object(point)[name]), 0);

describe('GET /api/overview/activity', () => {
  it('shows each hour of the last day, in at most three requests', async () => {
    const { api, tenantId, organizationId } = await aTenant();
    const nowMs = Date.now();
    const owner = { tenantId, organizationId };
    await countInHour(owner, 'deliveries', { attempts: 3, delivered: 2 }, nowMs);
    await countInHour(owner, 'deliveries', { attempts: 1 }, nowMs - 13 * hourMs);
    await countInHour(owner, 'job-runs', { completed: 1 }, nowMs);
    await countInHour({ tenantId, organizationId: null }, 'job-runs', { completed: 4 }, nowMs);
    await countInHour(owner, 'deliveries', { attempts: 9 }, nowMs - 30 * hourMs);
    const answer = await api.get<Activity>(path);
    expect(answer.status).toBe(200);
    const { deliveries, jobRuns, syncRuns } = answer.body;
    expect(deliveries).toHaveLength(25);
    expect([sumOf(deliveries, 'attempts'), sumOf(deliveries, 'delivered')]).toEqual([4, 2]);
    expect(sumOf(jobRuns, 'completed')).toBe(5);
    expect(syncRuns).toHaveLength(25);
    expect((await callsOf(answer)).map(({ action }) => action)).toEqual(['UpdateItem', 'Query', 'Query']);
  });

  it('shows a caller only what its features allow, and nothing of other organizations', async () => {
    const home = await aTenant();
    const sibling = await aSibling(home);
    await countInHour(sibling, 'deliveries', { attempts: 5 }, Date.now());
    const viewer = await aKey({ ...home, features: ['webhooks.view'] });
    const { body } = await viewer.api.get<Activity>(path);
    expect(sumOf(body.deliveries, 'attempts')).toBe(0);
    expect([body.jobRuns, body.syncRuns]).toEqual([null, null]);
    const unprivileged = await aKey({ ...home, features: [] });
    expect((await unprivileged.api.get<Activity>(path)).body).toMatchObject({ deliveries: null });
  });

  it('counts a delivery and its attempt for the organization and for its webhook', async () => {
    const caller = await aTenant();
    const { id } = await aWebhook(caller, { url: 'https://127.0.0.1:9/refused' });
    await caller.api.post(`${webhookPath(id)}/test`, { body: {} });
    const { body } = await caller.api.get<Activity>(path);
    const own = await caller.api.get<{ points: object[] }>(`${webhookPath(id)}/series`);
    expect(own.status).toBe(200);
    for (const points of [body.deliveries, own.body.points]) {
      expect(sumOf(points, 'attempts')).toBe(1);
      expect(sumOf(points, 'delivered') + sumOf(points, 'failed') + sumOf(points, 'expired')).toBe(1);
    }
    const stranger = await aTenant();
    expect((await stranger.api.get(`${webhookPath(id)}/series`)).status).toBe(404);
  });

  it.each(['1960-01-02', '1983-09-10', '2106-11-24', '9999-12-31'])('shows zeros for %s', async (until) => {
    const { api } = await aTenant();
    const { status, body } = await api.get<Activity>(`${path}?until=${until}`);
    expect(status).toBe(200);
    expect(body.deliveries).toHaveLength(24);
    expect(sumOf(body.deliveries, 'attempts')).toBe(0);
  });

  it.each([
    ['since=2026-03-02&until=2026-03-01', 'until'],
    ['since=2026-01-01&until=2026-03-01', 'since'],
    ['since=yesterday', 'since'],
  ])('refuses %s', async (query, field) => {
    const { api } = await aTenant();
    expect(await api.get(`${path}?${query}`)).toMatchObject({ status: 400, body: { details: [{ field }] } });
  });
});
