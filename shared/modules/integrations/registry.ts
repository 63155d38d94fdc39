/** Every integration of the deployment: the platform's own and those of `shared/extensions/config.ts`. */

import { platformConfig } from '../../extensions/config.ts';
import type { FieldErrors } from '../../kernel/errors/app-error.ts';
import { allowsPrivateWebhooks, webhookUrlProblem } from '../../kernel/outbound/url.ts';
import { leadsToSameServer, maskedSecret } from '../../kernel/secrets/masked.ts';
import type {
  ApiVersion,
  BundleDefinition,
  CredentialField,
  IntegrationDefinition,
} from './definition-contract.ts';
import { ownBundles, ownIntegrations } from './definitions.ts';

export const bundles: readonly BundleDefinition[] = [...ownBundles, ...platformConfig.bundles];
export const integrations: readonly IntegrationDefinition[] = [
  ...ownIntegrations,
  ...platformConfig.integrations,
];

export function findIntegration(id: string): IntegrationDefinition | undefined {
  return integrations.find((one) => one.id === id);
}

export function findBundle(id: string | undefined): BundleDefinition | undefined {
  return bundles.find((one) => one.id === id);
}

/** The integration whose adapter has this name. */
export function findByProvider(providerKey: string): IntegrationDefinition | undefined {
  return integrations.find((one) => one.providerKey === providerKey);
}

/** The version when none was chosen: the one marked so, else the first; null without versions. */
export function defaultVersion({
  apiVersions = [],
}: Pick<IntegrationDefinition, 'apiVersions'>): string | null {
  return (apiVersions.find((one) => one.default) ?? apiVersions[0])?.id ?? null;
}

/** Can the version be chosen at this time? */
export function isOffered({ sunsetAt }: ApiVersion, nowMs: number): boolean {
  return sunsetAt === undefined || nowMs < Date.parse(sunsetAt);
}

/** Something that credentials are saved for: an integration, or a bundle for all of its integrations. */
export interface CredentialTarget {
  id: string;
  fields: readonly CredentialField[];
  /** Whose credentials count: the first of these that has some. */
  readFrom: readonly [string, ...string[]];
  /** Whose credentials a write replaces. */
  writeTo: string;
}

/** An integration without fields of its own has the credentials of its bundle, and shares them with the others. */
export function credentialTarget({ id, bundleId, credentials }: IntegrationDefinition): CredentialTarget {
  const bundle = findBundle(bundleId);
  if (credentials === undefined && bundle !== undefined)
    return { id, fields: bundle.credentials.fields, readFrom: [bundle.id], writeTo: bundle.id };
  const readFrom: [string, ...string[]] = bundle === undefined ? [id] : [id, bundle.id];
  return { id, fields: credentials?.fields ?? [], readFrom, writeTo: id };
}

/** What credentials with this id belong to; undefined for what is neither an integration nor a bundle. */
export function findCredentialTarget(id: string): CredentialTarget | undefined {
  const integration = findIntegration(id);
  if (integration !== undefined) return credentialTarget(integration);
  const bundle = findBundle(id);
  return bundle && { id, fields: bundle.credentials.fields, readFrom: [id], writeTo: id };
}

/** The name of the check of an integration's health: its own, else its bundle's. */
export function healthCheckOf({ healthCheck, bundleId }: IntegrationDefinition): string | undefined {
  return (healthCheck ?? findBundle(bundleId)?.healthCheck)?.service;
}

/** Does it take credentials to check an integration's health? */
export function needsCredentials(integration: IntegrationDefinition): boolean {
  return credentialTarget(integration).fields.some(({ required }) => required);
}

// Credentials: pure decisions. What may be saved, what a save makes of what was there, and what may be shown.

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
