/** The table of samples agrees with the endpoint table. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { sampleOf, samples } from '../../shared/catalog/samples.ts';
import { pathOf, shownBody } from '../../shared/kernel/samples/wire.ts';

const sampled = new Set(samples.map(({ endpoint }) => endpoint));
const unsampled = endpoints.filter((endpoint) => !sampled.has(endpoint));

describe('the table of samples', () => {
  it('has a sample of every operation, and of no other', () => {
    const known = new Set<unknown>(endpoints);
    const place = ({ module }: (typeof endpoints)[number]) => `samples.ts of ${module}`;
    expect([
      ...unsampled.map((one) => `${one.operationId}: add \`sample(${one.operationId}, …)\` to ${place(one)}`),
      ...[...sampled]
        .filter((endpoint) => !known.has(endpoint))
        .map(({ operationId }) => `${operationId}: has no endpoint; remove its sample`),
    ]).toEqual([]);
  });

  it('names each sample once, and shows the one without a variant', () => {
    const names = samples.map(({ name }) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
    for (const { operationId } of endpoints)
      if (!unsampled.some((one) => one.operationId === operationId))
        expect(sampleOf(operationId).name).toBe(operationId);
  });

  it.each(samples.filter(({ endpoint }) => endpoint.method !== 'GET'))(
    '$name names its events, or the reason for none',
    ({ events, withoutEvents, endpoint }) => {
      const fix = `its sample in samples.ts of ${endpoint.module} needs either \`events: ['<type>']\` or \`withoutEvents: '<why>'\``;
      expect(events.length > 0, fix).toBe(withoutEvents === undefined);
    },
  );

  it.each(samples)('$name shows a request that is valid against its schemas', ({ endpoint, shown }) => {
    const { params, query, body, bodyFormat } = endpoint;
    const issuesOf = (schema: z.core.$ZodType | undefined, value: unknown) =>
      schema === undefined ? [] : (z.safeParse(schema, value).error?.issues ?? []);
    expect(pathOf(endpoint, shown)).not.toMatch(/undefined|\[object/);
    expect(issuesOf(params, shown.params ?? {})).toEqual([]);
    expect(issuesOf(query, shown.query ?? {})).toEqual([]);
    if (body === undefined) expect(shown.body).toBeUndefined();
    else if (bodyFormat !== 'raw') expect(issuesOf(body, shownBody(shown) ?? {})).toEqual([]);
    expect(JSON.stringify(shown)).not.toContain('undefined');
  });
});
