/** How deliveries and received messages are shown in stories. */
import { toIso } from '../../kernel/base/times.ts';
import type { StoryEdge } from '../../kernel/events/cause.ts';
import type { StoryParts } from '../../kernel/events/story-part.ts';
import { fromItem } from '../../kernel/table/item.ts';
import { deliveryKind, type StoredAttempt } from './deliveries/delivery.ts';
import { entities, toStored } from './deliveries/delivery-store.ts';
import { inboundKind, toReceipt } from './inbound/receipt-store.ts';
import { attemptKey, deliveryKey, inboundReceiptKey } from './keys.ts';

/** Attempts of a delivery that a story shows. */
const shownAttempts = 5;

function keyOf(tenantId: string, { id, organizationId, ref = {} }: StoryEdge) {
  const webhookId = typeof ref.webhookId === 'string' ? ref.webhookId : null;
  const scope = { tenantId, organizationId: String(organizationId) };
  return deliveryKey(scope, { webhookId, madeAtMs: Number(ref.madeAtMs), id });
}

export const storyParts: StoryParts = {
  [inboundKind]: {
    feature: 'webhooks.view',
    causes: 'inbound',
    keyOf: (tenantId, { ref = {} }) =>
      inboundReceiptKey({ tenantId }, String(ref.endpointId), String(ref.messageKey)),
    show: (item) => {
      const { id, providerKey, eventType, endpointId, messageId } = toReceipt(item);
      return {
        ...{ title: `${providerKey} ${eventType}`, status: null, endedAtMs: null, resourceId: id },
        detail: { endpointId, providerKey, messageId, eventType },
      };
    },
  },
  [deliveryKind]: {
    feature: 'webhooks.view',
    keyOf,
    moreKeys: (tenantId, { id }, item) => {
      const { attemptNumber } = toStored(item);
      const first = Math.max(1, attemptNumber - shownAttempts + 1);
      return Array.from({ length: attemptNumber - first + 1 }, (_, index) =>
        attemptKey({ tenantId }, id, first + index),
      );
    },
    show: (item, _edge, more) => {
      const delivery = toStored(item);
      const { id, status, targetUrl, webhookId, eventType, messageId, attemptNumber, maxAttempts } = delivery;
      const attempts = more
        .map((attempt) => fromItem<StoredAttempt>(attempt, entities.attempt))
        .toSorted((a, b) => a.attemptNumber - b.attemptNumber);
      const last = attempts.at(-1);
      const isDecided = status !== 'pending' && status !== 'sending';
      return {
        ...{ title: targetUrl, status, resourceId: id },
        endedAtMs: isDecided && last ? last.startedAtMs + last.durationMs : null,
        detail: {
          ...{ webhookId, eventType, messageId, attemptNumber, maxAttempts },
          responseStatus: delivery.responseStatus,
          errorMessage: delivery.errorMessage,
          attempts: attempts.map(
            ({ attemptNumber: number, startedAtMs, durationMs, outcome, responseStatus }) => ({
              ...{
                attemptNumber: number,
                startedAt: toIso(startedAtMs),
                durationMs,
                outcome,
                responseStatus,
              },
            }),
          ),
        },
      };
    },
  },
};
