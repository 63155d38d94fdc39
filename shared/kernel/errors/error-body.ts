import type { AppError } from './app-error.ts';

/** The format of invalid fields: `map` is `details: {field: message}`, `list` is `details: [{field, message}]`. */
export type DetailsStyle = 'map' | 'list';

/** The body of an error's response in the format of its endpoint. */
export function errorBody(
  error: Pick<AppError, 'message' | 'code' | 'body' | 'details'>,
  {
    details: style,
    errorFields,
  }: { details?: DetailsStyle; errorFields?: Readonly<Record<string, unknown>> },
  requestId: string,
): Record<string, unknown> {
  const body = { ...errorFields, error: error.message, code: error.code, ...error.body, requestId };
  const { details } = error;
  if (details === undefined) return body;
  const list = Object.entries(details).map(([field, message]) => ({ field, message }));
  return { ...body, details: style === 'map' ? details : list };
}
