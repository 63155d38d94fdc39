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
