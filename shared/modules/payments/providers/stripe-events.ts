/** Verifies and reads messages of Stripe. https://docs.stripe.com/webhooks */

import { textOf as credential } from '../../integrations/public-data.ts';
import { paymentLimits } from '../limits.ts';
import type { ProviderSnapshot, ReportedRefund } from '../operations/provider-snapshot.ts';
import type { PaymentRef, ProviderEvents } from './provider.ts';
import { loadStripe } from './stripe-client.ts';
import {
  asObject,
  checkoutSnapshot,
  idOf,
  intentSnapshot,
  nameIn,
  type ReadFor,
  refundedChargeSnapshot,
  reportedDispute,
  reportedRefund,
  type StripeObject,
  textOf,
} from './stripe-objects.ts';

/** While a secret is replaced, the old and the new one are valid, separated by a space or a comma. */
function secretsOf(text: string | undefined): string[] {
  return (text ?? '').split(/[\s,]+/).filter((secret) => secret !== '');
}

/** Whether the time in a signature header, `t=1700000000,v1=…`, is within the tolerance. */
function isCurrent(header: string | undefined, nowSeconds: number): header is string {
  const [, seconds] = /^t=(\d{1,12}),/.exec(header ?? '') ?? [];
  return (
    seconds !== undefined && Math.abs(nowSeconds - Number(seconds)) <= paymentLimits.signatureToleranceSeconds
  );
}

/** Whether the body is recently signed with one of the secrets; verified by Stripe's package. */
export async function hasStripeSignature(
  header: string | undefined,
  body: Buffer,
  secrets: readonly string[],
  nowSeconds: number,
): Promise<boolean> {
  if (!isCurrent(header, nowSeconds)) return false;
  const { default: Stripe } = await loadStripe();
  const { signature } = Stripe.webhooks;
  return secrets.some((secret) => {
    try {
      const { signatureToleranceSeconds } = paymentLimits;
      return (
        signature?.verifyHeader(
          body,
          header,
          secret,
          signatureToleranceSeconds,
          undefined,
          nowSeconds * 1_000,
        ) ?? false
      );
    } catch (error) {
      if (error instanceof Stripe.errors.StripeSignatureVerificationError) return false;
      throw error;
    }
  });
}

function objectOf(message: StripeObject): StripeObject | undefined {
  return asObject(asObject(message.data)?.object);
}

function intentEvent(type: string, intent: StripeObject, payment: ReadFor, atSeconds: number) {
  const snapshot = intentSnapshot(intent, payment, atSeconds);
  if (snapshot === undefined) return undefined;
  const { receivedMinor, status, ...rest } = snapshot;
  switch (type) {
    case 'payment_intent.succeeded': {
      const amount = intentSnapshot({ ...intent, amount_received: intent.amount }, payment, atSeconds);
      return { ...rest, status: 'captured', receivedMinor: receivedMinor ?? amount?.receivedMinor } as const;
    }
    case 'payment_intent.payment_failed':
      return { ...rest, status: 'failed' } as const;
    case 'payment_intent.canceled':
      return { ...rest, status: 'cancelled', receivedMinor } as const;
    default:
      // An open session is no news, and the message might be late.
      return {
        ...rest,
        receivedMinor,
        status: status === 'pending' || status === 'failed' ? undefined : status,
      };
  }
}

/** The customer in a message about saved payment methods; undefined for messages about payments. */
function customerOf(message: StripeObject, object: StripeObject): string | undefined {
  const isAboutMethods =
    object.object === 'payment_method' ||
    object.object === 'setup_intent' ||
    (object.object === 'checkout.session' && object.mode === 'setup');
  if (!isAboutMethods) return undefined;
  // A detached method has no customer; the previous attributes contain it.
  const before = asObject(asObject(message.data)?.previous_attributes);
  return idOf(object.customer) ?? idOf(before?.customer);
}

/**
 * Whether a refund may be the release of an amount that was not captured, which API versions before 2025-03-31 report like
 * a refund. The platform's refunds name their operation.
 */
function mayBeRelease(
  { id, operation }: ReportedRefund,
  { captureMethod, capturedMinor, amountMinor, refunds }: PaymentRef,
): boolean {
  const isHeldInPart = captureMethod === 'manual' && capturedMinor < amountMinor;
  return isHeldInPart && operation === undefined && refunds[id] === undefined;
}

const refundEvents = new Set(['charge.refund.updated', 'refund.created', 'refund.updated', 'refund.failed']);

function factsOf(
  type: string,
  object: StripeObject,
  payment: PaymentRef,
  atSeconds: number,
): ProviderSnapshot | undefined {
  if (type.startsWith('checkout.session.')) return checkoutSnapshot(object, payment, atSeconds);
  if (type.startsWith('payment_intent.')) return intentEvent(type, object, payment, atSeconds);
  if (type === 'charge.refunded') return refundedChargeSnapshot(object, payment, atSeconds);
  if (refundEvents.has(type)) {
    const refund = reportedRefund(object, payment);
    if (refund === undefined) return undefined;
    return mayBeRelease(refund, payment)
      ? { atSeconds, isIncomplete: true }
      : { atSeconds, refunds: [refund] };
  }
  if (type.startsWith('charge.dispute.')) {
    const dispute = reportedDispute(object, payment, type === 'charge.dispute.closed');
    return dispute && { atSeconds, disputes: [dispute] };
  }
  // A declined charge is that of an earlier attempt as soon as another one succeeds, in any order of the reports.
  if (type.startsWith('charge.') && object.object === 'charge' && object.status !== 'failed')
    return { atSeconds, gatewayPaymentId: idOf(object) };
  return undefined;
}

export const stripeEvents: ProviderEvents = {
  sessionHint(message) {
    const object = objectOf(message);
    const customer = object && customerOf(message, object);
    if (customer !== undefined) return customer;
    if (object?.object === 'checkout.session') return textOf(object.id);
    // Charges, refunds and disputes have other ids; a session is identified by its payment intent.
    return object && (idOf(object.payment_intent) ?? textOf(object.id));
  },

  isSigned({ headers }, nowSeconds) {
    return isCurrent(headers['stripe-signature'], nowSeconds);
  },

  isGenuine({ headers, body }, credentials, nowSeconds) {
    const secrets = secretsOf(credential(credentials, 'webhookSecret'));
    return hasStripeSignature(headers['stripe-signature'], body, secrets, nowSeconds);
  },

  readMethod(message) {
    const object = objectOf(message);
    const methodId = object?.object === 'payment_method' ? idOf(object) : undefined;
    if (methodId === undefined) return undefined;
    if (message.type === 'payment_method.attached') return { methodId, state: 'saved' };
    return message.type === 'payment_method.detached' ? { methodId, state: 'removed' } : undefined;
  },

  nameOf(message) {
    const [id, type] = [nameIn(message.id), nameIn(message.type)];
    return id === undefined || type === undefined ? undefined : { id, type };
  },

  read(message, payment) {
    const [object, type] = [objectOf(message), textOf(message.type)];
    if (object === undefined || type === undefined) return undefined;
    const atSeconds = Number.isSafeInteger(message.created) ? Number(message.created) : 0;
    return factsOf(type, object, payment, atSeconds);
  },
};
