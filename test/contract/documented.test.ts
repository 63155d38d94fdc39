/** Tests the check that every integration test applies to every response: it accepts documented responses only. */
import { describe, expect, it } from 'vitest';
import { assertDocumented, type DocumentedResponse, endpointOf } from '../../lib/lab/fuzz/documented.ts';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { responseExample } from '../../shared/kernel/samples/sample.ts';

function endpointNamed(operationId: string) {
  const found = endpoints.find((endpoint) => endpoint.operationId === operationId);
  if (!found) throw new Error(`There is no ${operationId}.`);
  return found;
}

const getRule = endpointNamed('getRule');
const rule = responseExample(getRule) as Record<string, unknown>;

function aResponse(
  overrides: Partial<DocumentedResponse> & { contentType?: string } = {},
): DocumentedResponse {
  const { contentType = 'application/json; charset=utf-8', ...answer } = overrides;
  const headers = new Headers({ 'x-request-id': 'one', 'content-type': contentType });
  return { status: 200, headers, body: rule, ...answer };
}

const notFound = { error: 'Rule not found.', code: 'not_found', requestId: 'one' };

describe('assertDocumented', () => {
  it.each<[string, DocumentedResponse]>([
    ['the documented answer', aResponse()],
    ['the documented answer with a new field', aResponse({ body: { ...rule, colour: 'red' } })],
    ['a documented error', aResponse({ status: 404, body: notFound })],
    ['an unchanged resource', aResponse({ status: 304, body: undefined })],
  ])('accepts %s', (_, answer) => {
    expect(() => assertDocumented(getRule, answer)).not.toThrow();
  });

  it.each<[string, DocumentedResponse, RegExp]>([
    ['another success status', aResponse({ status: 201 }), /undocumented status 201/],
    ['a redirect', aResponse({ status: 302, body: undefined }), /undocumented status 302/],
    ['a missing field', aResponse({ body: { ...rule, version: undefined } }), /violates .* at "version"/],
    ['a field of another type', aResponse({ body: { ...rule, enabled: 'yes' } }), /at "enabled"/],
    ['no body', aResponse({ body: undefined }), /violates its schema/],
    ['another content type', aResponse({ contentType: 'text/html' }), /content type text\/html/],
    ['an unknown code', aResponse({ status: 400, body: { error: 'No.', code: 'nope' } }), /code "nope"/],
    [
      'another request id',
      aResponse({ status: 404, body: { ...notFound, requestId: 'two' } }),
      /without the id/,
    ],
    ['no code', aResponse({ status: 500, body: { message: 'Oops' } }), /code undefined/],
    [
      'a code of others',
      aResponse({ status: 409, body: { error: 'No.', code: 'rule_id_taken' } }),
      /rule_id_taken/,
    ],
    ['a code with a foreign status', aResponse({ status: 400, body: notFound }), /status 400 instead of 404/],
    ['an error without a text', aResponse({ status: 404, body: { code: 'not_found' } }), /without a text/],
    ['no request id', { ...aResponse(), headers: new Headers() }, /no x-request-id/],
  ])('refuses %s', (_, answer, message) => {
    expect(() => assertDocumented(getRule, answer)).toThrow(message);
  });

  it('refuses a body where none is documented', () => {
    expect(() => assertDocumented(endpointNamed('deleteRule'), aResponse({ status: 204, body: {} }))).toThrow(
      /a body where none is documented/,
    );
  });

  it('accepts 307 from a stream with versions, whose other function answers', () => {
    const answer = aResponse({ status: 307, body: 'The response is at the Location.' });
    expect(() => assertDocumented(endpointNamed('downloadFile'), answer)).not.toThrow();
    expect(() => assertDocumented(endpointNamed('getRule'), answer)).toThrow(/undocumented status 307/);
  });

  it('accepts errors as pages from operations for browsers only', () => {
    const page = aResponse({ status: 404, contentType: 'text/html; charset=utf-8', body: '<!doctype html>' });
    expect(() => assertDocumented(endpointNamed('showUnsubscribe'), page)).not.toThrow();
    expect(() => assertDocumented(getRule, page)).toThrow(/an error without a text/);
  });

  it('refuses 304 from an endpoint without versions', () => {
    const answer = aResponse({ status: 304, body: undefined });
    expect(() => assertDocumented(endpointNamed('getHealth'), answer)).toThrow(/undocumented status 304/);
  });
});

describe('endpointOf', () => {
  it.each([
    ['GET', '/api/business_rules/rules?page=2', 'listRules'],
    ['GET', '/api/business_rules/rules/some-id', 'getRule'],
    ['DELETE', '/api/business_rules/rules?id=1', 'deleteRule'],
    ['GET', '/docs/api', 'getExplorer'],
    ['GET', '/api/unheard', undefined],
    ['PATCH', '/api/health', undefined],
  ])('%s %s is %s', (method, path, operationId) => {
    expect(endpointOf(method, path)?.operationId).toBe(operationId);
  });
});
