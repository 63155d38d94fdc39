/** The registry of all integrations of the deployment: built-in ones and those of `shared/extensions/config.ts`. */

import { platformConfig } from '../../extensions/config.ts';
import type {
  ApiVersion,
  BundleDefinition,
  CredentialField,
  IntegrationDefinition,
} from './definition-contract.ts';
import { builtInBundles, builtInIntegrations } from './definitions.ts';

export const bundles: readonly BundleDefinition[] = [...builtInBundles, ...platformConfig.bundles];
export const integrations: readonly IntegrationDefinition[] = [
  ...builtInIntegrations,
  ...platformConfig.integrations,
];

export function findIntegration(id: string): IntegrationDefinition | undefined {
  return integrations.find((integration) => integration.id === id);
}

export function findBundle(id: string | undefined): BundleDefinition | undefined {
  return bundles.find((bundle) => bundle.id === id);
}

/** Returns the version that is marked as default, otherwise the first version; null without versions. */
export function defaultVersion({
  apiVersions = [],
}: Pick<IntegrationDefinition, 'apiVersions'>): string | null {
  return (apiVersions.find((version) => version.default) ?? apiVersions[0])?.id ?? null;
}

/** Returns whether the version can be selected at this time. */
export function isAvailable({ sunsetAt }: ApiVersion, nowMs: number): boolean {
  return sunsetAt === undefined || nowMs < Date.parse(sunsetAt);
}

/** The integration or bundle to which credentials belong. */
export interface CredentialTarget {
  id: string;
  fields: readonly CredentialField[];
  /** Ids of integration and bundle: the credentials of the first that has any are used. */
  readFrom: readonly [string, ...string[]];
  /** Id whose credentials a save replaces. */
  writeTo: string;
}

/** Returns the target of an integration. An integration that declares no fields shares the credentials of its bundle. */
export function credentialTarget({ id, bundleId, credentials }: IntegrationDefinition): CredentialTarget {
  const bundle = findBundle(bundleId);
  if (credentials === undefined && bundle !== undefined)
    return { id, fields: bundle.credentials.fields, readFrom: [bundle.id], writeTo: bundle.id };
  const readFrom: [string, ...string[]] = bundle === undefined ? [id] : [id, bundle.id];
  return { id, fields: credentials?.fields ?? [], readFrom, writeTo: id };
}

/** Returns the target with this id; undefined if neither an integration nor a bundle has it. */
export function findCredentialTarget(id: string): CredentialTarget | undefined {
  const integration = findIntegration(id);
  if (integration !== undefined) return credentialTarget(integration);
  const bundle = findBundle(id);
  return bundle && { id, fields: bundle.credentials.fields, readFrom: [id], writeTo: id };
}

/** Returns the name of an integration's health check, otherwise that of its bundle. */
export function healthCheckOf({ healthCheck, bundleId }: IntegrationDefinition): string | undefined {
  return (healthCheck ?? findBundle(bundleId)?.healthCheck)?.service;
}

/** Returns whether an integration has required credentials. */
export function needsCredentials(integration: IntegrationDefinition): boolean {
  return credentialTarget(integration).fields.some(({ required }) => required);
}
