/**
 * Updates the rights in caller items from users, keys and roles. Every step is idempotent: an interrupted
 * change leaves narrower rights (see rights.ts), and repeating it completes it.
 */

import { homeKeys, isClosed } from '../../../kernel/auth/directory-reader.ts';
import type { Holder } from '../../../kernel/auth/identity-types.ts';
import { type CallerRights, rightsOfKey, rightsOfUser, roleIdsOfUser } from '../../../kernel/auth/rights.ts';
import { sessionsOf } from '../../../kernel/auth/session-store.ts';
import { toJson } from '../../../kernel/base/json.ts';
import { allOf, chunksOf, forEachParallel } from '../../../kernel/base/parallel.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { retryWhile } from '../../../kernel/base/retry.ts';
import { UnavailableError } from '../../../kernel/errors/errors.ts';
import { ConditionFailedError } from '../../../kernel/table/errors.ts';
import { callerKey, type Key, sessionKey } from '../../../kernel/table/keys.ts';
import { batchGet, type Item } from '../../../kernel/table/read.ts';
import { updateItem } from '../../../kernel/table/write.ts';
import { findApiKeys } from '../api-keys/api-key-store.ts';
import { findUsers } from '../users/user-store.ts';
import { findRoles } from './role-store.ts';

/** Concurrent requests: enough to hide latency, too few to throttle a partition. */
const width = 10;
/** Holders that are read together; after each batch, a change stores its progress and checks the deadline. */
const batchSize = 50;

const idsOf = (holders: readonly Holder[], ofKind: Holder['kind']): string[] =>
  holders.filter(({ kind }) => kind === ofKind).map(({ id }) => id);

const textOf = ({ pk, sk }: { pk?: unknown; sk?: unknown }): string => toJson([pk, sk]);

/** The caller items of the holders. */
async function callersOf(scope: TenantScope, holders: readonly Holder[]): Promise<Map<Holder, Key[]>> {
  const keys = await findApiKeys(scope.tenantId, idsOf(holders, 'KEY'));
  const callers = new Map<Holder, Key[]>();
  await forEachParallel(holders, width, async (holder) => {
    const key = holder.kind === 'KEY' ? keys.get(holder.id) : undefined;
    if (key) {
      const secrets = [key.secretSha256, ...(key.previous ? [key.previous.secretSha256] : [])];
      callers.set(holder, secrets.map(callerKey));
    }
    if (holder.kind === 'USER') callers.set(holder, (await sessionsOf(scope, holder.id)).map(sessionKey));
  });
  return callers;
}

/** The current rights of each holder; deleted holders are missing. Five requests for some dozens. */
async function rightsOf(scope: TenantScope, holders: readonly Holder[]): Promise<Map<Holder, CallerRights>> {
  const [keys, users] = await allOf([
    findApiKeys(scope.tenantId, idsOf(holders, 'KEY')),
    findUsers(scope, idsOf(holders, 'USER')),
  ]);
  const roles = await findRoles(scope, [
    ...[...keys.values()].flatMap(({ roleIds }) => roleIds),
    ...[...users.values()].flatMap(roleIdsOfUser),
  ]);
  const rights = new Map<Holder, CallerRights>();
  for (const holder of holders) {
    const [key, user] = [keys.get(holder.id), users.get(holder.id)];
    if (holder.kind === 'KEY' && key) rights.set(holder, rightsOfKey(key, roles));
    if (holder.kind === 'USER' && user) rights.set(holder, rightsOfUser(user, roles));
  }
  const homes = [...rights].map(([holder, open]) => {
    const secretOwner = holder.kind === 'KEY' ? keys.get(holder.id)?.secretOwner : undefined;
    return { holder, open, home: { ...open, secretOwner } };
  });
  const places = new Map(homes.flatMap(({ home }) => homeKeys(home)).map((key) => [textOf(key), key]));
  const found = await batchGet([...places.values()]);
  for (const { holder, open, home } of homes) {
    if (isClosed(home, found)) rights.set(holder, { ...open, blocked: true });
  }
  return rights;
}

/** Writes the rights to one caller item. Returns false if another writer was first. */
async function writeRights({ pk, sk, rev }: Item, rights: CallerRights): Promise<boolean> {
  try {
    await updateItem({
      Key: { pk: String(pk), sk: String(sk) },
      UpdateExpression:
        'SET features = :features, isSuperAdmin = :super, organizations = :organizations, ' +
        `organizationId = :home, rev = :next${rights.blocked ? ', blocked = :blocked' : ' REMOVE blocked'}`,
      ConditionExpression: 'rev = :rev',
      ExpressionAttributeValues: {
        ':features': rights.features,
        ':super': rights.isSuperAdmin,
        ':organizations': rights.organizations,
        ':home': rights.organizationId,
        ':rev': rev,
        ':next': Number(rev) + 1,
        ...(rights.blocked && { ':blocked': true }),
      },
    });
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    // Deleted or expired meanwhile, so no write is needed.
    return error.item === undefined;
  }
}

/**
 * Tries once to update the holders' caller items, and returns the holders whose items were written
 * concurrently. Two rules make concurrent changes of a holder safe. The items are read before the data from
 * which rights are computed, so that rights from an older state fail the condition on `rev`. And every
 * refresh writes, even unchanged rights, because the new `rev` stops writers with outdated rights.
 */
async function tryRefresh(scope: TenantScope, holders: readonly Holder[]): Promise<Holder[]> {
  const callers = await callersOf(scope, holders);
  const items = new Map((await batchGet([...callers.values()].flat())).map((item) => [textOf(item), item]));
  const rights = await rightsOf(scope, holders);
  const writes = [...callers].flatMap(([holder, keys]) =>
    keys.map((key) => ({ holder, item: items.get(textOf(key)), rights: rights.get(holder) })),
  );
  const outdated = new Set<Holder>();
  await forEachParallel(writes, width, async (write) => {
    if (!write.item || !write.rights) return;
    if (!(await writeRights(write.item, write.rights))) outdated.add(write.holder);
  });
  return [...outdated];
}

class RightsChangedError extends Error {}

async function refresh(scope: TenantScope, holders: readonly Holder[]): Promise<void> {
  let left = holders;
  const isOutdated = (error: unknown) => error instanceof RightsChangedError;
  const attempt = async () => {
    left = await tryRefresh(scope, left);
    if (left.length > 0) throw new RightsChangedError('Other writers keep changing the same caller items.');
  };
  await retryWhile(isOutdated, attempt).catch((error: unknown) => {
    throw isOutdated(error) ? new UnavailableError(error, 1) : error;
  });
}

/** Updates the caller items of one holder. */
export function refreshHolder(scope: TenantScope, holder: Holder): Promise<void> {
  return refresh(scope, [holder]);
}

/**
 * Updates all holders. `reached` is called from time to time with the progress, and may stop the refresh by
 * throwing.
 */
export async function refreshHolders<H extends Holder>(
  scope: TenantScope,
  holders: AsyncIterable<readonly H[]> | Iterable<readonly H[]>,
  reached?: (last: H) => Promise<void>,
): Promise<void> {
  for await (const page of holders) {
    for (const batch of chunksOf(page, batchSize)) {
      await refresh(scope, batch);
      const last = batch.at(-1);
      if (last) await reached?.(last);
    }
  }
}
