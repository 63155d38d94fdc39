import type { ApiCall } from './recent-calls.ts';

/** Text that a POSIX shell takes as one word, as it is. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** A command that repeats the request with an API key of the reader's. */
export function curlCommand({ method, url, body }: ApiCall): string {
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method]), quoted(url)];
  const options = ['-H "X-Api-Key: $API_KEY"'];
  if (body !== undefined) options.push(`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`);
  return [parts.join(' '), ...options].join(' \\\n  ');
}
