/** What an image may cost. */
export const imageLimits = {
  /** Longest side that may be asked for. */
  sidePixels: 4_000,
  /** Largest file that is taken for an image. */
  sourceBytes: 26_214_400,
  /** Most pixels that are decoded or made: 160 MB in memory. */
  pixels: 40_000_000,
  /** Most frames of an animation, of which the first is taken: finding the others is work, too. */
  frames: 2_000,
  /** Frames times height: a decoder that looks at all puts them one below the other. */
  frameRows: 1_000_000,
  /** Longest side of a result whose other side was asked for; WebP has no more. */
  derivedSidePixels: 16_383,
  renderSeconds: 15,
} as const;

/** What is kept of an image's sizes. */
export const thumbnailLimits = {
  /** Sizes of one image that are stored at once; others are rendered for each request. */
  variants: 64,
  /** As long as the bucket's lifecycle keeps them. */
  keptDays: 30,
  /** S3 deletes in the night after; until then they count. */
  countedDays: 32,
  /** Longer than it takes to read, render and store an image: a worker that claims a size for so long is dead. */
  claimSeconds: 30,
  /** How long a request waits for a size that another one makes, before it makes its own. */
  waitSeconds: 10,
} as const;
