/**
 * Stands in for `mnemonist/lru-cache` in the bundles. DynamoDB's client keeps what it discovers of endpoints there, and
 * discovery is off: 6 KB of CommonJS with typed arrays for a thousand endpoints would be loaded for nothing at every cold
 * start. Were discovery on, one account has a handful of endpoints, which a map holds as well.
 */
export default class EndpointLists extends Map<string, unknown> {
  // The client names a capacity, which a map would take for its first entries.
  // biome-ignore lint/complexity/noUselessConstructor: it drops its argument.
  constructor() {
    super();
  }

  peek(key: string): unknown {
    return this.get(key);
  }
}
