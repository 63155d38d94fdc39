import type { WebhookDeliveryRow } from '../../../shared/clients/typescript/index.ts';
import { deliveryTexts } from '../texts/deliveries.ts';
import { Badge } from '../ui/badge.tsx';
import type { Tone } from '../ui/notice.tsx';

type Status = WebhookDeliveryRow['status'];

const tones: Readonly<Record<Status, Tone>> = {
  pending: 'warn',
  sending: 'accent',
  delivered: 'good',
  failed: 'bad',
  expired: 'bad',
};

export const deliveryStatuses = ['pending', 'sending', 'delivered', 'failed', 'expired'] as const;

/** Final states without a delivery. */
export const lostStatuses = ['failed', 'expired'] as const;

export function DeliveryStatus({ status }: { status: Status }) {
  return <Badge tone={tones[status]}>{deliveryTexts.statuses[status]}</Badge>;
}

export function WebhookName({ of }: { of: Pick<WebhookDeliveryRow, 'webhookId' | 'webhookName'> }) {
  if (of.webhookId === null) return <span className="muted">{deliveryTexts.adHoc}</span>;
  return of.webhookName ?? <span className="muted">{deliveryTexts.deletedWebhook}</span>;
}
