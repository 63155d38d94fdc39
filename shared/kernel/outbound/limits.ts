/** Headers that a tenant adds to its requests. */
export const headerLimits = { count: 50, name: 256, value: 4_096 } as const;

/** Of a URL that requests are sent to. */
export const urlCharacters = 2_048;

export const outboundLimits = {
  /** Of one request, from looking its host up to the end of the answer. */
  timeoutMs: { min: 1_000, max: 60_000, default: 15_000 },
  /** What is kept of an answer. No more of a body is read either. */
  responseBodyBytes: 4_096,
  responseHeaders: 50,
  responseHeaderBytes: 8_192,
  /** Largest head of an answer that is read at all. */
  responseHeadBytes: 16_384,
  /** Connections that one function instance holds to one receiver. */
  connectionsPerOrigin: 50,
} as const;
