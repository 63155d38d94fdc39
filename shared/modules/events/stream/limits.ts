export const streamLimits = {
  /** Maximum bytes of a frame, with its `id:` and `data:` lines. */
  frameBytes: 4_096,
  /** How long a client can resume from a frame; after this time without connections, the feed is not written. */
  retentionSeconds: 600,
  /** Events are redelivered within minutes. */
  rememberEventSeconds: 86_400,
  /** Maximum duration of a connection, because its function may continue unnoticed after the client has left. */
  maxSeconds: 60,
  /** CloudFront closes a connection to an origin after 60 seconds without data, and other proxies earlier. */
  maxSilenceSeconds: 30,
  /**
   * Random reduction of a connection's duration, so that simultaneous connections do not reconnect
   * simultaneously.
   */
  spreadMs: 5_000,
  /** Poll interval … */
  pollMs: 1_000,
  /** … and poll interval while frames are arriving. */
  busyPollMs: 250,
  busyForMs: 2_000,
  /** Maximum items of one read of the feed; if there are more, the next read follows immediately. */
  framesPerRead: 500,
  /** How long to wait for a missing frame while later ones exist; commits take milliseconds. */
  gapPatienceMs: 10_000,
  /** How long a browser waits before it reconnects. */
  reconnectMs: 1_000,
  /** A slot expires this much later than its next extension is due. */
  slotReserveSeconds: 5,
} as const;
