/** The format of invalid fields: `map` is `details: {field: message}`, `list` is `details: [{field, message}]`. */
export type DetailsStyle = 'map' | 'list';

/** Body of an error response. `fields` are the invalid fields of the input. */
interface ShownError {
  message: string;
  code: string;
  body: Readonly<Record<string, unknown>>;
  fields?: Readonly<Record<string, string>>;
}

/** The body of an error's response in the format of its endpoint. */
export function errorBody(
  error: ShownError,
  { details, errorFields }: { details?: DetailsStyle; errorFields?: Readonly<Record<string, unknown>> },
  requestId: string,
): Record<string, unknown> {
  const body = { ...errorFields, error: error.message, code: error.code, ...error.body, requestId };
  const { fields } = error;
  if (fields === undefined) return body;
  const list = Object.entries(fields).map(([field, message]) => ({ field, message }));
  return { ...body, details: details === 'map' ? fields : list };
}
