/** Lists payment providers, and whether the organization has configured them. */

import { requireFound } from '../../../kernel/errors/errors.ts';
import type { Reader } from '../../../kernel/http/operation.ts';
import type { RowScope } from '../../../kernel/table/keys.ts';
import { credentialsOwner, isEnabled, readSettings, type Settings } from '../../integrations/public.ts';
import { credentialTarget, findIntegration } from '../../integrations/public-data.ts';
import type { PaymentProvider } from './provider.ts';
import type { ProviderDescription } from './provider-contract.ts';
import { findProvider, paymentProviders } from './providers.ts';

function statusOf(
  { integrationId }: PaymentProvider,
  settings: Settings,
): ProviderDescription['configurationStatus'] {
  const definition = integrationId === undefined ? undefined : findIntegration(integrationId);
  if (definition === undefined) return 'unmanaged';
  const { credentialKeys = [] } = credentialsOwner(credentialTarget(definition).readFrom, settings);
  if (credentialKeys.length === 0) return 'missing_credentials';
  return isEnabled(definition, settings.state(definition.id)) ? 'configured' : 'disabled';
}

function describe(provider: PaymentProvider, settings: Settings): ProviderDescription {
  const configurationStatus = statusOf(provider, settings);
  return {
    providerKey: provider.key,
    title: provider.title,
    description: provider.description,
    integrationId: provider.integrationId ?? null,
    capturesRepeatedly: provider.capturesRepeatedly,
    capturesPending: provider.authorizes === 'caller',
    sendsWebhooks: provider.events !== undefined,
    requiresConfiguration: provider.integrationId !== undefined,
    isConfigured: configurationStatus === 'configured' || configurationStatus === 'unmanaged',
    configurationStatus,
  };
}

export async function listPaymentProviders({ scope }: Reader<RowScope>) {
  const settings = await readSettings(scope);
  return { items: paymentProviders.map((provider) => describe(provider, settings)) };
}

/** Throws NotFoundError. */
export async function getPaymentProvider(
  { scope }: Reader<RowScope>,
  { key }: { key: string },
): Promise<ProviderDescription> {
  const provider = requireFound(findProvider(key), 'Payment provider');
  return describe(provider, await readSettings(scope));
}
