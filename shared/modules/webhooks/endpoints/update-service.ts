/** Changes webhooks. Separate from the other services, whose functions need no KMS client. */
import { assertConditionExpressions } from '../../../kernel/conditions/condition-expressions.ts';
import type { Caller, Target } from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import { writerOf } from '../../../kernel/resources/writer.ts';
import { changedWebhook, restartsHealth, toDetail } from './webhook.ts';
import type { UpdateWebhook } from './webhook-fields-contract.ts';
import { requireWebhook } from './webhook-reader.ts';
import { webhookRows } from './webhook-rows.ts';
import { assertHeadersStay, sealHeaders } from './webhook-secrets.ts';

const rows = writerOf(webhookRows);

/** Changes the given fields. Throws NotFoundError, StaleError, InvalidInputError, UnavailableError. */
export async function updateWebhook(
  { scope, context }: Caller,
  { id, ifMatch, ...changes }: UpdateWebhook & Target,
) {
  await assertConditionExpressions({ condition: changes.condition });
  const { webhook, health } = await updateWithRetry(
    () => requireWebhook(scope, id),
    ifMatch,
    async ({ webhook: before, health }) => {
      assertHeadersStay(before, changes);
      const { customHeaders: given } = changes;
      const headers =
        given === undefined ? {} : { customHeaders: await sealHeaders(before, given, before.customHeaders) };
      const webhook = changedWebhook(before, { ...changes, ...headers }, context);
      await rows.replace(before, webhook, context);
      const isFresh = restartsHealth(before, webhook);
      return { webhook, health: isFresh ? { ...health, consecutiveFailures: 0 } : health };
    },
  );
  return withRevision(toDetail(webhook, health, context.nowMs), webhook.revision);
}
