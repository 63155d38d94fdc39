/**
 * The one door that every AWS call of the local runtime goes through. It finds out who signed, injects faults,
 * enforces the caller's IAM policy from the template, has the service run the call, and meters it.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AwsAnswer,
  type AwsCall,
  AwsError,
  type AwsService,
  type Need,
  type Outcome,
} from './aws-service.ts';
import { createDynamoDb } from './dynamodb-service.ts';
import type { Faults } from './faults.ts';
import { type GrantUse, statementText } from './grants.ts';
import { authorize } from './iam.ts';
import { administratorArn } from './identities.ts';
import type { Meter } from './meter.ts';
import { authorizeUnderKeyPolicy } from './resource-policy.ts';
import type { AwsIdentity, Fault, IdentityRegistry, PolicyStatement, ResolvedApp } from './types.ts';

export interface FrontDoor {
  /** What `AWS_ENDPOINT_URL` is set to. */
  url: string;
  /** Ends the server and every open connection. */
  stop(): Promise<void>;
  /** The grants that allowed something so far, each (function, action, resource) once. */
  grantsUsed(): GrantUse[];
  /** IAM's answer for what AWS does in a function's name, such as writing its logs; an allow counts as used. */
  authorizeServiceCall(call: {
    identityName: string;
    statements: readonly PolicyStatement[];
    action: string;
    resource: string;
  }): boolean;
}

export interface FrontDoorOptions {
  app: ResolvedApp;
  registry: IdentityRegistry;
  meter: Meter;
  faults: Faults;
  /** Address of the engine behind DynamoDB. */
  dynamodbEndpoint: string;
  /** Called after each write to a table that succeeded. */
  onTableWrite?: () => void;
  /** The services besides DynamoDB. */
  services?: readonly AwsService[];
  /** Defaults to a free port. */
  port?: number;
  /** Takes one line for each call that no AWS would have seen; defaults to standard error. */
  log?: (line: string) => void;
}

/** Starts the front door on 127.0.0.1. Throws when the port is taken. */
export async function startFrontDoor(options: FrontDoorOptions): Promise<FrontDoor> {
  const dynamodb = createDynamoDb(options.app, options.dynamodbEndpoint, options.onTableWrite);
  const services: AwsService[] = [dynamodb, ...(options.services ?? [])];
  const byName = new Map(services.map((service) => [service.name, service]));
  const used = new Map<string, GrantUse>();
  const log = options.log ?? ((line: string) => console.error(line));

  function recordUse(
    functionName: string,
    { action, resource }: Pick<Need, 'action' | 'resource'>,
    matched: PolicyStatement | undefined,
  ): void {
    const statement = statementText(matched);
    const key = `${functionName} ${action} ${resource} ${statement}`;
    if (!used.has(key)) used.set(key, { functionName, action, resource, statement });
  }

  function demand(identity: AwsIdentity, need: Need): void {
    const { roleArn, statements } = identity;
    if (roleArn === administratorArn) return;
    const context = { ...need.context, ...globalContext(identity) };
    const decision = authorizeUnderKeyPolicy({ ...need, context }, roleArn, statements);
    if (!decision.allowed)
      throw need.refusal?.(decision.reason) ?? accessDenied(identity, need, decision.reason);
    recordUse(functionOf(identity), need, decision.matched);
  }

  /** Resolves to undefined when the caller shall get no answer. */
  async function serve(request: IncomingMessage): Promise<AwsAnswer | undefined> {
    const credential = credentialOf(request);
    const service = byName.get(credential?.service ?? '') ?? unknownService;
    const body = await readBody(request, service.maxRequestBytes);
    if (body === undefined) {
      return service.errorAnswer(
        new AwsError('RequestEntityTooLarge', 'The request is larger than AWS accepts.', 413),
      );
    }
    if (credential === undefined) {
      const missing = 'Request is missing Authentication Token';
      return service.errorAnswer(new AwsError('MissingAuthenticationTokenException', missing));
    }
    const identity = options.registry.find(credential.accessKeyId);
    if (identity === undefined) {
      const message = 'The security token included in the request is invalid.';
      return service.errorAnswer(new AwsError('UnrecognizedClientException', message));
    }
    if (service === unknownService) return service.errorAnswer(notOffered(credential.service));
    let call: AwsCall;
    try {
      const { method = 'POST', url: path = '/', headers } = request;
      call = service.open({ method, path, headers, body, caller: identity });
    } catch (error) {
      return service.errorAnswer(asAwsError(error, log));
    }
    return run(service, call, identity, { path: request.url ?? '/', body });
  }

  async function run(
    service: AwsService,
    call: AwsCall,
    identity: AwsIdentity,
    { path, body }: { path: string; body: Buffer },
  ): Promise<AwsAnswer | undefined> {
    // The worker may move on to another invocation while this call is in flight: note now whose call it is.
    const { requestId, functionName } = identity.invocation ?? {};
    const record = ({ status, readUnits, writeUnits, errorCode }: Omit<Outcome, 'headers' | 'body'>): void =>
      options.meter.record({
        atMs: Date.now(),
        service: service.name,
        action: call.action,
        resource: call.resource,
        identity: identity.name,
        requestId,
        functionName,
        readUnits,
        writeUnits,
        status,
        errorCode,
        transaction: call.transaction,
      });
    try {
      refuseIdle(identity, service, call, log);
      const target = { service: service.name, action: call.action, functionName: functionOf(identity) };
      const fault =
        options.faults.list().length === 0
          ? undefined
          : options.faults.match({ ...target, body: `${path}\n${body}` });
      if (fault?.effect === 'timeout') {
        record({ status: 0, readUnits: 0, writeUnits: 0, errorCode: 'InjectedTimeout' });
        return undefined;
      }
      if (fault?.effect === 'throttle') throw service.throttled();
      if (fault?.effect === 'error') throw new AwsError('InternalServerError', 'Internal server error', 500);
      for (const need of call.needs) demand(identity, need);
      const outcome = await call.run(() => delayOf(fault));
      record(outcome);
      return outcome;
    } catch (error) {
      const refusal = asAwsError(error, log);
      record({ status: refusal.status, readUnits: 0, writeUnits: 0, errorCode: refusal.code });
      return service.errorAnswer(refusal);
    }
  }

  const server = createServer((request, response) => {
    serve(request).then(
      (answer) => answer && send(response, answer),
      // The caller went away while it was sending: there is nobody to answer.
      () => response.destroy(),
    );
  });
  // Longer than the SDK keeps its sockets, so that it never writes to one that is being closed here.
  server.keepAliveTimeout = 120_000;
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      for (const service of services) service.stop();
      await closed;
    },
    grantsUsed: () => [...used.values()],
    authorizeServiceCall({ identityName, statements, action, resource }) {
      const { allowed, matched } = authorize({ statements, action, resource });
      if (allowed) recordUse(identityName, { action, resource }, matched);
      return allowed;
    },
  };
}

/** A call signed for a service that has no file here yet still gets an answer that an SDK can read. */
const unknownService: AwsService = {
  name: 'unknown',
  maxRequestBytes: 16 * 1024 * 1024,
  open: () => {
    throw notOffered('unknown');
  },
  errorAnswer: ({ code, message, status }) => ({
    status,
    headers: {
      'content-type': 'application/json',
      'x-amzn-errortype': code,
      'x-amzn-requestid': randomUUID(),
    },
    body: JSON.stringify({ __type: code, message }),
  }),
  throttled: () => new AwsError('ThrottlingException', 'Rate exceeded'),
  stop: () => {},
};

function notOffered(service: string): AwsError {
  return new AwsError(
    'UnknownOperationException',
    `the AWS service "${service}" is not offered on the local runtime`,
  );
}

/** The access key id and service in `AWS4-HMAC-SHA256 Credential=<key>/<date>/<region>/<service>/aws4_request`. */
function credentialOf(request: IncomingMessage): { accessKeyId: string; service: string } | undefined {
  const scope = /Credential=([^/,\s]+)\/\d+\/[^/]+\/([^/]+)\//.exec(request.headers.authorization ?? '');
  const [, accessKeyId, service] = scope ?? [];
  return accessKeyId === undefined || service === undefined ? undefined : { accessKeyId, service };
}

function refuseIdle(
  identity: AwsIdentity,
  service: AwsService,
  call: AwsCall,
  log: (line: string) => void,
): void {
  if (identity.phase !== 'idle') return;
  const message = `AWS call with no invocation in flight: ${identity.name} called ${service.name}:${call.action}`;
  log(message);
  throw new AwsError('CallOutsideInvocation', `${message}. In AWS the function would be frozen by now.`);
}

/** Condition keys that AWS adds to every request. */
function globalContext(identity: AwsIdentity): Record<string, string> {
  return {
    'aws:PrincipalArn': identity.roleArn,
    'aws:PrincipalAccount': identity.roleArn.split(':')[4] ?? '',
    // Loopback carries no TLS, but in AWS the SDK always speaks it.
    'aws:SecureTransport': 'true',
  };
}

function accessDenied(identity: AwsIdentity, need: Need, reason: string): AwsError {
  const [, , , , accountId = '', role = ''] = identity.roleArn.split(':');
  const principal = `arn:aws:sts::${accountId}:assumed-role/${role.split('/').at(-1)}/${identity.name}`;
  const sentence = `User: ${principal} is not authorized to perform: ${need.action} on resource: ${need.resource}`;
  return new AwsError('AccessDeniedException', `${sentence} ${reason}`);
}

function functionOf(identity: AwsIdentity): string {
  return identity.invocation?.functionName ?? identity.name;
}

async function delayOf(fault: Fault | undefined): Promise<void> {
  if (fault?.effect === 'latency') await sleep(fault.latencyMs ?? 0);
}

function asAwsError(error: unknown, log: (line: string) => void): AwsError {
  if (error instanceof AwsError) return error;
  log(`front door: ${error instanceof Error ? error.stack : String(error)}`);
  return new AwsError('InternalServerError', 'Internal server error', 500);
}

/** The whole body, or undefined when it is too large; the rest is then read and dropped. */
async function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= maxBytes) chunks.push(chunk);
  }
  return bytes > maxBytes ? undefined : Buffer.concat(chunks);
}

function send(response: ServerResponse, { status, headers, body }: AwsAnswer): void {
  response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
  response.end(body);
}
