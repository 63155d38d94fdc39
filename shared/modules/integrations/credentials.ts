/** Credentials: pure decisions. What may be saved, what a save makes of what was there, and what may be shown. */
import type { FieldErrors } from '../../kernel/errors/app-error.ts';
import { allowsPrivateWebhooks, webhookUrlProblem } from '../../kernel/outbound/url.ts';
import { leadsToSameServer, maskedSecret } from '../../kernel/secrets/masked.ts';
import type { CredentialField } from './definition-contract.ts';

export type CredentialValue = string | number | boolean | null;
export type Credentials = Readonly<Record<string, CredentialValue>>;

const secretTypes: ReadonlySet<string> = new Set(['secret', 'oauth', 'ssh_keypair']);
const isSecret = ({ type }: CredentialField): boolean => secretTypes.has(type);

/** Keys whose values may be seen: declared fields that are no secrets. What is not declared may be a secret too. */
const openKeys = (fields: readonly CredentialField[]): Set<string> =>
  new Set(fields.filter((field) => !isSecret(field)).map(({ key }) => key));

function isSet(value: CredentialValue | undefined): value is string | number | boolean {
  return value !== undefined && value !== null && value !== '';
}

/** The deployment's own AWS, where it is not the real one: on one's own machine. */
function leadsToOwnAws(url: string): boolean {
  const own = process.env.AWS_ENDPOINT_URL;
  return own !== undefined && URL.parse(url)?.origin === URL.parse(own)?.origin;
}

/** May a URL among credentials lead to a private address? */
export function mayBePrivate(url: string): boolean {
  return allowsPrivateWebhooks() || leadsToOwnAws(url);
}

function problemOf({ type, options = [] }: CredentialField, value: CredentialValue): string | undefined {
  if (!isSet(value)) return undefined;
  if (type === 'boolean') return typeof value === 'boolean' ? undefined : 'must be a boolean';
  if (type === 'select') {
    const allowed = options.map((one) => one.value);
    return allowed.includes(String(value)) ? undefined : `must be one of: ${allowed.join(', ')}`;
  }
  if (type !== 'url') return undefined;
  const url = String(value);
  return webhookUrlProblem(url, { allowPrivate: mayBePrivate(url) });
}

/** What is wrong with values of declared fields. What is not declared may have any value. */
export function credentialProblems(fields: readonly CredentialField[], given: Credentials): FieldErrors {
  const problems = fields.flatMap((field): [string, string][] => {
    const value = given[field.key];
    const problem = value === undefined ? undefined : problemOf(field, value);
    return problem === undefined ? [] : [[`credentials.${field.key}`, problem]];
  });
  return Object.fromEntries(problems);
}

function isVisible({ visibleWhen }: CredentialField, credentials: Credentials): boolean {
  return visibleWhen === undefined || credentials[visibleWhen.field] === visibleWhen.equals;
}

/** Keys of required fields without a value: the integration does not work before they are saved. */
export function missingCredentials(fields: readonly CredentialField[], credentials: Credentials): string[] {
  return fields
    .filter(
      (field) => field.required === true && isVisible(field, credentials) && !isSet(credentials[field.key]),
    )
    .map(({ key }) => key);
}

const addressIn = (credentials: Credentials, key: string): string => String(credentials[key] ?? '');

/** Secrets that must be given again: those that are to be kept while an address that they are sent to changes its server. */
export function secretsToRepeat(
  fields: readonly CredentialField[],
  given: Credentials,
  stored: Credentials,
): FieldErrors {
  const moved = fields.find(
    ({ key, type }) => type === 'url' && !leadsToSameServer(addressIn(stored, key), addressIn(given, key)),
  );
  if (moved === undefined) return {};
  const open = openKeys(fields);
  const kept = Object.entries(given).filter(
    ([key, value]) => value === maskedSecret && !open.has(key) && isSet(stored[key]),
  );
  const problem = `must be given again, because scheme, host or port of ${moved.key} change`;
  return Object.fromEntries(kept.map(([key]) => [`credentials.${key}`, problem]));
}

/**
 * What is stored after a save: all that is given and nothing else, but that the mark of a hidden secret stands for
 * the stored one, and an empty secret for none.
 */
export function savedCredentials(
  fields: readonly CredentialField[],
  given: Credentials,
  stored: Credentials,
): Credentials {
  const open = openKeys(fields);
  const kept = Object.entries(given).flatMap(([key, value]): [string, CredentialValue][] => {
    if (open.has(key)) return [[key, value]];
    const saved = value === maskedSecret ? stored[key] : value;
    return saved === undefined || saved === '' ? [] : [[key, saved]];
  });
  return Object.fromEntries(kept);
}

/** What a read shows: secrets that are set as the same mark, others not at all. */
export function shownCredentials(fields: readonly CredentialField[], stored: Credentials): Credentials {
  const open = openKeys(fields);
  const shown = Object.entries(stored).flatMap(([key, value]): [string, CredentialValue][] => {
    if (open.has(key)) return [[key, value]];
    return isSet(value) ? [[key, maskedSecret]] : [];
  });
  return Object.fromEntries(shown);
}

/** Which of the secret fields are set. */
export function configuredSecrets(
  fields: readonly CredentialField[],
  stored: Credentials,
): Record<string, boolean> {
  return Object.fromEntries(fields.filter(isSecret).map(({ key }) => [key, isSet(stored[key])]));
}

/** The values that must appear nowhere: those of secret fields, and undeclared ones, which may be secrets too. */
export function secretValues(fields: readonly CredentialField[], stored: Credentials): string[] {
  const open = openKeys(fields);
  return Object.entries(stored).flatMap(([key, value]) =>
    typeof value === 'string' && value !== '' && !open.has(key) ? [value] : [],
  );
}

/** A text among credentials; empty and other values count as absent. */
export function textOf(credentials: Credentials, key: string): string | undefined {
  const value = credentials[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
