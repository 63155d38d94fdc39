import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { thumbnailLimits } from '../../../shared/modules/attachments/delivery/image-limits.ts';
import {
  decideClaim,
  storedVariant,
  type Variants,
} from '../../../shared/modules/attachments/delivery/variant-claim.ts';

const nowMs = 1_000_000;
const request = { claim: 'mine', nowMs, lost: false };
const stored = { untilMs: nowMs + 1 };
const claimed = { claim: 'theirs', untilMs: nowMs + 1 };
const mine = { claim: 'mine', untilMs: nowMs + thumbnailLimits.claimSeconds * 1_000 };
const many = (count: number, variant = stored): Variants =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`other${index}`, variant]));

describe('decideClaim', () => {
  it('grants an unclaimed size to the request', () => {
    expect(decideClaim({}, 'a', request)).toEqual({ kind: 'claimed', variants: { a: mine } });
  });

  it('makes others wait for the claimed size', () => {
    expect(decideClaim({ a: claimed }, 'a', request)).toEqual({ kind: 'wait' });
    expect(decideClaim({ a: claimed }, 'a', { ...request, lost: true })).toEqual({ kind: 'wait' });
  });

  it('grants it to the next request after its claim expires', () => {
    const lapsed = { a: { claim: 'theirs', untilMs: nowMs }, b: stored };
    const claims = { kind: 'claimed', variants: { a: mine, b: stored } };
    expect(decideClaim(lapsed, 'a', request)).toEqual(claims);
  });

  it('returns stored sizes, and has lost ones rendered again', () => {
    expect(decideClaim({ a: stored }, 'a', request)).toEqual({ kind: 'stored' });
    expect(decideClaim({ a: stored }, 'a', { ...request, lost: true })).toMatchObject({ kind: 'claimed' });
    expect(decideClaim({ a: { untilMs: nowMs } }, 'a', request)).toMatchObject({ kind: 'claimed' });
  });

  it('grants at most 64 sizes, including those in progress', () => {
    expect(decideClaim(many(63), 'a', request)).toMatchObject({ kind: 'claimed' });
    expect(decideClaim(many(64), 'a', request)).toEqual({ kind: 'full' });
    expect(decideClaim(many(64, claimed), 'a', request)).toEqual({ kind: 'full' });
    const lost = { ...request, lost: true };
    expect(decideClaim({ ...many(63), a: stored }, 'a', lost)).toMatchObject({ kind: 'claimed' });
  });

  it('removes lost sizes, so that their slots are free', () => {
    const decision = decideClaim({ ...many(63), gone: { untilMs: nowMs } }, 'a', request);
    expect(decision).toEqual({ kind: 'claimed', variants: { ...many(63), a: mine } });
  });

  it('never has more than 64 sizes, each claimed by one request at a time, in any order of requests', () => {
    const step = fc.record({
      name: fc.nat(100).map((number) => `v${number}`),
      waitedMs: fc.nat(40_000),
      succeeds: fc.boolean(),
      lost: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        let variants: Variants = {};
        let atMs = 0;
        for (const [index, { name, waitedMs, succeeds, lost }] of steps.entries()) {
          atMs += waitedMs;
          const before = variants[name];
          const decision = decideClaim(variants, name, { claim: `c${index}`, nowMs: atMs, lost });
          if (decision.kind !== 'claimed') continue;
          expect(before?.claim === undefined || before.untilMs <= atMs).toBe(true);
          variants = succeeds ? { ...decision.variants, [name]: storedVariant(atMs) } : decision.variants;
          expect(Object.keys(variants).length).toBeLessThanOrEqual(thumbnailLimits.variants);
        }
      }),
    );
  });
});
