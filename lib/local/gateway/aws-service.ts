/** What one AWS service (DynamoDB, S3, SQS, …) must offer to join the AWS gateway: add a file, and list it there. */
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { AwsIdentity } from '../types.ts';

/** A call as it came in; the AWS gateway has read the whole body. */
export interface AwsRequest {
  method: string;
  /** Path and query. */
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
  caller?: AwsIdentity;
}

/** An answer in one piece. */
export interface WholeAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
}

/** The AWS gateway as workers reach it, without a socket. */
export interface ChannelGateway {
  /** The services that may be called so. */
  services: readonly string[];
  /** Returns a call; undefined when it shall get no answer. */
  call(request: Omit<AwsRequest, 'caller'>): Promise<WholeAnswer | undefined>;
}

/** A call whose body is still coming in; without `caller` when its headers carry no signature. */
export interface StreamedAwsRequest extends Omit<AwsRequest, 'body'> {
  stream: AsyncIterable<Uint8Array>;
}

export interface AwsAnswer {
  status: number;
  headers: Record<string, string>;
  /** Whole, or read while it is sent; `content-length` is then among the headers. */
  body: string | Uint8Array | AsyncIterable<Uint8Array>;
}

/** An answer with what the call cost. */
export interface Outcome extends AwsAnswer {
  readUnits: number;
  writeUnits: number;
  errorCode?: string | undefined;
}

/** One permission a call needs. `context` holds the service's own condition keys. */
export interface Need {
  /** With the service, for instance `dynamodb:PutItem`. */
  action: string;
  resource: string;
  context: Record<string, string | string[]>;
  /** The policy of a key: KMS asks it first, and IAM only where it says so. */
  keyPolicy?: unknown;
  /** What the service answers instead of AccessDenied; `reason` says why IAM refused. */
  refusal?: (reason: string) => AwsError;
  /** The policy of a bucket, which grants and denies beside IAM. */
  bucketPolicy?: unknown;
}

/** A call that its service has understood but not yet run. */
export interface AwsCall {
  /** Without the service, for instance `PutItem`. */
  action: string;
  /** The ARN that the meter shows. */
  resource: string;
  needs: readonly Need[];
  /** What the meter shows of a transaction: the key of every member. */
  transaction?: readonly (readonly string[])[] | undefined;
  /** Who signed, where that stands in the body. */
  signer?: AwsIdentity;
  /**
   * Runs the call. `delay` is awaited while it is in flight, so that injected latency widens the window in
   * which calls meet. `may` answers for needs that depend on what the call finds. Throws `AwsError` when the call is
   * refused.
   */
  run(delay: () => Promise<void>, may: (need: Need) => boolean): Promise<Outcome>;
}

export interface AwsService {
  /** The service's name in a signature's scope, for instance `dynamodb`. */
  name: string;
  maxRequestBytes: number;
  streams?: false;
  /** Understands a request. Throws `AwsError` when it is malformed or not offered here. */
  open(request: AwsRequest): AwsCall;
  /** An error in the service's wire format. */
  errorAnswer(error: AwsError, request?: { method: string }): AwsAnswer;
  /** The error the service answers when it throttles. */
  throttled(): AwsError;
  stop(): void;
}

/** A service that reads bodies itself, while they come in. */
export interface StreamingAwsService extends Omit<AwsService, 'open' | 'maxRequestBytes' | 'streams'> {
  streams: true;
  open(request: StreamedAwsRequest): Promise<AwsCall>;
  /** Whether a request without a signature in its headers is for this service. */
  takesUnsigned(request: IncomingMessage): boolean;
  /** Returns what browsers ask before they send something; undefined when it is not about this service. */
  preflight(request: Omit<StreamedAwsRequest, 'stream'>): AwsAnswer | undefined;
}

export type AnyService = AwsService | StreamingAwsService;

/** An error that the caller's SDK shall see. `fields` are further members of the error's body. */
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
