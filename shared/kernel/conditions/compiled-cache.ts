/** Caches compiled texts while a function is warm: the last used, up to a total size of their sources. */
import { LRUCache } from 'lru-cache';

/** Maximum size of the source texts in a cache; compiled, they take about ten times as much memory. */
const maxKeptBytes = 8_000_000;

export class CompiledCache<Compiled extends object> {
  /** By id and revision. */
  readonly #kept = new LRUCache<string, Compiled>({ maxSize: maxKeptBytes });

  find(key: string): Compiled | undefined {
    return this.#kept.get(key);
  }

  /** Adds a compiled text with this source size, and returns it. */
  keep(key: string, compiled: Compiled, bytes: number): Compiled {
    this.#kept.set(key, compiled, { size: Math.max(1, bytes) });
    return compiled;
  }
}
