import middy from '@middy/core';
import { executionModeStandard } from '@middy/core/Standard';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { withRequestDeadline } from '../aws/request-deadline.ts';
import type { Principal, Scope } from '../base/principal.ts';
import { InvalidInputError, UnauthenticatedError } from '../errors/errors.ts';
import { claimedHops, withHops } from '../events/hops.ts';
import { authenticateCaller, credentialOf } from './authentication/caller.ts';
import { canBeCrossSite, refuseCrossSite } from './authentication/cross-site.ts';
import { refuseUnenrolled } from './authentication/refuse-unenrolled.ts';
import { requireFeature } from './authentication/require-feature.ts';
import { requireStepUp } from './authentication/require-step-up.ts';
import { scopeFromBody, scopeFromRequest } from './authentication/scope.ts';
import { isPlainHttp } from './authentication/session-cookies.ts';
import { jsonBody } from './body.ts';
import type { BodyReader } from './body-reader.ts';
import { type Endpoint, type EndpointSpec, isReading, type TypesOf } from './endpoint-spec.ts';
import { messageHops, refusesLoops } from './message-hops.ts';
import type { InputOf, RequestCaller } from './operation.ts';
import { checkOrigin } from './origin.ts';
import { preconditionOf, type Reply } from './reply.ts';
import { withRequest } from './request-mode.ts';
import { respond } from './respond.ts';
import type {
  Client,
  EndpointRequest,
  HttpEvent,
  HttpResult,
  Middleware,
  RequestInput,
  RequestState,
} from './types.ts';
import { validateInput } from './validate.ts';

/** A caller with valid credentials, and the selected scope. */
export interface Caller {
  principal: Principal;
  scope: Partial<Scope>;
}

/** What a handler gets: the caller, and the parts of the request. */
export interface HandlerInput<Types extends RequestInput> extends RequestCaller, RequestInput {
  params: Types['params'];
  query: Types['query'];
  body: Types['body'];
  /** Caller of an endpoint with optional credentials; undefined without credentials. */
  caller: Caller | undefined;
  ifMatch: string | undefined;
}

/** What the chain of an endpoint sets. */
export type StateOf<E> = RequestState<TypesOf<E>>;

/** Steps that authenticate the caller, check its rights and select its scope. */
function callerSteps(spec: EndpointSpec, crossSite: Middleware[]): Middleware[] {
  return [
    authenticateCaller(spec), //                          401, 429
    ...crossSite, //                                      403
    ...(spec.enrolment ? [] : [refuseUnenrolled()]), //   403
    scopeFromRequest(spec), //                            400, 403 by query and cookie
    requireFeature(spec), //                              403
    ...(spec.stepUp ? [requireStepUp()] : []), //         403
  ];
}

/**
 * The steps for requests with credentials. Browsers send the cookie of an ended session too; such a request counts as
 * one without credentials.
 */
function optionalCallerSteps(spec: EndpointSpec, crossSite: Middleware[]): Middleware[] {
  const [authenticate, ...rest] = callerSteps(spec, crossSite);
  return [
    {
      before: async (request) => {
        const credential = credentialOf(request.event);
        if (credential === undefined) return;
        try {
          await authenticate?.before?.(request);
        } catch (error) {
          if (!credential.fromCookie || !(error instanceof UnauthenticatedError)) throw error;
        }
      },
    },
    ...rest.map(
      ({ before }): Middleware => ({
        before: (request) => (request.internal.principal === undefined ? undefined : before?.(request)),
      }),
    ),
  ];
}

/**
 * The middlewares in the order in which they refuse a request. When one throws, the first one responds: it is the
 * outermost, so it handles every response and every error.
 */
export function chain<E extends Endpoint>(
  spec: E,
  responder: Middleware,
  readBody: BodyReader = jsonBody,
): Middleware<StateOf<E>>[] {
  const crossSite = canBeCrossSite(spec) ? [refuseCrossSite(spec)] : [];
  return [
    responder,
    checkOrigin(), // 403 for requests that bypass the public host
    ...(spec.auth === 'caller' ? callerSteps(spec, crossSite) : []),
    ...(spec.auth === 'optional' ? optionalCallerSteps(spec, crossSite) : []),
    ...(spec.auth === 'none' ? crossSite : []), //        403
    ...(spec.body ? readBody(spec) : []), //              413, 400
    ...(spec.body && spec.auth === 'caller' ? [scopeFromBody(spec)] : []), // 403 by payload
    validateInput(spec), //                               400 with details
    ...(refusesLoops(spec) ? [messageHops(spec)] : []), // 409
  ];
}

export type LambdaHandler = (event: APIGatewayProxyEventV2, context: Context) => Promise<HttpResult>;

/** The body of the response, or a `Reply` with more than a body. */
export type ResponseOf<E> = TypesOf<E>['result'] | Reply<TypesOf<E>['result']>;

/**
 * Makes a Lambda handler from a contract and its operation. The operation receives the caller and the parsed input, and
 * returns the body or a `Reply`; errors are thrown, and the response has the contract's status. Contracts with a
 * `bodyFormat` need `formBody`, `rawBody` or `streamBody` as `readBody`; otherwise it throws at once.
 */
export function endpoint<E extends Endpoint>(
  contract: E,
  operation: (caller: HandlerInput<TypesOf<E>>, input: InputOf<E>) => Promise<ResponseOf<E>>,
  readBody?: BodyReader,
): LambdaHandler {
  const chained = middy<HttpEvent, HttpResult, Error, Context, StateOf<E>>({
    executionMode: withRequest<StateOf<E>>(executionModeStandard, (request, signal) =>
      withRequestDeadline(signal, () =>
        withHops(request.internal.hops, () => {
          const caller = callerOf(contract, request);
          return operation(caller, inputOf(contract, caller));
        }),
      ),
    ),
  });
  for (const middleware of chain(contract, respond(contract), readBody)) chained.use(middleware);
  return (event, context) => chained(event, context);
}

/** The origin that the client requested; that of the API if the client has sent a text that is no host. */
export function originOf(event: HttpEvent): string {
  const { headers, requestContext } = event;
  const scheme = isPlainHttp(event) ? 'http' : 'https';
  return URL.parse(`${scheme}://${headers.host ?? ''}`)?.origin ?? `${scheme}://${requestContext.domainName}`;
}

function clientOf(event: HttpEvent): Client {
  const { cookies = [], headers, requestContext } = event;
  return {
    ip: requestContext.http.sourceIp,
    userAgent: headers['user-agent'],
    cookies,
    credential: credentialOf(event),
    origin: originOf(event),
    overPlainHttp: isPlainHttp(event),
  };
}

/**
 * The state of a request that has passed the chain. Its types are those of an endpoint with credentials and a scope: for
 * others there is no principal, or less in the scope, as the contract says.
 */
interface CompleteState<Input extends RequestInput> extends RequestState<Input> {
  input: Input;
  principal: Principal;
  scope: Scope;
}

function isComplete<Input extends RequestInput>(
  { auth }: EndpointSpec,
  state: RequestState<Input>,
): state is CompleteState<Input> {
  return state.input !== undefined && (auth !== 'caller' || state.principal !== undefined);
}

/** The caller of a request that has passed the chain. */
export function callerOf<E extends Endpoint>(
  contract: E,
  { event, internal }: EndpointRequest<StateOf<E>>,
): HandlerInput<TypesOf<E>> {
  if (!isComplete<TypesOf<E>>(contract, internal))
    throw new Error(`A request for ${contract.operationId} has not passed the chain.`);
  const { input, scope, principal, session, apiKey, warnings, isStrict } = internal;
  const { 'accept-encoding': acceptEncoding, 'idempotency-key': idempotencyKey } = event.headers;
  const { params, query, body } = input;
  return {
    params,
    query,
    body,
    scope,
    principal,
    caller: principal && { principal, scope: scope ?? {} },
    context: {
      principal,
      signIn: session,
      nowMs: Date.now(),
      requestId: event.requestContext.requestId,
      warnings,
      isStrict,
    },
    session,
    apiKey,
    client: clientOf(event),
    ifMatch: preconditionOf(contract.method, event.headers),
    idempotencyKey,
    hopsClaim: claimedHops(event.headers),
    acceptEncoding,
  };
}

/** The input of an operation. Throws InvalidInputError if query and body have different values of the same name. */
export function inputOf<E extends Endpoint>(contract: E, parts: HandlerInput<TypesOf<E>>): InputOf<E>;
export function inputOf(
  contract: Endpoint,
  { params, query, body, ifMatch }: HandlerInput<RequestInput>,
): object {
  for (const [name, value] of Object.entries(Object(query))) {
    if (Object.hasOwn(Object(body), name) && Object(body)[name] !== value)
      throw new InvalidInputError({ [name]: 'must be the same in body and query' });
  }
  return {
    // Spreading never sets a prototype, also from an open body with a field of that name.
    ...Object(query),
    ...Object(body),
    ...Object(params),
    ...(!isReading(contract) && ifMatch !== undefined && { ifMatch }),
  };
}
