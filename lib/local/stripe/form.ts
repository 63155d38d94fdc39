/** Parses Stripe's form encoding: `metadata[order]=1&payment_method_types[0]=card`. Pure. */
import { badParameter, type Form, type FormValue } from './types.ts';

function pathOf(name: string): string[] {
  const [, head = name, rest = ''] = /^([^[]+)((?:\[[^\]]*\])*)$/.exec(name) ?? [];
  return [head, ...[...rest.matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => part)];
}

/** Objects with numeric or empty names are lists. */
function withLists(value: FormValue): FormValue {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([name, child]): [string, FormValue] => [name, withLists(child)]);
  const isList = entries.length > 0 && entries.every(([name]) => /^(?:\d+|)$/.test(name.replace(/^#/, '')));
  return isList ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}

export function parseForm(text: string): Form {
  const root: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = pathOf(name);
    let at: Form = root;
    for (const [index, part] of path.entries()) {
      // Repeated `a[]` is a list as well.
      const key = part === '' ? `#${Object.keys(at).length}` : part;
      if (index === path.length - 1) at[key] = value;
      else {
        const child = at[key];
        const next: Form = typeof child === 'object' && !Array.isArray(child) ? child : {};
        at[key] = next;
        at = next;
      }
    }
  }
  return Object.fromEntries(Object.entries(root).map(([name, value]) => [name, withLists(value)]));
}

/** Returns the parameters when all are known. Throws StripeFault. */
export function onlyKnown(form: Form, known: readonly string[]): Form {
  const unknown = Object.keys(form).find((name) => name !== 'expand' && !known.includes(name));
  if (unknown === undefined) return form;
  throw badParameter(unknown, 'parameter_unknown', `Received unknown parameter: ${unknown}`);
}

/** Returns a text parameter. Throws StripeFault for other values. */
export function textIn(form: Form, name: string): string | undefined {
  const value = form[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw badParameter(name, 'parameter_invalid_string_blank', `Invalid string: ${name}`);
}

/** Returns a whole number above 0. Throws StripeFault. */
export function integerIn(form: Form, name: string): number | undefined {
  const text = textIn(form, name);
  if (text === undefined) return undefined;
  if (/^\d{1,15}$/.test(text) && Number(text) > 0) return Number(text);
  throw badParameter(name, 'parameter_invalid_integer', `Invalid integer: ${text}`);
}

export function required<T>(value: T | undefined, name: string): T {
  if (value !== undefined) return value;
  throw badParameter(name, 'parameter_missing', `Missing required param: ${name}.`);
}

export function metadataIn(form: Form): Record<string, string> {
  const { metadata = {} } = form;
  if (typeof metadata === 'string' || Array.isArray(metadata))
    throw badParameter('metadata', 'parameter_invalid_empty', 'Invalid hash: metadata');
  const entries = Object.entries(metadata).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  if (entries.length > 50 || entries.some(([key, value]) => key.length > 40 || value.length > 500))
    throw badParameter(
      'metadata',
      'parameter_invalid_string',
      'Metadata has at most 50 keys of 40 and values of 500 characters.',
    );
  return Object.fromEntries(entries);
}
