/** Changes of rights: announced, removed from callers, committed and then granted to callers (see rights.ts). */
import type { ChangeContext } from '../../../kernel/audit/record.ts';
import { type Acl, sameAcl } from '../../../kernel/auth/acl.ts';
import type { Role, UserRow } from '../../../kernel/auth/identity-types.ts';
import { userRightsOf } from '../../../kernel/auth/rights.ts';
import { removeSessions } from '../../../kernel/auth/session-store.ts';
import { StaleError, UnfinishedError } from '../../../kernel/errors/errors.ts';
import { followOwner } from '../api-keys/secret-owner.ts';
import { EmailTakenError } from '../errors.ts';
import {
  announceUserRights,
  assertFreeEmail,
  mayLogIn,
  removeUser,
  replaceUser,
  withdrawUserRights,
} from '../users/user-store.ts';
import { refreshHolder, refreshHolders } from './rights-service.ts';
import { announceAcl, commitAcl, noteProgress, roleHolders } from './role-store.ts';

/**
 * Applies the role's current phase to all holders that it has not reached. Throws UnfinishedError at the
 * deadline.
 */
async function spread(role: Role, deadlineMs: number): Promise<void> {
  const { fanOut } = role;
  if (fanOut === undefined) return;
  await refreshHolders(role, roleHolders(role, role.id, fanOut.after), async ({ cursor }) => {
    await noteProgress(role, fanOut, cursor);
    if (Date.now() > deadlineMs) throw new UnfinishedError();
  });
}

/** Whether this change has started and has not reached all holders yet. */
export function isOnItsWay(role: Role, acl: Acl): boolean {
  return role.fanOut !== undefined && sameAcl(role.pending ?? role.acl, acl);
}

/** After the commit no right can be lost: a later change that takes over also reaches all holders. */
async function widen(committed: Role, deadlineMs: number): Promise<void> {
  if (committed.fanOut === undefined) return;
  try {
    await spread(committed, deadlineMs);
    await noteProgress(committed, committed.fanOut);
  } catch (error) {
    if (!(error instanceof StaleError)) throw error;
  }
}

/**
 * Changes the rights of a role and of all its holders; continues an interrupted change to the same rights.
 * Throws StaleError if another change takes over, UnfinishedError if the time until `deadlineMs` is too
 * short.
 */
export async function changeRoleAcl(
  role: Role,
  acl: Acl,
  context: ChangeContext,
  deadlineMs = Number.POSITIVE_INFINITY,
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
 * Replaces a user, and updates the rights of its sessions. `given` are the user's new roles. With
 * `endsSessions` all sessions end, and a concurrent log-in is refused. Keys whose secret the user knows are refused while
 * the user is inactive. Throws StaleError, EmailTakenError.
 */
export async function changeUser(
  before: UserRow,
  after: UserRow,
  given: readonly Role[],
  context: ChangeContext,
  { endsSessions }: { endsSessions: boolean },
): Promise<UserRow> {
  const rights = userRightsOf(after);
  const follow = async (ownerChanges: boolean) => {
    if (endsSessions) await removeSessions(before, before.id);
    else await refreshHolder(before, { kind: 'USER', id: before.id });
    if (ownerChanges) await followOwner(before);
  };
  // A refused request must neither end sessions nor leave announced rights, with which the user may not log in.
  await assertFreeEmail(before, after);
  const announced = await announceUserRights(before, endsSessions ? { ...rights, isActive: false } : rights);
  await follow(!before.isActive || !after.isActive);
  const committed = await replaceUser(announced, after, given, context).catch(async (error: unknown) => {
    if (error instanceof EmailTakenError) {
      // Another user was faster.
      await withdrawUserRights(announced);
      await refreshHolder(before, { kind: 'USER', id: before.id });
      await followOwner(before);
    }
    throw error;
  });
  // Until now, a refresh of the user's keys may have taken the announced end of sessions for a deactivation.
  await follow(endsSessions || !mayLogIn(before) || !after.isActive);
  return committed;
}

/** Ends the user's sessions and keys, and deletes the user; a concurrent log-in is refused. Throws StaleError. */
export async function deleteUser(user: UserRow, context: ChangeContext): Promise<void> {
  const announced = await announceUserRights(user, { ...userRightsOf(user), isActive: false });
  await removeSessions(user, user.id);
  await followOwner(user);
  await removeUser(announced, context);
}
