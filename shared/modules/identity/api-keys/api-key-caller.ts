/** The caller items of API keys, which requests read: one for each valid secret. */

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

/**
 * The attributes that a request with the key reads: rights, limits and expiry. Null values are left out,
 * because conditions cannot compare null.
 */
export function callerFields(key: ApiKeyRow, rights: CallerRights, expiresAtMs: number | null) {
  const { id, name, perMinute, perHour, allowedAddresses, readOnly } = key;
  const { blocked, ...held } = rights;
  const optional = Object.entries({ expiresAtMs, perMinute, perHour, allowedAddresses, readOnly, blocked });
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

/** The usage that a new secret inherits, so that a rotation does not reset the rate limit. */
export function usageOf(caller: Item | undefined): Item {
  const kept = Object.entries(caller ?? {}).filter(([name]) => isCounter(name) || name === 'lastUsedAtMs');
  return Object.fromEntries(kept);
}
