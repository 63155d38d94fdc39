/** Every place that takes a cron expression or a time zone accepts and refuses the same texts. */
import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { sampleOf } from '../../../shared/catalog/samples.ts';
import { fieldsOf } from '../../../shared/kernel/contracts/fields-of.ts';
import { toWire } from '../../../shared/kernel/samples/wire.ts';
import { samplesAs, sendAs } from '../../support/builders/samples.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';
import { overHttp } from '../../support/clients/in-process.ts';

const namesIn = (schema: Parameters<typeof fieldsOf>[0] | undefined): string[] =>
  schema !== undefined && 'shape' in schema ? fieldsOf(schema).map(({ name }) => name) : [];

const places = endpoints.flatMap(({ operationId, query, body }) =>
  (['query', 'body'] as const)
    .filter((part) => namesIn(part === 'query' ? query : body).some((name) => /^time_?zone$/i.test(name)))
    .map((part) => ({ operationId, part })),
);

/** Sends the endpoint's sample with a schedule, over HTTP to the bundled function. */
async function send({ operationId, part }: (typeof places)[number], schedule: Record<string, string>) {
  const caller = await aSuperAdmin();
  const sample = sampleOf(operationId);
  const request = await sample.prepare(samplesAs(caller));
  const { jobId: _, ...given } = request[part] as Record<string, unknown>;
  const changed = { ...given, scheduleType: 'cron', scheduleValue: '0 9 * * *', ...schedule };
  const wire = toWire(sample.endpoint, { ...request, [part]: changed });
  return overHttp(() => sendAs(caller)(wire));
}

it('finds every place', () => {
  const names = places.map(({ operationId }) => operationId);
  const expected = ['createJob', 'previewFirings', 'saveSyncSchedule', 'updateJob', 'updateSyncSchedule'];
  expect(names.toSorted()).toEqual(expected);
});

describe.each(places)('$operationId', (place) => {
  it.each(['BST', 'IST', 'PST', 'SystemV/PST8', '+01:00'])('refuses the time zone %s', async (timezone) => {
    const { status, body } = await send(place, { timezone });
    expect([status, body.details]).toEqual([400, [{ field: 'timezone', message: expect.any(String) }]]);
  });

  it.each([
    ['0 9 * * 0,7', 'us/eastern', 'US/Eastern'],
    ['0,0 9 * * 1,1', 'Europe/Kiev', 'Europe/Kiev'],
    ['0 9 * * 0,6-7', 'EST5EDT', 'EST5EDT'],
    ['0 9 */2 * 1', 'utc', 'UTC'],
  ])('accepts %s in %s', async (scheduleValue, timezone, name) => {
    const { status, body } = await send(place, { scheduleValue, timezone });
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    expect([body.scheduleValue, body.timezone]).toEqual([scheduleValue, name]);
  });

  it.each(['0 25 * * *', '0 9 * * 1#6', 'a b c d e', '0 0 1,, * *'])(
    'explains why %s is refused',
    async (value) => {
      const { status, body } = await send(place, { scheduleValue: value });
      const text = /^is not a cron expression: (the |")[ \w",#]+ is not a (minute|hour|day of (week|month))/;
      const message = expect.stringMatching(text);
      expect([status, body.details]).toEqual([422, [{ field: 'scheduleValue', message }]]);
    },
  );
});
