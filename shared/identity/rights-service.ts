/**
 * Carries a change of rights to everybody it concerns. Every step can be repeated: whoever is interrupted leaves
 * narrower rights behind (see rights.ts), and the same request again finishes the work, skipping what is done.
 */

import type { ChangeContext } from '../audit/record.ts';
import { StaleError, UnavailableError } from '../http/errors.ts';
import { ConditionFailedError } from '../table/errors.ts';
import { callerKey, type Key, sessionKey } from '../table/keys.ts';
import { batchGet } from '../table/read.ts';
import { updateItem } from '../table/write.ts';
import type { Acl } from './acl.ts';
import { findApiKey } from './api-key-store.ts';
import type { Holder, Role } from './identity-types.ts';
import type { TenantScope } from './principal.ts';
import { type CallerRights, rightsOfKey, rightsOfUser, roleIdsOfUser, sameRights } from './rights.ts';
import { announceAcl, commitAcl, findRoles, roleHolders } from './role-store.ts';
import { sessionsOf } from './session-store.ts';
import { findUser } from './user-store.ts';

const attempts = 5;
/** Holders worked on at a time: enough to hide latency, too few to throttle a partition. */
const parallelHolders = 10;

/** The rights a holder should have now, and the caller items that must say so. */
async function rightsOf(
  scope: TenantScope,
  { kind, id }: Holder,
): Promise<{ rights: CallerRights; callers: Key[] } | undefined> {
  if (kind === 'KEY') {
    const key = await findApiKey(scope.tenantId, id);
    if (key === undefined) return undefined;
    const secrets = [key.secretSha256, ...(key.previous ? [key.previous.secretSha256] : [])];
    const rights = rightsOfKey(key, await findRoles(scope, key.roleIds));
    return { rights, callers: secrets.map(callerKey) };
  }
  const user = await findUser(scope, id);
  if (user === undefined) return undefined;
  const callers = (await sessionsOf(scope, id)).map(sessionKey);
  if (callers.length === 0) return undefined;
  return { rights: rightsOfUser(user, await findRoles(scope, roleIdsOfUser(user))), callers };
}

/** Writes the rights onto one caller item. False when somebody else wrote it in between: work them out again. */
async function writeRights(key: Key, revision: number, rights: CallerRights): Promise<boolean> {
  try {
    await updateItem({
      Key: { ...key },
      UpdateExpression:
        'SET features = :features, isSuperAdmin = :super, organizations = :organizations, organizationId = :home, rev = :next',
      ConditionExpression: 'rev = :rev',
      ExpressionAttributeValues: {
        ':features': rights.features,
        ':super': rights.isSuperAdmin,
        ':organizations': rights.organizations,
        ':home': rights.organizationId,
        ':rev': revision,
        ':next': revision + 1,
      },
    });
    return true;
  } catch (error) {
    if (!(error instanceof ConditionFailedError)) throw error;
    // Deleted or expired meanwhile: nothing to write any more.
    return error.item === undefined;
  }
}

/**
 * Brings one holder's caller items up to date. The rights are worked out anew for every attempt: two changes
 * that meet on a holder must both be in what is written last.
 */
export async function refreshHolder(scope: TenantScope, holder: Holder): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const work = await rightsOf(scope, holder);
    if (work === undefined) return;
    const items = await batchGet(work.callers);
    const outdated = items.filter((item) => !sameRights(item as unknown as CallerRights, work.rights));
    const written = await Promise.all(
      outdated.map((item) =>
        writeRights({ pk: String(item.pk), sk: String(item.sk) }, Number(item.rev), work.rights),
      ),
    );
    if (written.every(Boolean)) return;
  }
  throw new UnavailableError(undefined, 1);
}

async function refreshHolders(scope: TenantScope, roleId: string): Promise<void> {
  for await (const page of roleHolders(scope, roleId)) {
    for (let start = 0; start < page.length; start += parallelHolders) {
      await Promise.all(
        page.slice(start, start + parallelHolders).map((holder) => refreshHolder(scope, holder)),
      );
    }
  }
}

/** Gives a role other rights, and everybody who holds it. Throws StaleError when the role changes meanwhile. */
export async function changeRoleAcl(role: Role, acl: Acl, context: ChangeContext): Promise<Role> {
  const announced = await announceAcl(role, acl);
  await refreshHolders(role, role.id);
  // Holders that came or went meanwhile moved the counts on the row: read it again, the announcement must stand.
  const current = (await findRoles(role, [role.id])).get(role.id);
  if (current?.revision !== announced.revision) throw new StaleError();
  const committed = await commitAcl(current, context);
  await refreshHolders(role, role.id);
  return committed;
}
