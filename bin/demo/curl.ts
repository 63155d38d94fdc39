/** Prints a request as a curl command. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

export interface Sent {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  /** Parts of a multipart form; curl names its own boundary. */
  form?: Readonly<Record<string, string>> | undefined;
  /** The response is an endless stream. */
  isStream?: boolean;
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns the request as a curl command. A form part that begins with `@` names a file. */
export function curlLine({ method, url, headers, body, form, isStream }: Sent): string {
  const options = isStream ? '-sN' : '-s';
  const parts = ['curl', method === 'GET' ? options : `${options} -X ${method}`, quote(url)];
  for (const [name, value] of Object.entries(headers)) parts.push('-H', quote(`${name}: ${value}`));
  if (body !== undefined) parts.push('-d', quote(body));
  for (const [name, value] of Object.entries(form ?? {})) parts.push('-F', quote(`${name}=${value}`));
  return parts.join(' ');
}

/** Writes an uploaded file to disk, so that the printed command can be repeated. Returns curl's reference to it. */
export function keepFile(filesDir: string, fileName: string, content: string | Uint8Array): string {
  mkdirSync(filesDir, { recursive: true });
  const file = resolve(filesDir, fileName);
  writeFileSync(file, content);
  return `@${file}`;
}

/** Describes the request that the client sends. Files that it uploads are stored in the folder. */
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
