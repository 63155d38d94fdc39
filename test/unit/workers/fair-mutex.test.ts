import { describe, expect, it } from 'vitest';
import { PostponedError } from '../../../shared/kernel/queues/errors.ts';
import { FairMutex } from '../../../shared/kernel/queues/fair-mutex.ts';

/** Work that a test ends, in the order in which it was started. */
function someWork(mutex: FairMutex) {
  const started: string[] = [];
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const begin = (tenantId: string, name: string) => {
    const end = Promise.withResolvers<string>();
    ends.set(name, end);
    return mutex.run(tenantId, () => {
      started.push(name);
      return end.promise;
    });
  };
  return { started, begin, end: (name: string) => ends.get(name) };
}

describe('work behind a fair mutex', () => {
  it('is done one at a time, the tenants in turn', async () => {
    const { started, begin, end } = someWork(new FairMutex(1_000));
    const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'];
    const all = names.map((name) => begin(name.charAt(0), name));
    const order = ['a1', 'a2', 'b1', 'c1', 'a3', 'b2'];
    for (const [index, name] of order.entries()) {
      await expect.poll(() => started, { interval: 1 }).toEqual(order.slice(0, index + 1));
      end(name)?.resolve(name);
    }
    expect(await Promise.all(all)).toEqual(names);
  });

  it('is done after work that fails', async () => {
    const { begin, end } = someWork(new FairMutex(1_000));
    const [first, second] = [begin('a', 'first'), begin('a', 'second')];
    end('first')?.reject(new Error('broken'));
    end('second')?.resolve('done');
    await expect(first).rejects.toThrow('broken');
    expect(await second).toBe('done');
    const third = begin('a', 'third');
    end('third')?.resolve('done');
    expect(await third).toBe('done');
  });

  it('is refused if it waits too long, and does not begin', async () => {
    let nowMs = 0;
    const { started, begin, end } = someWork(new FairMutex(1_000, () => nowMs));
    const [first, late] = [begin('a', 'first'), begin('a', 'late')];
    nowMs = 500;
    const inTime = begin('a', 'inTime');
    nowMs = 1_000;
    end('first')?.resolve('done');
    await expect(late).rejects.toThrow(PostponedError);
    end('inTime')?.resolve('done');
    expect(await Promise.all([first, inTime])).toEqual(['done', 'done']);
    expect(started).toEqual(['first', 'inTime']);
  });
});
