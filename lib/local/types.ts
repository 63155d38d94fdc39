/** Types shared by the parts of the local runtime. */

/** One resource of the synthesized templates, its properties with every intrinsic function resolved. */
export interface Resource {
  stack: string;
  logicalId: string;
  type: string;
  properties: Record<string, unknown>;
  /** The value of `Ref`. */
  physicalId: string;
  arn: string;
  /** The values of `Fn::GetAtt`. */
  attributes?: Readonly<Record<string, string>>;
  /** Where its code is, relative to the assembly. */
  codePath?: string | undefined;
}

/** The synthesized app after resolution. */
export interface ResolvedApp {
  resources: readonly Resource[];
  /** All resources of one CloudFormation type, in template order. */
  ofType(type: string): readonly Resource[];
  /** Returns the resource with a physical id or ARN; undefined when there is none. */
  find(idOrArn: string): Resource | undefined;
  /** Returns the absolute path of the source folder or file of a resource's code; undefined when it has none. */
  assetPath(resource: Resource): string | undefined;
}

/** Names, in lower case, and values; a name may occur several times. */
export type Headers = [name: string, value: string][];

/** A request forwarded by a front server (public host, HTTP API), with its body unread. */
export interface HostRequest {
  method: string;
  /** Path and query as sent. */
  target: string;
  headers: Headers;
  /** Undefined when the request has none. */
  body: AsyncIterable<Uint8Array> | undefined;
  /** Address of the TCP peer. */
  sourceIp: string;
}

export interface HostResponse {
  status: number;
  headers: Headers;
  /** A whole body, or a stream. Text is sent together with the headers in one write. */
  body: string | Uint8Array | AsyncIterable<Uint8Array>;
}

/** Handles the requests of one host: an HTTP API, a function URL or a container. */
export type Host = (request: HostRequest, clientGone: AbortSignal) => Promise<HostResponse>;

export interface PolicyStatement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
}

/**
 * An identity that may sign AWS calls: a Lambda worker (role from the template), or the local administrator. The
 * worker's owner sets `invocation` while one is in flight. An idle worker may not call AWS, because a frozen Lambda
 * could not; calls that it sent earlier still count for their invocation (`request-token.ts`).
 */
export interface AwsIdentity {
  accessKeyId: string;
  secretAccessKey: string;
  name: string;
  roleArn: string;
  statements: readonly PolicyStatement[];
  phase: 'starting' | 'busy' | 'idle';
  /** The invocation on whose behalf it calls AWS; calls are metered under it. */
  invocation?: { requestId: string; functionName: string } | undefined;
  /** Handles several requests at once; each call names its request (`request-token.ts`). */
  isConcurrent?: true;
}

/** The identities that may call, by the access key id in the `Authorization` header. */
export interface IdentityRegistry {
  register(identity: AwsIdentity): void;
  revoke(accessKeyId: string): void;
  find(accessKeyId: string): AwsIdentity | undefined;
  /** Like `find`, but includes revoked identities: a form that they signed earlier stays valid. */
  findSigner(accessKeyId: string): AwsIdentity | undefined;
}

/** One metered AWS call. */
export interface MeteredCall {
  atMs: number;
  service: string;
  action: string;
  resource: string;
  identity: string;
  requestId?: string | undefined;
  functionName?: string | undefined;
  readUnits: number;
  writeUnits: number;
  /** HTTP status of the response; 4xx and 5xx calls are counted as well, because AWS bills most of them. */
  status: number;
  errorCode?: string | undefined;
  /** Keys that a transaction writes and checks: `[partition key, sort key]` of every member. */
  transaction?: readonly (readonly string[])[] | undefined;
}
