/** Every payment provider by its key: the platform's own and those of `shared/platform.payment-providers.ts`. */
import { platformPaymentProviders } from '../platform.payment-providers.ts';
import type { PaymentProvider } from './provider.ts';
import { manual } from './providers/manual.ts';
import { stripe } from './providers/stripe.ts';

export const paymentProviders: readonly PaymentProvider[] = [stripe, manual, ...platformPaymentProviders];

export function findProvider(key: string): PaymentProvider | undefined {
  return paymentProviders.find((provider) => provider.key === key);
}
