/** A kind of request that can be sent again and again. */
import { randomUUID } from 'node:crypto';

export interface MixedRequest {
  name: string;
  /** How many of all requests are of this kind. */
  weight: number;
  /** Taken in turn. */
  urls: readonly string[];
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Text in headers and body that becomes another in every request. */
  uniqueText: string;
  expectedStatus: number;
}

/** Headers and body of the next request of a kind, with a text of its own where it needs one. */
export function filledIn({ headers, body, uniqueText }: MixedRequest): {
  headers: Record<string, string>;
  body?: string;
} {
  const own = randomUUID().replaceAll('-', '');
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) filled[name] = value.replaceAll(uniqueText, own);
  return { headers: filled, ...(body !== undefined && { body: body.replaceAll(uniqueText, own) }) };
}
