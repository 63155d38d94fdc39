/** A kind of request that can be repeated. */
import { randomUUID } from 'node:crypto';

export interface MixedRequest {
  name: string;
  /** Share of all requests. */
  weight: number;
  /** Used in turn; `RECENTLY` in a URL is replaced by a time some seconds ago. */
  urls: readonly string[];
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Text in headers and body that is replaced by a unique one in every request. */
  uniqueText: string;
  expectedStatus: number;
}

/** In URLs of lists that read a log back to a given time: logs grow in any system. */
export const recently = 'RECENTLY';
const recentlyMs = 10_000;

/** Returns the next request of a kind, with a unique text where needed. `turn` counts the requests before it. */
export function filledIn(
  { urls, headers, body, uniqueText }: MixedRequest,
  turn: number,
): { url: string; headers: Record<string, string>; body?: string } {
  const own = randomUUID().replaceAll('-', '');
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) filled[name] = value.replaceAll(uniqueText, own);
  const since = new Date(Date.now() - recentlyMs).toISOString();
  return {
    url: (urls[turn % urls.length] ?? '').replaceAll(recently, since),
    headers: filled,
    ...(body !== undefined && { body: body.replaceAll(uniqueText, own) }),
  };
}
