/** Enabled integrations that cannot be used: without credentials, with refused ones, or whose health check fails. */
import { type AttentionSources, type FoundCause, ofOrganizations } from '../../kernel/modules/attention.ts';
import { blockedReasonOf, credentialsOwner, readSettings, type Settings } from './connection.ts';
import type { IntegrationDefinition } from './definition-contract.ts';
import { toRow } from './integration.ts';
import { credentialTarget, integrations } from './registry.ts';

/** New credentials, a successful check or disabling end the cause of an integration. */
export function causeOfIntegration(
  definition: IntegrationDefinition,
  settings: Settings,
  nowMs: number,
): FoundCause | undefined {
  const { id, title, isEnabled, credentialsNeeded, healthStatus } = toRow(definition, settings, nowMs);
  const state = settings.state(id);
  const common = { key: id, resourceId: id, title, count: 1 };
  if (credentialsNeeded) {
    const { credentialsRevision } = credentialsOwner(credentialTarget(definition).readFrom, settings);
    const isRefused = blockedReasonOf(definition, settings) === 'refused';
    return {
      ...common,
      message: isRefused
        ? 'The provider has refused its credentials.'
        : 'It is enabled, but has no credentials.',
      sinceMs: (isRefused ? state.updatedAtMs : state.enabledAtMs) ?? null,
      lastSeenMs: null,
      occurrence: `credentials ${state.revision} ${credentialsRevision}`,
    };
  }
  if (!isEnabled || healthStatus !== 'unhealthy') return undefined;
  return {
    ...common,
    message: 'Its health check fails.',
    sinceMs: state.healthChangedAtMs ?? null,
    lastSeenMs: state.lastHealthCheckedAtMs ?? null,
    occurrence: `unhealthy ${state.healthChangedAtMs ?? ''}`,
  };
}

export const attentionSources: AttentionSources = {
  integration_in_need: {
    feature: 'integrations.view',
    resource: 'integrations.integration',
    ...ofOrganizations(async (scope, nowMs) => {
      const settings = await readSettings(scope);
      const causes = integrations.flatMap(
        (definition) => causeOfIntegration(definition, settings, nowMs) ?? [],
      );
      return { causes, isComplete: true };
    }),
  },
};
