/**
 * Runs `work` on every item, at most `width` at a time. After a failure nothing more is started; what is under
 * way is waited for, because a Lambda may not leave work behind when it answers. Throws the first failure.
 */
export async function forEachParallel<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<void> {
  const failures: unknown[] = [];
  const queue = items.values();
  const worker = async () => {
    for (const item of queue) {
      if (failures.length > 0) return;
      try {
        await work(item);
      } catch (error) {
        failures.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}

/** An item whose work threw, and what it threw. */
export interface FailedItem<T> {
  item: T;
  error: unknown;
}

/**
 * Runs `work` on every item, at most `width` at a time, and returns those whose work threw. For sweeps and batches of
 * several tenants: one bad item must not keep the others from being worked on.
 */
export async function tryEach<T>(
  items: readonly T[],
  width: number,
  work: (item: T) => Promise<unknown>,
): Promise<FailedItem<T>[]> {
  const failures: FailedItem<T>[] = [];
  await forEachParallel(items, width, async (item) => {
    try {
      await work(item);
    } catch (error) {
      failures.push({ item, error });
    }
  });
  return failures;
}

/** The values of work, as `Promise.all` types them. */
type Values<Work extends readonly unknown[]> = { -readonly [Index in keyof Work]: Awaited<Work[Index]> };

/**
 * The values of work that is under way at once, in its order. Where `Promise.all` would throw at the first failure and
 * leave the rest to itself, this waits for the rest: what is still under way when a Lambda answers freezes with it and
 * continues during another caller's request, writes included. Throws the first failure in the order of the work.
 */
export async function allOf<const Work extends readonly unknown[]>(work: Work): Promise<Values<Work>> {
  const outcomes = await Promise.allSettled(work);
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : undefined,
  ) as Values<Work>;
}

/** The items in their order, at most `size` at a time. */
export function chunksOf<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

/** The items in random order. */
export function shuffled<T>(items: readonly T[], random: () => number = Math.random): T[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .toSorted((left, right) => left.rank - right.rank)
    .map(({ item }) => item);
}

/** The first of the rows, as many as have at most `maxBytes` together, but one at least. */
export function withinBytes<Row extends { bytes: number }>(listed: readonly Row[], maxBytes: number): Row[] {
  let bytes = 0;
  const end = listed.findIndex((row, index) => {
    bytes += row.bytes;
    return index > 0 && bytes > maxBytes;
  });
  return end < 0 ? [...listed] : listed.slice(0, end);
}
