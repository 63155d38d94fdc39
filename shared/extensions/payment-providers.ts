/** Payment providers of a team's own, beside the built-in ones. */
import type { PaymentProvider } from '../modules/payments/public-extension.ts';

export const platformPaymentProviders: readonly PaymentProvider[] = [];
