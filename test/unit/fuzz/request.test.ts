/** Generated requests of an operation. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  escaped,
  escapedStart,
  type FuzzRequest,
  operationsOf,
  requestsOf,
} from '../../../lib/lab/fuzz/request.ts';
import { documentParts } from '../../../shared/catalog/document-parts.ts';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { buildOpenApi } from '../../../shared/modules/docs/openapi/document.ts';

const document = buildOpenApi(endpoints, { ...documentParts, version: '1.0.0' });
const otherKey = 'pmk_of_a_deleted_tenant';
const context = {
  document,
  ids: ['0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11'],
  tenantId: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
  organizationId: '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22',
  otherKeys: [otherKey],
};

function requestsTo(operationId: string, numRuns: number): FuzzRequest[] {
  const operation = operationsOf(document).find((one) => one.operationId === operationId);
  if (operation === undefined) throw new Error(`There is no operation ${operationId}.`);
  return fc.sample(requestsOf(operation, 'pmk_own', context), { numRuns, seed: 1 });
}

function isUtf8(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const pathOf = ({ target }: FuzzRequest): string => target.split('?')[0] ?? '';

describe('requests', () => {
  it('escape a lone surrogate as the bytes of its code point', () => {
    expect(escaped('a b😀')).toBe('a%20b%F0%9F%98%80');
    expect(escaped('\ud800 \udfff😀')).toBe('%ED%A0%80%20%ED%BF%BF%F0%9F%98%80');
  });

  it('are cut at character boundaries', () => {
    expect(escapedStart('ab😀c', 13)).toBe('ab');
    expect(escapedStart('ab😀c', 14)).toBe('ab%F0%9F%98%80');
    const paths = requestsTo('getRule', 1_000).map(pathOf);
    const undecodable = paths.filter((path) => !path.includes('%ED') && !isUtf8(path));
    expect(undecodable).toEqual([]);
  });

  it('have ids of 3 000 characters in paths and queries', () => {
    const requests = requestsTo('getRule', 3_000);
    expect(Math.max(...requests.map((one) => pathOf(one).length))).toBeGreaterThan(3_000);
    const queries = requestsTo('listRules', 1_000).map((one) => one.target.length - pathOf(one).length);
    expect(Math.max(...queries)).toBeGreaterThan(3_000);
  });

  it('fit into the limits of the edge and the API', () => {
    for (const { target, headers } of requestsTo('getRule', 3_000)) {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
      expect(target.length).toBeLessThan(8_192);
      expect(target.length + lines.join('').length).toBeLessThan(9_500);
    }
  });

  it('are sometimes sent with keys of others, and with every other tenant and organization', () => {
    const requests = requestsTo('getRule', 3_000);
    const keys = requests.map(({ headers }) => headers['x-api-key']);
    expect(keys).toContain(otherKey);
    expect(keys.filter((key) => key === 'pmk_own').length).toBeGreaterThan(requests.length / 2);
    expect(requests.some(({ target }) => target.includes(`tenantId=${context.ids[0]}`))).toBe(true);
  });

  it('upload files with hostile names', () => {
    const bodies = requestsTo('uploadAttachment', 100).map(({ body = '' }) => Buffer.from(body, 'base64'));
    expect(bodies.some((body) => body.includes('filename="'))).toBe(true);
    expect(bodies.some((body) => body.length > 100_000)).toBe(true);
  });
});
