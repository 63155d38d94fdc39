/** An answer with more than a body. Most handlers just return the body. */
export class Reply<T> {
  readonly body: T;
  /** 200 of a contract that returns 201 for what is new. */
  readonly status: 200 | undefined;
  readonly etag: string | undefined;
  /** By lower-case name; they win over those every answer has. */
  readonly headers: Readonly<Record<string, string>>;
  /** `Set-Cookie` lines. */
  readonly cookies: readonly string[];

  /** `etag` is the whole header, quotes included; resources with a revision name that instead. */
  constructor(
    body: T,
    more: {
      status?: 200 | undefined;
      revision?: number;
      etag?: string;
      headers?: Readonly<Record<string, string>>;
      cookies?: readonly string[];
    } = {},
  ) {
    this.body = body;
    this.status = more.status;
    this.etag = more.revision === undefined ? more.etag : `"${more.revision}"`;
    this.headers = more.headers ?? {};
    this.cookies = more.cookies ?? [];
  }
}

/** Sends the client elsewhere; the contract's status says whether for good. */
export function redirectTo(location: string): Reply<undefined> {
  return new Reply(undefined, { headers: { location } });
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

/** Precondition of a write: the revisions `If-Match` lists; undefined when it may overwrite. */
export function expectsRevision(ifMatch: string | undefined, revision: number): boolean {
  return ifMatch === undefined || namesTag(ifMatch, `"${revision}"`);
}
