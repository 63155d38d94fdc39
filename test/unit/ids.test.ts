import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { timeOrderedUuid, uuidOf } from '../../shared/kernel/base/ids.ts';

describe('uuidOf', () => {
  it('returns the same UUID for the same text', () => {
    expect(uuidOf('a')).toBe(uuidOf('a'));
    expect(uuidOf('a')).not.toBe(uuidOf('b'));
    expect(z.safeParse(z.uuid({ version: 'v5' }), uuidOf('a')).success).toBe(true);
  });
});

describe('timeOrderedUuid', () => {
  it('is a unique UUID of version 7, sorted by time', () => {
    const times = [0, 1, 255, 256, Date.now(), Date.now() + 1, 2 ** 48 - 1];
    const ids = times.map(timeOrderedUuid);
    expect(ids.toSorted()).toEqual(ids);
    for (const id of ids) expect(z.safeParse(z.uuidv7(), id).success, id).toBe(true);
    expect(timeOrderedUuid(1)).not.toBe(timeOrderedUuid(1));
  });
});
