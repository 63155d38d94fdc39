/** The shapes that the parts of the one-machine runtime hand to each other. */

/** One resource of the synthesized templates, its properties with every intrinsic function resolved. */
export interface Resource {
  stack: string;
  logicalId: string;
  type: string;
  properties: Record<string, unknown>;
  /** What `Ref` answers. */
  physicalId: string;
  arn: string;
  /** What `Fn::GetAtt` answers. */
  attributes?: Readonly<Record<string, string>>;
}

/** The synthesized app after resolution. */
export interface ResolvedApp {
  resources: readonly Resource[];
  /** All resources of one CloudFormation type, in template order. */
  ofType(type: string): readonly Resource[];
  /** The resource behind a physical id or ARN; undefined when there is none. */
  find(idOrArn: string): Resource | undefined;
  /** Absolute path of the folder or file that a resource's code was packed from; undefined when it has none. */
  assetPath(resource: Resource): string | undefined;
}

/** A request that a front server (public host, HTTP API) hands on, its body not read yet. */
export interface HostRequest {
  method: string;
  /** Path and query as sent. */
  target: string;
  /** Names and values alternating, as node:http's `rawHeaders`. */
  rawHeaders: readonly string[];
  body: AsyncIterable<Uint8Array>;
  /** Address of the TCP peer. */
  sourceIp: string;
}

export interface HostAnswer {
  status: number;
  headers: [name: string, value: string][];
  /** Whole, or made while it is sent. */
  body: Uint8Array | AsyncIterable<Uint8Array>;
}

/** Answers requests of one host: an HTTP API, a function URL, a container. */
export type Host = (request: HostRequest, clientGone: AbortSignal) => Promise<HostAnswer>;

export interface PolicyStatement {
  Effect: 'Allow' | 'Deny';
  Action: string | string[];
  Resource: string | string[];
  Condition?: Record<string, Record<string, string | string[]>>;
}

/** What a caller of the AWS AWS gateway is working on; calls are metered under it. */
export interface Invocation {
  requestId: string;
  /** Name of the Lambda. */
  functionName: string;
}

/**
 * An identity that may sign AWS calls: a Lambda worker (role from the template), or the local administrator.
 * The worker's owner sets `invocation` while one is in flight; a worker that is neither starting nor busy
 * may not call AWS, as a frozen Lambda could not. What it sent before counts as sent then (`request-token.ts`).
 */
export interface AwsIdentity {
  accessKeyId: string;
  secretAccessKey: string;
  name: string;
  roleArn: string;
  statements: readonly PolicyStatement[];
  phase: 'starting' | 'busy' | 'idle';
  invocation?: Invocation | undefined;
  /** Works on several requests at once, and says with each call for which (`request-token.ts`). */
  isConcurrent?: true;
}

/** Who may call: looked up by the access key id in the `Authorization` header. */
export interface IdentityRegistry {
  register(identity: AwsIdentity): void;
  revoke(accessKeyId: string): void;
  find(accessKeyId: string): AwsIdentity | undefined;
  /** Like `find`, but also who is gone: what it signed before, such as a form, stays valid. */
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
  /** HTTP status of the answer; 4xx and 5xx calls are counted as well, AWS bills most of them. */
  status: number;
  errorCode?: string | undefined;
  /** What a transaction writes and checks: `[partition key, sort key]` of every member. */
  transaction?: readonly (readonly string[])[] | undefined;
}

/** A fault to inject into AWS calls that match every given field. */
export interface Fault {
  id?: string;
  /**
   * `throttle` answers the service's throttling error, `error` a 500, `latency` waits, `timeout` never answers.
   * `duplicate` hits deliveries instead of calls: the function gets a batch of its queue or stream twice.
   * `reorder` hits batches of a queue: shuffled, and held back for up to `latencyMs`, so that later ones overtake.
   * `skew` hits workers that start: their clocks are wrong by up to `skewMs`, early or late.
   * `stale` hits eventually consistent reads of DynamoDB partitions whose keys contain the text: they show what was there
   * when the fault began.
   */
  effect: 'throttle' | 'error' | 'latency' | 'timeout' | 'duplicate' | 'reorder' | 'skew' | 'stale';
  service?: string;
  action?: string;
  functionName?: string;
  /** Hits only calls whose request contains this text in its path or body, for instance a tenant id. */
  bodyContains?: string;
  /** Share of matching calls that are hit, 0–1; default 1. */
  rate?: number;
  /** How many calls are hit before the fault removes itself; default unlimited. */
  times?: number;
  latencyMs?: number;
  skewMs?: number;
}
