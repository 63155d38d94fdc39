/** Validates, merges and masks the credentials of an integration. Pure. */
import type { FieldErrors } from '../../kernel/errors/app-error.ts';
import { allowsPrivateWebhooks, webhookUrlProblem } from '../../kernel/outbound/url.ts';
import { leadsToSameServer, maskedSecret } from '../../kernel/secrets/masked.ts';
import type { CredentialField } from './definition-contract.ts';

export type CredentialValue = string | number | boolean | null;
export type Credentials = Readonly<Record<string, CredentialValue>>;

const secretTypes: ReadonlySet<string> = new Set(['secret', 'oauth', 'ssh_keypair']);
const isSecret = ({ type }: CredentialField): boolean => secretTypes.has(type);

/** Returns the keys of declared fields that are not secret. Undeclared values may be secrets, so they are not included. */
const openKeys = (fields: readonly CredentialField[]): Set<string> =>
  new Set(fields.filter((field) => !isSecret(field)).map(({ key }) => key));

function isSet(value: CredentialValue | undefined): value is string | number | boolean {
  return value !== undefined && value !== null && value !== '';
}

/** Returns whether the URL is that of the AWS emulator of the local runtime. */
function isAwsEmulator(url: string): boolean {
  const emulator = process.env.AWS_ENDPOINT_URL;
  return emulator !== undefined && URL.parse(url)?.origin === URL.parse(emulator)?.origin;
}

/** Returns whether a URL in credentials may have a private address. */
export function mayBePrivate(url: string): boolean {
  return allowsPrivateWebhooks() || isAwsEmulator(url);
}

function problemOf({ type, options = [] }: CredentialField, value: CredentialValue): string | undefined {
  if (!isSet(value)) return undefined;
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'must be a boolean';
  if (type === 'select') {
    const allowed = options.map((option) => option.value);
    return allowed.includes(String(value)) ? undefined : `must be one of: ${allowed.join(', ')}`;
  }
  if (typeof value !== 'string') return 'must be a text';
  return type === 'url' ? webhookUrlProblem(value, { allowPrivate: mayBePrivate(value) }) : undefined;
}

const pastedTypes: ReadonlySet<string> = new Set(['secret', 'text', 'url']);

/**
 * Leaves out blanks and line breaks around pasted values: they come from a file or a terminal, and no provider accepts
 * them. A pair of keys needs its last line break.
 */
export function trimmedCredentials(fields: readonly CredentialField[], input: Credentials): Credentials {
  const pasted = new Set(fields.filter(({ type }) => pastedTypes.has(type)).map(({ key }) => key));
  const trimmed = Object.entries(input).map(([key, value]): [string, CredentialValue] => [
    key,
    typeof value === 'string' && pasted.has(key) ? value.trim() : value,
  ]);
  return Object.fromEntries(trimmed);
}

/** Returns the problems of declared fields. Undeclared fields may have any value. */
export function credentialProblems(fields: readonly CredentialField[], input: Credentials): FieldErrors {
  const problems = fields.flatMap((field): [string, string][] => {
    const value = input[field.key];
    const problem = value === undefined ? undefined : problemOf(field, value);
    return problem === undefined ? [] : [[`credentials.${field.key}`, problem]];
  });
  return Object.fromEntries(problems);
}

function isVisible({ visibleWhen }: CredentialField, credentials: Credentials): boolean {
  return visibleWhen === undefined || credentials[visibleWhen.field] === visibleWhen.equals;
}

/** Returns the keys of required fields without a value. */
export function missingCredentials(fields: readonly CredentialField[], credentials: Credentials): string[] {
  return fields
    .filter(
      (field) => field.required === true && isVisible(field, credentials) && !isSet(credentials[field.key]),
    )
    .map(({ key }) => key);
}

/** The value of a key that a caller names: `toString` is a key like any other. */
const storedValue = (stored: Credentials, key: string): CredentialValue | undefined =>
  Object.hasOwn(stored, key) ? stored[key] : undefined;

const addressIn = (credentials: Credentials, key: string): string => String(credentials[key] ?? '');

/**
 * Returns a problem for each kept secret if the server of a URL changes. The caller must enter these secrets again, so
 * that a caller who does not know a secret cannot send it to another server.
 */
export function secretsToRepeat(
  fields: readonly CredentialField[],
  input: Credentials,
  stored: Credentials,
): FieldErrors {
  const moved = fields.find(
    ({ key, type }) => type === 'url' && !leadsToSameServer(addressIn(stored, key), addressIn(input, key)),
  );
  if (moved === undefined) return {};
  const open = openKeys(fields);
  const kept = Object.entries(input).filter(
    ([key, value]) => value === maskedSecret && !open.has(key) && isSet(storedValue(stored, key)),
  );
  const problem = `must be entered again, because scheme, host or port of ${moved.key} change`;
  return Object.fromEntries(kept.map(([key]) => [`credentials.${key}`, problem]));
}

/**
 * Returns the credentials to store, which replace all stored ones. The mask keeps the stored secret, an empty text
 * removes it.
 */
export function savedCredentials(
  fields: readonly CredentialField[],
  input: Credentials,
  stored: Credentials,
): Credentials {
  const open = openKeys(fields);
  const saved = Object.entries(input).flatMap(([key, value]): [string, CredentialValue][] => {
    if (open.has(key)) return [[key, value]];
    const secret = value === maskedSecret ? storedValue(stored, key) : value;
    return secret === undefined || secret === '' ? [] : [[key, secret]];
  });
  return Object.fromEntries(saved);
}

/** Returns the keys that have a value: null and an empty text are none. */
export function keysWithValue(credentials: Credentials): string[] {
  return Object.keys(credentials).filter((key) => isSet(credentials[key]));
}

/** Returns the credentials for a response: secrets are masked, secrets without a value are left out. */
export function shownCredentials(fields: readonly CredentialField[], stored: Credentials): Credentials {
  const open = openKeys(fields);
  const shown = Object.entries(stored).flatMap(([key, value]): [string, CredentialValue][] => {
    if (open.has(key)) return [[key, value]];
    return isSet(value) ? [[key, maskedSecret]] : [];
  });
  return Object.fromEntries(shown);
}

/** Returns whether each secret field has a value. */
export function configuredSecrets(
  fields: readonly CredentialField[],
  stored: Credentials,
): Record<string, boolean> {
  return Object.fromEntries(fields.filter(isSecret).map(({ key }) => [key, isSet(stored[key])]));
}

/** Returns the values of declared fields that are not secret: the address and the account of the provider. */
export function openValues(fields: readonly CredentialField[], stored: Credentials): Credentials {
  const open = openKeys(fields);
  return Object.fromEntries(Object.entries(stored).filter(([key, value]) => open.has(key) && isSet(value)));
}

/** Returns the values of secret and undeclared fields, which must not appear in logs. */
export function secretValues(fields: readonly CredentialField[], stored: Credentials): string[] {
  const open = openKeys(fields);
  return Object.entries(stored).flatMap(([key, value]) =>
    typeof value === 'string' && value !== '' && !open.has(key) ? [value] : [],
  );
}

/** Returns a text value; undefined for empty texts and other types. */
export function textOf(credentials: Credentials, key: string): string | undefined {
  const value = credentials[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
