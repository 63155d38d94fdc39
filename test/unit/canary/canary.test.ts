import { describe, expect, it } from 'vitest';
import { type CanaryResult, canaryEvent, runCanary } from '../../../shared/modules/platform/canary/canary.ts';
import type { CanaryConfig } from '../../../shared/modules/platform/canary/config-store.ts';
import { logOf } from '../../support/runtime/quiet-log.ts';

const config: CanaryConfig = {
  tenantId: 't',
  organizationId: 'o',
  baseUrl: 'https://host',
  keyId: 'k',
  secret: 'pmk_x',
  webhookId: 'w',
  endpointId: 'e',
};

const pages = {
  '/console/': new Response('<html>'),
  '/api/entities/records': new Response('externalId\r\n'),
};

/** A host that responds by method. It returns the lists of deliveries in order, and then always the last one. */
function host(answers: {
  POST?: Response;
  DELETE?: number;
  lists?: unknown[][];
  pages?: Record<string, Response>;
}) {
  const requests: string[] = [];
  const lists = [...(answers.lists ?? [])];
  const send = (async (url: string, { method = 'GET', headers }: RequestInit) => {
    requests.push(`${method} ${new URL(url).pathname}`);
    expect(headers).toMatchObject({ 'x-api-key': 'pmk_x' });
    if (method === 'POST') return answers.POST ?? Response.json({ id: 'r1' }, { status: 201 });
    if (method === 'DELETE') return Response.json({}, { status: answers.DELETE ?? 200 });
    const { pathname, searchParams } = new URL(url);
    const page = { ...pages, ...answers.pages }[pathname];
    if (page !== undefined) return page.clone();
    expect(searchParams.get('eventType')).toBe(canaryEvent);
    const items = lists.length > 1 ? lists.shift() : (lists[0] ?? []);
    return Response.json({ items });
  }) as typeof fetch;
  return { requests, send };
}

async function runProbe(
  send: typeof fetch,
  deadlineMs = Date.now() + 60_000,
  find: () => Promise<CanaryConfig | undefined> = async () => config,
) {
  let result: CanaryResult | undefined;
  const lines = await logOf(async () => {
    result = await runCanary({ deadlineMs, send, find });
  });
  return { result, lines };
}

describe('the canary', () => {
  it('returns after its webhook was accepted, and deletes its record', async () => {
    const { requests, send } = host({ lists: [[{ id: 'd', status: 'delivered', responseStatus: 200 }]] });
    const { result, lines } = await runProbe(send);
    expect(result).toBe('returned');
    expect(requests).toEqual([
      'GET /console/',
      'POST /api/entities/records',
      'GET /api/entities/records',
      'GET /api/webhooks/deliveries',
      'DELETE /api/entities/records',
    ]);
    expect(lines).toMatchObject([
      { message: 'canary returned', canaryLost: 0, canaryMs: expect.any(Number) },
    ]);
    expect(lines[0]).toHaveProperty('_aws.CloudWatchMetrics.0.Dimensions', [[]]);
  });

  it.each([
    ['the host refuses the record', { POST: Response.json({}, { status: 503 }) }, 'write'],
    ['there is no delivery', {}, 'watch'],
    ['the console is missing', { pages: { '/console/': new Response('', { status: 404 }) } }, 'console'],
    ['a stream is empty', { pages: { '/api/entities/records': new Response('') } }, 'stream'],
    ['the receiver refused it', { lists: [[{ id: 'd', status: 'pending', responseStatus: 401 }]] }, 'watch'],
  ])('fails if %s', async (_, answers, step) => {
    const { requests, send } = host(answers);
    const { result, lines } = await runProbe(send, 0);
    expect(result).toBe('lost');
    expect(lines.at(-1)).toMatchObject({ level: 'error', message: 'canary lost', canaryLost: 1, step });
    expect(requests.includes('DELETE /api/entities/records')).toBe(step === 'watch' || step === 'stream');
  });

  it('fails if the host does not respond', async () => {
    const send = (async () => {
      throw new TypeError('fetch failed');
    }) as typeof fetch;
    expect((await runProbe(send)).result).toBe('lost');
  });

  it('never reveals its key', async () => {
    const { lines } = await runProbe(host({ POST: Response.json({}, { status: 500 }) }).send);
    expect(JSON.stringify(lines)).not.toContain('pmk_x');
  });

  it('does not probe before it is set up, and publishes no metric then', async () => {
    const find = async () => undefined;
    const { result, lines } = await runProbe(fetch, 0, find);
    expect(result).toBe('not set up');
    expect(JSON.stringify(lines)).not.toContain('canaryLost');
  });
});
