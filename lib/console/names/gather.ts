/** Gathers requests for single things into one request for several. */

interface Waiting<Found> {
  resolve: (found: Found | null) => void;
  reject: (error: unknown) => void;
}

interface GatherOptions<Found> {
  /** Reads several at once. Those that it does not return do not exist. */
  read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>;
  /** Maximum number of keys of one request. */
  maxKeys: number;
  /** Calls `flush` once everything that is asked for at the same time is known. */
  later: (flush: () => void) => void;
}

/** Returns a function that reads one thing with those that are asked for at the same time; null without it. */
export function gatherer<Found>({ read, maxKeys, later }: GatherOptions<Found>) {
  let waiting = new Map<string, Waiting<Found>[]>();

  async function send(some: readonly (readonly [key: string, asks: Waiting<Found>[]])[]): Promise<void> {
    try {
      const found = await read(some.map(([key]) => key));
      for (const [key, asks] of some) for (const { resolve } of asks) resolve(found.get(key) ?? null);
    } catch (error) {
      for (const [, asks] of some) for (const { reject } of asks) reject(error);
    }
  }

  function flush(): void {
    const all = [...waiting];
    waiting = new Map();
    for (let from = 0; from < all.length; from += maxKeys) void send(all.slice(from, from + maxKeys));
  }

  return (key: string): Promise<Found | null> => {
    const { promise, ...ask } = Promise.withResolvers<Found | null>();
    if (waiting.size === 0) later(flush);
    waiting.set(key, [...(waiting.get(key) ?? []), ask]);
    return promise;
  };
}
