/** Headers that a tenant adds to its requests. */
export const headerLimits = { count: 50, name: 256, value: 4_096 } as const;

/** Maximum length of a URL for requests. */
export const urlCharacters = 2_048;

export const outboundLimits = {
  /** Time limits of one request, from the host look-up to the end of the response. */
  timeoutMs: { min: 1_000, max: 60_000, default: 15_000 },
  /** Stored part of a response. No more of a body is read either. */
  responseBodyBytes: 4_096,
  /** Largest text that is decoded from the stored part; only attacks make more of it. */
  decodedBytes: 262_144,
  responseHeaders: 50,
  responseHeaderBytes: 8_192,
  /** Largest response head that is read. */
  responseHeadBytes: 16_384,
  /** Recorded part of a final response and the interim ones before it. */
  recordedHeadBytes: 65_536,
  /** How long an idle connection is kept: less than most servers keep theirs. */
  idleConnectionMs: 4_000,
  /** Maximum number of connections of one function instance to one receiver. */
  connectionsPerOrigin: 50,
} as const;
