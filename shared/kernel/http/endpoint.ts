import middy from '@middy/core';
import { executionModeStandard } from '@middy/core/Standard';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { withRequestDeadline } from '../aws/request-deadline.ts';
import { UnauthenticatedError } from '../errors/errors.ts';
import { withHops } from '../events/hops.ts';
import { authenticateCaller, credentialOf } from './authentication/caller.ts';
import { canBeCrossSite, refuseCrossSite } from './authentication/cross-site.ts';
import { refuseUnenrolled } from './authentication/refuse-unenrolled.ts';
import { requireFeature } from './authentication/require-feature.ts';
import { requireStepUp } from './authentication/require-step-up.ts';
import { scopeFromBody, scopeFromRequest } from './authentication/scope.ts';
import { jsonBody } from './body.ts';
import type { BodyReader } from './body-reader.ts';
import { type Call, callOf, type StateOf } from './call.ts';
import type { Endpoint, EndpointSpec, TypesOf } from './endpoint-spec.ts';
import { messageHops, refusesLoops } from './message-hops.ts';
import type { InputOf, RequestCaller } from './operation.ts';
import { checkOrigin } from './origin.ts';
import type { Reply } from './reply.ts';
import { withRequest } from './request-mode.ts';
import { respond } from './respond.ts';
import type { HttpEvent, HttpResult, Middleware } from './types.ts';
import { validateInput } from './validate.ts';

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
export const endpoint = <E extends Endpoint>(
  contract: E,
  operation: (caller: RequestCaller, input: InputOf<E>) => Promise<ResponseOf<E>>,
  readBody?: BodyReader,
): LambdaHandler => handlerOf(contract, ({ caller, input }) => operation(caller, input), readBody);

/** The same, for a function that takes the whole call. */
export function handlerOf<E extends Endpoint>(
  contract: E,
  answer: (call: Call<E>) => Promise<ResponseOf<E>>,
  readBody?: BodyReader,
): LambdaHandler {
  const chained = middy<HttpEvent, HttpResult, Error, Context, StateOf<E>>({
    executionMode: withRequest<StateOf<E>>(executionModeStandard, (request, signal) =>
      withRequestDeadline(signal, () =>
        withHops(request.internal.hops, () => answer(callOf(contract, request))),
      ),
    ),
  });
  for (const middleware of chain(contract, respond(contract), readBody)) chained.use(middleware);
  return (event, context) => chained(event, context);
}
