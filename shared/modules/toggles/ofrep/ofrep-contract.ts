/**
 * The OpenFeature Remote Evaluation Protocol, version 0.3.0, whose OpenAPI document prescribes paths, bodies and codes:
 * https://github.com/open-feature/protocol/blob/main/service/openapi.yaml
 */
import * as z from 'zod/mini';
import { defineEndpoint } from '../../../kernel/http/endpoint-spec.ts';
import { exampleIds, plain, toggleLimits, value } from '../toggle-contract.ts';

/** The protocol's name of each error; the others are `GENERAL`. */
const ofrepCodes: Readonly<Record<string, string>> = {
  MISSING_TOGGLE: 'FLAG_NOT_FOUND',
  malformed_body: 'PARSE_ERROR',
  too_deep: 'PARSE_ERROR',
  body_too_large: 'INVALID_CONTEXT',
  invalid_input: 'INVALID_CONTEXT',
  targeting_key_missing: 'TARGETING_KEY_MISSING',
};

/** What errors say in the protocol's words. */
const errorFieldsOf = (
  { code, message }: { code: string; message: string },
  { key }: Readonly<Record<string, string | undefined>>,
) => ({ ...(key !== undefined && { key }), errorCode: ofrepCodes[code] ?? 'GENERAL', errorDetails: message });

const Evaluate = z.object({
  context: z.record(z.string(), z.unknown()).check(
    z.meta({
      description:
        'The evaluation context: `targetingKey`, which splits and percentages draw by, and any attributes. At most 32 KB.',
      examples: [{ targetingKey: 'user-123', user: { roles: ['beta'] } }],
    }),
  ),
});

/** DEFAULT is no reason of the protocol; `metadata.reason` has the platform's own. */
export const ofrepReasons = ['STATIC', 'TARGETING_MATCH', 'SPLIT', 'DISABLED', 'UNKNOWN'] as const;

const metadata = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).check(
  z.meta({
    description:
      '`toggleId`, `source` (`override` or `default`), `reason`, and `rule`, the place of the rule from 0.',
    examples: [{ toggleId: exampleIds.toggle, source: 'default', reason: 'SPLIT', rule: 0 }],
  }),
);

const key = plain('Identifier of the toggle.', 'new_checkout');
const success = {
  key,
  value: z.optional(value('The value; absent for null, which leaves the default of the code.')),
  reason: z.enum(ofrepReasons).check(z.meta({ description: 'Why this value.', examples: ['SPLIT'] })),
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
    errorCode: z
      .enum(['TARGETING_KEY_MISSING', 'GENERAL'])
      .check(z.meta({ description: 'Why it could not be evaluated.', examples: ['TARGETING_KEY_MISSING'] })),
    errorDetails: plain(
      'The status in words.',
      'The toggle is split by targetingKey, and the context has none.',
    ),
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
  maxBodyBytes: toggleLimits.ruleBodyBytes,
  body: Evaluate,
  errorFieldsOf,
  permissions: { table: ['BatchGetItem', 'Query'], toggles: 'copy' },
} as const;
const rate = 'These requests have their own rate limit: 6 000 per minute and API key by default.';
const example = {
  key: 'new_checkout',
  value: true,
  reason: 'SPLIT',
  variant: 'Beta testers',
  metadata: { toggleId: exampleIds.toggle, source: 'default', reason: 'SPLIT', rule: 0 },
} as const;

export const evaluateFlag = defineEndpoint({
  ...base,
  operationId: 'evaluateFlag',
  path: `${root}/evaluate/flags/{key}`,
  summary: 'Evaluate one toggle (OFREP)',
  description:
    'For OpenFeature providers on servers, which send the context with each evaluation. Errors contain `key`, ' +
    `\`errorCode\` and \`errorDetails\`. ${rate}`,
  params: z.object({ key }),
  success: { status: 200, description: 'The evaluation.', result: OfrepSuccess },
  errors: ['MISSING_TOGGLE', 'targeting_key_missing', 'evaluation_failed'],
  example: { summary: 'Within a rollout', response: example },
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
      .check(z.meta({ description: 'What an event of the stream named; accepted and not needed.' })),
    flagConfigLastModified: z
      .optional(z.string().check(z.maxLength(100)))
      .check(z.meta({ description: 'What an event of the stream named; accepted and not needed.' })),
  }),
  conditionalPost: true,
  success: {
    status: 200,
    description: 'The evaluations.',
    headers: { etag: 'Names the values; send it as `If-None-Match`.' },
    result: z.object({
      flags: z
        .array(z.union([OfrepSuccess, OfrepFailure]))
        .check(z.meta({ description: 'One entry per toggle, by identifier.' })),
      eventStreams: z
        .array(
          z.object({
            type: z.literal('sse').check(z.meta({ description: 'Server-sent events.' })),
            endpoint: z
              .object({
                requestUri: plain('Path and query on the host of this request.', `${root}/streams?token=…`),
              })
              .check(z.meta({ description: 'Where to listen.' })),
            inactivityDelaySec: z.int().check(
              z.meta({
                description: 'After so many seconds in the background a client should close it.',
                examples: [120],
              }),
            ),
          }),
        )
        .check(z.meta({ description: 'Streams that tell when to evaluate again.' })),
    }),
  },
  example: {
    summary: 'One toggle',
    response: {
      flags: [example],
      eventStreams: [
        { type: 'sse', endpoint: { requestUri: `${root}/streams?token=…` }, inactivityDelaySec: 120 },
      ],
    },
  },
});

export const streamToggleChanges = defineEndpoint({
  module: 'toggles',
  auth: 'optional',
  scope: 'optional',
  operationId: 'streamToggleChanges',
  method: 'GET',
  path: `${root}/streams`,
  transport: 'stream',
  summary: 'Stream changes of toggles (OFREP)',
  description:
    'Server-sent events for `EventSource`: `{"type":"refetchEvaluation","etag":"…"}` whenever a toggle, a ' +
    'segment or a value of the tenant has changed. The response of the bulk evaluation contains the URL; its ' +
    'token names tenant and key, is valid for one to two days and grants nothing else. A connection ends after ' +
    'at most one minute; the client reconnects and then receives what it missed. A new connection starts with ' +
    'an event, because values may have changed since the evaluation. A tenant can have 50 open connections by ' +
    'default, in addition to event streams.',
  query: z.object({
    token: z
      .optional(z.string().check(z.maxLength(1_000)))
      .check(z.meta({ description: 'From the bulk evaluation; without one the caller needs credentials.' })),
  }),
  success: {
    status: 200,
    description: 'A stream of frames.',
    contentTypes: ['text/event-stream; charset=utf-8'],
    result: z.string().check(
      z.meta({
        description: 'Frames as they come, with comments in between.',
        examples: ['id: 42\ndata: {"type":"refetchEvaluation","etag":"42"}\n\n'],
      }),
    ),
  },
  errors: ['unauthenticated', 'scope_required', 'too_many_toggle_streams'],
  permissions: { table: ['GetItem', 'Query', 'UpdateItem'] },
  holdsConnection: true,
  memoryMb: 256,
  timeoutSeconds: 75,
});
