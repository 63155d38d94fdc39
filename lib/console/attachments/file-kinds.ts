/** Names the kind of a file by its media type. */
export type FileKind =
  | 'image'
  | 'video'
  | 'audio'
  | 'pdf'
  | 'text'
  | 'sheet'
  | 'document'
  | 'archive'
  | 'other';

const byType: readonly (readonly [pattern: RegExp, kind: FileKind])[] = [
  [/^image\//, 'image'],
  [/^video\//, 'video'],
  [/^audio\//, 'audio'],
  [/^application\/pdf$/, 'pdf'],
  [/spreadsheet|excel|^text\/csv$/, 'sheet'],
  [/word|document|rtf$/, 'document'],
  [/zip|x-tar|compressed|gzip/, 'archive'],
  [/^text\/|json$/, 'text'],
];

export const kindOf = (mimeType: string): FileKind =>
  byType.find(([pattern]) => pattern.test(mimeType))?.[1] ?? 'other';

/** The last part of the name, such as `PDF`; empty without one. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  const extension = dot > 0 ? name.slice(dot + 1) : '';
  return extension.length <= 5 ? extension.toUpperCase() : '';
}
