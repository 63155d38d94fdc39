/** Changes and deletes several webhooks. */
import type { Scope } from '../../../kernel/base/principal.ts';
import type { Caller } from '../../../kernel/http/operation.ts';
import { changeEach } from '../../../kernel/lists/bulk.ts';
import { writerOf } from '../../../kernel/resources/writer.ts';
import type { BulkUpdateWebhooks } from './bulk-contract.ts';
import { changedWebhook } from './webhook.ts';
import * as reader from './webhook-reader.ts';
import { webhookRows } from './webhook-rows.ts';

const rows = writerOf(webhookRows);

const read = (scope: Scope) => (ids: readonly string[]) => reader.findWebhooks(scope, ids);

/** Enables or disables the webhooks. */
export const bulkUpdateWebhooks = ({ scope, context }: Caller, { ids, isActive }: BulkUpdateWebhooks) =>
  changeEach(ids, {
    absent: 'Webhook',
    read: read(scope),
    write: async (before) => {
      if (before.isActive === isActive) return false;
      await rows.replace(before, changedWebhook(before, { isActive }, context), context);
      return true;
    },
  });

/** Deletes the webhooks. */
export const bulkDeleteWebhooks = ({ scope, context }: Caller, { ids }: Pick<BulkUpdateWebhooks, 'ids'>) =>
  changeEach(ids, {
    read: read(scope),
    write: async (before) => {
      await rows.deleteRow(before, context);
      return true;
    },
  });
