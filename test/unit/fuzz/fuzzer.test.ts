/** The fuzzer against servers with known defects. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { problemsOf } from '../../../lib/lab/fuzz/client.ts';
import { type FuzzOptions, formatFailures, formatSummary, fuzz } from '../../../lib/lab/fuzz/fuzzer.ts';
import { documentParts } from '../../../shared/catalog/document-parts.ts';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { buildOpenApi } from '../../../shared/modules/docs/openapi/document.ts';

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

const health = endpoints.filter(({ operationId }) => operationId === 'getHealth');
const list = endpoints.filter(({ operationId }) => operationId === 'listRules');

async function fuzzServer(listener: Listener, table = health, options: Partial<FuzzOptions> = {}) {
  const server = createServer(listener);
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const report = await fuzz({
    baseUrl,
    document: buildOpenApi(table, { ...documentParts, version: '1.0.0' }),
    key: 'pmk_1',
    tenantId: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
    organizationId: '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22',
    ids: [],
    seed: 7,
    rounds: 2,
    requestsPerRound: 60,
    timeLimitMs: 10_000,
    deadlineMs: 5_000,
    ...options,
  });
  return { report, baseUrl };
}

function answer(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'x-request-id': 'one' });
  response.end(JSON.stringify(body));
}

const healthy = { status: 'ok', version: '1.0.0' };
const oops = { error: 'Oops.', code: 'internal' };
const busy = { error: 'Busy.', code: 'unavailable' };
const teapot = { error: 'No.', code: 'teapot' };
const unauthenticated = { error: 'Missing or invalid credentials.', code: 'unauthenticated' };
const healthyServer: Listener = (_, response) => answer(response, 200, healthy);

describe('fuzz', () => {
  it('reports nothing for a correct server', async () => {
    const { report } = await fuzzServer(healthyServer);
    expect(report.failures).toEqual([]);
    expect(report.statuses.get('getHealth')?.get(200)).toBe(report.requests);
    expect(report.requests).toBe(120);
  });

  it.each<[string, Listener, RegExp]>([
    ['a 5xx', (_, response) => answer(response, 500, oops), /status 500/],
    [
      'a 503 that is documented for a busy service alone',
      (_, response) => answer(response, 503, busy),
      /503/,
    ],
    [
      'an undocumented 503',
      (_, response) => answer(response, 503, { error: 'Full.', code: 'too_many_streams' }),
      /undocumented error code "too_many_streams"/,
    ],
    ['an undocumented 502', (_, response) => answer(response, 502, oops), /502/],
    ['an undocumented status', (_, response) => answer(response, 202, healthy), /undocumented status 202/],
    ['an undocumented code', (_, response) => answer(response, 418, teapot), /"teapot"/],
    ['another shape', (_, response) => answer(response, 200, { status: 'fine' }), /violates its schema/],
    [
      'malformed JSON',
      (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', 'x-request-id': 'one' }).end('{');
      },
      /not the JSON it claims/,
    ],
    ['a cut connection', (request) => request.socket.destroy(), /socket hang up|ECONNRESET/],
  ])('finds %s', async (_, listener, problem) => {
    const { report } = await fuzzServer(listener);
    expect(report.failures[0]?.problem).toMatch(problem);
  });

  it('reports a server that never responds', async () => {
    const { report } = await fuzzServer(() => undefined, health, { deadlineMs: 50 });
    expect(report.failures[0]?.problem).toMatch(/abort|timeout/i);
  });

  it('reports a slow response, and names the slowest', async () => {
    const { report } = await fuzzServer(
      (_, response) => setTimeout(() => answer(response, 200, healthy), 30),
      health,
      { maxDurationMs: 5, requestsPerRound: 1 },
    );
    expect(report.failures[0]?.problem).toMatch(/a response after more than 0.005 s/);
    expect(report.slowest?.operationId).toBe('getHealth');
    expect(report.slowest?.durationMs).toBeGreaterThan(5);
  });

  it('retries a request after a 503, and counts the failure separately if it then succeeds', async () => {
    let count = 0;
    const { report } = await fuzzServer((_, response) => {
      count += 1;
      if (count % 2 === 0) answer(response, 200, healthy);
      else answer(response, 503, busy);
    });
    expect(report.failures).toEqual([]);
    expect([...report.transients]).toEqual([['status 503', report.requests / 2]]);
    expect(formatSummary(report)).toContain('Good when sent again: 120 times status 503');
  });

  it('never uses the id of its own key', async () => {
    const own = 'c2b7c1b2-6d0f-4f0e-9c31-8f9d3c1c5a01';
    const other = 'c2b7c1b2-6d0f-4f0e-9c31-8f9d3c1c5a02';
    const targets: string[] = [];
    const table = endpoints.filter(({ operationId }) => ['listRules', 'getRule'].includes(operationId));
    await fuzzServer(
      (request, response) => {
        targets.push(request.url ?? '');
        answer(response, 200, [{ id: own }, { id: other }]);
      },
      table,
      { protectedIds: [own] },
    );
    expect(targets.some((target) => target.includes(other))).toBe(true);
    expect(targets.some((target) => target.includes(own))).toBe(false);
  });

  it('allows the gateway to refuse a path that is not UTF-8', () => {
    const request = { method: 'GET', target: '/api/business_rules/rules/%ED%A0%80', headers: {} };
    const refusal = { headers: new Headers(), text: '{"message":"Bad Request"}', durationMs: 1 };
    expect(problemsOf(request, { ...refusal, status: 400 }, 1_000)).toEqual([]);
    expect(problemsOf(request, { ...refusal, status: 200 }, 1_000)).toEqual([
      'status 200 where the path is no UTF-8',
    ]);
  });

  it.each([
    ['a question mark', 'POST', '/api/business_rules/rules/a%3Fb/restore'],
    ['a line end', 'GET', '/api/attachments/image/a/b%0Ac'],
    ['a slash, for a streaming function', 'GET', '/api/attachments/shared/%2F'],
    ['a slash, without a route', 'GET', '/api/payment_gateways/payment_methods/%2F?page=%ED%A0%80'],
  ])('accepts a refusal for a path with %s', (_what, method, target) => {
    const error = 'The request is not valid; see details.';
    const refusal = { error, code: 'invalid_input', requestId: 'one', details: {} };
    const answer = {
      status: 400,
      headers: new Headers({ 'content-type': 'application/json', 'x-request-id': 'one' }),
      text: JSON.stringify(refusal),
      durationMs: 1,
    };
    expect(problemsOf({ method, target, headers: {} }, answer, 1_000)).toEqual([]);
  });

  it('ends after the maximum number of requests, but not before every operation was called', async () => {
    const options = { rounds: 100, requestsPerRound: 10, maxRequests: 45 };
    const { report } = await fuzzServer(healthyServer, health, options);
    expect(report.requests).toBe(50);
  });

  it('fuzzes the given number of operations in parallel', async () => {
    let [open, maxOpen] = [0, 0];
    const table = endpoints.filter(({ method }) => method === 'GET').slice(0, 12);
    const { report } = await fuzzServer(
      (_, response) => {
        open += 1;
        maxOpen = Math.max(maxOpen, open);
        setTimeout(() => {
          open -= 1;
          answer(response, 401, unauthenticated);
        }, 5);
      },
      table,
      { concurrency: 4, rounds: 1, requestsPerRound: 5 },
    );
    expect(maxOpen).toBe(4);
    expect(report.statuses.size).toBe(table.length);
  });

  it('summarizes the responses', async () => {
    const { report } = await fuzzServer(healthyServer);
    expect(formatSummary(report)).toMatch(
      /^120 requests to 1 operations, 0 failures\nStatus: 200×120\nSlowest response: \d+\.\d s, getHealth$/,
    );
  });

  it('shrinks a failure to a command that repeats it', async () => {
    const { report, baseUrl } = await fuzzServer((request, response) => {
      const query = new URL(request.url ?? '/', 'http://localhost').searchParams;
      if (query.has('search')) answer(response, 500, { ...oops, requestId: 'one' });
      else answer(response, 401, { ...unauthenticated, requestId: 'one' });
    }, list);
    const [failure] = report.failures;
    expect(failure?.problem).toMatch(/status 500/);
    // The other parameters are removed, and the key is the only header.
    expect(failure?.curl).toContain(`${baseUrl}/api/business_rules/rules?search=`);
    expect(failure?.curl.match(/-H /g)).toHaveLength(1);
    expect(failure?.curl).not.toContain('&');
    expect(formatFailures(report)).toContain('listRules: status 500');
  });
});
