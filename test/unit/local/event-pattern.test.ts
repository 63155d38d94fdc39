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
    ['a suffix', { 'detail-type': [{ suffix: '.deleted' }] }, false],
    ['a wildcard', { 'detail-type': [{ wildcard: 'sales.*.created' }] }, true],
    ['a wildcard that reads ? literally', { 'detail-type': [{ wildcard: 'sales?order*' }] }, false],
    ['anything but a value', { detail: { state: [{ 'anything-but': 'Closed' }] } }, true],
    ['anything but a list', { detail: { state: [{ 'anything-but': ['Open', 'Closed'] }] } }, false],
    ['anything but a prefix', { 'detail-type': [{ 'anything-but': { prefix: 'sales.' } }] }, false],
    ['anything but a value, for a missing field', { detail: { other: [{ 'anything-but': 'x' }] } }, false],
    ['existence', { detail: { total: [{ exists: true }] } }, true],
    ['absence', { detail: { other: [{ exists: false }] } }, true],
    ['absence in a missing object', { missing: { other: [{ exists: false }] } }, true],
    ['no absence of an existing field', { detail: { total: [{ exists: false }] } }, false],
  ])('matches %s', (_, pattern, expected) => {
    checkPattern(pattern);
    expect(matchesEvent(pattern, event)).toBe(expected);
  });

  it.each<[unknown, RegExp]>([
    [{ source: [{ cidr: '10.0.0.0/8' }] }, /operator "cidr" is not supported/],
    [{ source: 'text' }, /must be an object/],
    [{ source: [['nested']] }, /lists within lists/],
    [{ source: [{ prefix: 'a', suffix: 'b' }] }, /one operator/],
    [{ detail: { type: [{ prefixx: 'a' }] } }, /operator "prefixx"/],
    [{ $or: [{ source: ['x'] }, { detail: { total: [25] } }] }, /operator "\$or"/],
    [{ source: [{ prefix: { 'equals-ignore-case': 'A' } }] }, /operator "equals-ignore-case"/],
    [{ source: [{ 'anything-but': [{ cidr: '10.0.0.0/8' }] }] }, /operator "cidr"/],
    [{ detail: { total: [{ numeric: ['>', 0] }] } }, /operator "numeric"/],
  ])('is refused if it cannot be evaluated: %j', (pattern, problem) => {
    expect(() => checkPattern(pattern)).toThrow(problem);
  });
});
