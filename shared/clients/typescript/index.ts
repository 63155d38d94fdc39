/**
 * The typed client of the platform's API: paths, parameters, bodies and answers are checked by the compiler against the
 * OpenAPI document. It imports nothing of the platform but its generated types and can be published as it is.
 */
import createClient, { type Client, createQuerySerializer, type Middleware } from 'openapi-fetch';
import { PlatformError } from './error.ts';
import type { paths } from './paths.ts';

export { PlatformError } from './error.ts';
export { allPages } from './pages.ts';
export type { paths } from './paths.ts';
export type * from './schemas.ts';

/** Answers are typed as JSON where an operation has several forms of them. */
export type PlatformClient = Client<paths, 'application/json'>;

export interface PlatformClientOptions {
  /** Address of the platform, such as `https://api.example.com`. */
  baseUrl: string;
  /** An API key or a session token; asked before every request when it is a function. Without it no request has credentials. */
  token?: string | (() => string | Promise<string>);
  /** Tenant and organization to act in, where the caller may choose. A request's own `query` goes first. */
  tenantId?: string;
  organizationId?: string;
  /** How often a request that was refused for its rate (429) is sent again after the wait that the answer names. */
  retries?: number;
  /** By default that of the language. */
  fetch?: (request: Request) => Promise<Response>;
}

/** A list in a query is one parameter, its values separated by commas. */
const serialize = createQuerySerializer({ array: { style: 'form', explode: false } });

/**
 * Adds the selection where a request has none of its own. Part of the query from the beginning: a browser sends the body
 * of a request that is made anew as a stream, which it refuses to do over HTTP/1.1.
 */
function withSelection({ tenantId, organizationId }: PlatformClientOptions) {
  return (query: Record<string, unknown>): string => {
    const missing = Object.entries({ tenantId, organizationId }).filter(
      ([name]) => query[name] === undefined,
    );
    return serialize({ ...query, ...Object.fromEntries(missing) });
  };
}

function authorization({ token }: PlatformClientOptions): Middleware {
  return {
    async onRequest({ request }) {
      const secret = typeof token === 'function' ? await token() : token;
      if (secret !== undefined && !request.headers.has('authorization')) {
        request.headers.set('authorization', `Bearer ${secret}`);
      }
    },
  };
}

/** Sends again what was refused for its rate: nothing has happened then, with any method. */
function patient(send: (request: Request) => Promise<Response>, retries: number) {
  return async (request: Request): Promise<Response> => {
    for (let left = retries; left > 0; left -= 1) {
      const response = await send(request.clone());
      if (response.status !== 429) return response;
      await response.body?.cancel();
      const waitSeconds = Number(response.headers.get('retry-after') ?? 1);
      await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1_000));
    }
    return send(request);
  };
}

/** A client for one address and one caller. Its calls answer `{data, error, response}` and throw only without an answer. */
export function createPlatformClient(options: PlatformClientOptions): PlatformClient {
  const { baseUrl, retries = 2, fetch: send = (request: Request) => fetch(request) } = options;
  const client = createClient<paths, 'application/json'>({
    baseUrl,
    fetch: patient(send, retries),
    querySerializer: withSelection(options),
  });
  client.use(authorization(options));
  return client;
}

interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** The data of a call that succeeded. */
type DataOf<Called extends Answer> = Called extends { error?: never } ? Called['data'] : never;

/** The data of a call. Throws a `PlatformError` when the platform refused it. */
export async function orThrow<Called extends Answer>(call: Promise<Called>): Promise<DataOf<Called>> {
  const { data, error, response } = await call;
  if (!response.ok) throw new PlatformError(response, error);
  return data as DataOf<Called>;
}

/** Sends a body as a multipart form: `client.POST('/api/attachments', { body, bodySerializer: asForm })`. */
export function asForm(body: Readonly<Record<string, unknown>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) {
    if (value instanceof Blob) form.set(name, value);
    else if (value !== undefined) form.set(name, String(value));
  }
  return form;
}
