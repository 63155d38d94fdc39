/** Stripe's form encoding, `metadata[order]=1&payment_method_types[0]=card`, and its parameters. Pure. */
import * as z from 'zod/mini';
import { describeIssue } from '../../../shared/kernel/http/issues.ts';
import { parseOptions } from '../../../shared/kernel/http/parse-options.ts';
import { invalid, type StripeFault } from './faults.ts';

/** Lists are objects whose names are the positions. */
export type Form = { [name: string]: string | Form };

/** Without a prototype, so that no name reaches `Object.prototype`. */
const emptyForm = (): Form => Object.create(null);

/** Returns the parameters of a form or query. Empty metadata is absent, as Stripe removes it. */
export function parseForm(text: string): Form {
  const form = emptyForm();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split('[').map((part) => part.replace(/\]$/, ''));
    if (value === '' && path.includes('metadata')) continue;
    const last = path.pop() ?? name;
    let parent = form;
    for (const part of path) {
      const child = parent[part];
      const next = typeof child === 'object' ? child : emptyForm();
      parent[part] = next;
      parent = next;
    }
    // A list may leave out the positions: `a[]=1&a[]=2`.
    parent[last || String(Object.keys(parent).length)] = value;
  }
  return form;
}

/** A whole number above 0. */
export const integer = z.pipe(z.string().check(z.regex(/^[1-9]\d{0,14}$/)), z.transform(Number));
export const optionalText = z._default(z.nullable(z.string()), null);
/** A parameter that does not change what the emulator does. */
export const ignored = z.optional(z.transform((): undefined => undefined));
const isTrue = z.transform((text: 'true' | 'false') => text === 'true');
export const flag = z._default(z.pipe(z.enum(['true', 'false']), isTrue), false);

// https://docs.stripe.com/metadata
export const metadata = z._default(
  z
    .record(z.string().check(z.maxLength(40)), z.string().check(z.maxLength(500)))
    .check(z.refine((entries) => Object.keys(entries).length <= 50)),
  () => ({}),
);

const nameOf = ([head = '', ...rest]: readonly PropertyKey[]): string =>
  [head, ...rest.map((part) => `[${String(part)}]`)].join('');

function faultOf(issue: z.core.$ZodIssue): StripeFault {
  if (issue.code === 'unrecognized_keys') {
    const param = nameOf([...issue.path, ...issue.keys.slice(0, 1)]);
    return invalid(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = nameOf(issue.path);
  const isNumber = issue.code === 'invalid_format' || typeof issue.input === 'number';
  let code = isNumber ? 'parameter_invalid_integer' : 'parameter_invalid_string';
  if (issue.input === undefined) code = 'parameter_missing';
  return invalid(`The parameter ${param} ${describeIssue(issue)}.`, { code, param });
}

/** Throws StripeFault that names the first empty parameter. */
function assertNoneEmpty(form: object, path: readonly string[] = []): void {
  for (const [name, value] of Object.entries(form)) {
    if (typeof value === 'object' && value !== null) assertNoneEmpty(value, [...path, name]);
    if (value !== '') continue;
    const param = nameOf([...path, name]);
    const message =
      `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; ` +
      `however '${param}' cannot be unset. You should remove '${param}' from your request or supply a non-empty value.`;
    throw invalid(message, { code: 'parameter_invalid_empty', param });
  }
}

/** Returns the parameters by their schema. Throws StripeFault that names the first empty or invalid one. */
export function parseParameters<Schema extends z.ZodMiniType>(
  schema: Schema,
  form: object,
): z.output<Schema> {
  assertNoneEmpty(form);
  const result = schema.safeParse(form, parseOptions);
  if (result.success) return result.data;
  const [first] = result.error.issues.map(faultOf);
  throw first;
}
