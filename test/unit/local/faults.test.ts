import { describe, expect, it } from 'vitest';
import { createFaults, type Fault, type Moment } from '../../../lib/local/gateway/faults.ts';

const target = {
  service: 'dynamodb',
  action: 'PutItem',
  functionName: 'pm-create-rule',
  body: '{"pk":"TENANT#1"}',
};

describe('match', () => {
  it.each<[Partial<Fault>, boolean]>([
    [{}, true],
    [
      { service: 'dynamodb', action: 'PutItem', functionName: 'pm-create-rule', bodyContains: 'TENANT#1' },
      true,
    ],
    [{ service: 's3' }, false],
    [{ action: 'GetItem' }, false],
    [{ functionName: 'pm-list-rules' }, false],
    [{ bodyContains: 'TENANT#2' }, false],
    [{ rate: 0 }, false],
  ])('%j → %s', (fields, expected) => {
    const faults = createFaults();
    faults.add({ effect: 'throttle', ...fields });
    expect(faults.match(target) !== undefined).toBe(expected);
  });

  it('removes a fault after its `times` hits, without counting misses', () => {
    const faults = createFaults();
    faults.add({ effect: 'error', action: 'PutItem', times: 2 });
    expect(faults.match({ ...target, action: 'GetItem' })).toBeUndefined();
    expect(faults.match(target)?.effect).toBe('error');
    expect(faults.match(target)?.effect).toBe('error');
    expect(faults.match(target)).toBeUndefined();
    expect(faults.list()).toEqual([]);
  });

  it('counts how often each present fault was injected', () => {
    const faults = createFaults();
    faults.add({ id: 'slow calls', effect: 'latency', latencyMs: 5 });
    faults.add({ id: 'errors of s3', effect: 'error', service: 's3' });
    faults.match(target);
    faults.match(target);
    expect(faults.matches()).toEqual({ 'slow calls': 2, 'errors of s3': 0 });
    faults.remove('slow calls');
    expect(faults.matches()).toEqual({ 'errors of s3': 0 });
  });

  it('hits the share of calls given by `rate`', () => {
    const chances = [0.1, 0.5, 0.49];
    const faults = createFaults(() => chances.shift() ?? 1);
    faults.add({ effect: 'throttle', rate: 0.5 });
    expect([1, 2, 3].map(() => faults.match(target) !== undefined)).toEqual([true, false, true]);
  });
});

describe('calls that a fault hits', () => {
  it.each<[Fault, Moment]>([
    [{ effect: 'throttle' }, 'call'],
    [{ effect: 'duplicate' }, 'delivery'],
    [{ effect: 'reorder' }, 'order'],
    [{ effect: 'skew', skewMs: 1_000 }, 'start'],
  ])('%j → %s', (fault, hit) => {
    const moments: Moment[] = ['call', 'delivery', 'order', 'start'];
    const faults = createFaults();
    faults.add(fault);
    expect(moments.filter((moment) => faults.match({ ...target, moment }) !== undefined)).toEqual([hit]);
  });
});

describe('add', () => {
  it('returns an id for the removal of the fault', () => {
    const faults = createFaults();
    const id = faults.add({ effect: 'timeout' });
    expect(faults.list()).toEqual([{ id, effect: 'timeout' }]);
    expect(faults.remove(id)).toBe(true);
    expect(faults.remove(id)).toBe(false);
  });

  it.each<[Fault, string]>([
    [{ effect: 'explode' as Fault['effect'] }, 'effect'],
    [{ effect: 'error', rate: 1.5 }, 'rate'],
    [{ effect: 'error', times: 0 }, 'times'],
    [{ effect: 'latency' }, 'latencyMs'],
    [{ effect: 'skew' }, 'skewMs'],
  ])('refuses %j', (fault, problem) => {
    expect(() => createFaults().add(fault)).toThrow(problem);
  });
});
