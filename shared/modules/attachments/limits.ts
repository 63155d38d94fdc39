export const attachmentLimits = {
  /** Maximum characters of the ids of a file's entity and record. */
  entityId: 200,
  recordId: 200,
  fieldKey: 50,
  fileName: 255,
  tags: 50,
  tag: 100,
  /** Maximum number of tags that one transaction adds and removes; DynamoDB accepts 100 writes. */
  tagMoves: 85,
  assignments: 100,
  assignmentType: 200,
  assignmentId: 200,
  href: 2_048,
  label: 300,
  /** Maximum size of the custom values of an attachment as JSON. */
  customBytes: 65_536,
  /** Maximum characters of a custom value in filters; longer values match no filter. */
  listedValue: 200,
  /** Maximum number of attachments per transfer. */
  transfer: 100,
  /** Maximum number of available tags in the library, and of counters that it reads for them. */
  availableTags: 1_000,
  tagCountersRead: 4_000,
  /** Maximum number of a record's files in a response without pages. */
  unpagedFiles: 20_000,
  /** Maximum page size of the library. */
  maxPageSize: 100,
} as const;

export const partitionLimits = {
  code: 60,
  minCode: 2,
  title: 120,
  description: 500,
  ocrModel: 50,
  /** Maximum size of a partition's configuration as JSON. All partitions fit in one response, where a quote takes twice its bytes. */
  configBytes: 12_288,
  /** Maximum number of a tenant's own partitions. */
  partitions: 200,
} as const;

/** Limits of versions. */
export const versionLimits = {
  /** Maximum number of earlier versions per file. */
  maxKept: 100,
  defaultKept: 10,
  /** Maximum number of old versions that a new version removes; each needs a write of its transaction. */
  removedAtOnce: 25,
} as const;

/** Limits of share links. */
export const shareLimits = {
  name: 200,
  /** Validity of a link. */
  minSeconds: 60,
  defaultSeconds: 604_800,
  maxSeconds: 2_592_000,
  perFile: 50,
  /** Downloads with all links of a tenant; a range request counts as a download. */
  downloadsPerMinute: 600,
  /** Requests of one client with invalid URLs. */
  refusedPerMinute: 60,
} as const;

/** Limits of a multipart form. */
export const formLimits = {
  files: 1,
  fields: 32,
  parts: 40,
  fieldBytes: 65_536,
  /** Maximum characters of the sent file name; the stored name is shorter. */
  fileName: 4_096,
  headerPairs: 100,
  /** Maximum size of the headers of one part; longer headers are truncated. */
  headerBytes: 16_384,
  /** Maximum size of the form without its file. */
  overheadBytes: 1_048_576,
} as const;

export const uploadLimits = {
  /** Number of first bytes for detecting the type. */
  headBytes: 4_096,
  /** Validity of the form of a direct upload. */
  directSeconds: 300,
  /** Time within which a direct upload can be completed. */
  completeSeconds: 3_600,
  /** Duration of a claim to complete a direct upload; longer than the timeout of the function. */
  claimSeconds: 120,
  /** After this time, a sweep removes an upload whose process must have died. */
  storingSeconds: 900,
  /** Age after which a sweep deletes staged files. */
  stagedSeconds: 7_200,
} as const;

/** Returns when a sweep takes over work that this process starts now, in milliseconds since 1970. */
export const takeoverAtMs = (): number => Date.now() + uploadLimits.storingSeconds * 1_000;
