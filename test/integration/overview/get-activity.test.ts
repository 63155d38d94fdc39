/** Deliveries and runs per hour, for the overview page. */
import { describe, expect, it } from 'vitest';
import { countInHour } from '../../../shared/kernel/table/counts.ts';
import { aTenant } from '../../support/builders/tenants.ts';
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
});
