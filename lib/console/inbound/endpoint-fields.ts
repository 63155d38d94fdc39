/** The form of an inbound endpoint, and the bodies that the API takes. */
import type { InboundEndpoint } from '../../../shared/clients/typescript/index.ts';
import { inboundTexts } from '../texts/inbound.ts';
import { parseHeaders } from '../webhooks/webhook-fields.ts';

export const providerKeys = ['standard_webhooks', 'github', 'generic_hmac'] as const;
export type ProviderKey = (typeof providerKeys)[number];

/** Stands for an adapter that a team added, in the select of providers. */
export const otherProvider = 'other';

export const settingNames = [
  'signatureHeader',
  'signaturePrefix',
  'timestampHeader',
  'idHeader',
  'eventTypeHeader',
] as const;
type SettingName = (typeof settingNames)[number];

export interface EndpointForm {
  name: string;
  description: string;
  provider: string;
  /** The key of an adapter that a team added. */
  otherKey: string;
  settings: Record<SettingName, string>;
  /** Settings of such an adapter, one in a line. */
  otherSettings: string;
  secret: string;
  isActive: boolean;
}

const noSettings: Record<SettingName, string> = {
  signatureHeader: '',
  signaturePrefix: '',
  timestampHeader: '',
  idHeader: '',
  eventTypeHeader: '',
};

export const newEndpoint: EndpointForm = {
  name: '',
  description: '',
  provider: 'standard_webhooks',
  otherKey: '',
  settings: noSettings,
  otherSettings: '',
  secret: '',
  isActive: true,
};

export const isKnownProvider = (key: string): key is ProviderKey =>
  providerKeys.some((known) => known === key);

export const providerTitle = (key: string): string =>
  isKnownProvider(key) ? inboundTexts.providers[key] : key;

export function formOf({
  name,
  description,
  providerKey,
  settings,
  isActive,
}: InboundEndpoint): EndpointForm {
  const isKnown = isKnownProvider(providerKey);
  return {
    ...newEndpoint,
    name,
    description: description ?? '',
    provider: isKnown ? providerKey : otherProvider,
    otherKey: isKnown ? '' : providerKey,
    settings: { ...noSettings, ...(isKnown && settings) },
    otherSettings: isKnown
      ? ''
      : Object.entries(settings)
          .map(([name, value]) => `${name}: ${value}`)
          .join('\n'),
    isActive,
  };
}

function settingsOf({ provider, settings, otherSettings }: EndpointForm): Record<string, string> {
  if (provider === otherProvider) return parseHeaders(otherSettings) ?? {};
  if (provider !== 'generic_hmac') return {};
  return Object.fromEntries(
    settingNames.flatMap((name) => (settings[name].trim() === '' ? [] : [[name, settings[name].trim()]])),
  );
}

const common = (form: EndpointForm) => ({
  name: form.name,
  description: form.description.trim() || null,
  settings: settingsOf(form),
});

export const createBodyOf = (form: EndpointForm) => ({
  ...common(form),
  providerKey: form.provider === otherProvider ? form.otherKey.trim() : form.provider,
  ...(form.secret.trim() && { secret: form.secret.trim() }),
});

export const updateBodyOf = (form: EndpointForm) => ({ ...common(form), isActive: form.isActive });
