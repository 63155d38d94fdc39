/** The error answers of an operation: one response per status, with the codes that share it. */
import type { Endpoint } from '../http/contract.ts';
import { documentedErrors } from '../http/documented-errors.ts';
import { type ErrorCode, errorStatus } from '../http/errors.ts';
import { type ErrorEntry, errorCatalogue } from './error-catalogue.ts';
import type { JsonSchema } from './json-schema.ts';
import { headerReferences, type SharedHeader } from './shared-parts.ts';
import type { NamedExample, Reference, Response } from './types.ts';

export const errorSchema: JsonSchema = {
  type: 'object',
  description: 'Every error. Some carry further fields, which their examples show.',
  properties: {
    error: { type: 'string', description: 'What went wrong, for people.', examples: ['Rule not found.'] },
    code: {
      type: 'string',
      enum: Object.keys(errorStatus).toSorted(),
      description: 'What went wrong, for programs.',
      examples: ['not_found'],
    },
    requestId: {
      type: 'string',
      description: 'Id of the request, as in the header `x-request-id`, to be quoted when asking for help.',
      examples: ['QWERTYUIOPasdfg='],
    },
    details: {
      description:
        'Which fields are wrong: `{field: message}` or `[{field, message}]`, as the operation shows.',
      oneOf: [
        { type: 'object', additionalProperties: { type: 'string' } },
        {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              field: { type: 'string', description: 'Path of the field.', examples: ['page'] },
              message: { type: 'string', description: 'What is wrong.', examples: ['must be an integer'] },
            },
            required: ['field', 'message'],
          },
        },
      ],
    },
  },
  required: ['error', 'code', 'requestId'],
  additionalProperties: true,
};

const badField = { field: 'page', message: 'must be at least 1' };

function exampleOf(code: ErrorCode, { details: style, errorFields }: Endpoint): NamedExample {
  const { meaning, example }: ErrorEntry = errorCatalogue[code];
  const { error, ...more } = example;
  const details = style === 'map' ? { [badField.field]: badField.message } : [badField];
  const requestId = 'QWERTYUIOPasdfg=';
  const value = {
    ...errorFields,
    error,
    code,
    ...more,
    requestId,
    ...(code === 'invalid_input' && { details }),
  };
  return { summary: meaning, value };
}

function responseOf(codes: readonly ErrorCode[], endpoint: Endpoint): Response {
  const retry = codes.some((code) => code === 'rate_limited' || code === 'unavailable');
  const counted = endpoint.auth !== 'none' && !codes.includes('unauthenticated');
  const headers: SharedHeader[] = [
    'x-request-id',
    ...(counted ? (['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset'] as const) : []),
    ...(retry ? (['retry-after'] as const) : []),
  ];
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCatalogue[code].meaning}`).join('\n\n'),
    headers: headerReferences(headers),
    content: {
      'application/json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Error' }],
          properties: { code: { enum: [...codes], description: 'One of the codes of this status.' } },
        },
        examples: Object.fromEntries(codes.map((code) => [code, exampleOf(code, endpoint)])),
      },
    },
  };
}

/** `['missing_feature', 'scope_forbidden']` → `MissingFeatureOrScopeForbidden`. */
function responseName(codes: readonly ErrorCode[], endpoint: Endpoint): string {
  const pascal = (code: string) =>
    code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const suffix = codes.includes('invalid_input') && endpoint.details === 'map' ? 'ByField' : '';
  const named =
    endpoint.errorFields === undefined
      ? suffix
      : `${suffix}With${pascal(Object.keys(endpoint.errorFields).join('_'))}`;
  return codes.map(pascal).join('Or') + named + (endpoint.auth === 'none' ? 'Open' : '');
}

/**
 * The responses from 400 on. Equal ones are shared: they are added to `components`, which becomes the
 * document's `components.responses`, and the operation refers to them.
 */
export function errorResponses(
  endpoint: Endpoint,
  components: Record<string, Response>,
): Record<string, Reference> {
  const byStatus = Map.groupBy(documentedErrors(endpoint).toSorted(), (code) => errorStatus[code]);
  const statuses = [...byStatus].toSorted(([a], [b]) => a - b);
  return Object.fromEntries(
    statuses.map(([status, codes]) => {
      const name = responseName(codes, endpoint);
      components[name] ??= responseOf(codes, endpoint);
      return [String(status), { $ref: `#/components/responses/${name}` }];
    }),
  );
}
