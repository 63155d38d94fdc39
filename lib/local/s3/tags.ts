/** Tags of objects: lifecycle rules may look at them. They are kept with the headers of an object and never sent back. */
import type { IncomingHttpHeaders } from 'node:http';

export const tagHeader = 'x-amz-tagging';
const countHeader = 'x-amz-tagging-count';

/** The headers of an object that is written, with its tags. */
export function withTags(
  kept: Readonly<Record<string, string>>,
  tagging: string | readonly string[] | undefined,
): Record<string, string> {
  const { [tagHeader]: _, ...others } = kept;
  return tagging === undefined ? others : { ...others, [tagHeader]: String(tagging) };
}

/** The tags of a copy: those of its source, unless the request replaces them. */
export function taggingOfCopy(headers: IncomingHttpHeaders, source: Readonly<Record<string, string>>) {
  return headers['x-amz-tagging-directive'] === 'REPLACE' ? headers[tagHeader] : source[tagHeader];
}

/** Whether a request writes tags, for which S3 demands a permission of its own. */
export function writesTags(headers: IncomingHttpHeaders): boolean {
  return headers[tagHeader] !== undefined;
}

/** The tags of an object by their keys. */
export function tagsOf(headers: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(new URLSearchParams(headers[tagHeader] ?? ''));
}

/** The headers of an object as readers see them: how many tags there are, and not which. */
export function withTagCount(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { [tagHeader]: tagging, ...shown } = headers;
  return tagging === undefined ? shown : { ...shown, [countHeader]: String(tagsOf(headers).size) };
}
