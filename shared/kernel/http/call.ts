/** The call of an operation, from a request that has passed the chain of its endpoint. */
import type { Principal, Scope } from '../base/principal.ts';
import { InvalidInputError } from '../errors/errors.ts';
import { claimedHops } from '../events/hops.ts';
import { credentialOf } from './authentication/caller.ts';
import { isPlainHttp } from './authentication/session-cookies.ts';
import type { Endpoint, EndpointSpec, TypesOf } from './endpoint-spec.ts';
import type { InputOf, RequestCaller } from './operation.ts';
import { preconditionOf } from './reply.ts';
import type { Client, EndpointRequest, HttpEvent, RequestInput, RequestState } from './types.ts';

/** What the chain of an endpoint sets. */
export type StateOf<E> = RequestState<TypesOf<E>>;

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
    // Few operations read it, and it is parsed.
    get origin() {
      return originOf(event);
    },
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

/** What a request asks of its operation. */
export interface Call<E> {
  caller: RequestCaller;
  input: InputOf<E>;
  /** The input by the parts of the request that had it. */
  parts: RequestInput;
}

/**
 * The call of a request that has passed the chain. Throws InvalidInputError if query and body have different values of the
 * same name.
 */
export function callOf<E extends Endpoint>(contract: E, request: EndpointRequest<StateOf<E>>): Call<E> {
  const { event, internal } = request;
  if (!isComplete<TypesOf<E>>(contract, internal))
    throw new Error(`A request for ${contract.operationId} has not passed the chain.`);
  const { input: parts, scope, principal, session, apiKey, warnings, isStrict } = internal;
  const { 'accept-encoding': acceptEncoding, 'idempotency-key': idempotencyKey } = event.headers;
  const caller: RequestCaller = {
    scope,
    principal,
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
    idempotencyKey,
    hopsClaim: claimedHops(event.headers),
    acceptEncoding,
  };
  return { caller, input: inputOf(contract, parts, event.headers), parts };
}

function inputOf<E extends Endpoint>(
  contract: E,
  parts: RequestInput,
  headers: HttpEvent['headers'],
): InputOf<E>;
function inputOf(
  contract: Endpoint,
  { params, query, body }: RequestInput,
  headers: HttpEvent['headers'],
): object {
  for (const [name, value] of Object.entries(Object(query))) {
    if (Object.hasOwn(Object(body), name) && Object(body)[name] !== value)
      throw new InvalidInputError({ [name]: 'must be the same in body and query' });
  }
  const ifMatch = preconditionOf(contract, headers);
  return {
    // Spreading never sets a prototype, also from an open body with a field of that name.
    ...Object(query),
    ...Object(body),
    ...Object(params),
    ...(ifMatch !== undefined && { ifMatch }),
  };
}
