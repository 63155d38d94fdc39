/** Typed state shared by the middlewares of `endpoint()`. */
import type { Request } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { SignIn } from '../auth/sign-in.ts';
import type { Principal, Scope } from '../base/principal.ts';

export interface Credential {
  /** An API key or a session token. */
  value: string;
  /** Browsers attach cookies automatically: writes with one are checked for cross-site requests. */
  fromCookie: boolean;
}

/** Parameters, query and body of a request. */
export interface RequestInput {
  params: unknown;
  query: unknown;
  body: unknown;
}

/** Grows as the request passes the chain; each field is set by the middleware named after it. */
export interface RequestState<Input extends RequestInput = RequestInput> extends Record<string, unknown> {
  /** caller.ts */
  credential?: Credential;
  principal?: Principal;
  /** The session of a session token; one that was created with an API key has no user. */
  session?: SignIn & {
    userId: string | null;
    sessionSha256: string;
    expiresAtMs: number;
    /** The user must set up a second factor first. */
    mustEnrol?: true | undefined;
    /** The client of the log-in. */
    userAgent?: string | undefined;
    /** Id of the application whose token it is. */
    clientId?: string | undefined;
  };
  /** The API key behind the credential. */
  apiKey?: { id: string; tenantId: string | null; secretSha256: string };
  /** caller.ts: `x-ratelimit-*` for the response, success or error. */
  rateHeaders?: Readonly<Record<string, string>>;
  /** scope.ts */
  scope?: Scope;
  /** validate.ts */
  input?: Input;
  /** message-hops.ts: of what the request causes. */
  hops?: number;
  /** validate.ts, and services through the context of their change: what the response warns about. */
  warnings?: string[];
  /** validate.ts: the client prefers errors to warnings about unknown names (`warnings.ts`). */
  isStrict?: boolean;
  /** stream-endpoint.ts: aborted when a streamed response has ended. */
  responseEnded?: AbortController;
}

/** Information about the client, for the few handlers that need it. */
export interface Client {
  /** Address of the client as the API received it. */
  ip: string;
  /** The `User-Agent` header. */
  userAgent: string | undefined;
  /** `name=value` each. */
  cookies: readonly string[];
  /** The first credential of the request. Endpoints without authentication have not verified it. */
  credential: Credential | undefined;
  /** Scheme and host under which the client reached the API, such as `https://api.example.com`. */
  readonly origin: string;
  /** Without TLS, which only happens locally. */
  overPlainHttp: boolean;
}

/** The event as it travels: the body parser replaces the text of `body` by the parsed value. */
export type HttpEvent = Omit<APIGatewayProxyEventV2, 'body'> & { body?: unknown };
export type HttpResult = APIGatewayProxyStructuredResultV2;
export type EndpointRequest<State extends RequestState = RequestState> = Request<
  HttpEvent,
  unknown,
  Error,
  Context,
  State
>;

export interface Middleware<State extends RequestState = RequestState> {
  before?: (request: EndpointRequest<State>) => void | Promise<void>;
  after?: (request: EndpointRequest<State>) => void | Promise<void>;
  onError?: (request: EndpointRequest<State>) => void | Promise<void>;
}
