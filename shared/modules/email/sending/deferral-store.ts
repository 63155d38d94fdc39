/** Mails that wait until their tenant may send more of them, in the order of their creation, and when that is. */
import type { TenantScope } from '../../../kernel/auth/principal.ts';
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
const secondsKept = (emailLimits.deferDays + 2) * 86_400;
const ttlAfter = (atMs: number): number => Math.ceil(atMs / 1_000) + secondsKept;

/** A mail that waits, as far as its message must name it. */
export type DeferredMail = Pick<
  Mail,
  'id' | 'tenantId' | 'organizationId' | 'createdAtMs' | 'to' | 'expiresAtMs'
>;

/** The write that puts a mail among those that wait. */
export function deferralWrite(mail: DeferredMail): Write {
  const { id, tenantId, organizationId, createdAtMs, to, expiresAtMs } = mail;
  const item = toItem(deferredMailKey({ tenantId }, createdAtMs, id), entity, {
    ...{ id, tenantId, organizationId, createdAtMs, to, expiresAtMs },
  });
  return { put: { ...item, ttl: ttlAfter(createdAtMs) } };
}

/** The write that takes it away from them. */
export const deferralEnd = ({ tenantId, createdAtMs, id }: MailId): Write => ({
  delete: deferredMailKey({ tenantId }, createdAtMs, id),
});

/** Mails of a tenant that wait, the oldest first, from behind a sort key. */
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

/** When mails of a tenant are to be released. */
export interface DueRelease {
  tenantId: string;
  dueMs: number;
}
type StoredDue = DueRelease & { writtenAtMs: number };

/** Has the mails of a tenant released at a time. */
export async function scheduleRelease({ tenantId, dueMs }: DueRelease, nowMs: number): Promise<void> {
  const due: StoredDue = { tenantId, dueMs, writtenAtMs: nowMs };
  const item = toItem(deferredDueKey({ tenantId }, dueMs), dueEntity, due);
  await commit([{ put: { ...item, ttl: ttlAfter(dueMs) } }]);
}

export async function findRelease({ tenantId, dueMs }: DueRelease): Promise<StoredDue | undefined> {
  const item = await getItem(deferredDueKey({ tenantId }, dueMs));
  return item && fromItem<StoredDue>(item, dueEntity);
}

/** Releases of a shard that are due, at most so many. An item that is none is logged, and left out. */
export async function dueReleases(shard: number, nowMs: number, limit: number): Promise<DueRelease[]> {
  const pk = deferredDuePartition(shard);
  const items = await queryAll({ pk, skRange: dueRange(nowMs), limit, consistent: true });
  return items.flatMap((item) => {
    try {
      const { tenantId, dueMs } = fromItem<StoredDue>(item, dueEntity);
      return [{ tenantId, dueMs }];
    } catch (error) {
      log('error', 'an item is not a release of mails', {
        pk,
        sk: String(item.sk),
        error: describeError(error),
      });
      return [];
    }
  });
}

/** Ends a release that is over, unless a mail was deferred to it since it was read. */
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
