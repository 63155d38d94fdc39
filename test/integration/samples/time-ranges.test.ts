import { describe, expect, it } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { sampleOf } from '../../../shared/catalog/samples.ts';
import { toWire } from '../../../shared/kernel/samples/wire.ts';
import { prepared, samplesAs, sendAs } from '../../support/builders/samples.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';
import { timeFields } from '../../support/invariants/time-fields.ts';

const ranges = endpoints.flatMap((endpoint) => {
  const fields = timeFields(endpoint).filter(({ part }) => part === 'query');
  const to = fields.find(({ isUpperBound }) => isUpperBound)?.name;
  const from = fields.find(({ isUpperBound }) => !isUpperBound)?.name;
  return endpoint.method === 'GET' && from !== undefined && to !== undefined
    ? [{ operationId: endpoint.operationId, from, to }]
    : [];
});
const bounds = new Set(['from', 'to', 'since', 'until']);
const withoutBounds = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value) => (bounds.has(name) ? undefined : value)) ?? 'null');

describe.each(ranges)('$operationId', ({ operationId, from, to }) => {
  it(`returns for ${from} and ${to} of today what ${from} of today returns`, async () => {
    const caller = await aSuperAdmin();
    await (await prepared(sampleOf('executeRules'), caller))();
    const sample = sampleOf(operationId);
    const request = await sample.prepare(samplesAs(caller));
    const day = new Date().toISOString().slice(0, 10);
    const get = (range: Record<string, string>) =>
      sendAs(caller)(toWire(sample.endpoint, { ...request, query: { ...request.query, ...range } }));
    const [open, closed] = [await get({ [from]: day }), await get({ [from]: day, [to]: day })];
    expect([open.status, closed.status]).toEqual([200, 200]);
    expect(withoutBounds(closed.body)).toEqual(withoutBounds(open.body));
    const junk = await get({ [to]: '2026-02-30' });
    expect([junk.status, JSON.stringify(junk.body.details)]).toEqual([400, expect.stringContaining(to)]);
  });
});
