/** Changes webhooks. Separate from the other services, whose functions need no KMS client. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import type { Scope } from '../../../kernel/base/principal.ts';
import { assertConditionExpressions } from '../../../kernel/conditions/condition-expressions.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { changedWebhook } from './webhook.ts';
import type { UpdateWebhook } from './webhook-fields-contract.ts';
import type { FoundWebhook } from './webhook-reader.ts';
import { assertHeadersStay, sealHeaders } from './webhook-secrets.ts';
import { getWebhook } from './webhook-service.ts';
import * as store from './webhook-store.ts';

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
      await store.replaceWebhook(before, webhook, store.changeOf('updated', before, webhook), context);
      const isSwitchedOn = webhook.isActive && !before.isActive;
      return {
        webhook,
        health: isSwitchedOn ? { ...health, consecutiveFailures: 0 } : health,
        revision: webhook.revision,
      };
    },
  );
}
