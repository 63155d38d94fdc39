/** Tags of objects, which lifecycle rules match. They are stored with the headers of an object and never returned. */
import type { IncomingHttpHeaders } from 'node:http';

export const tagHeader = 'x-amz-tagging';
const countHeader = 'x-amz-tagging-count';

/** Returns the headers of a written object, with its tags. */
export function withTags(
  kept: Readonly<Record<string, string>>,
  tagging: string | readonly string[] | undefined,
): Record<string, string> {
  const { [tagHeader]: _, ...others } = kept;
  return tagging === undefined ? others : { ...others, [tagHeader]: String(tagging) };
}

/** Returns the tags of a copy: those of its source, unless the request replaces them. */
export function taggingOfCopy(headers: IncomingHttpHeaders, source: Readonly<Record<string, string>>) {
  return headers['x-amz-tagging-directive'] === 'REPLACE' ? headers[tagHeader] : source[tagHeader];
}

/** Whether a request writes tags, which needs a permission of its own. */
export function writesTags(headers: IncomingHttpHeaders): boolean {
  return headers[tagHeader] !== undefined;
}

/** The tags of an object by their keys. */
export function tagsOf(headers: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(new URLSearchParams(headers[tagHeader] ?? ''));
}

/** Returns the headers for readers: the number of tags instead of the tags. */
export function withTagCount(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { [tagHeader]: tagging, ...shown } = headers;
  return tagging === undefined ? shown : { ...shown, [countHeader]: String(tagsOf(headers).size) };
}
