/**
 * A sample is a valid call of one operation, with its prerequisites. The OpenAPI document shows it; tests, benches,
 * the load test, the fuzzer and the demo send it. Functions never load samples.
 */

import { randomUUID } from 'node:crypto';
import { exampleOfSchema } from '../contracts/schema-view.ts';
import type { EndpointSpec } from '../http/endpoint-spec.ts';

/** A file in a form. Documents show its name after an `@`, as in curl. */
export interface SampleFile {
  fileName: string;
  contentType: string;
  content: Uint8Array;
}

/** A request in terms of its contract. */
export interface SampleRequest {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string>>;
  headers?: Readonly<Record<string, string>>;
  /** Sent in the contract's format: as JSON, as the fields of a form, or, for a raw body, as text. */
  body?: Readonly<Record<string, unknown>> | string;
}

export type SampleResponse = Readonly<Record<string, unknown>>;

/** An account at Stripe, or at its emulator, whose customers a sample can act as. */
export interface StripeAccount {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Prevents Stripe from sending webhooks about a payment, so that only the sample's own requests change it. */
  silence(paymentIntent: string): Promise<void>;
  /** Confirms a payment like the customer's browser. */
  confirm(paymentIntent: string): Promise<void>;
  /**
   * Saves a card on the page of a setup, whose webhooks are suppressed as well. Returns the id of the payment method.
   */
  saveCard(setup: string): Promise<string>;
  /** Cancels a payment directly at Stripe. */
  cancel(paymentIntent: string): Promise<void>;
}

/** An OpenID Connect provider with a client for the platform. */
export interface SampleProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Signs a token of the provider with these claims besides its own, and this `typ`. */
  sign(claims: Readonly<Record<string, unknown>>, type: string): Promise<string>;
}

/** Outside services that samples need. */
export interface SampleSurroundings {
  /** Scheme and host of the platform, for which passkeys are. */
  origin: string;
  stripe: StripeAccount;
  provider: SampleProvider;
  /** Credentials of `sync_s3_files`, without the folder. */
  syncBucket: Readonly<Record<'bucket' | 'endpoint' | 'region' | 'accessKeyId' | 'secretAccessKey', string>>;
}

/** Sends requests as one caller, a super admin with every feature in a tenant and an organization. */
export interface SampleClient {
  /** Sends one request and returns the response's body. Throws unless it succeeds. */
  call(endpoint: EndpointSpec, request: SampleRequest): Promise<SampleResponse>;
  /** Sends one request that is refused, and returns the response's body. Throws if it succeeds. */
  refusal(endpoint: EndpointSpec, request: SampleRequest): Promise<SampleResponse>;
  surroundings: SampleSurroundings;
}

/** A prerequisite of a call: how to create it, and how documents show it. */
export interface Need<Refs extends object> {
  shown: Refs;
  make(client: SampleClient): Promise<Refs>;
}

/** Makes a text unique. Documents show it unchanged. */
export type Unique = (text: string) => string;

export interface SampleOptions<Refs extends object> {
  /** How this variant differs from the operation's first sample. */
  variant?: string;
  request?: (refs: Refs, unique: Unique) => SampleRequest;
  /** Types of the events that the call writes, in the order of their transactions. */
  events?: readonly string[];
  /** Why an operation other than GET writes no event. */
  withoutEvents?: string;
}

export interface Sample {
  endpoint: EndpointSpec;
  /** The operation id; a variant follows after a comma. */
  name: string;
  events: readonly string[];
  withoutEvents?: string | undefined;
  /** The call in documents. */
  shown: SampleRequest;
  /** Creates the prerequisites and returns the call. Each call differs from the others, by `unique` if it is given. */
  prepare(client: SampleClient, unique?: Unique): Promise<SampleRequest>;
}

const unchanged: Unique = (text) => text;

/** Letters and digits that no earlier call has, appended to texts. */
function newUnique(): Unique {
  const own = randomUUID().replaceAll('-', '').slice(0, 12);
  return (text) => `${text}${own}`;
}

/** A sample with prerequisites. */
export function sampleAfter<Refs extends object>(
  need: Need<Refs>,
  endpoint: EndpointSpec,
  { variant, request = () => ({}), events = [], withoutEvents }: SampleOptions<Refs> = {},
): Sample {
  return {
    endpoint,
    name: variant === undefined ? endpoint.operationId : `${endpoint.operationId}, ${variant}`,
    events,
    withoutEvents,
    shown: request(need.shown, unchanged),
    prepare: async (client, unique = newUnique()) => request(await need.make(client), unique),
  };
}

const nothing: Need<object> = { shown: {}, make: async () => ({}) };

/** A sample without prerequisites. */
export const sample = (
  endpoint: EndpointSpec,
  {
    request,
    ...more
  }: Omit<SampleOptions<object>, 'request'> & { request?: (unique: Unique) => SampleRequest } = {},
): Sample => sampleAfter(nothing, endpoint, { ...more, request: (_, unique) => request?.(unique) ?? {} });

/** Sends a sample after its prerequisites, and returns the response and the request. */
async function send(client: SampleClient, { endpoint, prepare }: Sample) {
  const request = await prepare(client);
  return { request, answer: await client.call(endpoint, request) };
}

/** The example of a successful response: the contract's own, or one composed of the examples of its fields. */
export function responseExample({ success, example }: EndpointSpec): unknown {
  const { result, contentTypes } = success;
  if (example?.response !== undefined || result === undefined || contentTypes !== undefined)
    return example?.response;
  return exampleOfSchema(result);
}

const documentedResponse = ({ endpoint }: Sample): SampleResponse => {
  const response = responseExample(endpoint);
  return typeof response === 'object' && response !== null ? { ...response } : {};
};

/** The body of a request as an object. */
export const bodyOf = ({ body }: SampleRequest): Readonly<Record<string, unknown>> =>
  typeof body === 'object' ? body : {};

/** A value of this sample's response that other samples need; in documents, of the documented response. */
export const madeBy = <Refs extends object>(
  made: Sample,
  pick: (answer: SampleResponse, request: SampleRequest) => Refs,
): Need<Refs> => ({
  shown: pick(documentedResponse(made), made.shown),
  async make(client) {
    const { answer, request } = await send(client, made);
    return pick(answer, request);
  },
});

/** The id of the created resource. */
export const idMadeBy = (made: Sample): Need<{ id: string }> =>
  madeBy(made, ({ id }) => ({ id: String(id) }));

/** Creates one prerequisite after the other. */
export const both = <First extends object, Second extends object>(
  first: Need<First>,
  second: Need<Second>,
): Need<First & Second> => ({
  shown: { ...first.shown, ...second.shown },
  make: async (client) => ({ ...(await first.make(client)), ...(await second.make(client)) }),
});

/** A prerequisite, followed by more calls about it. */
export const continued = <Refs extends object>(
  need: Need<Refs>,
  more: (client: SampleClient, refs: Refs) => Promise<unknown>,
): Need<Refs> => ({
  shown: need.shown,
  async make(client) {
    const refs = await need.make(client);
    await more(client, refs);
    return refs;
  },
});

/** A value with another representation in documents. */
export const shownAs = <Refs extends object>(shown: Refs, real: () => Refs): Need<Refs> => ({
  shown,
  make: async () => real(),
});
