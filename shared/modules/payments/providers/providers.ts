/** Every payment provider by its key: the platform's own and those of `shared/extensions/payment-providers.ts`. */
import { platformPaymentProviders } from '../../../extensions/payment-providers.ts';
import { manual } from './manual.ts';
import type { PaymentProvider } from './provider.ts';
import { stripe } from './stripe.ts';

export const paymentProviders: readonly PaymentProvider[] = [stripe, manual, ...platformPaymentProviders];

export function findProvider(key: string): PaymentProvider | undefined {
  return paymentProviders.find((provider) => provider.key === key);
}
