/** Changes webhooks. Separate from the other services, whose functions need no KMS client. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { assertConditionExpressions } from '../../../kernel/conditions/condition-expressions.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { writerOf } from '../../../kernel/resources/writer.ts';
import { changedWebhook } from './webhook.ts';
import type { UpdateWebhook } from './webhook-fields-contract.ts';
import type { FoundWebhook } from './webhook-reader.ts';
import { webhookRows } from './webhook-rows.ts';
import { assertHeadersStay, sealHeaders } from './webhook-secrets.ts';
import { getWebhook } from './webhook-service.ts';

const rows = writerOf(webhookRows);

/** Changes the given fields. Throws NotFoundError, StaleError, InvalidInputError, UnavailableError. */
export async function updateWebhook(
  scope: Scope,
  id: string,
  changes: UpdateWebhook,
  ifMatch: string | undefined,
  context: ChangeContext,
): Promise<FoundWebhook> {
  await assertConditionExpressions({ condition: changes.condition });
  return updateWithRetry(
    () => getWebhook(scope, id),
    ifMatch,
    async ({ webhook: before, health }) => {
      assertHeadersStay(before, changes);
      const { customHeaders: given } = changes;
      const headers =
        given === undefined ? {} : { customHeaders: await sealHeaders(before, given, before.customHeaders) };
      const webhook = changedWebhook(before, { ...changes, ...headers }, context);
      await rows.replace(before, webhook, context);
      const isSwitchedOn = webhook.isActive && !before.isActive;
      return {
        webhook,
        health: isSwitchedOn ? { ...health, consecutiveFailures: 0 } : health,
        revision: webhook.revision,
      };
    },
  );
}
