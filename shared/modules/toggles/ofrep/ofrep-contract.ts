/**
 * The OpenFeature Remote Evaluation Protocol 0.3.0. Its OpenAPI document defines paths, bodies and codes:
 * https://github.com/open-feature/protocol/blob/main/service/openapi.yaml
 */
import * as z from 'zod/mini';
import { defineEndpoint, operation, returns } from '../../../kernel/http/endpoint-spec.ts';
import { about } from '../../../kernel/http/fields.ts';
import { toggleLimits } from '../evaluation/toggle-types.ts';
import { metadataValue } from '../prerequisites/fields.ts';
import { exampleIds, plain, value } from '../toggle-contract.ts';

/** Error codes of the protocol; all other errors are `GENERAL`. */
const ofrepCodes: Readonly<Record<string, string>> = {
  MISSING_TOGGLE: 'FLAG_NOT_FOUND',
  malformed_body: 'PARSE_ERROR',
  too_deep: 'PARSE_ERROR',
  body_too_large: 'INVALID_CONTEXT',
  invalid_input: 'INVALID_CONTEXT',
};

/** Returns the fields of an error response of the protocol. */
const errorFieldsOf = (
  { code, message }: { code: string; message: string },
  { key }: Readonly<Record<string, string | undefined>>,
) => ({ ...(key !== undefined && { key }), errorCode: ofrepCodes[code] ?? 'GENERAL', errorDetails: message });

const Evaluate = z.object({
  context: z
    .optional(z.nullable(z.record(z.string(), z.unknown())))
    .check(
      about(
        'The evaluation context: `targetingKey` for splits and percentages, and any attributes. At most 32 KB; empty by ' +
          'default.',
        { targetingKey: 'user-123', user: { roles: ['beta'] } },
      ),
    ),
});
export type Evaluate = z.infer<typeof Evaluate>;

/** The protocol has no reason DEFAULT; `metadata.reason` contains the reason of the platform. */
export const ofrepReasons = ['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'UNKNOWN'] as const;

const metadata = z
  .record(z.string(), metadataValue)
  .check(
    about(
      'Metadata of the toggle, and `toggleId`, `source` (`override` or `default`), `reason`, `rule` (its index from ' +
        '0), `prerequisite` (the failed one).',
      { toggleId: exampleIds.toggle, source: 'default', reason: 'SPLIT', rule: 0 },
    ),
  );

const key = plain('Identifier of the toggle.', 'new_checkout');
const success = {
  key,
  value: z.optional(
    value('The value; absent for null of other types than json, so that the default in the code is used.'),
  ),
  reason: z.enum(ofrepReasons).check(about('Reason of the value.', 'SPLIT')),
  variant: plain('Name of the variant.', 'Beta testers'),
  metadata,
};

export const OfrepSuccess = z
  .object(success)
  .check(z.meta({ id: 'OfrepSuccess', description: 'A successful evaluation.' }));
export type OfrepSuccess = z.infer<typeof OfrepSuccess>;

export const OfrepFailure = z
  .object({
    key,
    errorCode: z.enum(['GENERAL']).check(about('Code of the error.', 'GENERAL')),
    errorDetails: plain('Error message.', 'The evaluation took longer than 200 ms.'),
  })
  .check(z.meta({ id: 'OfrepFailure', description: 'An evaluation that failed.' }));
export type OfrepFailure = z.infer<typeof OfrepFailure>;

const root = '/ofrep/v1';
const base = {
  module: 'toggles',
  auth: 'caller',
  scope: 'tenant',
  method: 'POST',
  rateClass: 'evaluations',
  reads: true,
  maxBodyBytes: toggleLimits.ruleBodyBytes,
  body: Evaluate,
  bodyOptional: true,
  errorFieldsOf,
  permissions: { table: ['BatchGetItem', 'Query'], toggles: 'count' },
} as const;
const rate = 'These requests have their own rate limit: 6 000 per minute and API key by default.';

export const evaluateFlag = defineEndpoint({
  ...base,
  operationId: 'evaluateFlag',
  path: `${root}/evaluate/flags/{key}`,
  summary: 'Evaluate one toggle (OFREP)',
  description:
    'For OpenFeature providers on servers, which send the context with each evaluation. Errors contain `key`, ' +
    `\`errorCode\` and \`errorDetails\`. ${rate}`,
  params: z.object({ key }),
  success: returns(OfrepSuccess),
  errors: ['MISSING_TOGGLE', 'evaluation_failed'],
});

export const evaluateFlags = defineEndpoint({
  ...base,
  operationId: 'evaluateFlags',
  path: `${root}/evaluate/flags`,
  summary: 'Evaluate all toggles (OFREP)',
  description:
    'For OpenFeature providers in browsers and apps, which evaluate all toggles for one context and cache the ' +
    'values. With `If-None-Match`, unchanged values return 304. `eventStreams` contains the URL of a stream of ' +
    `changes, for callers with an API key or a session cookie. ${rate}`,
  query: z.object({
    flagConfigEtag: z
      .optional(z.string().check(z.maxLength(200)))
      .check(about('`etag` of an event of the stream; accepted and ignored.')),
    flagConfigLastModified: z
      .optional(z.string().check(z.maxLength(100)))
      .check(about('`lastModified` of an event of the stream; accepted and ignored.')),
  }),
  success: returns(
    z.object({
      flags: z
        .array(z.union([OfrepSuccess, OfrepFailure]))
        .check(about('One entry per toggle, by identifier.')),
      eventStreams: z
        .array(
          z.object({
            type: z.literal('sse').check(about('Server-sent events.')),
            endpoint: z
              .object({
                requestUri: plain('Path and query on the host of this request.', `${root}/streams?token=…`),
              })
              .check(about('URL of the stream.')),
            inactivityDelaySec: z
              .int()
              .check(about('Seconds in the background after which a client should close the stream.', 120)),
          }),
        )
        .check(about('Streams with events that request a new evaluation.')),
    }),
    { headers: { etag: 'Version of the values; send it as `If-None-Match`.' } },
  ),
});

export const streamToggleChanges = defineEndpoint({
  module: 'toggles',
  auth: 'optional',
  scope: 'optional',
  ...operation('streamToggleChanges', 'GET', `${root}/streams`),
  transport: 'stream',
  summary: 'Stream changes of toggles (OFREP)',
  description:
    'Server-sent events for `EventSource`: `{"type":"refetchEvaluation","etag":"…"}` whenever a toggle, a ' +
    'segment or a value of the tenant has changed, and at the start. The response of the bulk evaluation contains the ' +
    'URL; its token is valid for one to two days, and refused where the key is. A connection ends after ' +
    'at most one minute; the client reconnects and then receives missed events. A tenant can have 50 open ' +
    'connections by default, 25 of them from one address, in addition to event streams.',
  query: z.object({
    token: z
      .optional(z.string().check(z.maxLength(1_000)))
      .check(about('Token from the bulk evaluation; without it, the caller needs credentials.')),
  }),
  success: returns(
    z
      .string()
      .check(
        about(
          'Frames of server-sent events, and comments as heartbeats.',
          'id: 42\ndata: {"type":"refetchEvaluation","etag":"42"}\n\n',
        ),
      ),
    { description: 'A stream of frames.', contentTypes: ['text/event-stream; charset=utf-8'] },
  ),
  errors: ['unauthenticated', 'address_forbidden', 'scope_required', 'too_many_toggle_streams'],
  permissions: { table: ['GetItem', 'BatchGetItem', 'Query', 'UpdateItem'] },
  holdsConnection: true,
  memoryMb: 256,
  timeoutSeconds: 75,
});
