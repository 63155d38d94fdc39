import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { inFieldOrder } from '../../../shared/kernel/http/field-order.ts';

const part = z.object({ street: z.string(), city: z.optional(z.string()) });
const schema = z.looseObject({
  id: z.string(),
  name: z.nullable(z.string()),
  address: z.nullable(z.optional(part)),
  parts: z.array(part),
  open: z.unknown(),
});

const value = {
  id: '1',
  name: null,
  address: { street: 'A', city: 'B' },
  parts: [{ street: 'C' }, { street: 'D', city: 'E' }],
  open: { b: 1, a: 2 },
  cf_a: 1,
  cf_b: 2,
};

const shuffled = (object: object) =>
  fc
    .shuffledSubarray(Object.entries(object), { minLength: Object.keys(object).length })
    .map((entries) => Object.fromEntries(entries));

describe('the fields of a response', () => {
  it('have the same order for any order of reads', () => {
    const anyOrder = fc
      .tuple(shuffled(value), shuffled(value.address), shuffled(value.parts[1] ?? {}))
      .map(([outer, address, second]) => ({ ...outer, address, parts: [value.parts[0], second] }));
    fc.assert(
      fc.property(anyOrder, (given) => {
        expect(JSON.stringify(inFieldOrder(schema, given))).toBe(JSON.stringify(value));
      }),
    );
  });

  it('stay unchanged if the contract leaves them open', () => {
    const open = inFieldOrder(schema, { open: { z: 1, a: { y: 1, b: 2 } } });
    expect(JSON.stringify(open)).toBe('{"open":{"z":1,"a":{"y":1,"b":2}}}');
  });

  it.each([[null], [undefined], ['text'], [[1, 2]]])('of %j are ignored', (given) => {
    expect(inFieldOrder(schema, given)).toEqual(given);
  });

  it('keep dates and names of object members', () => {
    const at = new Date(0);
    expect(inFieldOrder(z.looseObject({ at: part }), { at })).toEqual({ at });
    const proto = JSON.parse('{"__proto__":1,"id":"1"}');
    expect(JSON.stringify(inFieldOrder(schema, proto))).toBe('{"id":"1","__proto__":1}');
  });
});
