/** Errors as messages for users. */
import { PlatformError } from '../../../shared/clients/typescript/index.ts';
import { problemTexts } from '../texts/problems.ts';
import { PasskeyError } from './passkeys.ts';

export interface Problem {
  title: string;
  /** The error of the API, or what to do. */
  message: string;
  /** Messages about single fields. */
  fields: readonly FieldProblem[];
  /** To be quoted in a support request. */
  requestId: string | undefined;
  status: number | undefined;
}

export interface FieldProblem {
  field: string;
  message: string;
}

const isFieldProblem = (value: unknown): value is FieldProblem =>
  typeof value === 'object' &&
  value !== null &&
  'field' in value &&
  typeof value.field === 'string' &&
  'message' in value &&
  typeof value.message === 'string';

/** Details are a list, or an object of messages by field. */
function fieldProblems(details: unknown): FieldProblem[] {
  if (Array.isArray(details)) return details.filter(isFieldProblem);
  if (typeof details !== 'object' || details === null) return [];
  return Object.entries(details).flatMap(([field, message]) =>
    typeof message === 'string' ? [{ field, message }] : [],
  );
}

function titleOf(error: PlatformError): string {
  const { titles, retryAfter } = problemTexts;
  if (error.status === 429) return retryAfter(error.retryAfterSeconds);
  return titles.get(error.status) ?? (error.status >= 500 ? problemTexts.failed : problemTexts.refused);
}

function withoutResponse(error: unknown): { title: string; message: string } {
  if (error instanceof PasskeyError) return problemTexts.passkey;
  // A browser gives no details about a request without a response.
  return error instanceof TypeError ? problemTexts.noAnswer : problemTexts.defect;
}

/** Describes the error of a call. */
export function problemOf(error: unknown): Problem {
  if (error instanceof PlatformError) {
    return {
      title: titleOf(error),
      message: error.message,
      fields: fieldProblems(error.details),
      requestId: error.requestId,
      status: error.status,
    };
  }
  const { title, message } = withoutResponse(error);
  return { title, message, fields: [], requestId: undefined, status: undefined };
}

export const isStale = (error: unknown): boolean => error instanceof PlatformError && error.status === 412;
