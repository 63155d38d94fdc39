/**
 * Reads, creates, changes and deletes users. Callers who may not select every organization see only users of
 * those they may select.
 */

import { randomUUID } from 'node:crypto';
import { gainedRights, noRights } from '../../../kernel/auth/acl.ts';
import type { Invitation, Role, UserRow } from '../../../kernel/auth/identity-types.ts';
import {
  rightsOfUser,
  roleIdsOfUser,
  rolesInBothStates,
  visibleUserRevision,
} from '../../../kernel/auth/rights.ts';
import { allOf } from '../../../kernel/base/parallel.ts';
import type { Principal, Scope, TenantScope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import {
  InvalidInputError,
  NotFoundError,
  ScopeForbiddenError,
  ScopeRequiredError,
} from '../../../kernel/errors/errors.ts';
import { requiredId } from '../../../kernel/http/delete-target.ts';
import type {
  Actor,
  Precondition,
  Reader,
  RequestCaller,
  RequestContext,
  Target,
} from '../../../kernel/http/operation.ts';
import { updateWithRetry } from '../../../kernel/http/optimistic-locking.ts';
import { withRevision } from '../../../kernel/http/reply.ts';
import { toList, toListRequest } from '../../../kernel/lists/list.ts';
import { CannotInviteError, OwnAccountError } from '../errors.ts';
import { assertCovers, assertMayChangeHolder, assertMayGrant, reachOf } from '../granting.ts';
import { directoryNames } from '../names.ts';
import { findRoleNames } from '../roles/listed-role-names.ts';
import * as rights from '../roles/rights-changes.ts';
import { rolesNamed } from '../roles/role-names.ts';
import { findRoles, roleHolders } from '../roles/role-store.ts';
import { assertNoApplicationOf } from '../sessions/own-account.ts';
import type { CreateUser, ListUsers, UpdateUser, UserRow as UserListRow } from './contract.ts';
import { hashPassword, passwordProblems } from './password.ts';
import * as store from './user-store.ts';

export interface CurrentUser {
  user: UserRow;
  revision: number;
}

/** The user as the API returns it. Throws NotFoundError, also if the caller may not select the user's home. */
export async function getUser(scope: TenantScope, id: string, principal: Principal): Promise<CurrentUser> {
  const user = await store.findUser(scope, id);
  const reach = reachOf(principal);
  const visible =
    user !== undefined &&
    (reach === null || (user.organizationId !== null && reach.includes(user.organizationId)));
  if (!visible) throw new NotFoundError('User');
  return { user, revision: visibleUserRevision(user) };
}

/** Ids of the users who hold any of the roles. */
async function holdersOf(scope: TenantScope, roleIds: readonly string[]): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const roleId of roleIds) {
    for await (const page of roleHolders(scope, roleId)) {
      for (const { kind, id } of page) if (kind === 'USER') ids.add(id);
    }
  }
  return ids;
}

/** One page of the users that the caller may see. */
export async function listUsers(
  { scope, principal }: Reader<TenantScope> & Pick<RequestCaller, 'principal'>,
  query: ListUsers,
) {
  const { id, name, organizationId, roleIds } = query;
  const holders = roleIds && (await holdersOf(scope, roleIds));
  const ids = id === undefined ? holders : new Set([id].filter((one) => holders?.has(one) ?? true));
  const filters = { name, organizationId: organizationId ?? reachOf(principal) ?? undefined };
  const { items, total } = await store.listUsers(scope, { ...toListRequest(query, filters), ids });
  const [names, roles] = await allOf([
    directoryNames(
      scope,
      items.map((user) => user.organizationId),
    ),
    findRoleNames(
      scope,
      items.flatMap((user) => user.roleIds),
    ),
  ]);
  const toRow = (user: UserRow): UserListRow => ({
    id: user.id,
    email: user.email,
    name: user.name,
    organizationId: user.organizationId,
    organizationName: (user.organizationId && names.organizations.get(user.organizationId)) || null,
    tenantId: user.tenantId,
    tenantName: names.tenant,
    roles: user.roleIds.map((roleId) => roles.get(roleId) ?? ''),
    roleIds: [...user.roleIds],
    hasPassword: user.passwordHash !== null,
    isActive: user.isActive,
    createdAt: user.createdAt,
    updatedAt: user.updatedAt,
    revision: visibleUserRevision(user),
  });
  const list = toList(query, { items: items.map(toRow), total });
  return { ...list, isSuperAdmin: principal.isSuperAdmin };
}

/** The hash of a given password, made when first needed: it costs more than all checks of the request. */
function hashOf(password: string): () => Promise<string> {
  const problems = passwordProblems(password);
  if (problems.length > 0) throw new InvalidInputError({ password: problems.join(', ') });
  let hash: Promise<string> | undefined;
  return () => {
    hash ??= hashPassword(password);
    return hash;
  };
}

/**
 * Only a caller with access to all organizations may create a user without an organization. Throws
 * ScopeForbiddenError.
 */
function assertMayAssignHome(principal: Principal, organizationId: string | null): void {
  const reach = reachOf(principal);
  if (reach !== null && (organizationId === null || !reach.includes(organizationId))) {
    throw new ScopeForbiddenError();
  }
}

/** How a user is invited, and the id of the event of the change, which is the cause of the invitation's mail. */
export interface NewInvitation {
  of: (user: UserRow) => Invitation;
  eventId: string;
}

/**
 * Creates a user. Without a password, the user cannot log in with one; an invitation lets the user set it.
 * Throws InvalidInputError, EmailTakenError, RightsExceededError, ScopeForbiddenError, and ScopeRequiredError
 * if the caller neither names nor has an organization.
 */
export async function addUser(
  { scope, context }: Actor<TenantScope & Partial<Scope>>,
  input: Omit<CreateUser, 'password'> & Partial<Pick<CreateUser, 'password'>>,
  invitation?: NewInvitation,
): Promise<UserRow> {
  const { principal, nowMs } = context;
  const organizationId = input.organizationId === undefined ? scope.organizationId : input.organizationId;
  if (organizationId === undefined && reachOf(principal) !== null)
    throw new ScopeRequiredError('organization');
  assertMayAssignHome(principal, organizationId ?? null);
  const passwordHash = input.password === undefined ? async () => null : hashOf(input.password);
  const createdAt = toIso(nowMs);

  const read = async () => ({ roles: await rolesNamed(scope, input.roles ?? []), revision: 0 });
  return updateWithRetry(read, undefined, async ({ roles }) => {
    assertMayGrant(principal, roles);
    const created: UserRow = {
      id: randomUUID(),
      tenantId: scope.tenantId,
      organizationId: organizationId ?? null,
      email: input.email,
      name: input.name || null,
      roleIds: roles.map(({ id }) => id),
      acl: null,
      isActive: input.isActive ?? true,
      passwordHash: await passwordHash(),
      revision: 1,
      createdAt,
      updatedAt: createdAt,
    };
    const user = invitation ? { ...created, invitation: invitation.of(created) } : created;
    await store.insertUser(user, roles, context, [], invitation?.eventId);
    return user;
  });
}

/** Creates a user with a password. Throws what `addUser` throws. */
export async function createUser(caller: Actor<TenantScope & Partial<Scope>>, input: CreateUser) {
  const { id, revision } = await addUser(caller, input);
  return withRevision({ id }, revision);
}

/**
 * Gives an active user without a password another invitation, which voids the former. Only callers who may change the
 * user's password may invite, because the link sets it. Throws NotFoundError, CannotInviteError, MissingFeatureError,
 * RightsExceededError, and SessionRequiredError for an application's own user.
 */
export async function inviteAgain(
  { scope, context, session }: Actor<TenantScope> & Pick<RequestCaller, 'session'>,
  id: string,
  invitation: NewInvitation,
): Promise<UserRow> {
  assertNoApplicationOf(id, session);
  const { principal } = context;
  return updateWithRetry(
    () => getUser(scope, id, principal),
    undefined,
    async () => {
      const user = await changeableUser(scope, id, principal);
      if (user.passwordHash !== null || !user.isActive) throw new CannotInviteError();
      return store.replaceInvitation(user, invitation.of(user), context, invitation.eventId);
    },
  );
}

/** The user's rights if the user were active and no change were pending; of roles that are changing, those of both states. */
async function standingRights(user: UserRow) {
  const activated = { ...user, pending: undefined, isActive: true };
  const roles = await findRoles(user, roleIdsOfUser(activated));
  return rightsOfUser(activated, rolesInBothStates(roles.values()));
}

/**
 * The user, whom the caller may change because it has all of the user's rights. Throws NotFoundError,
 * MissingFeatureError, RightsExceededError.
 */
export async function changeableUser(scope: TenantScope, id: string, principal: Principal): Promise<UserRow> {
  const { user } = await getUser(scope, id, principal);
  if (principal.subject !== `user:${id}`) assertMayChangeHolder(principal, await standingRights(user));
  return user;
}

/** Throws unless the caller may change the user from `before` to `after`; `given` are the user's new roles. */
export async function assertMayChange(
  { principal }: RequestContext,
  before: UserRow,
  after: UserRow,
  given: readonly Role[] = [],
): Promise<void> {
  const standing = await standingRights(before);
  const own = principal.subject === `user:${before.id}`;
  // Users may change their own account also while a change of their rights is pending.
  if (!own) assertMayChangeHolder(principal, standing);
  assertMayGrant(principal, given);
  if (own && !after.isActive) throw new OwnAccountError();
  if (before.organizationId !== after.organizationId) assertMayAssignHome(principal, after.organizationId);

  const roles = await findRoles(before, [...before.roleIds, ...after.roleIds]);
  const [old, next] = [before, after].map((user) => rightsOfUser({ ...user, pending: undefined }, roles));
  assertCovers(principal, gainedRights(old ?? noRights, next ?? noRights));
}

/**
 * Changes the given fields. Throws NotFoundError, InvalidInputError,
 * EmailTakenError, OwnAccountError, RightsExceededError, MissingFeatureError, ScopeForbiddenError, StaleError, and
 * SessionRequiredError for the address and the password of an application's own user.
 */
export async function updateUser(
  { scope, context, session }: Actor<TenantScope> & Partial<Pick<RequestCaller, 'session'>>,
  { id, password, roles: tokens, ifMatch, ...fields }: UpdateUser & Precondition,
) {
  const passwordHash = password === undefined ? undefined : hashOf(password);
  const named = {
    ...(fields.email !== undefined && { email: fields.email }),
    ...(fields.name !== undefined && { name: fields.name || null }),
    ...(fields.organizationId !== undefined && { organizationId: fields.organizationId }),
    ...(fields.isActive !== undefined && { isActive: fields.isActive }),
  };
  const endsSessions = passwordHash !== undefined || fields.isActive === false;

  const change = async ({ user: before }: CurrentUser) => {
    const roles = tokens && (await rolesNamed(scope, tokens));
    const allowed = { ...before, ...named, ...(roles && { roleIds: roles.map((role) => role.id) }) };
    const given = roles?.filter((role) => !before.roleIds.includes(role.id)) ?? [];
    if (password !== undefined || allowed.email !== before.email) assertNoApplicationOf(id, session);
    await assertMayChange(context, before, allowed, given);
    const after = passwordHash === undefined ? allowed : { ...allowed, passwordHash: await passwordHash() };
    return visibleUserRevision(await rights.changeUser(before, after, given, context, { endsSessions }));
  };
  const revision = await updateWithRetry(() => getUser(scope, id, context.principal), ifMatch, change);
  return withRevision({ ok: true as const }, revision);
}

/** Throws InvalidInputError, NotFoundError, OwnAccountError, MissingFeatureError, RightsExceededError, StaleError. */
export async function deleteUser(
  { scope, context }: Actor<TenantScope>,
  { ifMatch, ...input }: Partial<Target>,
) {
  const { principal } = context;
  const id = requiredId(input);
  await updateWithRetry(
    () => getUser(scope, id, principal),
    ifMatch,
    async ({ user }) => {
      if (principal.subject === `user:${id}`) throw new OwnAccountError();
      assertMayChangeHolder(principal, await standingRights(user));
      await rights.deleteUser(user, context);
    },
  );
  return { ok: true as const };
}
