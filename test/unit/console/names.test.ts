import { describe, expect, it } from 'vitest';
import { choicesOf } from '../../../lib/console/audit/choices.ts';
import { gatherer } from '../../../lib/console/names/gather.ts';

function aGatherer(read: (keys: readonly string[]) => Promise<ReadonlyMap<string, string>>, maxKeys = 50) {
  const flushes: (() => void)[] = [];
  const find = gatherer({ read, maxKeys, later: (flush) => flushes.push(flush) });
  const flushAll = () => {
    for (const flush of flushes.splice(0)) flush();
  };
  return { find, flush: flushAll, flushes };
}

describe('names that a page asks for', () => {
  it('are one request, in which each thing is once', async () => {
    const requests: string[][] = [];
    const { find, flush, flushes } = aGatherer(async (keys) => {
      requests.push([...keys]);
      return new Map([['user:1', 'Grace Hopper']]);
    });
    const asked = ['user:1', 'user:2', 'user:1'].map(find);
    expect(flushes).toHaveLength(1);
    flush();
    expect(await Promise.all(asked)).toEqual(['Grace Hopper', null, 'Grace Hopper']);
    expect(requests).toEqual([['user:1', 'user:2']]);
  });

  it('are several requests if there are more than one takes', async () => {
    const sizes: number[] = [];
    const { find, flush } = aGatherer(async (keys) => {
      sizes.push(keys.length);
      return new Map();
    }, 2);
    const asked = ['a:1', 'a:2', 'a:3'].map(find);
    flush();
    await Promise.all(asked);
    expect(sizes).toEqual([2, 1]);
  });

  it('all fail with their request, and later ones are asked for again', async () => {
    let isDown = true;
    const { find, flush } = aGatherer(async (keys) => {
      if (isDown) throw new Error('down');
      return new Map(keys.map((key) => [key, 'found']));
    });
    const asked = find('a:1');
    flush();
    await expect(asked).rejects.toThrow('down');
    isDown = false;
    const again = find('a:1');
    flush();
    expect(await again).toBe('found');
  });
});

describe('choices of the audit trail', () => {
  const user = { kind: 'auth.user', id: 'u1', name: 'Grace Hopper', detail: 'grace@example.com' };
  const rule = { kind: 'business_rules.rule', id: 'r1', name: 'Limit', detail: null };
  const id = '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10';
  const filtersOf = (text: string, found: Parameters<typeof choicesOf>[1]) =>
    choicesOf(text, found).map((choice) => `${choice.filter} ${choice.kind}:${choice.id}`);

  it.each([
    ['a person acts and is changed', 'grace', [user], ['actor user:u1', 'thing auth.user:u1']],
    ['a thing is changed', 'lim', [rule], ['thing business_rules.rule:r1']],
    ['an id that nothing has any more can be both', id.toUpperCase(), [], [`thing :${id}`, `actor :${id}`]],
    ['a found id is offered once', id, [{ ...rule, id }], [`thing business_rules.rule:${id}`]],
    ['other texts find nothing', 'no such name', [], []],
  ])('%s', (_, text, found, filters) => {
    expect(filtersOf(text, found)).toEqual(filters);
  });
});
