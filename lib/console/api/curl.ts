import { type ApiCall, hiddenSecret } from './recent-calls.ts';

/** Quotes a text as one word of a POSIX shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns a command that repeats the request with the reader's API key, and with a variable for secrets. */
export function curlCommand({ method, url, body }: ApiCall): string {
  const parts = ['curl', ...(method === 'GET' ? [] : ['-X', method]), quoted(url)];
  const options = ['-H "X-Api-Key: $API_KEY"'];
  if (body !== undefined) {
    const data = quoted(body).replaceAll(hiddenSecret, `'"$SECRET"'`);
    options.push(`-H 'Content-Type: application/json'`, `-d ${data}`);
  }
  return [parts.join(' '), ...options].join(' \\\n  ');
}
