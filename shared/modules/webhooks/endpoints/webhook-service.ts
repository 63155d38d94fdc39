import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { requireFound } from '../../../kernel/errors/errors.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { toList, toListRequest } from '../../../kernel/lists/list.ts';
import { writerOf } from '../../../kernel/resources/writer.ts';
import { toRow } from './webhook.ts';
import type { ListWebhooks } from './webhook-fields-contract.ts';
import type { FoundWebhook } from './webhook-reader.ts';
import * as reader from './webhook-reader.ts';
import { type WebhookListField, webhookRows } from './webhook-rows.ts';

/** Throws NotFoundError. */
export async function getWebhook(scope: Scope, id: string): Promise<FoundWebhook> {
  return requireFound(await reader.findWebhook(scope, id), 'Webhook');
}

/** One page of the visible webhooks. */
export async function listWebhooks(scope: Scope, query: ListWebhooks) {
  const request = toListRequest<WebhookListField>(query, { isActive: query.isActive });
  const { items, total } = await reader.listWebhooks(scope, request);
  return toList(query, { items: items.map(({ webhook, health }) => toRow(webhook, health)), total });
}

/** Throws NotFoundError, StaleError. */
export async function deleteWebhook(
  scope: Scope,
  id: string,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<void> {
  await updateWithRetry(
    () => getWebhook(scope, id),
    ifMatch,
    ({ webhook }) => writerOf(webhookRows).deleteRow(webhook, context),
  );
}
