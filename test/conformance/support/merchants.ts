/** Organizations that take payments through the Stripe emulator of a local runtime. */
import { begin, connectToStripe, onStripe, type SessionInput } from '../../support/builders/payments.ts';
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

/** A payment session of a merchant of its own. */
export async function aPayment(input: SessionInput = {}) {
  const merchant = await aMerchant();
  return { merchant, session: await begin(merchant, input) };
}

/** A payment session of which Stripe sends no messages. */
export async function aSilentSession(merchant: TestCaller, input: SessionInput = {}) {
  const session = await begin(merchant, input);
  await onStripe({ intent: session.sessionId, drop: true });
  return session;
}

/** The same of a merchant of its own. */
export async function aSilentPayment(input: SessionInput = {}) {
  const merchant = await aMerchant();
  return { merchant, session: await aSilentSession(merchant, input) };
}
