/** Notifies users who manage payments of disputes, which require a response within days. */
import type { Message } from '../../kernel/queues/message.ts';
import { notify } from './notify.ts';

export const disputedType = 'payment_gateways.payment.disputed';

export type DisputedEvent = Message<{
  transactionId: string;
  paymentId: string;
  disputeId: string;
  disputeReason: string | null;
  disputeAmount: number;
  currencyCode: string;
}>;

/** Notifies holders of `payment_gateways.manage` of a dispute. */
export async function notifyOfDispute(event: DisputedEvent, nowMs: number): Promise<void> {
  const { tenantId, organizationId, data } = event;
  if (tenantId === null || organizationId === null) return;
  const { transactionId, disputeId, disputeAmount, currencyCode } = data;
  const reason = data.disputeReason ?? 'no reason is known';
  const amount = `${disputeAmount} ${currencyCode}`;
  await notify(
    {
      scope: { tenantId, organizationId },
      to: { feature: 'payment_gateways.manage' },
      type: disputedType,
      severity: 'error',
      title: `A payment of ${amount} is disputed`,
      body: `The customer’s bank disputes the payment: ${reason}. Respond in the dashboard of the payment provider.`,
      titleKey: `${disputedType}.title`,
      bodyKey: `${disputedType}.body`,
      variables: { amount, reason, paymentId: data.paymentId },
      icon: 'credit-card',
      source: {
        module: 'payment_gateways',
        entityType: 'payment_gateways.payment',
        entityId: transactionId,
      },
      groupKey: disputeId,
    },
    { nowMs, causes: [event.id] },
  );
}
