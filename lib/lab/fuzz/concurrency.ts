/** Processes all items in order with the given concurrency. Rejects with the first error. */
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

/** Runs work concurrently or exclusively. Work that is slow when it runs alone is slow for a reason of its own. */
export function createTurns() {
  const underWay = new Set<Promise<unknown>>();
  let alone: Promise<unknown> | undefined;

  return {
    /** Starts when no exclusive work runs. */
    async together<Result>(work: () => Promise<Result>): Promise<Result> {
      // No await if it is free, so that no other work starts in between.
      while (alone !== undefined) await alone.catch(() => undefined);
      const result = work();
      underWay.add(result);
      try {
        return await result;
      } finally {
        underWay.delete(result);
      }
    },
    /** Starts when no other work runs, and delays new work until it ends. */
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
