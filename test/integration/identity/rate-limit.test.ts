/** The rate limiter of subjects other than keys, with the clock of the test. */
import { hash, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { countAgainst, type RatePolicy, resetLimit } from '../../../shared/kernel/auth/rate-limit.ts';
import { RateLimitedError } from '../../../shared/kernel/errors/errors.ts';
import { getItem } from '../../../shared/kernel/table/read.ts';

const plain: RatePolicy = { name: 'test-plain', limit: 3, windowSeconds: 60 };
const blocking: RatePolicy = { name: 'test-blocking', limit: 3, windowSeconds: 60, blockSeconds: 60 };
// The first millisecond of a window.
const startMs = Date.parse('2026-03-01T10:00:00.000Z');

beforeEach(() => vi.stubEnv('RATE_LIMITS', 'on'));
afterEach(() => vi.unstubAllEnvs());

/** Undefined if it was allowed, otherwise the seconds to wait. */
async function attempt(policy: RatePolicy, subject: string, atMs: number): Promise<number | undefined> {
  try {
    await countAgainst(policy, subject, atMs);
    return undefined;
  } catch (error) {
    if (!(error instanceof RateLimitedError)) throw error;
    const wait = error.headers['retry-after'];
    const limit = { 'x-ratelimit-limit': String(policy.limit), 'x-ratelimit-remaining': '0' };
    expect(error.headers).toMatchObject({ ...limit, 'x-ratelimit-reset': wait });
    return Number(wait);
  }
}

async function useUp(policy: RatePolicy, subject: string, atMs: number): Promise<void> {
  for (let count = 0; count < policy.limit; count++)
    expect(await attempt(policy, subject, atMs)).toBeUndefined();
}

const storedNames = async ({ name }: RatePolicy, subject: string): Promise<string[]> =>
  Object.keys((await getItem({ pk: `LIMIT#${name}#${hash('sha256', subject, 'hex')}`, sk: 'LIMIT' })) ?? {});

describe('a limit', () => {
  it('allows the maximum in a window, refuses more, and starts again in the next', async () => {
    const subject = randomUUID();
    await useUp(plain, subject, startMs);
    expect(await attempt(plain, subject, startMs + 1)).toBe(60);
    expect(await attempt(plain, subject, startMs + 59_001)).toBe(1);
    await useUp(plain, subject, startMs + 60_000);
    expect(await attempt(plain, subject, startMs + 60_000)).toBe(60);
  });

  it('counts every subject and policy separately', async () => {
    const subject = randomUUID();
    await useUp(plain, subject, startMs);
    expect(await attempt(plain, randomUUID(), startMs)).toBeUndefined();
    expect(await attempt(blocking, subject, startMs)).toBeUndefined();
  });

  it('with a pause refuses for its duration after the last allowed request', async () => {
    const subject = randomUUID();
    await useUp(blocking, subject, startMs + 50_000);
    expect(await attempt(blocking, subject, startMs + 50_001)).toBe(60);
    expect(await attempt(blocking, subject, startMs + 60_000)).toBe(50);
    expect(await attempt(blocking, subject, startMs + 109_999)).toBe(1);
    expect(await attempt(blocking, subject, startMs + 110_000)).toBeUndefined();
  });

  it('does not pause after a window below the limit', async () => {
    const subject = randomUUID();
    await attempt(blocking, subject, startMs + 59_000);
    await attempt(blocking, subject, startMs + 59_500);
    await useUp(blocking, subject, startMs + 60_000);
  });

  it('never allows more than the limit for parallel requests', async () => {
    const subject = randomUUID();
    const waits = await Promise.all(Array.from({ length: 12 }, () => attempt(plain, subject, startMs)));
    expect(waits.filter((wait) => wait === undefined)).toHaveLength(plain.limit);
  });

  it('is reset on request', async () => {
    const subject = randomUUID();
    await useUp(blocking, subject, startMs);
    await resetLimit(blocking, subject);
    await useUp(blocking, subject, startMs);
  });

  it('counts nothing if limits are disabled', async () => {
    vi.stubEnv('RATE_LIMITS', 'off');
    const subject = randomUUID();
    for (let count = 0; count < 5; count++) expect(await attempt(plain, subject, startMs)).toBeUndefined();
    await resetLimit(plain, subject);
    expect(await storedNames(plain, subject)).toEqual([]);
  });

  it('stores only counters of half an hour, and expires', async () => {
    const subject = randomUUID();
    for (let minute = 0; minute < 40; minute++) await attempt(plain, subject, startMs + minute * 60_000);
    const names = await storedNames(plain, subject);
    expect(names.filter((name) => name.startsWith('w')).length).toBe(2);
    expect(names).toContain('ttl');
  });
});
