/** Works on all items, so many at the same time, and starts them in order. Rejects with the first error. */
export async function forEachConcurrently<Item>(
  items: Iterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  const queue: Iterable<Item> = { [Symbol.iterator]: () => iterator };
  async function workOff(): Promise<void> {
    for (const item of queue) await work(item);
  }
  await Promise.all(Array.from({ length: concurrency }, workOff));
}

/** Lets work be done side by side, or alone: what is slow then is slow by itself. */
export function createTurns() {
  const underWay = new Set<Promise<unknown>>();
  let alone: Promise<unknown> | undefined;

  return {
    /** Starts when nothing is done alone. */
    async together<Result>(work: () => Promise<Result>): Promise<Result> {
      // Without a pause when it is free: nothing may start in between.
      while (alone !== undefined) await alone.catch(() => undefined);
      const result = work();
      underWay.add(result);
      try {
        return await result;
      } finally {
        underWay.delete(result);
      }
    },
    /** Starts when nothing else is under way, and holds back what comes meanwhile. */
    async alone<Result>(work: () => Promise<Result>): Promise<Result> {
      while (alone !== undefined) await alone.catch(() => undefined);
      const result = Promise.allSettled(underWay).then(work);
      alone = result;
      try {
        return await result;
      } finally {
        alone = undefined;
      }
    },
  };
}
