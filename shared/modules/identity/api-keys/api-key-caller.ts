/** The items that requests by an API key read: one for each secret that works. */

import type { ApiKeyRow } from '../../../kernel/auth/identity-types.ts';
import { isCounter } from '../../../kernel/auth/rate-window.ts';
import type { CallerRights } from '../../../kernel/auth/rights.ts';
import { toItem } from '../../../kernel/table/item.ts';
import { callerKey } from '../../../kernel/table/keys.ts';
import type { Item } from '../../../kernel/table/read.ts';

interface CallerState {
  secretSha256: string;
  expiresAtMs: number | null;
  revision: number;
  /** Counters and last use, which a new secret inherits. */
  used: Item;
}

/** What a request by the key reads: rights, limits and expiry. Absent attributes mean "none": conditions cannot compare null. */
export function callerFields(key: ApiKeyRow, rights: CallerRights, expiresAtMs: number | null) {
  const { id, name, perMinute, perHour, allowedAddresses } = key;
  const { blocked, ...held } = rights;
  const optional = Object.entries({ expiresAtMs, perMinute, perHour, allowedAddresses, blocked });
  const isAbsent = (value: unknown) => value === null || value === undefined;
  const present = Object.fromEntries(optional.filter(([, value]) => !isAbsent(value)));
  const absent = optional.filter(([, value]) => isAbsent(value)).map(([field]) => field);
  return { values: { id, name, ...held, ...present }, absent };
}

export function callerWrite(key: ApiKeyRow, rights: CallerRights, caller: CallerState) {
  const { secretSha256, expiresAtMs, revision, used } = caller;
  const row = { ...used, ...callerFields(key, rights, expiresAtMs).values };
  return { put: toItem(callerKey(secretSha256), 'caller', row, { revision }) };
}

export function firstCaller({ secretSha256, expiresAtMs }: ApiKeyRow): CallerState {
  return { secretSha256, expiresAtMs, revision: 1, used: {} };
}

export const callersOf = ({ secretSha256, previous }: ApiKeyRow) =>
  [secretSha256, previous?.secretSha256].filter((hash) => hash !== undefined).map(callerKey);

/** What a new secret goes on with: a key that is rotated starts no new rate window. */
export function usageOf(caller: Item | undefined): Item {
  const kept = Object.entries(caller ?? {}).filter(([name]) => isCounter(name) || name === 'lastUsedAtMs');
  return Object.fromEntries(kept);
}
