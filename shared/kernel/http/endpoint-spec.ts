/**
 * The row type of the endpoint table. A contract is plain data plus zod schemas: it imports neither an AWS SDK nor a
 * handler, so that synth, the OpenAPI document and the tests load all contracts in milliseconds, and a function's
 * bundle only contains the rows of imported files.
 */
import type { z } from 'zod/mini';
import type { RateClass } from '../auth/rate-window.ts';
import type { Feature } from '../base/features.ts';
import type { InvalidError } from '../errors/api-error.ts';
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
 * What a function may do with the objects of the bucket (`shared/kernel/files`): `write` a whole object at once,
 * `upload` one piece by piece, `presign` a form with which a browser writes one into staging. Copying is `read` and
 * `write`. Functions that read possibly missing objects need `list` besides `read`: only then S3 returns 404.
 */
export type FileAction = 'read' | 'write' | 'upload' | 'delete' | 'list' | 'presign';
/** An action on all objects, or only on those of one area: `read thumbs`. */
export type FilePermission = FileAction | `${Exclude<FileAction, 'list' | 'presign'>} ${FileArea}`;

/** Reads whether the deployment sends e-mails and the base URL of their links; or sends e-mails as well. */
export type EmailPermission = 'settings' | 'send';

export type DeadLetterPermission = 'read' | 'redrive';

/** AWS permissions of the endpoint's own code. lib/aws adds those of `endpoint()` (reading the caller). */
export interface Permissions {
  table?: readonly TableAction[];
  /** Counts against limits (`rate-limit.ts`), and may reset them. */
  limits?: 'count' | 'count and reset';
  /** Counts evaluations of toggles (`shared/modules/toggles/usage.ts`). */
  toggles?: 'count';
  /** Queues it sends to; their URLs are then in the environment (`queueUrlVariable`). */
  queues?: readonly string[];
  /**
   * Reads dead-letter queues, or lets SQS move their messages back as well (`shared/kernel/queues/dead-letters.ts`).
   */
  deadLetters?: DeadLetterPermission;
  /** Decrypts secrets (`shared/kernel/secrets/seal.ts`), or encrypts some as well. */
  secrets?: 'open' | 'seal and open';
  /** Reads or changes files; the bucket's name is then in the environment (`FILES_BUCKET`). */
  files?: readonly FilePermission[];
  /**
   * Whether e-mails are sent, and the base URL of their links, is then in the environment
   * (`shared/modules/email/environment.ts`).
   */
  email?: Extract<EmailPermission, 'settings'>;
  /** Creates schedules that send to queues, and changes, reads, deletes or lists them. */
  schedules?: readonly ScheduleAction[];
}

type Schema = z.core.$ZodType;
type Output<S> = S extends Schema ? z.core.output<S> : undefined;

/** The successful response, and its format when it is not JSON. */
export interface Success<Result extends Schema | undefined = Schema | undefined> {
  /** The handler of a redirect (302, 308) returns `redirectTo(…)`. */
  status: 200 | 201 | 202 | 204 | 302 | 308;
  /** Only what the summary does not say: otherwise derived (`shared/modules/docs/openapi/describe-success.ts`). */
  description?: string;
  /** With 201: when the response is 200 instead, with the same body. The handler's `Reply` selects it. */
  okDescription?: string;
  /** Schema of the body; undefined means an empty response. */
  result?: Result;
  /**
   * Content types of a body that is not JSON. Text and bytes are sent unchanged, with the first type unless the
   * handler's `Reply` names another.
   */
  contentTypes?: readonly [string, ...string[]];
  /** Headers beyond those of every response, by lower-case name, with their descriptions. */
  headers?: Readonly<Record<string, string>>;
}

type MoreOfSuccess = Omit<Success, 'status' | 'result'>;

/** 200 with this body. */
export function returns<R extends Schema>(result: R, more?: MoreOfSuccess): Success<R> {
  return { status: 200, result, ...more };
}

/** 201 with this body. */
export function creates<R extends Schema>(result: R, more?: MoreOfSuccess): Success<R> {
  return { status: 201, result, ...more };
}

/** 202 with this body. */
export function accepts<R extends Schema>(result: R, more?: MoreOfSuccess): Success<R> {
  return { status: 202, result, ...more };
}

/**
 * The documented response, where it says more than the examples of its fields, from which it is composed otherwise. The
 * request comes from the operation's sample (`shared/catalog/samples.ts`).
 */
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
  /** camelCase and unique; the function's file has its kebab-case form as name (`lib/aws/function-files.ts`). */
  operationId: string;
  /** The name of its stack: the module's, or that of a part of it with a stack of its own. */
  module: string;
  method: HttpMethod;
  /** API Gateway form: `/api/business_rules/rules/{id}`. */
  path: string;
  /** Paths with the same beginning and meaning, such as `/api/images/{id}/{name+}`. Only for streams. */
  otherPaths?: readonly string[];
  /**
   * The transport of request and response. `api` (the default) is a route of the HTTP API: whole responses up to 6 MB.
   * `stream` is a function URL behind the same host: streamed responses of any size, for GET (and HEAD) only. `ingest`
   * is for large bodies: a service behind the same host if the stage has one, else a route of the HTTP API with the
   * limit of a Lambda event. Its body is a stream (`bodyFormat: 'stream'`).
   */
  transport?: Transport;
  /**
   * The public host caches responses that their `cache-control` calls public: by `path` those that are the same for
   * every request of a path, by `caller` those that depend on query and credentials, for five minutes at most.
   */
  edgeCache?: 'path' | 'caller';
  summary: string;
  description: string;
  /**
   * `caller` requires an API key or session; `none` is public. `optional` is public too, but checks credentials that
   * are sent and refuses invalid ones: its handler gets an optional `caller`, and decides about access.
   */
  auth: 'caller' | 'optional' | 'none';
  /**
   * The selection that the handler needs: it receives a `Scope` with at least that part. `optional` requires nothing.
   */
  scope: 'organization' | 'tenant' | 'optional' | 'none';
  /** Feature that the caller must have; super admins have all. */
  feature?: Feature;
  /** Only super admins may call it. */
  superAdmin?: boolean;
  /**
   * Sessions of users with a second factor must have proved it recently (`shared/kernel/auth/step-up.ts`): for what gives
   * or takes rights, credentials and money.
   */
  stepUp?: true;
  /** Users who must set up a second factor may call it before they have one. */
  enrolment?: true;
  params?: Params;
  query?: Query;
  body?: Body;
  /**
   * `form` accepts an HTML form, URL-encoded or multipart, instead of JSON; `raw` passes the unchanged bytes and
   * headers, for receivers that verify a signature; `stream` passes the body as it arrives.
   */
  bodyFormat?: 'json' | 'form' | 'raw' | 'stream';
  /** The handler verifies the hops of deliveries (shared/kernel/secrets/signed-hops.ts), which others only read. */
  verifiesHops?: true;
  /** A request without a body counts as one with an empty object. */
  bodyOptional?: boolean;
  /** Maximum body size in bytes; larger ones return 413. Defaults to `limits.bodyBytes`. */
  maxBodyBytes?: number;
  /**
   * For a form with a file: the part of `maxBodyBytes` outside the file. A larger body is reported with the limit of
   * the file.
   */
  formOverheadBytes?: number;
  /** Names that the handler reads besides those of an open (loose) query or body; other names are unknown. */
  openNames?: RegExp;
  /** Fields of a JSON body (`condition`, `mapping.condition`) that nest to any depth: their code uses its own stack. */
  deepFields?: readonly string[];
  details?: DetailsStyle;
  /** The error of a request that violates its schema; `invalid_input` (400) unless the module has its own. */
  invalidError?: InvalidError;
  /**
   * Supports the header `Idempotency-Key`: its function is a `creation()`. `defineEndpoint` sets it for status 201; `false`
   * prevents that. `own`: the module has its own items and errors for keys.
   */
  idempotencyKey?: boolean | 'own';
  success: Success<Result>;
  /** Codes that this endpoint can return beyond the shared ones (`kernel/modules/documented-errors.ts`). */
  errors?: readonly string[];
  /** The field of the response with the rows that `?format=` exports, if the envelope is not that of generic lists. */
  exportedRows?: string;
  /**
   * The response has an `ETag` (reads, writes), and writes support `If-Match`. If the handler of a read returns none,
   * it is a hash of the body: for content without a revision, or with more than one resource.
   */
  etag?: boolean;
  /**
   * Refuses cross-site requests although the endpoint requires no credentials: for endpoints that set or read session
   * cookies. Endpoints with `auth: 'caller'` do so for every request that relies on a cookie.
   */
  sameOrigin?: boolean;
  /** A POST that only reads: read-only keys may call it, and `If-None-Match` returns 304 as with GET. */
  reads?: true;
  /** Rate limit class of requests with API keys; default: `requests`. */
  rateClass?: RateClass;
  /** Additional fields of every error of this endpoint. */
  errorFields?: Readonly<Record<string, unknown>>;
  /**
   * Like it, where the fields depend on the error and the path parameters, and replace those of the error: bodies that a
   * standard prescribes.
   */
  errorFieldsOf?: (
    error: { code: string; message: string; body: Readonly<Record<string, unknown>> },
    params: Readonly<Record<string, string | undefined>>,
  ) => Readonly<Record<string, unknown>>;
  permissions?: Permissions;
  memoryMb?: number;
  timeoutSeconds?: number;
  /**
   * The response lasts as long as the client listens and occupies a function instance: the stage limits their number,
   * separately from other functions.
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
  const { idempotencyKey = spec.success.status === 201 } = spec;
  return idempotencyKey === true ? { ...spec, ...creationParts(spec) } : spec;
}

const union = <T>(some: readonly T[] = [], more: T): T[] => [...new Set([...some, more])];

/** What a contract has in addition because its function is a `creation()`. */
function creationParts({ errors, permissions }: EndpointSpec) {
  return {
    idempotencyKey: true as const,
    errors: union(errors, 'idempotency_conflict'),
    permissions: { ...permissions, table: union<TableAction>(permissions?.table, 'GetItem') },
  };
}

/** The name of an endpoint's operation, and its route. */
export function operation(operationId: string, method: HttpMethod, path: string) {
  return { operationId, method, path };
}

/** Whether the operation changes nothing: GET (with HEAD), and each POST whose contract says so. */
export const isReading = ({ method, reads }: Pick<EndpointSpec, 'method' | 'reads'>): boolean =>
  method === 'GET' || reads === true;

/** `createRule` → `create-rule`: the name of the function's file, of its Lambda and of its bundle. */
export function kebabCase(operationId: string): string {
  return operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
