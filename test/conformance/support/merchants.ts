/** Organizations that take payments through the Stripe emulator of a local runtime. */
import { connectToStripe } from '../../support/builders/payments.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import { localControl } from './receivers.ts';
import { aCaller, aTenantWithEvents } from './stage.ts';

/** An organization that takes payments. Skips the test on AWS, where no Stripe account is known. */
export async function aMerchant(): Promise<TestCaller> {
  localControl();
  const caller = await aCaller();
  await connectToStripe(caller);
  return caller;
}

/** Like `aMerchant`, in a tenant whose events are delivered. */
export async function aMerchantWithEvents(): Promise<TestCaller> {
  localControl();
  const caller = await aTenantWithEvents();
  await connectToStripe(caller);
  return caller;
}
