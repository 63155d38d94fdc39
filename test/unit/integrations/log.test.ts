import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { redact, withoutSecrets } from '../../../shared/kernel/secrets/redact.ts';
import { dailyCountChange } from '../../../shared/kernel/table/counts.ts';
import { toAnalytics } from '../../../shared/modules/integrations/integration.ts';
import { redactEntry } from '../../../shared/modules/integrations/logs.ts';

const secret = 'sk_live_0123456789';
const dayMs = 86_400_000;

describe('a payload', () => {
  it('contains no known secret, at any depth, in names and in texts', () => {
    const secrets = fc.string({ minLength: 6 }).filter((text) => !'[removed]'.includes(text));
    fc.assert(
      fc.property(secrets, fc.object({ maxDepth: 4, withNullPrototype: false }), (known, payload) => {
        const mixed = { ...payload, [`a${known}b`]: { deep: [`x${known}y`] }, again: known };
        const leaves = JSON.stringify(redact(mixed, [known]));
        expect(leaves).not.toContain(JSON.stringify(known).slice(1, -1));
      }),
    );
  });

  it.each(['password', 'clientSecret', 'access_token', 'Authorization', 'x-api-key', 'apiKey', 'set-cookie'])(
    'omits values named %s',
    (name) => {
      expect(redact({ list: [{ [name]: 'value' }] }, [])).toEqual({ list: [{ [name]: '[removed]' }] });
    },
  );

  it('keeps other values', () => {
    const payload = { status: 401, message: 'No', hasToken: true, token: null, list: [1, 'two', null] };
    expect(redact(payload, [secret])).toEqual(payload);
  });

  it('replaces the longer of two secrets first, and ignores short texts', () => {
    const text = withoutSecrets(`${secret}-more ${secret}`, [secret, `${secret}-more`]);
    expect(text).toBe('[removed] [removed]');
    expect(withoutSecrets('a cat', ['a', 'cat'])).toBe('a cat');
  });

  it('is limited in depth, also for circular values', () => {
    const endless: Record<string, unknown> = { name: 'loop' };
    endless.self = endless;
    expect(JSON.stringify(redact(endless, []))).toContain('[removed]');
  });

  it('is truncated if it is too large', () => {
    const payload = { text: 'x'.repeat(9_000) };
    const kept = redactEntry({ level: 'error', message: 'm'.repeat(3_000), payload }, []);
    expect(kept.message).toHaveLength(2_000);
    expect(kept.payload).toEqual({ note: 'too large to keep' });
  });
});

describe('the figures', () => {
  const nowMs = Date.parse('2026-03-31T23:59:59.999Z');

  it('have 30 days in UTC, the oldest first', () => {
    const counts = { d20260331: 4, e20260331: 1, d20260302: 2, d20260301: 9, lastActivityAtMs: nowMs };
    const analytics = toAnalytics(counts, nowMs);
    expect(analytics.dailyCounts).toHaveLength(30);
    expect([analytics.dailyCounts.at(-1), analytics.dailyCounts[0]]).toEqual([4, 2]);
    const figures = { totalCount: 6, errorCount: 1, errorRate: 1 / 6 };
    expect(analytics).toMatchObject({ ...figures, lastActivityAt: '2026-03-31T23:59:59.999Z' });
    expect(toAnalytics(counts, nowMs + 1).dailyCounts.at(-2)).toBe(4);
    const none = { totalCount: 0, errorRate: 0, lastActivityAt: null };
    expect(toAnalytics(undefined, nowMs)).toMatchObject(none);
  });

  it('are limited to the last 30 days, with any gaps between entries', () => {
    const steps = fc.array(fc.integer({ min: 0, max: 31 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(steps, (gaps) => {
        const counts: Record<string, number> = {};
        const happenedOn: number[] = [];
        let day = 20_000;
        for (const gap of gaps) {
          day += gap;
          happenedOn.push(day);
          const { amounts, outdated } = dailyCountChange({ d: 2, e: 1 }, 30, day * dayMs);
          for (const name of outdated) delete counts[name];
          for (const [name, by] of Object.entries(amounts)) counts[name] = (counts[name] ?? 0) + by;
          expect(outdated.some((name) => name in amounts)).toBe(false);
        }
        expect(Object.keys(counts).length).toBeLessThanOrEqual(2 * 31);
        const recent = happenedOn.filter((one) => one > day - 30).length;
        const figures = { totalCount: 2 * recent, errorCount: recent };
        expect(toAnalytics(counts, day * dayMs)).toMatchObject(figures);
      }),
    );
  });
});
