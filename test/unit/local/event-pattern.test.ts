import { describe, expect, it } from 'vitest';
import { checkPattern, matchesEvent } from '../../../lib/local/events/event-pattern.ts';

const event = {
  source: 'platform-modules',
  'detail-type': 'sales.order.created',
  detail: { total: 25, state: 'Open', tags: ['new', 'large'], customer: { country: 'AT' }, note: null },
  lines: [{ article: 'a1' }, { article: 'b2' }],
};

describe('an event pattern', () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    ['equal values', { source: ['platform-modules'] }, true],
    ['one of several', { 'detail-type': ['x', 'sales.order.created'] }, true],
    ['another value', { source: ['aws.s3'] }, false],
    ['text, case-sensitive', { detail: { state: ['open'] } }, false],
    ['all of several fields', { source: ['platform-modules'], detail: { total: [24] } }, false],
    ['null', { detail: { note: [null] } }, true],
    ['null, not absence', { detail: { other: [null] } }, false],
    ['a nested field', { detail: { customer: { country: ['AT'] } } }, true],
    ['a field of a missing object', { missing: { country: ['AT'] } }, false],
    ['any element of a list', { detail: { tags: ['large'] } }, true],
    ['any object of a list', { lines: { article: ['b2'] } }, true],
    ['a prefix', { 'detail-type': [{ prefix: 'sales.' }] }, true],
    ['a prefix in any case', { 'detail-type': [{ prefix: { 'equals-ignore-case': 'SALES.' } }] }, true],
    ['a suffix', { 'detail-type': [{ suffix: '.deleted' }] }, false],
    ['a wildcard', { 'detail-type': [{ wildcard: 'sales.*.created' }] }, true],
    ['a wildcard that reads ? literally', { 'detail-type': [{ wildcard: 'sales?order*' }] }, false],
    ['text in any case', { detail: { state: [{ 'equals-ignore-case': 'OPEN' }] } }, true],
    ['anything but a value', { detail: { state: [{ 'anything-but': 'Closed' }] } }, true],
    ['anything but a list', { detail: { state: [{ 'anything-but': ['Open', 'Closed'] }] } }, false],
    ['anything but a prefix', { 'detail-type': [{ 'anything-but': { prefix: 'sales.' } }] }, false],
    ['anything but a value, for a missing field', { detail: { other: [{ 'anything-but': 'x' }] } }, false],
    ['a range', { detail: { total: [{ numeric: ['>', 0, '<=', 25] }] } }, true],
    ['a range that ends before', { detail: { total: [{ numeric: ['>=', 0, '<', 25] }] } }, false],
    ['a number', { detail: { total: [{ numeric: ['=', 25] }] } }, true],
    ['numbers only in a range', { detail: { state: [{ numeric: ['>', 0] }] } }, false],
    ['existence', { detail: { total: [{ exists: true }] } }, true],
    ['absence', { detail: { other: [{ exists: false }] } }, true],
    ['absence in a missing object', { missing: { other: [{ exists: false }] } }, true],
    ['no absence of an existing field', { detail: { total: [{ exists: false }] } }, false],
    ['one of several patterns', { $or: [{ source: ['x'] }, { detail: { total: [25] } }] }, true],
    ['none of several patterns', { $or: [{ source: ['x'] }, { detail: { total: [1] } }] }, false],
  ])('matches %s', (_, pattern, expected) => {
    checkPattern(pattern);
    expect(matchesEvent(pattern, event)).toBe(expected);
  });

  it('supports Lambda’s filters of stream records', () => {
    const pattern = { eventName: ['INSERT'], dynamodb: { Keys: { pk: { S: [{ prefix: 'OUTBOX' }] } } } };
    const record = (eventName: string, pk: string) => ({ eventName, dynamodb: { Keys: { pk: { S: pk } } } });
    expect(matchesEvent(pattern, record('INSERT', 'OUTBOX#1'))).toBe(true);
    expect(matchesEvent(pattern, record('REMOVE', 'OUTBOX#1'))).toBe(false);
    expect(matchesEvent(pattern, record('INSERT', 'TENANT#1'))).toBe(false);
  });

  it.each<[unknown, RegExp]>([
    [{ source: [{ cidr: '10.0.0.0/8' }] }, /operator "cidr" is not supported/],
    [{ source: 'text' }, /must be an object/],
    [{ source: [['nested']] }, /lists within lists/],
    [{ source: [{ prefix: 'a', suffix: 'b' }] }, /one operator/],
    [{ $or: [{ source: [{ prefixx: 'a' }] }] }, /operator "prefixx"/],
  ])('is refused if it cannot be evaluated: %j', (pattern, problem) => {
    expect(() => checkPattern(pattern)).toThrow(problem);
  });
});
