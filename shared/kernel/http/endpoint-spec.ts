/**
 * The endpoint table's one row type. A contract is plain data plus zod schemas: it imports neither an AWS SDK
 * nor a handler, so synth, the OpenAPI document and the tests load every contract in milliseconds, and a
 * function's bundle holds the rows of the files that it imports and no others.
 */
import type { z } from 'zod/mini';
import type { Feature } from '../auth/features.ts';
import type { RateClass } from '../auth/rate-window.ts';
import type { ErrorType } from '../errors/app-error.ts';
import type { DetailsStyle } from '../errors/error-body.ts';
import type { FileArea } from '../files/object-keys.ts';

export type Transport = 'api' | 'stream' | 'ingest';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The DynamoDB actions a function may be granted on the table. Transactions use the actions of their parts. */
export const tableActions = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'ConditionCheckItem',
  'BatchWriteItem',
] as const;
export type TableAction = (typeof tableActions)[number];

/** What a function may do with schedules of the platform's own group (`shared/kernel/schedules/schedules.ts`). */
export type ScheduleAction = 'create' | 'update' | 'get' | 'delete' | 'list';

/**
 * What a function may do with the objects of the bucket (`shared/kernel/files`): `write` a whole object at once, `upload` one
 * piece by piece, `presign` a form with which a browser writes one into staging. Copying is `read` and `write`. Who asks
 * for objects that may be missing needs `list` beside `read`: S3 tells only then that there is none.
 */
export type FileAction = 'read' | 'write' | 'upload' | 'delete' | 'list' | 'presign';
/** An action on all objects, or on those of one area only: `read thumbs`. */
export type FilePermission = FileAction | `${Exclude<FileAction, 'list' | 'presign'>} ${FileArea}`;

/** Knows whether the deployment sends mails, and where their links lead; or sends them as well. */
export type EmailPermission = 'settings' | 'send';

export type DeadLetterPermission = 'read' | 'redrive';

/** AWS permissions of the endpoint's own code. `endpoint()`'s own needs (reading the caller) are added by lib/aws. */
export interface Permissions {
  table?: readonly TableAction[];
  /** Counts against limits (`rate-limit.ts`), and may reset them. */
  limits?: 'count' | 'count and reset';
  /** Copies definitions of toggles that are checked often, and counts evaluations (`shared/modules/toggles/{check-store,usage}.ts`). */
  toggles?: 'copy';
  /** Queues it sends to; their URLs are then in the environment (`queueUrlVariable`). */
  queues?: readonly string[];
  /** Looks at the dead letters of all queues, or has SQS move them back as well (`shared/kernel/queues/dead-letters.ts`). */
  deadLetters?: DeadLetterPermission;
  /** Opens sealed secrets (`shared/kernel/secrets/seal.ts`), or seals some as well. */
  secrets?: 'open' | 'seal and open';
  /** Reads or changes files; the bucket's name is then in the environment (`FILES_BUCKET`). */
  files?: readonly FilePermission[];
  /** Whether mails are sent, and where their links lead, is then in the environment (`shared/modules/email/environment.ts`). */
  email?: Extract<EmailPermission, 'settings'>;
  /** Makes schedules that send to queues, and changes, reads, deletes or lists them. */
  schedules?: readonly ScheduleAction[];
}

type Schema = z.core.$ZodType;
type Output<S> = S extends Schema ? z.core.output<S> : undefined;

/** The response to a request that succeeds, and how it travels when it is not JSON. */
export interface Success<Result extends Schema | undefined = Schema | undefined> {
  /** The handler of a redirect (302, 308) answers `redirectTo(…)`. */
  status: 200 | 201 | 202 | 204 | 302 | 308;
  description: string;
  /** With 201: when it is 200 instead, with the same body. The handler's `Reply` says which. */
  okDescription?: string;
  /** Schema of the body; undefined means an empty response. */
  result?: Result;
  /**
   * Content types of a body that is not JSON. Text and bytes then go out as they are, labelled with the first
   * of them unless the handler's `Reply` names another.
   */
  contentTypes?: readonly [string, ...string[]];
  /** Headers beyond those of every response, by lower-case name, and what they say. */
  headers?: Readonly<Record<string, string>>;
}

/** The documented answer. The request comes from the operation's sample (`shared/catalog/samples.ts`). */
export interface Example {
  summary: string;
  response?: unknown;
}

export interface EndpointSpec<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Result extends Schema | undefined = Schema | undefined,
> {
  /** camelCase and unique; the function's file is its kebab-case form under `functions/<module>/`. */
  operationId: string;
  /** Folder under `shared/` and `functions/`, and the name of the module's stack; described in modules.ts. */
  module: string;
  method: HttpMethod;
  /** API Gateway form: `/api/business_rules/rules/{id}`. */
  path: string;
  /** Paths that begin with the first and mean the same, such as `/api/images/{id}/{name+}`. Only for streams. */
  otherPaths?: readonly string[];
  /**
   * How request and answer travel. `api` (the default) is a route of the HTTP API: whole responses up to 6 MB. `stream` is
   * a function URL behind the same host: answers of any size, sent as they are made, for GET (and HEAD) only. `ingest`
   * takes large bodies: a service of its own behind the same host where the stage has one, else a route of the HTTP API
   * with what fits into a Lambda's event. Its body is a stream (`bodyFormat: 'stream'`).
   */
  transport?: Transport;
  summary: string;
  description: string;
  /**
   * `caller` demands an API key or session; `none` is open. `optional` is open too, but looks at the credentials of
   * who sends some, and refuses invalid ones: its handler gets a `caller` or none, and decides what that one may see.
   */
  auth: 'caller' | 'optional' | 'none';
  /**
   * Which selection the handler needs: it receives a `Scope` with at least that much in it. `optional` looks at what
   * is selected and demands nothing.
   */
  scope: 'organization' | 'tenant' | 'optional' | 'none';
  /** Feature the caller must hold; super admins pass. */
  feature?: Feature;
  /** Only super admins may call it. */
  superAdmin?: boolean;
  params?: Params;
  query?: Query;
  body?: Body;
  /**
   * `form` takes what an HTML form sends, URL-encoded or multipart, instead of JSON; `raw` takes anything as it comes,
   * with its headers, for receivers that verify a signature; `stream` hands it over while it comes in.
   */
  bodyFormat?: 'json' | 'form' | 'raw' | 'stream';
  /** A request without a body counts as one with an empty object. */
  bodyOptional?: boolean;
  /** Largest accepted body in bytes; more returns 413. Defaults to `limits.bodyBytes`. */
  maxBodyBytes?: number;
  /** Of a form with a file: the part of `maxBodyBytes` beside the file. A larger body is reported by the limit of the file. */
  formOverheadBytes?: number;
  /** The names that the handler reads beside those of an open (loose) query or body; other names are unknown. */
  openNames?: RegExp;
  /** Fields of a JSON body (`condition`, `mapping.condition`) that nest to any depth: what handles them keeps its own stack. */
  deepFields?: readonly string[];
  details?: DetailsStyle;
  /** The error of a request that breaks its schema; `invalid_input` (400) unless the module has one of its own. */
  invalidError?: ErrorType;
  /** Honours the header `Idempotency-Key`. */
  idempotencyKey?: true;
  success: Success<Result>;
  /** Codes this endpoint can answer beyond those every endpoint shares (`documented-errors.ts`). */
  errors?: readonly string[];
  /** The field of the response with the rows that `?format=` exports, where the envelope is not that of generic lists. */
  exportedRows?: string;
  /**
   * The response carries an `ETag` (reads, writes) and writes honour `If-Match`. Of a read whose handler names none it is a
   * hash of the body: for what has no revision, or shows more than one resource.
   */
  etag?: boolean;
  /**
   * Refuses what other sites make a browser send, although the endpoint asks for no credentials: for those that
   * give or take session cookies. Endpoints with `auth: 'caller'` do so for every request that relies on a cookie.
   */
  sameOrigin?: boolean;
  /** A POST that only reads: `If-None-Match` is answered with 304 as that of a GET. */
  conditionalPost?: true;
  /** Rate limit class of requests with API keys; default: `requests`. */
  rateClass?: RateClass;
  /** Additional fields of every error of this endpoint. */
  errorFields?: Readonly<Record<string, unknown>>;
  /** The same where it depends on the error, and on the parameters in the path: bodies that a standard prescribes. */
  errorFieldsOf?: (
    error: { code: string; message: string },
    params: Readonly<Record<string, string | undefined>>,
  ) => Readonly<Record<string, unknown>>;
  permissions?: Permissions;
  memoryMb?: number;
  timeoutSeconds?: number;
  /**
   * Answers for as long as the client listens, and so occupies a function instance all the time: the stage says how
   * many there may be at once, and they are kept apart from those of everything else.
   */
  holdsConnection?: boolean;
  example?: Example;
}

export interface Endpoint<
  Params extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Body extends Schema | undefined = Schema | undefined,
  Result extends Schema | undefined = Schema | undefined,
> extends EndpointSpec<Params, Query, Body, Result> {
  readonly types?: {
    params: Output<Params>;
    query: Output<Query>;
    body: Output<Body>;
    result: Output<Result>;
  };
}

/** The types that a contract's schemas have for its handler. */
export type TypesOf<E> = E extends {
  readonly types?: infer T extends { params: unknown; query: unknown; body: unknown; result: unknown };
}
  ? T
  : never;

/** Declares one row of the endpoint table; the type parameters carry the schemas' types to the handler. */
export function defineEndpoint<
  Params extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Body extends Schema | undefined = undefined,
  Result extends Schema | undefined = undefined,
>(spec: EndpointSpec<Params, Query, Body, Result>): Endpoint<Params, Query, Body, Result> {
  return spec;
}

/** `createRule` → `create-rule`: the name of the function's file, of its Lambda and of its bundle. */
export function kebabCase(operationId: string): string {
  return operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The file that holds the endpoint's handler, from the project's root. */
export function entryFile(endpoint: Pick<EndpointSpec, 'module' | 'operationId'>): string {
  return `functions/${endpoint.module}/${kebabCase(endpoint.operationId)}.ts`;
}
