/** Next run times of a schedule, stored or not. */
import { describe, expect, it } from 'vitest';
import { aJob, jobsPath } from '../../support/builders/scheduler.ts';
import { aKey, aSibling, aTenant } from '../../support/builders/tenants.ts';

const path = '/api/scheduler/firings';
interface Preview {
  timezone: string;
  firings: string[];
}
const query = (fields: Record<string, string>) => `${path}?${new URLSearchParams(fields)}`;

describe('GET /api/scheduler/firings', () => {
  it('shows the next five runs of a cron expression, without times skipped by daylight saving', async () => {
    const { api } = await aTenant();
    const cron = { scheduleType: 'cron', scheduleValue: '30 2 * * *', timezone: 'europe/paris' };
    const times = ['03-27T01:30', '03-29T00:30', '03-30T00:30', '03-31T00:30', '04-01T00:30'];
    const firings = times.map((time) => `2027-${time}:00.000Z`);
    expect(await api.get(query({ ...cron, after: '2027-03-26T12:00:00Z' }))).toMatchObject({
      ...{ status: 200, body: { timezone: 'Europe/Paris', firings } },
    });
  });

  it('shows those of a stored job, starting with its next run', async () => {
    const { api } = await aTenant();
    const created = await api.post<{ id: string; nextRunAt: string }>(jobsPath, { body: aJob() });
    const { body } = await api.get<Preview>(query({ jobId: created.body.id, count: '3' }));
    expect(body.firings).toHaveLength(3);
    expect(body.firings[0]).toBe(created.body.nextRunAt);
  });

  it('counts the interval of an unsaved job from now', async () => {
    const { api } = await aTenant();
    const after = new Date().toISOString();
    const interval = { scheduleType: 'interval', scheduleValue: '15m' };
    const { body } = await api.get<Preview>(query({ ...interval, after, count: '2' }));
    const [first = 0, second = 0] = body.firings.map((at) => Date.parse(at));
    expect(second - first).toBe(900_000);
  });

  it.each<[Record<string, string>, number, string]>([
    [{ scheduleValue: '0 2 * * *' }, 400, 'scheduleType'],
    [{ scheduleType: 'cron' }, 400, 'scheduleValue'],
    [{ scheduleType: 'cron', scheduleValue: '99 * * * *' }, 422, 'scheduleValue'],
    [{ scheduleType: 'cron', scheduleValue: '0 0 30 2 *' }, 422, 'scheduleValue'],
    [{ scheduleType: 'interval', scheduleValue: '0s' }, 422, 'scheduleValue'],
    [{ scheduleType: 'cron', scheduleValue: '0 2 * * *', timezone: 'Mars/Base' }, 400, 'timezone'],
    [{ scheduleType: 'cron', scheduleValue: '0 2 * * *', count: '51' }, 400, 'count'],
    [{ scheduleType: 'cron', scheduleValue: '0 2 * * *', after: '9999-01-01' }, 400, 'after'],
    [{ jobId: '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22', scheduleType: 'cron' }, 400, 'scheduleType'],
  ])('refuses %j with %i', async (fields, status, field) => {
    const { api } = await aTenant();
    expect(await api.get(query(fields))).toMatchObject({ status, body: { details: [{ field }] } });
  });

  it('returns 404 for a job of another organization, and needs the right to view jobs', async () => {
    const home = await aTenant();
    const sibling = await aSibling(home);
    const { body } = await sibling.api.post<{ id: string }>(jobsPath, { body: aJob() });
    expect((await home.api.get(query({ jobId: body.id }))).status).toBe(404);
    const viewer = await aKey({ ...home, features: ['webhooks.view'] });
    expect((await viewer.api.get(query({ jobId: body.id }))).status).toBe(403);
  });
});
