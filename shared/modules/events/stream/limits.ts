export const streamLimits = {
  /** Largest frame in bytes, with its `id:` and `data:` lines. */
  frameBytes: 4_096,
  /** How long a frame can be resumed from; a feed without connections for as long is not written. */
  retentionSeconds: 600,
  /** Events are published again within minutes, if ever. */
  rememberEventSeconds: 86_400,
  /** A connection ends after at most so long: its function may run on unseen when the client leaves. */
  maxSeconds: 60,
  /** CloudFront gives up on an origin that says nothing for 60 seconds, and other proxies sooner. */
  maxSilenceSeconds: 30,
  /** Connections end up to so much earlier, each for itself: those that began together do not come back together. */
  spreadMs: 5_000,
  /** A new frame is seen within this time … */
  pollMs: 1_000,
  /** … and within this time while others have just come. */
  busyPollMs: 250,
  busyForMs: 2_000,
  /** Items that one look at the feed reads at most; more of them are read at once. */
  framesPerRead: 500,
  /** How long a frame that is not there is waited for while later ones are; commits take milliseconds. */
  gapPatienceMs: 10_000,
  /** How long a browser waits before it connects again. */
  reconnectMs: 1_000,
  /** A place is kept so much longer than until it is kept again. */
  placeReserveSeconds: 5,
} as const;
