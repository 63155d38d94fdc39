import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { sampleOf, samples } from '../../shared/catalog/samples.ts';
import { parseInput } from '../../shared/kernel/http/validate.ts';
import { pathOf, shownBody } from '../../shared/kernel/samples/wire.ts';

const sampled = new Set(samples.map(({ endpoint }) => endpoint.operationId));
const unsampled = endpoints.filter(({ operationId }) => !sampled.has(operationId));

describe('the table of samples', () => {
  it('has a sample of every operation, and of no other', () => {
    const known = new Set(endpoints.map(({ operationId }) => operationId));
    const place = ({ module }: (typeof endpoints)[number]) => `samples.ts of ${module}`;
    expect([
      ...unsampled.map((one) => `${one.operationId}: add \`sample(${one.operationId}, …)\` to ${place(one)}`),
      ...[...sampled]
        .filter((operationId) => !known.has(operationId))
        .map((operationId) => `${operationId}: has no endpoint; remove its sample`),
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

  it.each(samples)(
    '$name has only known fields, and a strict request with others is refused',
    async (one) => {
      const { endpoint, shown } = one;
      const { params: pathParameters = {}, query } = shown;
      const rawQueryString = new URLSearchParams(query).toString();
      const body = shownBody(shown) ?? (endpoint.bodyFormat === 'raw' ? shown.body : {});
      const given = { pathParameters, rawQueryString, body };
      const parsed = (input: object) => parseInput(endpoint, { ...given, ...input }, true);
      await parsed({});
      const refusal = { status: 400, details: { surplus: 'is unknown' } };
      await expect(parsed({ rawQueryString: `${rawQueryString}&surplus=1` })).rejects.toMatchObject(refusal);
      if (endpoint.body === undefined || endpoint.bodyFormat === 'raw') return;
      const result = await parsed({ body: { ...Object(body), surplus: 1 } }).catch((error: unknown) => error);
      // A body of any fields keeps them.
      const isKept = Object(result).input?.body?.surplus === 1;
      if (!isKept) expect(result).toMatchObject(refusal);
    },
  );
});
