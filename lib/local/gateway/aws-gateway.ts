/**
 * The entry point of every AWS call of the local runtime. It identifies the signer, injects faults, enforces the
 * caller's IAM policy from the template, lets the service run the call, and meters it.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDynamoDb, type DynamoDbOptions } from '../dynamodb/service.ts';
import { tokenHeader, workerTokens } from '../lambda/request-token.ts';
import { listenNear, refuseForeignHost } from '../loopback.ts';
import type { AwsIdentity, IdentityRegistry, PolicyStatement } from '../types.ts';
import { createActing } from './acting.ts';
import { isHangUp, openBody, readBody, sendResponse } from './aws-gateway-http.ts';
import { jsonService } from './aws-json.ts';
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
import { createGrantUses, type GrantUse } from './grants.ts';
import { authorize } from './iam.ts';
import { administratorArn } from './identities.ts';
import type { Meter } from './meter.ts';
import { authorizeRole } from './resource-policy.ts';

export interface AwsGatewayOptions extends DynamoDbOptions {
  registry: IdentityRegistry;
  meter: Meter;
  /** The services other than DynamoDB. */
  services?: readonly AnyService[];
  /** The preferred port; any free port by default. */
  port?: number;
  /** Called with one line for each call that would not reach AWS; writes to standard error by default. */
  log?: (line: string) => void;
}

export type AwsGateway = Awaited<ReturnType<typeof startAwsGateway>>;

/** Starts the AWS gateway on 127.0.0.1, at the preferred port if it is free. */
export async function startAwsGateway(options: AwsGatewayOptions) {
  const { app, registry, meter, faults, log = console.error } = options;
  const dynamodb = createDynamoDb(options);
  const services: AnyService[] = [dynamodb, ...(options.services ?? [])];
  const streaming = services.filter((service) => service.streams === true);
  const byName = new Map(services.map((service) => [service.name, service]));
  const used = createGrantUses();
  const actingIdentity = createActing(app);

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
    const preflight = (one: (typeof streaming)[number]) => one.preflight({ method, path, headers });
    const allowed = method === 'OPTIONS' ? streaming.map(preflight).find(Boolean) : undefined;
    if (allowed !== undefined) return allowed;
    const credential = credentialOf(headers);
    const service =
      (credential ? byName.get(credential.service) : streaming.find((one) => one.takesUnsigned(request))) ??
      unknownService;
    if (service.streams) {
      const stream = openBody(request);
      const open = (caller?: AwsIdentity) => service.open({ method, path, headers, stream, caller });
      const call = { service, credential, headers, method, text: () => path, open };
      return handleCall(call).finally(stream.done);
    }
    const body = await readBody(request, service.maxRequestBytes);
    const whole = { method, path, headers, body: body?.toString() ?? '' };
    return serveWhole(service, credential, whole, body !== undefined);
  }

  /** Serves a call whose body has arrived; one that does not fit is refused. */
  function serveWhole(
    service: AwsService,
    credential: Credential | undefined,
    { method, path, headers, body }: AwsRequest,
    fits: boolean,
  ): Promise<AwsResponse | undefined> {
    const open = (caller?: AwsIdentity): AwsCall => {
      if (fits) return service.open({ method, path, headers, body, caller });
      throw new AwsError('RequestEntityTooLarge', 'The request is larger than AWS accepts.', 413);
    };
    const text = (): string => `${path}\n${body}`;
    return handleCall({ service, credential, headers, method, text, open });
  }

  /** Serves a call of a worker. */
  async function serveWorker(request: Omit<AwsRequest, 'caller'>): ReturnType<ChannelGateway['call']> {
    const credential = credentialOf(request.headers);
    const found = byName.get(credential?.service ?? '');
    const service = found === undefined || found.streams ? unknownService : found;
    const fits = Buffer.byteLength(request.body) <= service.maxRequestBytes;
    const result = await serveWhole(service, credential, request, fits);
    if (result === undefined) return undefined;
    const { status, headers, body } = result;
    if (typeof body === 'string') return { status, headers, body };
    throw new Error(`${service.name} does not return text, which the message port carries.`);
  }

  async function handleCall(opening: Opening): Promise<AwsResponse | undefined> {
    const { service, credential, headers, method } = opening;
    let record: ReturnType<typeof recorderOf> | undefined;
    try {
      const known = credential && registry.find(credential.accessKeyId);
      const caller = known && actingIdentity(duringRequest(known, headers[tokenHeader]), headers);
      if (credential !== undefined && caller === undefined) {
        const message = 'The security token included in the request is invalid.';
        throw new AwsError('UnrecognizedClientException', message);
      }
      const call = await opening.open(caller);
      const identity = caller ?? call.signer;
      if (identity === undefined) throw new AwsError('AccessDenied', 'Access Denied', 403);
      record = recorderOf(service, call, identity);
      const outcome = await run(opening, call, identity);
      record(outcome ?? { status: 0, errorCode: 'InjectedTimeout' });
      return outcome;
    } catch (error) {
      const refusal = asAwsError(error, log);
      const refused = service.errorResponse(refusal, { method });
      record?.({ status: refused.status, errorCode: refusal.code });
      return refused;
    }
  }

  /** Returns the function that meters the call when it ends. */
  function recorderOf(service: AnyService, call: AwsCall, { name: identity, invocation }: AwsIdentity) {
    const { action, resource, transaction } = call;
    // The worker may start another invocation while this call is in flight, so its request is recorded now.
    const { requestId, functionName } = invocation ?? {};
    return ({ status, errorCode, readUnits = 0, writeUnits = 0 }: Omit<Outcome, 'headers' | 'body'>): void =>
      meter.record({
        atMs: Date.now(),
        service: service.name,
        action,
        resource,
        identity,
        requestId,
        functionName,
        readUnits,
        writeUnits,
        status,
        errorCode,
        transaction,
      });
  }

  /** Runs a call if its caller may make it; undefined when the caller gets no response. Throws `AwsError` otherwise. */
  function run(
    { service, text }: Opening,
    call: AwsCall,
    identity: AwsIdentity,
  ): Promise<Outcome> | undefined {
    const { action, needs } = call;
    if (identity.phase === 'idle') {
      const message = `AWS call with no invocation in flight: ${identity.name} called ${service.name}:${action}`;
      log(message);
      throw new AwsError('CallOutsideInvocation', `${message}. In AWS the function would be frozen by now.`);
    }
    const target = { service: service.name, action, functionName: functionOf(identity) };
    const fault = faults.isEmpty() ? undefined : faults.match({ ...target, body: text() });
    if (fault?.effect === 'timeout') return undefined;
    if (fault?.effect === 'throttle') throw service.throttled();
    if (fault?.effect === 'error') throw internalError();
    for (const need of needs) {
      const refused = refusalOf(identity, need);
      if (refused !== undefined) throw need.refusal?.(refused) ?? accessDenied(identity, need, refused);
    }
    const delay = async () => {
      if (fault?.effect === 'latency') await sleep(fault.latencyMs);
    };
    return call.run(delay, (need) => refusalOf(identity, need) === undefined);
  }

  const httpServer = createServer((request, response) => {
    if (refuseForeignHost(request, response)) return;
    serve(request)
      .then((result) => result && sendResponse(response, result))
      // The caller disconnected while sending: nothing can be returned.
      .catch(() => response.destroy());
  });
  const server = await listenNear(httpServer, options.port ?? 0);
  const whole = services.filter((service) => service.streams !== true);
  const channel: ChannelGateway = { services: whole.map(({ name }) => name), call: serveWorker };

  return {
    /** The value of `AWS_ENDPOINT_URL`. */
    url: server.url,
    port: server.port,
    /** The gateway for workers, which call it over a message port. */
    channel,
    /** Closes the server and every open connection. */
    async stop(): Promise<void> {
      const closed = server.stop();
      for (const service of services) service.stop?.();
      await closed;
    },
    /** The grants used so far, each (function, action, resource) once. */
    grantsUsed: (): GrantUse[] => used.all(),
    /**
     * Decides what AWS may do in a function's name, such as writing its logs; an allowed action counts as use of the
     * grant.
     */
    authorizeServiceCall(call: {
      identityName: string;
      statements: readonly PolicyStatement[];
      action: string;
      resource: string;
    }): boolean {
      const { allowed, matched } = authorize(call);
      if (allowed) used.note(call.identityName, call, matched);
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

/** A call for a service that is not emulated gets a response that SDKs can read. */
const unknownService = jsonService({
  name: 'unknown',
  maxRequestBytes: 16 * 1024 * 1024,
  contentType: 'application/json',
  plan({ headers }) {
    const { service } = credentialOf(headers) ?? {};
    if (service === undefined) {
      const message = 'Request is missing Authentication Token';
      throw new AwsError('MissingAuthenticationTokenException', message);
    }
    const message = `the AWS service "${service}" is not supported by the local runtime`;
    throw new AwsError('UnknownOperationException', message);
  },
  error: ({ code, message }) => ({ body: { __type: code, message }, headers: { 'x-amzn-errortype': code } }),
});

interface Credential {
  accessKeyId: string;
  service: string;
}

/** The access key id and service in `AWS4-HMAC-SHA256 Credential=<key>/<date>/<region>/<service>/aws4_request`. */
function credentialOf({ authorization = '' }: IncomingHttpHeaders): Credential | undefined {
  const scope = /Credential=([^/,\s]+)\/\d+\/[^/]+\/([^/]+)\//.exec(authorization);
  const [, accessKeyId, service] = scope ?? [];
  return accessKeyId === undefined || service === undefined ? undefined : { accessKeyId, service };
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

function asAwsError(error: unknown, log: (line: string) => void): AwsError {
  if (error instanceof AwsError) return error;
  if (!isHangUp(error)) log(`AWS gateway: ${error instanceof Error ? error.stack : String(error)}`);
  return internalError();
}

const internalError = (): AwsError => new AwsError('InternalServerError', 'Internal server error', 500);
