/** Every integration of the deployment: the platform's own and those of `shared/extensions/config.ts`. */
import { platformConfig } from '../../extensions/config.ts';
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
