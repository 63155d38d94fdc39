/**
 * The typed client of the platform's API: the compiler checks paths, parameters, bodies and responses against the
 * OpenAPI document. It imports only its generated types and can be published separately.
 */
import createClient, {
  type Client,
  createQuerySerializer,
  defaultBodySerializer,
  type Middleware,
} from 'openapi-fetch';
import { PlatformError } from './error.ts';
import { mayBeRounded, parseJson, toJson } from './json.ts';
import type { paths } from './openapi.ts';

export { type ApiError, PlatformError } from './error.ts';
export { parseJson, toJson } from './json.ts';
export type * from './openapi.ts';
export { allPages } from './pages.ts';

/** Responses are typed as JSON where an operation has several formats. */
export type PlatformClient = Client<paths, 'application/json'>;

export interface PlatformClientOptions {
  /** Address of the platform, such as `https://api.example.com`. */
  baseUrl: string;
  /**
   * An API key or a session token, or a function that is called before every request. Without it, requests have no
   * credentials.
   */
  token?: string | (() => string | Promise<string>);
  /** Default tenant and organization, for callers that may choose. A request's own `query` has precedence. */
  tenantId?: string;
  organizationId?: string;
  /** How often a request that exceeded a rate limit (429) is repeated, after the wait in the response. */
  retries?: number;
  /** By default the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

/** A list in a query is one parameter with comma-separated values. */
const serialize = createQuerySerializer({ array: { style: 'form', explode: false } });

/**
 * Adds the default selection to requests without one. Done before the request is created: a browser sends the body of
 * a copied request as a stream, which HTTP/1.1 does not allow.
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

/** The library passes the headers to it, but does not declare them. */
const serializeByType: (body: unknown, headers?: unknown) => string = defaultBodySerializer;

/** Writes a body by its content type. Bodies may contain bigints, which only `toJson` writes. */
function serializeBody(body: unknown, headers?: unknown): string {
  try {
    return serializeByType(body, headers);
  } catch {
    return toJson(body);
  }
}

/** openapi-fetch parses responses with JSON.parse; a response with long numbers is parsed by `parseJson`. */
const exactNumbers: Middleware = {
  async onResponse({ response, options }) {
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    if (options.parseAs !== 'json' || !isJson || !response.ok || response.body === null) return undefined;
    const text = await response.clone().text();
    if (!mayBeRounded.test(text)) return undefined;
    const { status, statusText, headers } = response;
    const exact = new Response(text, { status, statusText, headers });
    // Without a length, openapi-fetch parses the text itself.
    exact.headers.set('content-length', String(text.length));
    Object.defineProperty(exact, 'json', { value: async () => parseJson(text) });
    return exact;
  },
};

/** Waits before a request is repeated. An aborted request ends the wait, which may be as long as an hour. */
function waitFor(seconds: number, { signal }: Request): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end);
      resolve();
    }, seconds * 1_000);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
  });
}

/** Repeats requests that exceeded a rate limit, which have had no effect, with any method. */
function patient(send: (request: Request) => Promise<Response>, retries: number) {
  return async (request: Request): Promise<Response> => {
    for (let left = retries; left > 0; left -= 1) {
      const response = await send(request.clone());
      if (response.status !== 429) return response;
      await response.body?.cancel();
      await waitFor(Number(response.headers.get('retry-after') ?? 1), request);
    }
    return send(request);
  };
}

/**
 * A client for one address and one caller. Its calls return `{data, error, response}` and only throw without a
 * response.
 */
export function createPlatformClient(options: PlatformClientOptions): PlatformClient {
  const { baseUrl, retries = 2, fetch: send = (request: Request) => fetch(request) } = options;
  const client = createClient<paths, 'application/json'>({
    baseUrl,
    fetch: patient(send, retries),
    headers: { prefer: 'handling=strict' },
    querySerializer: withSelection(options),
    bodySerializer: serializeBody,
  });
  client.use(authorization(options), exactNumbers);
  return client;
}

interface Answer {
  data?: unknown;
  error?: unknown;
  response: Response;
}

/** The data of a successful call. */
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
