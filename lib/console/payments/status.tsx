import type { PaymentUnifiedStatus } from '../../../shared/clients/typescript/index.ts';
import { paymentTexts } from '../texts/payments.ts';
import { Badge } from '../ui/badge.tsx';
import type { Tone } from '../ui/notice.tsx';

export const paymentTones: Readonly<Record<PaymentUnifiedStatus, Tone>> = {
  pending: 'warn',
  authorized: 'accent',
  captured: 'good',
  partially_captured: 'good',
  partially_refunded: 'calm',
  refunded: 'calm',
  cancelled: 'calm',
  failed: 'bad',
  expired: 'calm',
  unknown: 'warn',
};

export function PaymentStatusBadge({ status }: { status: PaymentUnifiedStatus }) {
  return <Badge tone={paymentTones[status]}>{paymentTexts.statuses[status]}</Badge>;
}
