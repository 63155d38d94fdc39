/** Checks keys, users, roles, sessions and the directory. */

import {
  callerKey,
  organizationKey,
  tenantListPartition,
  userSessionKey,
} from '../../../shared/kernel/table/keys.ts';
import {
  apiKeyListingKey,
  emailKey,
  roleHolderKey,
  roleHoldersPrefix,
  roleListingKey,
  roleNameKey,
  tenantListingKey,
  userListingKey,
} from '../../../shared/modules/identity/keys.ts';
import { hashEmail } from '../../../shared/modules/identity/users/user-store.ts';
import {
  beside,
  homeOf,
  type Invariant,
  lastPart,
  msOf,
  partOf,
  type RawItem,
  type RawTable,
  sameId,
  scopeOf,
  text,
} from './table.ts';

function secretsOf({ secretSha256, previous }: RawItem, nowMs: number): string[] {
  const old = previous as { secretSha256: string; expiresAtMs: number } | undefined;
  return [text(secretSha256), ...(old && old.expiresAtMs > nowMs ? [old.secretSha256] : [])];
}

function apiKeys(table: RawTable): string[] {
  const rows = table.rows('api-key');
  const expiredSecrets = new Set(
    rows.flatMap(({ previous }) => (previous as { secretSha256: string } | undefined)?.secretSha256 ?? []),
  );
  return [
    ...beside(table, 'keys', {
      rows,
      expected: (row) => [apiKeyListingKey(homeOf(row), msOf(row.createdAt), text(row.id))],
      isBeside: ({ pk, b }) => lastPart(pk) === 'KEYS' && b !== undefined,
      same: sameId,
    }),
    ...beside(table, 'callers', {
      rows,
      expected: (row) => secretsOf(row, table.nowMs).map((secret) => callerKey(secret)),
      // The secret of a rotation is invalid once its grace period is over.
      isBeside: ({ entity, pk }) => entity === 'caller' && !expiredSecrets.has(lastPart(pk)),
      same: sameId,
    }),
  ];
}

function roles(table: RawTable): string[] {
  const rows = table.rows('role');
  const holders = [...table.rows('api-key'), ...table.rows('user')];
  const kindOf = ({ entity }: RawItem) => (entity === 'user' ? 'USER' : 'KEY');
  const isHolder = ({ sk }: RawItem) => sk.startsWith(roleHoldersPrefix);
  const counts = rows.flatMap((role) => {
    const held = table.partition(role.pk).filter(isHolder);
    const users = held.filter(({ sk }) => partOf(sk, 1) === 'USER').length;
    return users === role.users && held.length - users === role.keys
      ? []
      : [
          `roles: ${role.pk} counts ${role.users} users and ${role.keys} keys, and has ${held.length} holders`,
        ];
  });
  const unfinished = rows.filter(({ fanOut, pending }) => fanOut !== undefined || pending !== undefined);
  return [
    ...beside(table, 'roles', {
      rows,
      expected: (row) => [roleListingKey(homeOf(row), text(row.name), text(row.id))],
      isBeside: ({ pk, b }) => lastPart(pk) === 'ROLES' && b !== undefined,
      same: sameId,
    }),
    ...beside(table, 'names of roles', {
      rows,
      expected: (row) => [roleNameKey(homeOf(row), text(row.name))],
      isBeside: ({ pk }) => partOf(pk, 2) === 'ROLENAME',
    }),
    ...beside(table, 'holders', {
      rows: holders,
      expected: (row) =>
        (row.roleIds as string[]).map((id) => roleHolderKey(homeOf(row), id, kindOf(row), text(row.id))),
      isBeside: isHolder,
    }),
    ...counts,
    ...unfinished.map(({ pk }) => `roles: the change of ${pk} is not applied to all holders`),
  ];
}

function users(table: RawTable): string[] {
  const rows = table.rows('user');
  return [
    ...beside(table, 'users', {
      rows,
      expected: (row) => [userListingKey(homeOf(row), text(row.email), text(row.id))],
      isBeside: ({ pk, b }) => lastPart(pk) === 'USERS' && b !== undefined,
      same: sameId,
    }),
    ...beside(table, 'addresses', {
      rows,
      expected: (row) => [emailKey(hashEmail(text(row.email)), homeOf(row))],
      isBeside: ({ pk }) => partOf(pk, 0) === 'EMAIL',
      same: (row, item) => item.userId === row.id,
    }),
    ...beside(table, 'sessions', {
      rows: table.rows('session'),
      expected: (row) => [userSessionKey(homeOf(row), text(row.userId), lastPart(row.pk))],
      isBeside: ({ entity }) => entity === 'user-session',
    }),
  ];
}

function directory(table: RawTable): string[] {
  const isTenant = new Set(table.rows('tenant').map(({ id }) => id));
  return [
    ...beside(table, 'tenants', {
      rows: table.rows('tenant'),
      expected: (row) => [tenantListingKey({ tenantId: text(row.id) }, text(row.name))],
      isBeside: ({ pk, b }) => pk === tenantListPartition && b !== undefined,
      same: sameId,
    }),
    ...table
      .rows('organization')
      .filter((row) => {
        const { parentId } = row;
        const parent = typeof parentId === 'string' ? table.at(organizationKey(scopeOf(row), parentId)) : row;
        return parent === undefined || parent.deletedAt !== undefined;
      })
      .map(({ pk, sk }) => `organizations: ${pk} ${sk} has no parent`),
    ...table.items
      .filter(
        ({ entity, tenantId }) => entity === 'data_key' && tenantId !== undefined && !isTenant.has(tenantId),
      )
      .map(({ pk }) => `data keys: ${pk} belongs to no tenant`),
  ];
}

export const identity: Invariant = (table) => [
  ...apiKeys(table),
  ...roles(table),
  ...users(table),
  ...directory(table),
];
