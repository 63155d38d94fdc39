import type { ApiCall } from './recent-calls.ts';

/** Quotes a text as one word of a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns a command that repeats the request with the reader's API key. */
export function curlCommand({ method, url, body }: ApiCall): string {
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method]), quoted(url)];
  const options = ['-H "X-Api-Key: $API_KEY"'];
  if (body !== undefined) options.push(`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`);
  return [parts.join(' '), ...options].join(' \\\n  ');
}
