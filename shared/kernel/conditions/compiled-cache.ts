/** What was compiled of stored texts, kept while a function is warm: of what was used last, up to a size of its source. */
import { LRUCache } from 'lru-cache';

/** Source text of all that one cache keeps; compiled it takes some ten times as much memory. */
const maxKeptBytes = 8_000_000;

export class CompiledCache<Compiled extends object> {
  /** By id and revision. */
  readonly #kept = new LRUCache<string, Compiled>({ maxSize: maxKeptBytes });

  find(key: string): Compiled | undefined {
    return this.#kept.get(key);
  }

  /** Keeps what was compiled of so many bytes, and returns it. */
  keep(key: string, compiled: Compiled, bytes: number): Compiled {
    this.#kept.set(key, compiled, { size: Math.max(1, bytes) });
    return compiled;
  }
}
