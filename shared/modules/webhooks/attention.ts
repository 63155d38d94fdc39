/** Webhooks whose last attempts have failed, and those that the platform has disabled. */
import { type AttentionSources, type FoundCause, ofOrganizations } from '../../kernel/modules/attention.ts';
import { type FoundWebhook, listWebhooks } from './endpoints/webhook-reader.ts';

/** Webhooks of an organization that are read: as many as it may have by default. */
const maxWebhooks = 500;

const disabledTexts = {
  failures: 'Too many attempts in a row failed, so it was disabled.',
  gone: 'The receiver returned 410 (Gone), so it was disabled.',
} as const;

/** A success ends the failures in a row; so does enabling. A webhook that a user has disabled needs no attention. */
export function causeOfWebhook({ webhook, health }: FoundWebhook): FoundCause | undefined {
  const { id, name: title, isActive, disabledReason, disabledAt } = webhook;
  const { consecutiveFailures: count, failingSinceMs, lastFailureAtMs: lastSeenMs } = health;
  const common = { key: id, resourceId: id, title, count, lastSeenMs };
  if (!isActive) {
    if (disabledReason === null || disabledAt === null) return undefined;
    const sinceMs = Date.parse(disabledAt);
    return {
      ...common,
      message: disabledTexts[disabledReason],
      sinceMs,
      occurrence: `disabled ${disabledAt}`,
    };
  }
  if (count === 0) return undefined;
  const message =
    count === 1 ? 'The last attempt failed.' : `The last ${count.toLocaleString('en')} attempts failed.`;
  return { ...common, message, sinceMs: failingSinceMs, occurrence: `failing ${failingSinceMs ?? ''}` };
}

export const attentionSources: AttentionSources = {
  failing_webhook: {
    feature: 'webhooks.view',
    resource: 'webhooks.webhook',
    ...ofOrganizations(async (scope) => {
      const { items, total } = await listWebhooks(
        { ...scope, organizationIds: [scope.organizationId] },
        { page: 1, pageSize: maxWebhooks, filters: {} },
      );
      const causes = items.flatMap((found) => causeOfWebhook(found) ?? []);
      return { causes, isComplete: total <= items.length };
    }),
  },
};
