/**
 * The entry point of every AWS call of the local runtime. It identifies the signer, injects faults, enforces the
 * caller's IAM policy from the template, lets the service run the call, and meters it.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDynamoDb } from '../dynamodb/service.ts';
import { tokenHeader, workerTokens } from '../lambda/request-token.ts';
import { listenNear, refuseForeignHost } from '../loopback.ts';
import type { AwsIdentity, IdentityRegistry, PolicyStatement, ResolvedApp } from '../types.ts';
import { createActing } from './acting.ts';
import { type Credential, credentialOf, notOffered, unknownService } from './aws-gateway-caller.ts';
import { isHangUp, openBody, readBody, sendResponse } from './aws-gateway-http.ts';
import {
  type AnyService,
  type AwsCall,
  AwsError,
  type AwsRequest,
  type AwsResponse,
  type AwsService,
  type ChannelGateway,
  type Need,
  type Outcome,
} from './aws-service.ts';
import type { Fault, Faults } from './faults.ts';
import { createGrantUses, type GrantUse } from './grants.ts';
import { authorize } from './iam.ts';
import { administratorArn } from './identities.ts';
import type { Meter } from './meter.ts';
import { authorizeRole } from './resource-policy.ts';

export interface AwsGateway {
  /** The value of `AWS_ENDPOINT_URL`. */
  url: string;
  port: number;
  /** The gateway for workers, which call it over a message port. */
  channel: ChannelGateway;
  /** Closes the server and every open connection. */
  stop(): Promise<void>;
  /** The grants used so far, each (function, action, resource) once. */
  grantsUsed(): GrantUse[];
  /**
   * Decides what AWS may do in a function's name, such as writing its logs; an allowed action counts as use of the
   * grant.
   */
  authorizeServiceCall(call: {
    identityName: string;
    statements: readonly PolicyStatement[];
    action: string;
    resource: string;
  }): boolean;
}

export interface AwsGatewayOptions {
  app: ResolvedApp;
  registry: IdentityRegistry;
  meter: Meter;
  faults: Faults;
  /** Address of dynoxide. */
  dynamodbEndpoint: string;
  /** Called after each successful write to a table with the keys of the items (`Operation.writes`). */
  onTableWrite?: (itemKeys: readonly string[]) => void;
  /** The services other than DynamoDB. */
  services?: readonly AnyService[];
  /** The preferred port; any free port by default. */
  port?: number;
  /** Called with one line for each call that would not reach AWS; writes to standard error by default. */
  log?: (line: string) => void;
}

/** Starts the AWS gateway on 127.0.0.1. Throws when the port is taken. */
export async function startAwsGateway(options: AwsGatewayOptions): Promise<AwsGateway> {
  const dynamodb = createDynamoDb(options.app, options.dynamodbEndpoint, {
    faults: options.faults,
    onWrite: options.onTableWrite,
  });
  const services: AnyService[] = [dynamodb, ...(options.services ?? [])];
  const streaming = services.filter((service) => service.streams === true);
  const byName = new Map(services.map((service) => [service.name, service]));
  const used = createGrantUses();
  const actingIdentity = createActing(options.app);
  const log = options.log ?? ((line: string) => console.error(line));

  /** Returns IAM's refusal with AWS's text; undefined when the identity may call, which counts as use of the grant. */
  function refusalOf(identity: AwsIdentity, need: Need): string | undefined {
    const { roleArn, statements } = identity;
    if (roleArn === administratorArn) return undefined;
    const decision = authorizeRole(need, roleArn, statements);
    if (!decision.allowed) return decision.reason;
    used.note(functionOf(identity), need, decision.matched);
    return undefined;
  }

  /** Resolves to undefined when the caller gets no response. */
  async function serve(request: IncomingMessage): Promise<AwsResponse | undefined> {
    const { method = 'POST', url: path = '/', headers } = request;
    if (method === 'OPTIONS') {
      const builders = streaming.map((one) => one.preflight({ method, path, headers }));
      return builders.find((one) => one !== undefined) ?? unknownService.errorResponse(notOffered('unknown'));
    }
    const credential = credentialOf(request);
    const service = credential
      ? byName.get(credential.service)
      : streaming.find((one) => one.takesUnsigned(request));
    if (service?.streams) {
      const stream = openBody(request);
      const open = (caller?: AwsIdentity) =>
        service.open({ method, path, headers, stream, ...(caller && { caller }) });
      return handleCall({ service, credential, headers, method, text: () => path, open }).finally(
        stream.done,
      );
    }
    const known = service ?? unknownService;
    const body = await readBody(request, known.maxRequestBytes);
    if (body === undefined) return tooLarge(known);
    return serveWhole(known, credential, { method, path, headers, body: body.toString() });
  }

  function serveWhole(
    service: AwsService,
    credential: Credential | undefined,
    request: Omit<AwsRequest, 'caller'>,
  ): Promise<AwsResponse | undefined> {
    const { method, path, headers, body } = request;
    const open = (caller?: AwsIdentity) => service.open({ ...request, ...(caller && { caller }) });
    const text = (): string => `${path}\n${body}`;
    return handleCall({ service, credential, headers, method, text, open });
  }

  /** Serves a call of a worker, whose body arrives as a whole. */
  async function serveWorker(request: Omit<AwsRequest, 'caller'>): ReturnType<ChannelGateway['call']> {
    const credential = credentialOf(request);
    const found = credential && byName.get(credential.service);
    const service = found === undefined || found.streams ? unknownService : found;
    const isTooLarge = Buffer.byteLength(request.body) > service.maxRequestBytes;
    const result = isTooLarge ? tooLarge(service) : await serveWhole(service, credential, request);
    if (result === undefined) return undefined;
    const { status, headers, body } = result;
    if (typeof body === 'string') return { status, headers, body };
    throw new Error(`${service.name} does not return text, which the message port carries.`);
  }

  async function handleCall({
    headers,
    service,
    credential,
    method,
    text,
    open,
  }: Opening): Promise<AwsResponse | undefined> {
    try {
      if (credential === undefined && service === unknownService) {
        const message = 'Request is missing Authentication Token';
        throw new AwsError('MissingAuthenticationTokenException', message);
      }
      const known = credential && options.registry.find(credential.accessKeyId);
      const caller = known && actingIdentity(duringRequest(known, headers[tokenHeader]), headers);
      if (credential !== undefined && caller === undefined) {
        const message = 'The security token included in the request is invalid.';
        throw new AwsError('UnrecognizedClientException', message);
      }
      if (service === unknownService) throw notOffered(credential?.service ?? '');
      const call = await open(caller);
      const identity = caller ?? call.signer;
      if (identity === undefined) throw new AwsError('AccessDenied', 'Access Denied', 403);
      return await run(service, call, identity, { method, text });
    } catch (error) {
      return service.errorResponse(asAwsError(error, log), { method });
    }
  }

  async function run(
    service: AnyService,
    call: AwsCall,
    identity: AwsIdentity,
    { method, text }: Pick<Opening, 'method' | 'text'>,
  ): Promise<AwsResponse | undefined> {
    // The worker may start another invocation while this call is in flight, so its request is recorded now.
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
        options.faults.list().length === 0 ? undefined : options.faults.match({ ...target, body: text() });
      if (fault?.effect === 'timeout') {
        record({ status: 0, readUnits: 0, writeUnits: 0, errorCode: 'InjectedTimeout' });
        return undefined;
      }
      if (fault?.effect === 'throttle') throw service.throttled();
      if (fault?.effect === 'error') throw new AwsError('InternalServerError', 'Internal server error', 500);
      for (const need of call.needs) {
        const refused = refusalOf(identity, need);
        if (refused !== undefined) throw need.refusal?.(refused) ?? accessDenied(identity, need, refused);
      }
      const may = (need: Need): boolean => refusalOf(identity, need) === undefined;
      const outcome = await call.run(() => delayOf(fault), may);
      record(outcome);
      return outcome;
    } catch (error) {
      const refusal = asAwsError(error, log);
      const refused = service.errorResponse(refusal, { method });
      record({ status: refused.status, readUnits: 0, writeUnits: 0, errorCode: refusal.code });
      return refused;
    }
  }

  const server = createServer((request, response) => {
    if (refuseForeignHost(request, response)) return;
    serve(request)
      .then((result) => result && sendResponse(response, result))
      // The caller disconnected while sending: nothing can be returned.
      .catch(() => response.destroy());
  });
  const { url, port } = await listenNear(server, options.port ?? 0);

  return {
    url,
    port,
    channel: {
      services: services.filter((service) => service.streams !== true).map(({ name }) => name),
      call: serveWorker,
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      for (const service of services) service.stop();
      await closed;
    },
    grantsUsed: () => used.all(),
    authorizeServiceCall({ identityName, statements, action, resource }) {
      const { allowed, matched } = authorize({ statements, action, resource });
      if (allowed) used.note(identityName, { action, resource }, matched);
      return allowed;
    },
  };
}

/** A request with its service, and its signer if it is signed. */
interface Opening {
  service: AnyService;
  credential: Credential | undefined;
  /** These headers name the request on whose behalf the caller calls (`request-token.ts`, `acting.ts`). */
  headers: IncomingHttpHeaders;
  method: string;
  /** Builds the fault target lazily: most calls match no fault. */
  text(): string;
  open(caller: AwsIdentity | undefined): AwsCall | Promise<AwsCall>;
}

function tooLarge(service: AwsService): AwsResponse {
  const message = 'The request is larger than AWS accepts.';
  return service.errorResponse(new AwsError('RequestEntityTooLarge', message, 413));
}

function refuseIdle(
  identity: AwsIdentity,
  service: Pick<AwsService, 'name'>,
  call: AwsCall,
  log: (line: string) => void,
): void {
  if (identity.phase !== 'idle') return;
  const message = `AWS call with no invocation in flight: ${identity.name} called ${service.name}:${call.action}`;
  log(message);
  throw new AwsError('CallOutsideInvocation', `${message}. In AWS the function would be frozen by now.`);
}

function accessDenied(identity: AwsIdentity, need: Need, reason: string): AwsError {
  const [, , , , accountId = '', role = ''] = identity.roleArn.split(':');
  const principal = `arn:aws:sts::${accountId}:assumed-role/${role.split('/').at(-1)}/${identity.name}`;
  const sentence = `User: ${principal} is not authorized to perform: ${need.action} on resource: ${need.resource}`;
  return new AwsError('AccessDeniedException', `${sentence} ${reason}`);
}

/** The caller at the time of the call, which may be long ago on a busy machine. */
function duringRequest(identity: AwsIdentity, token: string | string[] | undefined): AwsIdentity {
  if (typeof token !== 'string') return identity;
  if (identity.isConcurrent)
    return { ...identity, invocation: { requestId: token, functionName: identity.name } };
  if (token === workerTokens.hasEnded) return { ...identity, phase: 'idle', invocation: undefined };
  return identity.phase === 'idle' ? { ...identity, phase: 'busy' } : identity;
}

function functionOf(identity: AwsIdentity): string {
  return identity.invocation?.functionName ?? identity.name;
}

async function delayOf(fault: Fault | undefined): Promise<void> {
  if (fault?.effect === 'latency') await sleep(fault.latencyMs ?? 0);
}

function asAwsError(error: unknown, log: (line: string) => void): AwsError {
  if (error instanceof AwsError) return error;
  if (!isHangUp(error)) log(`AWS gateway: ${error instanceof Error ? error.stack : String(error)}`);
  return new AwsError('InternalServerError', 'Internal server error', 500);
}
