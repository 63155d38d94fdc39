import { type EndpointSpec, isReading } from './endpoint-spec.ts';

/** A response with more than a body. Most handlers just return the body. */
export class Reply<T> {
  readonly body: T;
  /** 200 for a contract that returns 201 for new resources. */
  readonly status: 200 | undefined;
  readonly etag: string | undefined;
  /** By lower-case name; they override those of every response. */
  readonly headers: Readonly<Record<string, string>>;
  /** `Set-Cookie` lines. */
  readonly cookies: readonly string[];

  /** `etag` is the whole header, quotes included; resources with a revision name the revision instead. */
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

/** Redirects the client; the contract's status says whether permanently. */
export function redirectTo(location: string): Reply<undefined> {
  return new Reply(undefined, { headers: { location } });
}

/** A body whose resource has a revision; it becomes the `ETag`. */
export function withRevision<T>(body: T, revision: number): Reply<T> {
  return new Reply(body, { revision });
}

/**
 * Whether an `If-Match`/`If-None-Match` header contains this tag. Compressing proxies make strong tags weak, so
 * `W/"3"` and `"3"` are equal here.
 */
export function namesTag(header: string, etag: string): boolean {
  return header.split(',').some((entry) => {
    const tag = entry.trim().replace(/^W\//, '');
    return tag === '*' || tag === etag;
  });
}

/** As `If-Match`: only a resource that does not exist yet, which has revision 0. */
const onlyNew = '"0"';

/**
 * The precondition of a write: its `If-Match` header; reads have none. `If-None-Match: *` with PUT, PATCH and DELETE is one
 * as well: the resource must not exist yet.
 */
export function preconditionOf(
  { method, reads }: Pick<EndpointSpec, 'method' | 'reads'>,
  headers: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (isReading({ method, reads })) return;
  const { 'if-match': ifMatch, 'if-none-match': ifNoneMatch } = headers;
  if (ifMatch === undefined && ifNoneMatch?.trim() === '*' && ['PUT', 'PATCH', 'DELETE'].includes(method))
    return onlyNew;
  return ifMatch;
}

/** The revision of a resource, which is its `ETag`. */
export interface Revised {
  revision: number;
  /**
   * The revision of the last change by a caller, if the service has changed the resource since: changes with an `ETag`
   * from then on are still current. Absent if both are the same.
   */
  editedRevision?: number | undefined;
}

/** Precondition of a write: the revisions in `If-Match`; undefined when it may overwrite. */
export function expectsRevision(
  ifMatch: string | undefined,
  { revision, editedRevision = revision }: Revised,
): boolean {
  if (ifMatch === undefined || namesTag(ifMatch, `"${revision}"`)) return true;
  return ifMatch.split(',').some((entry) => {
    const [, named] = /^(?:W\/)?"([1-9]\d{0,14})"$/.exec(entry.trim()) ?? [];
    return named !== undefined && Number(named) >= editedRevision && Number(named) < revision;
  });
}
