import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { generate, inOne } from '../../../lib/lab/bench/load/generator.ts';
import { filledIn, type MixedRequest, recently } from '../../../lib/lab/bench/load/request.ts';
import type { MixedJob } from '../../../lib/lab/bench/tools/mixed-load.ts';

const tool = 'lib/lab/bench/tools/mixed-load.ts';
const opened: Disposable[] = [];
afterEach(() => {
  for (const one of opened.splice(0)) one[Symbol.dispose]();
});

/** Sends load to a server with this handler. */
async function load(answer: RequestListener, job: Partial<MixedJob>, more: Partial<MixedRequest>[] = [{}]) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  opened.push({ [Symbol.dispose]: () => server.close().closeAllConnections() });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const requests = more.map((one, index) => ({
    ...{ name: `kind ${index}`, weight: 1, urls: [url], method: 'GET', headers: {}, uniqueText: 'UNIQUE' },
    ...{ expectedStatus: 200, ...one },
  }));
  return inOne(await generate(tool, { requests, perSecond: 200, seconds: 0.8, ...job }));
}

describe('the load generator', () => {
  it('counts the wait of every request that was due while the system was stopped', async () => {
    let resumeMs: number | undefined;
    const stands: RequestListener = (_, response) => {
      resumeMs ??= performance.now() + 500;
      setTimeout(() => response.end(), Math.max(0, resumeMs - performance.now()));
    };
    // With one request at a time, as a client that waits for responses sends them.
    const { due, latenciesMs } = await load(stands, { maxInFlight: 1 });
    const all = latenciesMs['kind 0'] ?? [];
    expect(all).toHaveLength(due);
    expect(all.filter((ms) => ms > 100).length).toBeGreaterThan(40);
  });

  it('records requests without a response at the end, with their age', async () => {
    const { due, completedInTime, pendingAtEnd, latenciesMs } = await load(() => {}, { drainSeconds: 0.1 });
    const ages = latenciesMs['kind 0'] ?? [];
    expect([completedInTime, pendingAtEnd, ages.length]).toEqual([0, due, due]);
    expect(Math.max(...ages)).toBeGreaterThan(500);
  });

  it('counts failures by name and status, distributes kinds by weight, and sends a unique text in each request', async () => {
    const bodies: string[] = [];
    const answer: RequestListener = (request, response) => {
      const status = request.method === 'POST' ? 201 : 503;
      request
        .on('data', (bytes) => bodies.push(`${bytes}`))
        .on('end', () => response.writeHead(status).end());
    };
    const post = { method: 'POST', body: '{"id":"UNIQUE"}', expectedStatus: 201, weight: 3 };
    const { due, failures, latenciesMs } = await load(answer, {}, [post, {}]);
    const failed = failures['kind 1 503'] ?? 0;
    expect(Object.keys(failures)).toEqual(['kind 1 503']);
    expect((latenciesMs['kind 0']?.length ?? 0) + failed).toBe(due);
    expect(Math.abs(failed - due / 4)).toBeLessThanOrEqual(1);
    expect(new Set(bodies).size).toBe(bodies.length);
    expect(bodies[0]).toMatch(/^\{"id":"[0-9a-f]{32}"\}$/);
  });
});

describe('a kind of request', () => {
  it('uses its addresses in turn, each with a time some seconds ago', () => {
    const kind = {
      ...{ name: 'list', weight: 1, method: 'GET', headers: {}, uniqueText: 'UNIQUE', expectedStatus: 200 },
      urls: [`/a?from=${recently}`, '/b'],
    };
    const [first, second, third] = [0, 1, 2].map((turn) => filledIn(kind, turn).url);
    expect([second, first?.slice(0, 8), third?.slice(0, 8)]).toEqual(['/b', '/a?from=', '/a?from=']);
    const ageMs = Date.now() - Date.parse(first?.slice(8) ?? '');
    expect(ageMs).toBeGreaterThanOrEqual(10_000);
    expect(ageMs).toBeLessThan(60_000);
  });
});
