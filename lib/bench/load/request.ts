/** A kind of request that can be sent again and again. */
import { randomUUID } from 'node:crypto';

export interface MixedRequest {
  name: string;
  /** How many of all requests are of this kind. */
  weight: number;
  /** Taken in turn; `RECENTLY` in one becomes a time some seconds ago. */
  urls: readonly string[];
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Text in headers and body that becomes another in every request. */
  uniqueText: string;
  expectedStatus: number;
}

/** In URLs of lists that read a log as far back as they are asked to: a log grows in any system. */
export const recently = 'RECENTLY';
const recentlyMs = 10_000;

/** The next request of a kind, with a text of its own where it needs one. `turn` counts those before it. */
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
