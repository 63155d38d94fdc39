/** An answer with more than a body. Most handlers just return the body. */
export class Reply<T> {
  readonly body: T;
  readonly etag: string | undefined;

  constructor(body: T, more: { revision?: number } = {}) {
    this.body = body;
    this.etag = more.revision === undefined ? undefined : `"${more.revision}"`;
  }
}

/** A body whose resource has a revision; it becomes the `ETag`. */
export function withRevision<T>(body: T, revision: number): Reply<T> {
  return new Reply(body, { revision });
}

/**
 * Does an `If-Match`/`If-None-Match` header name this tag? Compressing proxies turn strong tags into weak ones,
 * so `W/"3"` and `"3"` are the same here.
 */
export function namesTag(header: string, etag: string): boolean {
  return header.split(',').some((entry) => {
    const tag = entry.trim().replace(/^W\//, '');
    return tag === '*' || tag === etag;
  });
}

/** What a write demands of the current state: the revisions `If-Match` lists; undefined when it may overwrite. */
export function expectsRevision(ifMatch: string | undefined, revision: number): boolean {
  return ifMatch === undefined || namesTag(ifMatch, `"${revision}"`);
}
