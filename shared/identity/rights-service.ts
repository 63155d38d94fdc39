/**
 * Carries a change of rights to everybody it concerns. Every step can be repeated: whoever is interrupted leaves
 * narrower rights behind (see rights.ts), and the same request again goes on where the last one stopped.
 */
import type { ChangeContext } from '../audit/record.ts';
import { StaleError, UnavailableError, UnfinishedError } from '../http/errors.ts';
import { ConditionFailedError } from '../table/errors.ts';
import { callerKey, type Key, sessionKey } from '../table/keys.ts';
import { forEachParallel } from '../table/parallel.ts';
import { batchGet, type Item } from '../table/read.ts';
import { retryWhile } from '../table/retry.ts';
import { updateItem } from '../table/write.ts';
import { type Acl, sameAcl } from './acl.ts';
import { findApiKey } from './api-key-store.ts';
import { homeKeys, isClosed } from './directory-reader.ts';
import type { Holder, Role, UserRow } from './identity-types.ts';
import type { TenantScope } from './principal.ts';
import { type CallerRights, rightsOfKey, rightsOfUser, roleIdsOfUser, userRightsOf } from './rights.ts';
import { announceAcl, commitAcl, findRoles, noteProgress, roleHolders } from './role-store.ts';
import { removeSessions, sessionsOf } from './session-store.ts';
import { announceUserRights, findUser, removeUser, replaceUser } from './user-store.ts';

/** Holders worked on at a time: enough to hide latency, too few to throttle a partition. */
const parallelHolders = 10;
/** Holders after which a change notes how far it has come, and looks at the clock. */
const holdersPerNote = 50;

/** Somebody else wrote the caller item between our look at it and our write. */
class OvertakenError extends Error {}

/** The items by which the holder's requests are authenticated. */
async function callersOf(scope: TenantScope, { kind, id }: Holder): Promise<Key[]> {
  if (kind === 'USER') return (await sessionsOf(scope, id)).map(sessionKey);
  const key = await findApiKey(scope.tenantId, id);
  if (key === undefined) return [];
  return [key.secretSha256, ...(key.previous ? [key.previous.secretSha256] : [])].map(callerKey);
}

/** The rights a holder should have now; undefined when it is gone. */
async function rightsOf(scope: TenantScope, { kind, id }: Holder): Promise<CallerRights | undefined> {
  let rights: CallerRights;
  if (kind === 'KEY') {
    const key = await findApiKey(scope.tenantId, id);
    if (key === undefined) return undefined;
    rights = rightsOfKey(key, await findRoles(scope, key.roleIds));
  } else {
    const user = await findUser(scope, id);
    if (user === undefined) return undefined;
    rights = rightsOfUser(user, await findRoles(scope, roleIdsOfUser(user)));
  }
  const closed = isClosed(rights, await batchGet(homeKeys(rights)));
  return { ...rights, ...(closed && { blocked: true as const }) };
}

/** Writes the rights onto one caller item. Throws OvertakenError when somebody else wrote it in between. */
async function writeRights({ pk, sk, rev }: Item, rights: CallerRights): Promise<void> {
  try {
    await updateItem({
      Key: { pk, sk },
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
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    // Deleted or expired meanwhile: nothing to write any more.
    if (error.item !== undefined) throw new OvertakenError('Somebody else wrote the caller item.');
  }
}

/**
 * Brings one holder's caller items up to date. Two rules make changes that meet on a holder safe. The items are
 * read before what the rights follow from, so that whoever worked out rights from an older state loses the
 * condition on `rev`. And every refresh writes, even what is there already: the new `rev` stops whoever is still
 * on the way with what counted before.
 */
export async function refreshHolder(scope: TenantScope, holder: Holder): Promise<void> {
  const isOvertaken = (error: unknown) => error instanceof OvertakenError;
  const attempt = async () => {
    const callers = await callersOf(scope, holder);
    if (callers.length === 0) return;
    const items = await batchGet(callers);
    const rights = await rightsOf(scope, holder);
    if (rights === undefined) return;
    await forEachParallel(items, parallelHolders, (item) => writeRights(item, rights));
  };
  await retryWhile(isOvertaken, attempt).catch((error: unknown) => {
    throw isOvertaken(error) ? new UnavailableError(error, 1) : error;
  });
}

/**
 * Brings every one of the holders up to date. Repeating it after an interruption does the rest. `reached` is
 * told from time to time how far it has come, and may end it by throwing.
 */
export async function refreshHolders<H extends Holder>(
  scope: TenantScope,
  holders: AsyncIterable<readonly H[]>,
  reached?: (last: H) => Promise<void>,
): Promise<void> {
  for await (const page of holders) {
    for (let start = 0; start < page.length; start += holdersPerNote) {
      const some = page.slice(start, start + holdersPerNote);
      await forEachParallel(some, parallelHolders, (holder) => refreshHolder(scope, holder));
      const last = some.at(-1);
      if (last) await reached?.(last);
    }
  }
}

/** Takes the role's change to everybody whom its present phase has not reached. Throws UnfinishedError at the deadline. */
async function spread(role: Role, deadlineMs: number): Promise<void> {
  const { fanOut } = role;
  if (fanOut === undefined) return;
  await refreshHolders(role, roleHolders(role, role.id, fanOut.after), async ({ place }) => {
    await noteProgress(role, fanOut, { after: place });
    if (Date.now() > deadlineMs) throw new UnfinishedError();
  });
}

/** Has this very change been started and not reached everybody yet? */
export function isOnItsWay(role: Role, acl: Acl): boolean {
  return role.fanOut !== undefined && sameAcl(role.pending ?? role.acl, acl);
}

/** After the commit nothing can be lost any more: a later change that takes over brings everybody further. */
async function widen(committed: Role, deadlineMs: number): Promise<void> {
  if (committed.fanOut === undefined) return;
  try {
    await spread(committed, deadlineMs);
    await noteProgress(committed, committed.fanOut, 'done');
  } catch (error) {
    if (!(error instanceof StaleError)) throw error;
  }
}

/**
 * Gives a role other rights, and everybody who holds it; goes on where an earlier request for the same stopped.
 * Throws StaleError when another change takes its place, UnfinishedError when there is more to do than time
 * until `deadlineMs`.
 */
export async function changeRoleAcl(
  role: Role,
  acl: Acl,
  context: ChangeContext,
  deadlineMs: number,
): Promise<Role> {
  if (role.fanOut === undefined && sameAcl(role.acl, acl)) return role;
  let current = isOnItsWay(role, acl) ? role : await announceAcl(role, acl);
  if (current.fanOut?.phase === 'narrowing') {
    await spread(current, deadlineMs);
    current = await commitAcl(current, context);
  }
  await widen(current, deadlineMs);
  return current;
}

/**
 * Replaces a user, and what its sessions may do. `given` are the roles that are new to it. With `endsSessions`
 * nobody stays logged in, and whoever is logging in meanwhile is refused. Throws StaleError, EmailTakenError.
 */
export async function changeUser(
  before: UserRow,
  after: UserRow,
  given: readonly Role[],
  context: ChangeContext,
  { endsSessions }: { endsSessions: boolean },
): Promise<UserRow> {
  const rights = userRightsOf(after);
  const follow = () =>
    endsSessions ? removeSessions(before, before.id) : refreshHolder(before, { kind: 'USER', id: before.id });
  const announced = await announceUserRights(before, endsSessions ? { ...rights, isActive: false } : rights);
  await follow();
  const committed = await replaceUser(announced, after, given, context);
  await follow();
  return committed;
}

/** Ends the user's sessions and deletes it; whoever is logging in meanwhile is refused. Throws StaleError. */
export async function deleteUser(user: UserRow, context: ChangeContext): Promise<void> {
  const announced = await announceUserRights(user, { ...userRightsOf(user), isActive: false });
  await removeSessions(user, user.id);
  await removeUser(announced, context);
}
