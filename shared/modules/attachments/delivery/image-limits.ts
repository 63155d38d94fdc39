/** Limits of images and renderings. */
export const imageLimits = {
  /** Maximum requested side. */
  sidePixels: 4_000,
  /** Maximum size of an image file. */
  sourceBytes: 26_214_400,
  /** Maximum pixels of a source or a result: 160 MB in memory. */
  pixels: 40_000_000,
  /** Maximum frames of an animation. Only the first is used, but counting the others takes time, too. */
  frames: 2_000,
  /** Maximum of frames times height, because decoders stack frames vertically. */
  frameRows: 1_000_000,
  /** Maximum side of a result if only the other side was requested; the limit of WebP. */
  derivedSidePixels: 16_383,
  renderSeconds: 15,
} as const;

/** Limits of stored sizes of an image. */
export const thumbnailLimits = {
  /** Maximum number of stored sizes per image; other sizes are rendered for each request. */
  variants: 64,
  /** Retention of the bucket's lifecycle rule. */
  keptDays: 30,
  /** Days for which a size is counted as stored; S3 deletes expired objects with a delay. */
  countedDays: 32,
  /** Duration of a claim; longer than reading, rendering and storing an image takes. */
  claimSeconds: 30,
  /** How long a request waits for another request that renders the same size, before it renders the size itself. */
  waitSeconds: 10,
} as const;
