/** Stores deferred mails in the order of their creation, and the time of their release. */
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { describeError, log } from '../../../kernel/observability/log.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { getItem, queryAll } from '../../../kernel/table/read.ts';
import { commit, transact, type Write } from '../../../kernel/table/write.ts';
import {
  deferredDueKey,
  deferredDuePartition,
  deferredMailKey,
  deferredMailPartition,
  dueRange,
} from '../keys.ts';
import { emailLimits } from '../limits.ts';
import type { Mail, MailId } from './mail.ts';

const entity = 'mail_deferred';
const dueEntity = 'mail_deferred_due';
const retentionSeconds = (emailLimits.deferDays + 2) * 86_400;
const ttlAfter = (atMs: number): number => Math.ceil(atMs / 1_000) + retentionSeconds;

/** The fields of a deferred mail that its message needs. */
export type DeferredMail = Pick<
  Mail,
  'id' | 'tenantId' | 'organizationId' | 'createdAtMs' | 'to' | 'expiresAtMs'
>;

/** Builds the write that adds a deferred mail. */
export function deferralWrite(mail: DeferredMail): Write {
  const { id, tenantId, organizationId, createdAtMs, to, expiresAtMs } = mail;
  const item = toItem(deferredMailKey({ tenantId }, createdAtMs, id), entity, {
    ...{ id, tenantId, organizationId, createdAtMs, to, expiresAtMs },
  });
  return { put: { ...item, ttl: ttlAfter(createdAtMs) } };
}

/** Builds the write that removes a deferred mail. */
export const deferralEnd = ({ tenantId, createdAtMs, id }: MailId): Write => ({
  delete: deferredMailKey({ tenantId }, createdAtMs, id),
});

/** Returns deferred mails of a tenant, oldest first, after a sort key. */
export async function listDeferred(
  scope: TenantScope,
  { after, limit }: { after: string | null; limit: number },
): Promise<{ mails: DeferredMail[]; lastKey: string | null }> {
  const from = after === null ? '0' : `${after}~`;
  const pk = deferredMailPartition(scope);
  const items = await queryAll({ pk, skRange: { from, to: '~' }, limit, consistent: true });
  return {
    mails: items.map((item) => fromItem<DeferredMail>(item, entity)),
    lastKey: items.length < limit ? null : String(items.at(-1)?.sk),
  };
}

/** The time at which the deferred mails of a tenant are released. */
export interface DueRelease {
  tenantId: string;
  dueMs: number;
}
type StoredDue = DueRelease & { writtenAtMs: number };

/** Schedules the release of a tenant's deferred mails. */
export async function scheduleRelease({ tenantId, dueMs }: DueRelease, nowMs: number): Promise<void> {
  const due: StoredDue = { tenantId, dueMs, writtenAtMs: nowMs };
  const item = toItem(deferredDueKey({ tenantId }, dueMs), dueEntity, due);
  await commit([{ put: { ...item, ttl: ttlAfter(dueMs) } }]);
}

export async function findRelease({ tenantId, dueMs }: DueRelease): Promise<StoredDue | undefined> {
  const item = await getItem(deferredDueKey({ tenantId }, dueMs));
  return item && fromItem<StoredDue>(item, dueEntity);
}

/** Returns due releases of a shard, at most `limit`. Invalid items are logged and skipped. */
export async function dueReleases(shard: number, nowMs: number, limit: number): Promise<DueRelease[]> {
  const pk = deferredDuePartition(shard);
  const items = await queryAll({ pk, skRange: dueRange(nowMs), limit, consistent: true });
  return items.flatMap((item) => {
    try {
      const { tenantId, dueMs } = fromItem<StoredDue>(item, dueEntity);
      return [{ tenantId, dueMs }];
    } catch (error) {
      log('error', 'reading a release item failed', {
        pk,
        sk: String(item.sk),
        error: describeError(error),
      });
      return [];
    }
  });
}

/** Removes a completed release, unless a mail was deferred to it since the read. */
export async function endRelease({ tenantId, dueMs, writtenAtMs }: StoredDue): Promise<void> {
  try {
    await transact([
      {
        delete: deferredDueKey({ tenantId }, dueMs),
        when: { expression: 'writtenAtMs = :written', values: { ':written': writtenAtMs } },
      },
    ]);
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
  }
}
