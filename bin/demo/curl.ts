/** A request as a line for a shell. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface Sent {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  /** Parts of a multipart form; curl names its own boundary. */
  form?: Readonly<Record<string, string>> | undefined;
  /** The answer does not end. */
  isStream?: boolean;
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The request as curl makes it. A part that begins with `@` names a file. */
export function curlLine({ method, url, headers, body, form, isStream }: Sent): string {
  const options = isStream ? '-sN' : '-s';
  const parts = ['curl', method === 'GET' ? options : `${options} -X ${method}`, quote(url)];
  for (const [name, value] of Object.entries(headers)) parts.push('-H', quote(`${name}: ${value}`));
  if (body !== undefined) parts.push('-d', quote(body));
  for (const [name, value] of Object.entries(form ?? {})) parts.push('-F', quote(`${name}=${value}`));
  return parts.join(' ');
}

/** Writes a file that is uploaded, so that the request can be repeated; what curl sends it by. */
export function keepFile(filesDir: string, fileName: string, content: string | Uint8Array): string {
  mkdirSync(filesDir, { recursive: true });
  const file = resolve(filesDir, fileName);
  writeFileSync(file, content);
  return `@${file}`;
}

/** What the client is about to send. Files that it uploads are kept in the folder. */
export async function sentBy(request: Request, filesDir: string): Promise<Sent> {
  const { method, url } = request;
  const headers = Object.fromEntries([...request.headers].filter(([name]) => name !== 'content-length'));
  const type = headers['content-type'] ?? '';
  if (!type.startsWith('multipart/')) {
    const body = await request.clone().text();
    return { method, url, headers, body: body || undefined };
  }
  const { 'content-type': _, ...others } = headers;
  const form: Record<string, string> = {};
  for (const [name, value] of await request.clone().formData()) {
    form[name] = typeof value === 'string' ? value : keepFile(filesDir, value.name, await value.bytes());
  }
  return { method, url, headers: others, form };
}
