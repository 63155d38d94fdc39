/** Stores users: a row, the e-mail address, a listing item. */

import { hash } from 'node:crypto';
import {
  type ChangeContext,
  changeOf,
  deletionOf,
  type RecordedKind,
  recordChange,
} from '../../../kernel/audit/record.ts';
import type { Holder, Invitation, Role, UserRights, UserRow } from '../../../kernel/auth/identity-types.ts';
import { visibleUserRevision } from '../../../kernel/auth/rights.ts';
import { comparedAddress } from '../../../kernel/base/email-address.ts';
import { toJson } from '../../../kernel/base/json.ts';
import type { TenantScope } from '../../../kernel/base/principal.ts';
import { toIso } from '../../../kernel/base/times.ts';
import { countWrite } from '../../../kernel/table/counters.ts';
import { fromItem, toItem } from '../../../kernel/table/item.ts';
import { tenantKey, userFactorsKey, userKey } from '../../../kernel/table/keys.ts';
import { toListingItem } from '../../../kernel/table/listed-rows.ts';
import { type ListRequest, listPage } from '../../../kernel/table/listing.ts';
import type { ListingSpec } from '../../../kernel/table/listing-spec.ts';
import { nameWrites, type RowName } from '../../../kernel/table/names.ts';
import { batchGet, getItem, queryAll, queryPages } from '../../../kernel/table/read.ts';
import { ifRevision, notExists, transact, type Write } from '../../../kernel/table/write.ts';
import { EmailTakenError } from '../errors.ts';
import { emailKey, emailPartition, userListingKey, userListPartition, viewsKey } from '../keys.ts';
import { holderWrites, newHolderWrites } from '../roles/role-store.ts';

const entity = 'user';

const userListing = {
  attributes: { email: 'e', name: 'n', organizationId: 'o', isActive: 'a', createdAt: 'ca', updatedAt: 'ua' },
  searchIn: ['email', 'name'],
  filterModes: { name: 'contains' },
  keyOrder: { field: 'email', direction: 'asc' },
} as const satisfies ListingSpec<string>;
export type UserListField = keyof typeof userListing.attributes;

/** Only the hash of the compared form of an address is part of a key. */
export function hashEmail(email: string): string {
  return hash('sha256', comparedAddress(email), 'hex');
}

function rowWrite({ revision, ...user }: UserRow) {
  return { put: toItem(userKey(user, user.id), entity, user, { revision }) };
}

function listingWrite(user: UserRow): Write {
  const { id, email, name, organizationId, isActive } = user;
  const times = { createdAt: Date.parse(user.createdAt), updatedAt: Date.parse(user.updatedAt) };
  const fields = { email, name, organizationId, isActive, ...times };
  // Lists show whether there is a password, but neither invitations nor pending rights.
  const { pending: _pending, pendingSince: _pendingSince, invitation: _invitation, ...shown } = user;
  const passwordHash = user.passwordHash && 'kept in the row';
  const { put: row } = rowWrite({ ...shown, passwordHash });
  const listed = { id, bytes: 1_500, fields, revision: user.revision, row };
  return { put: toListingItem(userListing, userListingKey(user, email, id), listed) };
}

function nameOf(user: UserRow): RowName {
  const { id, name, email, organizationId } = user;
  const texts = { name: name ?? email, detail: email, isFoundByDetail: true } as const;
  return { list: userListPartition(user), id, ...texts, organizationId };
}

const reserveEmail = (user: UserRow): Write => ({
  put: { ...emailKey(hashEmail(user.email), user), userId: user.id, tenantId: user.tenantId },
  when: notExists,
  otherwise: () => new EmailTakenError(),
});

/**
 * Throws EmailTakenError if another user of the tenant has the new address. One request, none if the address stays the
 * same.
 */
export async function assertFreeEmail(before: UserRow, after: UserRow): Promise<void> {
  const emailSha256 = hashEmail(after.email);
  if (emailSha256 === hashEmail(before.email)) return;
  if ((await getItem(emailKey(emailSha256, after))) !== undefined) throw new EmailTakenError();
}

/** The fields for events and the audit trail: whether the password changed, but no secrets and no hashes. */
function visible({
  passwordHash,
  invitation,
  accountVersion,
  pending,
  pendingSince,
  revision,
  ...user
}: UserRow): Record<string, unknown> {
  return {
    ...user,
    password: passwordHash === null ? 'none' : hash('sha256', passwordHash, 'hex').slice(0, 8),
  };
}

const users: RecordedKind<UserRow> = {
  name: 'auth.user',
  eventData: ({ email, name }) => ({ email, name }),
  audited: visible,
};

export async function findUser(scope: TenantScope, id: string): Promise<UserRow | undefined> {
  const item = await getItem(userKey(scope, id));
  return item && fromItem<UserRow>(item, entity);
}

/** Users by id; missing ones are not in the map. One request per 100. */
export async function findUsers(scope: TenantScope, ids: readonly string[]): Promise<Map<string, UserRow>> {
  const items = await batchGet([...new Set(ids)].map((id) => userKey(scope, id)));
  return new Map(items.map((item) => [String(item.id), fromItem<UserRow>(item, entity)]));
}

/**
 * Users of different tenants in the order of their ids; undefined where there is none, or its tenant is closed. One request
 * for up to 50.
 */
export async function findUsersAt(
  references: readonly { tenantId: string; userId: string }[],
): Promise<(UserRow | undefined)[]> {
  const items = await batchGet(
    references.flatMap(({ userId, ...scope }) => [userKey(scope, userId), tenantKey(scope)]),
  );
  const users = items.filter((item) => item.entity === entity).map((item) => fromItem<UserRow>(item, entity));
  const open = new Set(
    items.filter(({ isActive, sk }) => isActive === true && sk === 'TENANT').map(({ pk }) => pk),
  );
  return references.map(({ tenantId, userId }) =>
    users.find(
      (user) => user.id === userId && user.tenantId === tenantId && open.has(tenantKey({ tenantId }).pk),
    ),
  );
}

/** Ids of the tenant's users by e-mail address as given; unknown addresses are missing. One request per 100. */
export async function findUserIdsByEmails(
  scope: TenantScope,
  emails: readonly string[],
): Promise<Map<string, string>> {
  const keyOf = (email: string) => emailKey(hashEmail(email), scope);
  const keys = new Map(emails.map((email) => [keyOf(email).pk, keyOf(email)]));
  const items = await batchGet([...keys.values()]);
  const userIds = new Map(items.map(({ pk, userId }) => [String(pk), String(userId)]));
  const found = new Map<string, string>();
  for (const email of emails) {
    const userId = userIds.get(keyOf(email).pk);
    if (userId !== undefined) found.set(email, userId);
  }
  return found;
}

/** The tenants and users with an e-mail address, for log-in. */
export async function findByEmail(email: string): Promise<{ tenantId: string; userId: string }[]> {
  const items = await queryAll({ pk: emailPartition(hashEmail(email)), consistent: true });
  return items.map(({ tenantId, userId }) => ({ tenantId: String(tenantId), userId: String(userId) }));
}

export async function listUsers(
  scope: TenantScope,
  request: ListRequest<UserListField>,
): Promise<{ items: UserRow[]; total: number }> {
  const { rows, total } = await listPage(
    userListing,
    [userListPartition(scope)],
    ({ id }) => userKey(scope, id),
    request,
  );
  return { items: rows.map((item) => fromItem<UserRow>(item, entity)), total };
}

/** Whether the user is active, and no pending change makes it inactive. Pure. */
export const mayLogIn = ({ isActive, pending }: Pick<UserRow, 'isActive' | 'pending'>): boolean =>
  isActive && pending?.isActive !== false;

/** The users of the tenant, or of one of its organizations, a DynamoDB page at a time. */
export async function* userHolders(scope: TenantScope, organizationId?: string): AsyncGenerator<Holder[]> {
  for await (const page of queryPages({ pk: userListPartition(scope), consistent: true })) {
    const residents = page.filter(({ o }) => organizationId === undefined || o === organizationId);
    yield residents.map(({ id }) => ({ kind: 'USER', id: String(id) }));
  }
}

/**
 * Stores a user, with further writes; `eventId` is that of its event. Throws EmailTakenError, StaleError if one of the roles
 * changes meanwhile.
 */
export async function insertUser(
  user: UserRow,
  roles: readonly Role[],
  context: ChangeContext,
  writes: readonly Write[] = [],
  eventId?: string,
): Promise<void> {
  const holder: Holder = { kind: 'USER', id: user.id };
  await transact([
    reserveEmail(user),
    { ...rowWrite(user), when: notExists },
    listingWrite(user),
    ...nameWrites(undefined, nameOf(user)),
    countWrite(userListPartition(user), user.id, 1),
    ...newHolderWrites(user, holder, roles),
    ...recordChange(changeOf(users, 'created', undefined, user), context, eventId),
    ...writes,
  ]);
}

/**
 * Announces new rights: until the commit, only rights that both the old and the new allow are granted. Throws
 * StaleError.
 */
export async function announceUserRights(before: UserRow, pending: UserRights): Promise<UserRow> {
  const pendingSince = visibleUserRevision(before);
  const after = { ...before, pending, pendingSince, revision: before.revision + 1 };
  await transact([{ ...rowWrite(after), ...ifRevision(before.revision) }]);
  return after;
}

/** Withdraws announced rights: those that were committed last are granted again. Throws StaleError. */
export async function withdrawUserRights({ pending, pendingSince, ...before }: UserRow): Promise<void> {
  const after = { ...before, revision: before.revision + 1 };
  await transact([{ ...rowWrite(after), ...ifRevision(before.revision) }]);
}

/** The account version after a change; see `UserRow`. */
function accountVersionAfter(before: UserRow, after: UserRow): number | undefined {
  const isSame =
    hashEmail(before.email) === hashEmail(after.email) &&
    before.passwordHash === after.passwordHash &&
    before.isActive === after.isActive;
  return isSame ? before.accountVersion : (before.accountVersion ?? 0) + 1;
}

/** The values of the user to which the tokens of links are bound. */
export const linkBoundValues = ({
  email,
  passwordHash,
  isActive,
  accountVersion = 0,
}: Pick<UserRow, 'email' | 'passwordHash' | 'isActive' | 'accountVersion'>) => ({
  address: hashEmail(email),
  password: passwordHash ?? '',
  // The version also voids a link when the address or the state changes back.
  state: toJson([isActive, accountVersion]),
});

/**
 * Stores another invitation of the user, which voids the former; `eventId` is that of its event. Throws StaleError if the
 * user has changed since it was read.
 */
export async function replaceInvitation(
  before: UserRow,
  invitation: Invitation,
  context: ChangeContext,
  eventId: string,
): Promise<UserRow> {
  const after = { ...before, invitation, revision: before.revision + 1 };
  const change = {
    ...changeOf(users, 'updated', before, after),
    changes: { invitation: { after: 'sent again' } },
  };
  await transact([
    { ...rowWrite(after), ...ifRevision(before.revision) },
    listingWrite(after),
    ...recordChange(change, context, eventId),
  ]);
  return after;
}

/**
 * Replaces the row and all derived items. `given` are the user's new roles. Throws StaleError,
 * EmailTakenError.
 */
export async function replaceUser(
  before: UserRow,
  changed: UserRow,
  given: readonly Role[],
  context: ChangeContext,
): Promise<UserRow> {
  const after: UserRow = {
    ...changed,
    pending: undefined,
    pendingSince: undefined,
    accountVersion: accountVersionAfter(before, changed),
    updatedAt: toIso(context.nowMs),
    revision: before.revision + 1,
  };
  const taken = before.roleIds.filter((id) => !after.roleIds.includes(id));
  const emailMoves = hashEmail(before.email) !== hashEmail(after.email);
  const [oldKey, newKey] = [before, after].map((user) => userListingKey(user, user.email, user.id));
  await transact([
    { ...rowWrite(after), ...ifRevision(before.revision) },
    ...(emailMoves ? [reserveEmail(after), { delete: emailKey(hashEmail(before.email), before) }] : []),
    ...(oldKey && oldKey.sk !== newKey?.sk ? [{ delete: oldKey }] : []),
    listingWrite(after),
    ...nameWrites(nameOf(before), nameOf(after)),
    ...holderWrites(after, { kind: 'USER', id: after.id }, { given, taken }),
    ...recordChange(changeOf(users, 'updated', before, after), context),
  ]);
  return after;
}

/**
 * Stores another hash of the same password without an event. Throws StaleError if the user has changed since
 * it was read.
 */
export async function replacePasswordHash(before: UserRow, passwordHash: string): Promise<UserRow> {
  const after = { ...before, passwordHash, revision: before.revision + 1 };
  await transact([{ ...rowWrite(after), ...ifRevision(before.revision) }]);
  return after;
}

/**
 * Stores the hash of a new password, with further writes. A pending change of rights stays pending. Throws
 * StaleError if the user has changed since it was read.
 */
export async function changePasswordHash(
  before: UserRow,
  passwordHash: string,
  context: ChangeContext,
  writes: readonly Write[] = [],
): Promise<void> {
  const updatedAt = toIso(context.nowMs);
  const revision = before.revision + 1;
  const changed: UserRow = { ...before, passwordHash, invitation: undefined, updatedAt, revision };
  const after = { ...changed, accountVersion: accountVersionAfter(before, changed) };
  await transact([
    { ...rowWrite(after), ...ifRevision(before.revision) },
    listingWrite(after),
    ...recordChange(changeOf(users, 'updated', before, after), context),
    ...writes,
  ]);
}

/** Deletes the user. Its sessions must be ended before. Throws StaleError. */
export async function removeUser(user: UserRow, context: ChangeContext): Promise<void> {
  await transact([
    { delete: userKey(user, user.id), ...ifRevision(user.revision) },
    { delete: emailKey(hashEmail(user.email), user) },
    { delete: userFactorsKey(user, user.id) },
    { delete: viewsKey({ ...user, subject: `user:${user.id}` }) },
    { delete: userListingKey(user, user.email, user.id) },
    ...nameWrites(nameOf(user), undefined),
    countWrite(userListPartition(user), user.id, -1),
    ...holderWrites(user, { kind: 'USER', id: user.id }, { given: [], taken: user.roleIds }),
    ...recordChange(deletionOf(users, user), context),
  ]);
}
