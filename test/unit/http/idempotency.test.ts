import { describe, expect, it } from 'vitest';
import type { HttpMethod } from '../../../shared/kernel/http/endpoint-spec.ts';
import { requestHashOf } from '../../../shared/kernel/http/idempotency.ts';
import { preconditionOf } from '../../../shared/kernel/http/reply.ts';

describe('the hash of a repeated request', () => {
  const first = { amount: 1, metadata: { a: 1, deep: { x: [{ p: 1, q: 2 }], y: 2 } } };

  it.each<[string, object]>([
    ['another order of keys', { metadata: { deep: { y: 2, x: [{ q: 2, p: 1 }] }, a: 1 }, amount: 1 }],
    ['null in place of an absent field', { ...first, description: null }],
    ['undefined in place of an absent field', { ...first, description: undefined }],
    ['null deep inside', { amount: 1, metadata: { a: 1, b: null, deep: { x: [{ p: 1, q: 2 }], y: 2 } } }],
  ])('is the same for %s', (_, request) => expect(requestHashOf(request)).toBe(requestHashOf(first)));

  it.each<[string, object]>([
    ['another value', { ...first, amount: 2 }],
    ['a further field', { ...first, description: '' }],
    ['another order of a list', { list: [2, 1] }],
    ['null in a list', { list: [null, 1] }],
  ])('differs for %s', (_, request) => {
    expect(requestHashOf(request)).not.toBe(requestHashOf(first));
    expect(requestHashOf(request)).not.toBe(requestHashOf({ list: [1, 2] }));
  });
});

describe('the precondition of a write', () => {
  it.each<[HttpMethod, Record<string, string>, string | undefined]>([
    ['PUT', {}, undefined],
    ['PUT', { 'if-match': '"3"' }, '"3"'],
    ['PUT', { 'if-none-match': '*' }, '"0"'],
    ['DELETE', { 'if-none-match': ' * ' }, '"0"'],
    ['PATCH', { 'if-none-match': '*' }, '"0"'],
    ['PUT', { 'if-none-match': '"3"' }, undefined],
    ['PUT', { 'if-match': '"3"', 'if-none-match': '*' }, '"3"'],
    ['GET', { 'if-none-match': '*' }, undefined],
    ['GET', { 'if-match': '"3"' }, undefined],
    ['POST', { 'if-none-match': '*' }, undefined],
  ])('%s with %j is %j', (method, headers, expected) => {
    expect(preconditionOf({ method }, headers)).toBe(expected);
  });
});
