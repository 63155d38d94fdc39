/**
 * The error responses of an operation: one per status, with its codes. Failures of the platform are in its `default`
 * response.
 */

import { toJson } from '../../../kernel/base/json.ts';
import type { JsonSchema } from '../../../kernel/contracts/json-schema.ts';
import type { DocumentedError } from '../../../kernel/errors/api-error.ts';
import { errorBody } from '../../../kernel/errors/error-body.ts';
import { InvalidInputError, TooDeepError } from '../../../kernel/errors/errors.ts';
import type { Endpoint } from '../../../kernel/http/endpoint-spec.ts';
import { documentedErrors } from '../../../kernel/modules/documented-errors.ts';
import { headerReferences, limitHeaders } from './shared-parts.ts';
import type { Components, NamedExample, Reference, Response } from './types.ts';

export const errorSchema = (errors: readonly DocumentedError[]): JsonSchema => ({
  type: 'object',
  description: 'Every error response. Some errors have additional fields, shown in their examples.',
  properties: {
    error: { type: 'string', description: 'Error message.', examples: ['Rule not found.'] },
    code: {
      type: 'string',
      enum: errors.map(({ code }) => code).toSorted(),
      description: 'Stable error code.',
      examples: ['not_found'],
    },
    requestId: {
      type: 'string',
      description:
        'Id of the request, as in the header `x-request-id`; include it when you report a problem.',
      examples: ['QWERTYUIOPasdfg='],
    },
    details: {
      description: 'Invalid fields: `{field: message}` or `[{field, message}]`, as the operation shows.',
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
});

/** The errors of all modules, and what operations share. */
interface ErrorContext {
  errors: readonly DocumentedError[];
  shared: Pick<Components, 'examples' | 'responses'>;
}

/** The error of this code. Throws when no module declares it. */
function findError(code: string, errors: readonly DocumentedError[]): DocumentedError {
  const found = errors.find((error) => error.code === code);
  if (found === undefined) throw new Error(`No module declares the error "${code}".`);
  return found;
}

function exampleOf(code: string, { details }: Endpoint, errors: readonly DocumentedError[]): NamedExample {
  const error = findError(code, errors);
  return { summary: error.when, value: errorBody(error.example(), { details }, 'QWERTYUIOPasdfg=') };
}

const pascalCase = (text: string): string =>
  text.replace(
    /(?:^|_)([a-zA-Z])([A-Z]*)/g,
    (_, first: string, more: string) => first.toUpperCase() + more.toLowerCase(),
  );

/** Codes of endpoints with both formats of `details`. */
const refusesAnyInput: ReadonlySet<string> = new Set([InvalidInputError.code, TooDeepError.code]);

/** Whether `details` differ from those of other endpoints, as a suffix of a name. */
const detailsForm = (codes: readonly string[], { details }: Endpoint): string =>
  details === 'map' && codes.some((code) => refusesAnyInput.has(code)) ? 'ByField' : '';

/** How the error bodies of an endpoint differ from those of others, as a suffix of a name. */
function formOf(codes: readonly string[], endpoint: Endpoint): string {
  const [firstField] = Object.keys(endpoint.errorFields ?? {});
  return detailsForm(codes, endpoint) + (firstField === undefined ? '' : `With${pascalCase(firstField)}`);
}

/** Additional fields of the error bodies. */
function furtherFields({ errorFields }: Endpoint): string {
  return errorFields === undefined ? '' : ` Also carries \`${toJson(errorFields)}\`.`;
}

function exampleReference(
  code: string,
  endpoint: Endpoint,
  { errors, shared: { examples } }: ErrorContext,
): Reference {
  const name = code + detailsForm([code], endpoint);
  examples[name] ??= exampleOf(code, endpoint, errors);
  return { $ref: `#/components/examples/${name}` };
}

function contentOf(codes: readonly string[], endpoint: Endpoint, context: ErrorContext): Response['content'] {
  const examples = codes.map((code) => [code, exampleReference(code, endpoint, context)] as const);
  const schema = { $ref: '#/components/schemas/Error' };
  return { 'application/json': { schema, examples: Object.fromEntries(examples) } };
}

const listOf = (codes: readonly string[]): string => codes.map((code) => `\`${code}\``).join(', ');

/**
 * Codes in names of responses; empty if every response of the status has the code, or it only occurs with
 * another code.
 */
const codesInNames: Readonly<Record<string, string>> = {
  ...{ invalid_input: '', too_deep: '', address_forbidden: '', scope_forbidden: '' },
  factor_enrolment_required: '',
  malformed_body: 'Body',
  scope_required: 'Scope',
  missing_feature: 'Feature',
};
/** Codes that every change has, together as one word. */
const changeInNames = { cross_site: '', read_only: 'Write' };
const statusNames: Readonly<Record<number, string>> = { 400: 'BadRequest', 403: 'Forbidden' };

/** `missing_feature` and `not_yours` → `ForbiddenFeatureNotYours`; `rule_id_taken` → `RuleIdTaken`. */
function responseName(status: number, codes: readonly string[], endpoint: Endpoint): string {
  // Without credentials, no code of a refusal is implied by another one.
  const isOpen = endpoint.auth === 'none' && status === 403;
  const implied: typeof codesInNames = isOpen
    ? {}
    : { ...codesInNames, ...(codes.includes('read_only') && changeInNames) };
  const statusName = statusNames[status];
  const parts =
    statusName === undefined
      ? codes.map(pascalCase).join('Or')
      : statusName + codes.map((code) => implied[code] ?? pascalCase(code)).join('');
  return parts + formOf(codes, endpoint) + (isOpen ? 'Open' : '');
}

function add(name: string, response: Response, { shared: { responses } }: ErrorContext): Reference {
  const existing = responses[name];
  if (existing !== undefined && toJson(existing) !== toJson(response))
    throw new Error(`Two different responses are named ${name}; give one of them another name.`);
  responses[name] = response;
  return { $ref: `#/components/responses/${name}` };
}

/** The responses of these statuses are in `default`: they have one cause and one body in every operation. */
const isInDefault = (code: string): boolean => code === 'internal' || code === 'unavailable';

/** The shared `default` response of operations with, or without, credentials whose errors have the same form. */
function defaultResponse(endpoint: Endpoint, context: ErrorContext): Reference {
  const isOpen = endpoint.auth === 'none';
  const codes = ['internal', 'unavailable'];
  const response: Response = {
    description: `Failures that every operation can have. 500: \`internal\`; 503: \`unavailable\`.${furtherFields(endpoint)}`,
    headers: headerReferences(['x-request-id', ...(isOpen ? [] : limitHeaders), 'retry-after']),
    content: contentOf(codes, endpoint, context),
  };
  return add(`${isOpen ? 'OpenFailure' : 'Failure'}${formOf(codes, endpoint)}`, response, context);
}

/**
 * The error responses: one per status, `default` for the failures of the platform. Equal responses and examples are
 * shared as components.
 */
export function errorResponses(endpoint: Endpoint, context: ErrorContext): Record<string, Reference> {
  const codes = documentedErrors(endpoint).toSorted();
  const byStatus = Map.groupBy(codes, (code) => findError(code, context.errors).status);
  const own = [...byStatus]
    .filter(([, codes]) => codes.some((code) => !isInDefault(code) || endpoint.errors?.includes(code)))
    .toSorted(([a], [b]) => a - b)
    .map(([status, codes]) => {
      const isTemporary = codes.some((code) => code === 'rate_limited' || code === 'unavailable');
      const response: Response = {
        description: `${listOf(codes)}.${furtherFields(endpoint)}`,
        ...(isTemporary && { headers: headerReferences(['retry-after']) }),
        content: contentOf(codes, endpoint, context),
      };
      return [String(status), add(responseName(status, codes, endpoint), response, context)] as const;
    });
  return { ...Object.fromEntries(own), default: defaultResponse(endpoint, context) };
}
