export const attachmentLimits = {
  /** Of the kind of record that a file belongs to, and of the record itself. */
  entityId: 200,
  recordId: 200,
  fieldKey: 50,
  fileName: 255,
  tags: 50,
  tag: 100,
  /** Tags that one transaction adds and takes away; DynamoDB takes 100 writes. */
  tagMoves: 85,
  assignments: 100,
  assignmentType: 200,
  assignmentId: 200,
  href: 2_048,
  label: 300,
  /** Custom values of one attachment, as JSON. */
  customBytes: 65_536,
  /** Characters of a custom value by which lists filter; longer ones match no filter. */
  listedValue: 200,
  /** Attachments that one transfer moves. */
  transfer: 100,
  /** Tags that a library shows to choose from; it reads so many of their counters at most. */
  availableTags: 1_000,
  tagCountersRead: 4_000,
  /** A record's files are answered all at once unless pages are asked for; the size of an answer limits them. */
  unpagedFiles: 20_000,
  /** Of the library; the files of a record have the page size of all lists. */
  maxPageSize: 100,
} as const;

export const partitionLimits = {
  code: 60,
  minCode: 2,
  title: 120,
  description: 500,
  ocrModel: 50,
  /** The configuration of a partition, as JSON. */
  configBytes: 16_384,
  /** Own partitions of one tenant. */
  partitions: 200,
} as const;

/** Versions of a file. */
export const versionLimits = {
  /** Versions before the current one that a partition keeps of each file. */
  maxKept: 100,
  defaultKept: 10,
  /** Old versions that one new version removes: each is a write of its transaction. */
  removedAtOnce: 25,
} as const;

/** Links under which anyone reads a file. */
export const shareLimits = {
  name: 200,
  /** How long a link works. */
  minSeconds: 60,
  defaultSeconds: 604_800,
  maxSeconds: 2_592_000,
  perFile: 50,
  /** By all links of a tenant; a part of a file counts as one. */
  downloadsPerMinute: 600,
  /** Addresses that open nothing, by one client. */
  refusedPerMinute: 60,
} as const;

/** What a multipart form may hold; more is refused before it is read. */
export const formLimits = {
  files: 1,
  fields: 32,
  parts: 40,
  fieldBytes: 65_536,
  /** Characters of the file's name as it is sent; the one that is kept is shorter. */
  fileName: 4_096,
  headerPairs: 100,
  /** Headers of one part; the rest of longer ones is cut off. */
  headerBytes: 16_384,
  /** What the form may be larger than its file: names, tags, assignments, boundaries. */
  overheadBytes: 1_048_576,
} as const;

export const uploadLimits = {
  /** The beginning of a file, by which its type is detected. */
  headBytes: 4_096,
  /** How long a direct upload may begin. */
  directSeconds: 300,
  /** How long a direct upload may be completed. */
  completeSeconds: 3_600,
  /** How long one request may complete a direct upload before another may; its function ends long before that. */
  claimSeconds: 120,
  /** A file that is being stored for so long belongs to a process that is gone. */
  storingSeconds: 900,
  /** Staged files older than this belong to uploads that are gone. */
  stagedSeconds: 7_200,
} as const;

/** When a sweep takes over what this process stores or removes from now on. Unix ms. */
export const takeoverAtMs = (): number => Date.now() + uploadLimits.storingSeconds * 1_000;
