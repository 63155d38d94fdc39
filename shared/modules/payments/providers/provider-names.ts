/** The providers' event verification without the code that calls them. */
import { platformPaymentProviders } from '../../../extensions/payment-providers.ts';
import type { PaymentProvider, ProviderEvents } from './provider.ts';
import { stripeEvents } from './stripe-events.ts';

/** What the receiver needs of a provider. */
export interface EventSender {
  key: string;
  integrationId: string;
  events: ProviderEvents;
}

const builtIn: readonly EventSender[] = [
  { key: 'stripe', integrationId: 'gateway_stripe', events: stripeEvents },
];

function senderOf({ key, integrationId, events }: PaymentProvider): EventSender[] {
  return integrationId !== undefined && events !== undefined ? [{ key, integrationId, events }] : [];
}

const eventSenders: readonly EventSender[] = [...builtIn, ...platformPaymentProviders.flatMap(senderOf)];

/** The keys of all providers. */
export const providerKeys: readonly string[] = [
  'stripe',
  'manual',
  ...platformPaymentProviders.map(({ key }) => key),
];

export function findSender(key: string): EventSender | undefined {
  return eventSenders.find((sender) => sender.key === key);
}

/** The integration of a provider; undefined if it needs none. */
export function integrationIdOf(providerKey: string): string | undefined {
  const team = platformPaymentProviders.find(({ key }) => key === providerKey);
  return findSender(providerKey)?.integrationId ?? team?.integrationId;
}
