import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createRouter } from '../../../lib/local/http/http-routing.ts';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { errors } from '../../../shared/catalog/errors.ts';
import { samples } from '../../../shared/catalog/samples.ts';
import { parseJson } from '../../../shared/kernel/base/json.ts';
import { adviceOn } from '../../../shared/modules/mcp/advice.ts';
import { callArgumentsOf, innerRequestOf } from '../../../shared/modules/mcp/inner-request.ts';
import { mayCall, type Operation, type ToolFile } from '../../../shared/modules/mcp/operation.ts';
import { searchOperations } from '../../../shared/modules/mcp/operation-search.ts';
import { pieceLength, pieceOf } from '../../../shared/modules/mcp/pieces.ts';

const file = new URL('../../../shared/modules/mcp/tools/tools.json', import.meta.url);
const { operations }: ToolFile = parseJson(readFileSync(file, 'utf8'));
const named = (name: string): Operation => {
  const found = operations.find((operation) => operation.name === name);
  if (found === undefined) throw new Error(`No operation ${name}`);
  return found;
};

describe('the tools', () => {
  const callable = endpoints.filter(({ module }) => module !== 'mcp');
  const routes = createRouter(
    endpoints.map((endpoint) => ({ routeKey: `${endpoint.method} ${endpoint.path}`, target: endpoint })),
  );

  it.each(callable.map(({ operationId }) => operationId))('reach %s', (operationId) => {
    const shown = samples.find(({ endpoint }) => endpoint.operationId === operationId)?.shown ?? {};
    const { method } = named(operationId);
    const { target } = innerRequestOf(named(operationId), shown);
    expect(routes(method, new URL(target, 'http://host').pathname)?.target.operationId).toBe(operationId);
  });

  it('have the features of their contracts, and hints', () => {
    for (const { operationId, feature, superAdmin, method } of callable)
      expect(named(operationId)).toMatchObject({
        ...(feature && { feature }),
        ...(superAdmin && { superAdmin }),
        ...(method === 'GET' && { reads: true }),
        ...(method === 'DELETE' && { destroys: true }),
      });
    expect(named('validateRule')).toMatchObject({ reads: true });
    expect(named('refundPayment')).toMatchObject({ destroys: true });
  });

  it('belong to callers with the right alone', () => {
    const ids = { tenantId: 't', organizationId: 'o', organizationIds: null };
    const caller = { subject: 'api_key:1', ...ids, isSuperAdmin: false };
    for (const operation of operations) {
      const { feature, superAdmin, reads } = operation;
      const isOpen = feature === undefined && superAdmin === undefined;
      const own = { ...caller, features: feature === undefined ? [] : [feature] };
      expect(mayCall({ ...caller, features: [] }, operation), operation.name).toBe(isOpen);
      expect(mayCall(own, operation), operation.name).toBe(superAdmin === undefined);
      expect(
        mayCall({ ...own, isSuperAdmin: true, readOnly: true as const }, operation),
        operation.name,
      ).toBe(reads === true);
    }
  });
});

describe('a call', () => {
  it.each([
    [{}, 'Add `params.id` and call `getRule` again.'],
    [
      { params: { id: 'R-1' }, headers: { Authorization: 'Bearer x' } },
      'Leave out the header `Authorization`',
    ],
    [{ params: { id: 'R-1' }, headers: { 'x-viewer-address': '1.1.1.1' } }, 'Leave out the header'],
  ])('refuses %j', (given, message) => {
    expect(() => innerRequestOf(named('getRule'), given)).toThrow(message);
  });

  it('keeps a value of the path in its place', () => {
    const target = (id: string) => innerRequestOf(named('getRule'), { params: { id } }).target;
    expect(target('a/b?c')).toBe('/api/business_rules/rules/a%2Fb%3Fc');
    expect(() => target('..')).toThrow('Add `params.id`');
  });

  it('takes objects that are sent as the texts of their JSON', () => {
    const request = (name: string, given: Record<string, string>) =>
      innerRequestOf(named(name), callArgumentsOf(given));
    const rule = { params: '{"id":"R-1"}', query: '{"page":2}', headers: '{"If-Match":"3"}' };
    expect(request('getRule', rule)).toEqual({
      target: '/api/business_rules/rules/R-1?page=2',
      headers: { 'if-match': '3' },
    });
    expect(request('createRule', { body: '{"priority":12345678901234567890}' })).toMatchObject({
      body: '{"priority":12345678901234567890}',
    });
    const { body } = request('uploadAttachment', { body: '{"entityId":"x:y"}' });
    expect(body instanceof FormData && [...body]).toEqual([['entityId', 'x:y']]);
    expect(() => request('getRule', { params: 'R-1' })).toThrow('Correct the argument `params`');
  });

  it('leaves out arguments that are null', () => {
    const query = { page: 2, search: null };
    const given = { params: null, query, body: null, headers: null, cursor: null };
    expect(innerRequestOf(named('listRules'), callArgumentsOf(given))).toEqual({
      target: '/api/business_rules/rules?page=2',
      headers: {},
    });
  });

  it('sends a form with its file last', () => {
    const { body } = innerRequestOf(named('uploadAttachment'), {
      body: { file: { filename: 'a.txt', base64: 'YQ==' }, entityId: 'x:y' },
    });
    expect(body instanceof FormData && [...body.keys()]).toEqual(['entityId', 'file']);
  });
});

it.each([
  ['retry a failed webhook delivery', 'retryDelivery'],
  ['createRule', 'createRule'],
  ['list users', 'listUsers'],
  ['rotate api key', 'rotateApiKey'],
  ['refund a payment', 'refundPayment'],
])('"%s" finds %s first', (words, name) => {
  expect(searchOperations(operations, words)[0]?.name).toBe(name);
});

it('pieces of a long text are the text', () => {
  const text = `${'a'.repeat(pieceLength - 1)}🙂${'b'.repeat(pieceLength)}`;
  const pieces: string[] = [];
  for (let cursor: string | undefined, more = true; more; ) {
    const piece = pieceOf(text, cursor);
    expect(piece.text.isWellFormed()).toBe(true);
    pieces.push(piece.text);
    cursor = piece.nextCursor;
    more = cursor !== undefined;
  }
  expect(pieces.join('')).toBe(text);
  const { nextCursor } = pieceOf(text, undefined);
  expect(() => pieceOf(`${text}!`, nextCursor)).toThrow('repeat the call without `cursor`');
  expect(() => pieceOf(text, 'nonsense')).toThrow('repeat the call without `cursor`');
});

it.each([
  [400, 'invalid_input', 'Correct what the error names'],
  [400, 'scope_required', 'Add `query.tenantId`'],
  [404, 'not_found', 'List the resources'],
  [412, 'stale', 'Read the resource again'],
  [429, 'rate_limited', 'Wait 7 seconds'],
  [500, 'internal', 'report the request R'],
  ...errors.map(({ status, code }): [number, string, string] => [status, code, '']),
])('after %i %s the client knows what to do', (status, code, start) => {
  const advice = adviceOn(named('getRule'), { status, code, requestId: 'R', retryAfter: '7' });
  expect(advice).toContain(start);
  expect(advice.replaceAll(/`[^`]*`/g, 'it')).toMatch(/^[A-Z][^.]*\.$/);
});
