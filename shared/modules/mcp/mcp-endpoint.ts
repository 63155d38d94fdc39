/** Makes the Lambda handler of MCP: the steps of every endpoint, then the official server, which writes the response. */
import middy from '@middy/core';
import { executionModeStandard } from '@middy/core/Standard';
import type { Context } from 'aws-lambda';
import { credentialOf } from '../../kernel/http/authentication/caller.ts';
import { callOf, originOf, type StateOf } from '../../kernel/http/call.ts';
import { chain, type LambdaHandler } from '../../kernel/http/endpoint.ts';
import { rawBody } from '../../kernel/http/raw-body.ts';
import { withRequest } from '../../kernel/http/request-mode.ts';
import { headersFor, logRequest, respond } from '../../kernel/http/respond.ts';
import type { HttpEvent, HttpResult, Middleware } from '../../kernel/http/types.ts';
import { getMcpResource, type serveMcp } from './contract.ts';
import type { LoadDocumentation } from './documentation.ts';
import { answer } from './server.ts';

interface Answer {
  status: number;
  body: string;
}

/** Tells clients where they learn how to authenticate (RFC 9728), and for which scope they ask (RFC 6750). */
function challengeOf(event: HttpEvent): string {
  const invalid = credentialOf(event) === undefined ? '' : ' error="invalid_token",';
  return `Bearer${invalid} resource_metadata="${originOf(event)}${getMcpResource.path}", scope="read write"`;
}

/** The responses of the official server, and of refused requests, which tell how to authenticate. */
const responderOf = (contract: typeof serveMcp): Middleware => ({
  after: (request) => {
    const { status, body } = request.response as Answer;
    logRequest(request, contract, status);
    request.response = {
      statusCode: status,
      headers: { ...headersFor(request), ...(body !== '' && { 'content-type': 'application/json' }) },
      body,
    } satisfies HttpResult;
  },
  onError: async (request) => {
    await respond(contract).onError?.(request);
    const response = request.response as HttpResult;
    if (response.statusCode === 401)
      response.headers = { ...response.headers, 'www-authenticate': challengeOf(request.event) };
  },
});

/** The handler of the contract, with the description of the API from the catalog. */
export function mcpEndpoint(contract: typeof serveMcp, loadDocumentation: LoadDocumentation): LambdaHandler {
  const chained = middy<HttpEvent, HttpResult, Error, Context, StateOf<typeof serveMcp>>({
    executionMode: withRequest<StateOf<typeof serveMcp>>(executionModeStandard, async (request) => {
      const { caller, input } = callOf(contract, request);
      const { bytes, headers: given } = input;
      const headers = new Headers();
      for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.set(name, value);
      // The official server refuses clients that take no event stream, although its responses are JSON here.
      if (/application\/(?:json|\*)|\*\/\*/i.test(headers.get('accept') ?? '*/*'))
        headers.set('accept', 'application/json, text/event-stream');
      const { principal, client } = caller;
      const { origin, credential } = client;
      const response = await answer(
        new Request(`${origin}${contract.path}`, { method: 'POST', headers, body: new Uint8Array(bytes) }),
        bytes,
        { principal, connection: { origin, credential: credential?.value ?? '' }, loadDocumentation },
      );
      return { status: response.status, body: await response.text() } satisfies Answer;
    }),
  });
  for (const middleware of chain(contract, responderOf(contract), rawBody)) chained.use(middleware);
  return (event, context) => chained(event, context);
}
