/** Who sends messages, and what is needed to believe them: providers without the code that calls them. */
import { platformPaymentProviders } from '../../../extensions/payment-providers.ts';
import type { PaymentProvider, ProviderEvents } from './provider.ts';
import { stripeEvents } from './stripe-events.ts';

/** What of a provider its receiver has to know. */
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

export function findSender(key: string): EventSender | undefined {
  return eventSenders.find((sender) => sender.key === key);
}

/** Integration of a provider; undefined for one that needs none. */
export function integrationIdOf(providerKey: string): string | undefined {
  const team = platformPaymentProviders.find(({ key }) => key === providerKey);
  return findSender(providerKey)?.integrationId ?? team?.integrationId;
}
