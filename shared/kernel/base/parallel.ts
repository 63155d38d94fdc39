/**
 * Runs `work` on every item, at most `width` at a time. After a failure it starts nothing more and waits for running
 * work, because a Lambda must not leave work behind after its response. Throws the first failure.
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

/** An item whose work threw, and its error. */
export interface FailedItem<T> {
  item: T;
  error: unknown;
}

/**
 * Runs `work` on every item, at most `width` at a time, and returns those whose work threw. For sweeps and batches of
 * several tenants: one bad item must not block the others.
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

/** The results of work, typed like `Promise.all`. */
type Values<Work extends readonly unknown[]> = { -readonly [Index in keyof Work]: Awaited<Work[Index]> };

/**
 * The results of concurrent work, in order. Unlike `Promise.all`, it waits for all work after a failure: work that is
 * running when a Lambda responds freezes with it and continues during another caller's request, including writes.
 * Throws the first failure in the order of the work.
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
