/** What was compiled of stored texts, kept while a function is warm: of what was used last, up to a size of its source. */

/** Source text of all that one cache keeps; compiled it takes some ten times as much memory. */
const maxKeptBytes = 8_000_000;

export class CompiledCache<Compiled> {
  /** By id and revision, the last used last. */
  readonly #kept = new Map<string, { compiled: Compiled; bytes: number }>();
  #keptBytes = 0;

  find(key: string): Compiled | undefined {
    const known = this.#kept.get(key);
    if (known === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, known);
    return known.compiled;
  }

  /** Keeps what was compiled of so many bytes, and returns it. */
  keep(key: string, compiled: Compiled, bytes: number): Compiled {
    this.#keptBytes += bytes - (this.#kept.get(key)?.bytes ?? 0);
    this.#kept.set(key, { compiled, bytes });
    for (const [oldest, { bytes: freed }] of this.#kept) {
      if (this.#keptBytes <= maxKeptBytes) break;
      this.#kept.delete(oldest);
      this.#keptBytes -= freed;
    }
    return compiled;
  }
}
