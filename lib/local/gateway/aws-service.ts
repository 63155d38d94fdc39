/**
 * The interface of an emulated AWS service (DynamoDB, S3, SQS, …). To add a service, add a file and list it in the AWS
 * gateway.
 */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { AwsIdentity } from '../types.ts';

/** A call whose whole body the AWS gateway has read. */
export interface AwsRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  caller?: AwsIdentity;
}

/** A response with its whole body as text: a message between threads carries text faster than bytes. */
export interface WholeResponse extends AwsResponse {
  body: string;
}

/** The AWS gateway for workers, without a socket. */
export interface ChannelGateway {
  /** The services that can be called this way. */
  services: readonly string[];
  /** Runs a call; undefined when it gets no response. */
  call(request: Omit<AwsRequest, 'caller'>): Promise<WholeResponse | undefined>;
}

/** A call whose body is still arriving; without `caller` when its headers have no signature. */
export interface StreamedAwsRequest extends Omit<AwsRequest, 'body'> {
  stream: AsyncIterable<Uint8Array>;
}

export interface AwsResponse {
  status: number;
  headers: Record<string, string>;
  /** A whole body, or a stream; a stream's `content-length` is among the headers. */
  body: string | Uint8Array | AsyncIterable<Uint8Array>;
}

/** A response with the cost of the call, which only DynamoDB reports. */
export interface Outcome extends AwsResponse {
  readUnits?: number;
  writeUnits?: number;
  errorCode?: string | undefined;
}

/** One permission a call needs. `context` holds the service's own condition keys. */
export interface Need {
  /** With the service prefix, for instance `dynamodb:PutItem`. */
  action: string;
  resource: string;
  context?: Record<string, string | string[]>;
  /** The policy of a key: KMS evaluates it first, and IAM only where the policy delegates to it. */
  keyPolicy?: unknown;
  /** The error that the service returns instead of AccessDenied; `reason` is IAM's reason. */
  refusal?: (reason: string) => AwsError;
  /** The policy of a bucket, evaluated together with IAM. */
  bucketPolicy?: unknown;
}

/** A call that its service has parsed but not yet run. */
export interface AwsCall {
  /** Without the service prefix, for instance `PutItem`. */
  action: string;
  /** The ARN shown by the meter. */
  resource: string;
  needs: readonly Need[];
  /** The members of a transaction for the meter: the key of each. */
  transaction?: readonly (readonly string[])[] | undefined;
  /** The signer, for services whose signature is in the body. */
  signer?: AwsIdentity;
  /**
   * Runs the call. `delay` is awaited while the call is in flight, so that injected latency makes concurrent calls
   * conflict. `may` checks needs that depend on stored data. Throws `AwsError` when the call is rejected.
   */
  run(delay: () => Promise<void>, may: (need: Need) => boolean): Promise<Outcome>;
}

export interface AwsService {
  /** The service's name in a signature's credential scope, for instance `dynamodb`. */
  name: string;
  maxRequestBytes: number;
  streams?: false;
  /** Parses a request. Throws `AwsError` when it is malformed or not supported. */
  open(request: AwsRequest): AwsCall;
  /** An error in the service's wire format. */
  errorResponse(error: AwsError, request?: { method: string }): AwsResponse;
  /** The error that the service returns when it throttles. */
  throttled(): AwsError;
  stop?(): void;
}

/** A service that reads request bodies as streams. */
export interface StreamingAwsService extends Omit<AwsService, 'open' | 'maxRequestBytes' | 'streams'> {
  streams: true;
  open(request: StreamedAwsRequest): Promise<AwsCall>;
  /** Whether an unsigned request is for this service. */
  takesUnsigned(request: IncomingMessage): boolean;
  /** Returns the response to a CORS preflight; undefined when the request is for another service. */
  preflight(request: Omit<StreamedAwsRequest, 'stream'>): AwsResponse | undefined;
}

export type AnyService = AwsService | StreamingAwsService;

/** An error that the caller's SDK receives. `fields` are further members of the error's body. */
export class AwsError extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: Record<string, unknown>;

  constructor(code: string, message: string, status = 400, fields: Record<string, unknown> = {}) {
    super(message);
    this.code = code;
    this.status = status;
    this.fields = fields;
  }
}
