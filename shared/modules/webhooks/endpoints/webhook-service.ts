/** Reads, lists and deletes webhooks. */

import type { Caller, Reader, Target } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import { toList, toListRequest } from '../../../kernel/lists/list.ts';
import { writerOf } from '../../../kernel/resources/writer.ts';
import { toDetail, toRow } from './webhook.ts';
import type { ListWebhooks } from './webhook-fields-contract.ts';
import * as reader from './webhook-reader.ts';
import { type WebhookListField, webhookRows } from './webhook-rows.ts';

/** Throws NotFoundError. */
export async function getWebhook({ scope, context }: Caller, { id }: Target) {
  const { webhook, health, revision } = await reader.requireWebhook(scope, id);
  return withRevision(toDetail(webhook, health, context.nowMs), revision);
}

/** One page of the visible webhooks. */
export async function listWebhooks({ scope }: Reader, query: ListWebhooks) {
  const request = toListRequest<WebhookListField>(query, { isActive: query.isActive });
  const { items, total } = await reader.listWebhooks(scope, request);
  return toList(query, { items: items.map(({ webhook, health }) => toRow(webhook, health)), total });
}

/** Throws NotFoundError, StaleError. */
export async function deleteWebhook({ scope, context }: Caller, { id, ifMatch }: Target) {
  await updateWithRetry(
    () => reader.requireWebhook(scope, id),
    ifMatch,
    ({ webhook }) => writerOf(webhookRows).deleteRow(webhook, context),
  );
  return { success: true as const };
}
