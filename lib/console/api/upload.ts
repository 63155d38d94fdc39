/** Uploads with progress, which `fetch` does not report. */

/** Parses the header lines of the browser. */
function headersOf(lines: string): Headers {
  const headers = new Headers();
  for (const line of lines.trim().split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}

/** Sends requests like `fetch`, and calls `onProgress` with the share of the body that was sent, from 0 to 1. */
export function sendWithProgress(onProgress: (share: number) => void) {
  return async (request: Request): Promise<Response> => {
    const body = await request.blob();
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const sending = new XMLHttpRequest();
    sending.open(request.method, request.url);
    sending.responseType = 'blob';
    for (const [name, value] of request.headers) sending.setRequestHeader(name, value);
    sending.upload.addEventListener('progress', ({ loaded, total }) => onProgress(loaded / total));
    sending.upload.addEventListener('load', () => onProgress(1));
    sending.addEventListener('load', () => {
      const headers = headersOf(sending.getAllResponseHeaders());
      resolve(new Response(sending.response, { status: sending.status, headers }));
    });
    sending.addEventListener('error', () => reject(new TypeError('The upload was interrupted.')));
    sending.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')));
    request.signal.addEventListener('abort', () => sending.abort());
    sending.send(body);
    return promise;
  };
}
