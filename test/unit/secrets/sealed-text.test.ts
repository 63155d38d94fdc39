import { createSecretKey, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText } from '../../../lib/lab/fuzz/any-text.ts';
import {
  generationOf,
  openText,
  type SealContext,
  SealedValueError,
  sealText,
} from '../../../shared/kernel/secrets/sealed-text.ts';

const key = createSecretKey(randomBytes(32));
const context: SealContext = { tenantId: 'tenant-a', purpose: 'webhooks.secret', generation: 1 };
// Of a length whose last base64 character has unused bits.
const sealed = sealText(key, context, 'sk_live_1234');

const texts = fc.string({ unit: 'grapheme', maxLength: 200 });
const names = anyText({ maxLength: 30 });

describe('a sealed text', () => {
  it('is decrypted to its content, for the same tenant and purpose', () => {
    fc.assert(
      fc.property(texts, names, names, fc.integer({ min: 1, max: 999 }), (plain, tenantId, purpose, at) => {
        const own = { tenantId, purpose, generation: at };
        const text = sealText(key, own, plain);
        expect(text).toMatch(/^s1\.\d+\.[\w-]+$/);
        expect(generationOf(text)).toBe(at);
        expect(openText(key, own, text)).toBe(plain);
      }),
    );
  });

  it('is not decrypted for another tenant, purpose, generation or key', () => {
    fc.assert(
      fc.property(names, names, names, names, (tenantId, purpose, otherTenant, otherPurpose) => {
        fc.pre(tenantId !== otherTenant || purpose !== otherPurpose);
        const text = sealText(key, { ...context, tenantId, purpose }, 'secret');
        const other = { ...context, tenantId: otherTenant, purpose: otherPurpose };
        expect(() => openText(key, other, text)).toThrow(SealedValueError);
      }),
    );
    expect(() => openText(key, { ...context, generation: 2 }, sealed)).toThrow(SealedValueError);
    expect(() => openText(createSecretKey(randomBytes(32)), context, sealed)).toThrow(SealedValueError);
  });

  it('is not decrypted if any of its characters is changed or missing', () => {
    const start = sealed.lastIndexOf('.') + 1;
    const positions = fc.integer({ min: start, max: sealed.length - 1 });
    fc.assert(
      fc.property(positions, fc.constantFrom(...'AZaz09-_'), (position, letter) => {
        fc.pre(sealed[position] !== letter);
        const altered = sealed.slice(0, position) + letter + sealed.slice(position + 1);
        expect(() => openText(key, context, altered)).toThrow(SealedValueError);
        expect(() => openText(key, context, sealed.slice(0, position))).toThrow(SealedValueError);
      }),
    );
    const others = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'].filter(
      (letter) => letter !== sealed.at(-1),
    );
    for (const letter of others)
      expect(() => openText(key, context, sealed.slice(0, -1) + letter)).toThrow(SealedValueError);
  });

  it('differs each time', () => {
    const all = Array.from({ length: 50 }, () => sealText(key, context, 'same'));
    expect(new Set(all).size).toBe(50);
  });

  it.each([
    ...['', 'sk_live_123', 's1.1.', 's1.0.AAAA', 's2.1.AAAA'],
    ...[sealed.replace('s1.', 's2.'), ` ${sealed}`, `${sealed}=`],
  ])('is not %j', (text) => {
    expect(() => generationOf(text)).toThrow(SealedValueError);
    expect(() => openText(key, context, text)).toThrow(SealedValueError);
  });

  it('reveals nothing of its content if it cannot be decrypted', () => {
    const attempt = () => openText(key, { ...context, purpose: 'other' }, sealed);
    expect(attempt).toThrow('The sealed value does not open for this tenant and purpose.');
  });
});
