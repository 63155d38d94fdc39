import { describe, expect, it, vi } from 'vitest';
import { createKeyCache } from '../../../shared/kernel/secrets/key-cache.ts';

function aCache({ maxEntries = 3 }: { maxEntries?: number } = {}) {
  const clock = { nowMs: 0 };
  return {
    clock,
    cache: createKeyCache<string>({ maxAgeMs: 1_000, maxEntries, nowMs: () => clock.nowMs }),
  };
}

const answering = (value: string | undefined) => vi.fn(async () => value);

describe('the cache of keys', () => {
  it('fetches once for concurrent callers', async () => {
    const { cache } = aCache();
    const fetch = answering('key');
    const all = await Promise.all(Array.from({ length: 20 }, () => cache.get('a', fetch)));
    expect(all).toEqual(Array.from({ length: 20 }, () => 'key'));
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('fetches again if the entry has expired', async () => {
    const { cache, clock } = aCache();
    const fetch = answering('key');
    await cache.get('a', fetch);
    clock.nowMs = 999;
    await cache.get('a', fetch);
    expect(fetch).toHaveBeenCalledTimes(1);
    clock.nowMs = 1_000;
    await cache.get('a', fetch);
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it('does not cache failures and missing keys', async () => {
    const { cache } = aCache();
    const failing = vi.fn(() => Promise.reject(new Error('busy')));
    const both = [cache.get('a', failing), cache.get('a', failing)];
    await expect(Promise.allSettled(both)).resolves.toMatchObject([
      { status: 'rejected' },
      { status: 'rejected' },
    ]);
    expect(failing).toHaveBeenCalledTimes(1);
    await expect(cache.get('a', answering(undefined))).resolves.toBeUndefined();
    await expect(cache.get('a', answering('key'))).resolves.toBe('key');
  });

  it('has a maximum size, and evicts the least recently used', async () => {
    const { cache } = aCache();
    for (const name of ['a', 'b', 'c']) await cache.get(name, answering(name));
    await cache.get('a', answering('again'));
    await cache.get('d', answering('d'));
    const unused = answering('new');
    await expect(cache.get('a', unused)).resolves.toBe('a');
    await expect(cache.get('c', unused)).resolves.toBe('c');
    expect(unused).not.toHaveBeenCalled();
    await expect(cache.get('b', unused)).resolves.toBe('new');
  });

  it('keeps a newer value after an older failure', async () => {
    const { cache, clock } = aCache();
    const late = Promise.withResolvers<string>();
    const first = cache.get('a', () => late.promise);
    clock.nowMs = 2_000;
    await cache.get('a', answering('new'));
    late.reject(new Error('late'));
    await expect(first).rejects.toThrow('late');
    await expect(cache.get('a', answering('newest'))).resolves.toBe('new');
  });
});
