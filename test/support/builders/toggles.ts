/** Helpers for tests of feature toggles. */
import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Key } from '../../../shared/kernel/table/keys.ts';
import { getItem, type Item } from '../../../shared/kernel/table/read.ts';
import { createApiKey } from '../../../shared/modules/identity/api-keys/api-key-service.ts';
import { toggleIdentifierKey, toggleKey, toggleListingKey } from '../../../shared/modules/toggles/keys.ts';
import type { Toggle } from '../../../shared/modules/toggles/toggle-contract.ts';
import { type Api, apiFor, type TestResponse } from '../clients/api.ts';
import { asTest, aTenant, type KeyOptions, type TestCaller } from './tenants.ts';

const root = '/api/feature_toggles';
export const globalPath = `${root}/global`;
export const overridesPath = `${root}/overrides`;
export const togglePath = (id: string): string => `${globalPath}/${id}`;
export const overridePath = (id: string): string => `${globalPath}/${id}/override`;
export const checkPath = (kind: string, identifier: string): string =>
  `${root}/check/${kind}?identifier=${encodeURIComponent(identifier)}`;

/** Toggles belong to the whole deployment, so tests use unique identifiers. */
export function anIdentifier(prefix = 't'): string {
  return `${prefix}_${randomUUID().replaceAll('-', '')}`;
}

/** A new tenant with a super admin's key. */
export function aSuperAdmin(input: KeyOptions = {}): Promise<TestCaller> {
  return aTenant({ isSuperAdmin: true, ...input });
}

/** A super admin's key without a tenant. */
export async function anAdminWithoutTenant(): Promise<Api> {
  const unlimited = { perMinute: 1_000_000, perHour: 1_000_000 };
  const input = { name: 'homeless', tenantId: null, isSuperAdmin: true, ...unlimited };
  const { secret } = await createApiKey(input, asTest());
  return apiFor(secret);
}

/** The body of a valid toggle with an unused identifier. */
export function aToggle(overrides: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    identifier: anIdentifier(),
    name: 'New checkout',
    type: 'boolean',
    defaultValue: false,
    ...overrides,
  };
}

/** Creates a toggle over HTTP and returns it as read back. */
export async function aStoredToggle(
  { api }: Pick<TestCaller, 'api'>,
  overrides: Record<string, unknown> = {},
): Promise<Toggle> {
  const created = await api.post<{ id: string }>(globalPath, { body: aToggle(overrides) });
  expect(created.status).toBe(201);
  return (await api.get<Toggle>(togglePath(created.body.id))).body;
}

/** Sets a tenant's override; without a value, removes it. */
export function setOverride(
  { api }: Pick<TestCaller, 'api'>,
  toggleId: string,
  ...[overrideValue]: [] | [unknown]
): Promise<TestResponse> {
  const isOverride = overrideValue !== undefined;
  return api.put(overridesPath, { body: { toggleId, isOverride, overrideValue } });
}

/** `{status, body}` of a check. */
export async function check(
  { api }: Pick<TestCaller, 'api'>,
  kind: string,
  identifier: string,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const { status, body } = await api.get(checkPath(kind, identifier));
  return { status, body };
}

/** Asserts that the row, the identifier's item and the listing item of a toggle are consistent. */
export async function assertToggleWhole({ id, identifier, name }: Toggle): Promise<void> {
  const read = (key: Key): Promise<Item | undefined> => getItem(key);
  const [row, reservation, listing] = await Promise.all([
    read(toggleKey(id)),
    read(toggleIdentifierKey(identifier)),
    read(toggleListingKey(identifier)),
  ]);
  expect(row).toMatchObject({ id, identifier, name });
  expect(reservation).toMatchObject({ toggleId: id, type: row?.type, defaultValue: row?.defaultValue });
  expect(listing).toMatchObject({ id, n: name });
}
