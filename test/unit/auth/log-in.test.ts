/**
 * The time of a refused log-in must not reveal which users exist. Most of it is spent in scrypt, so its calls are
 * counted.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { BatchGetCommand, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { tenantKey, userKey } from '../../../shared/kernel/table/keys.ts';
import type { Item } from '../../../shared/kernel/table/read.ts';
import { LoginFailedError } from '../../../shared/modules/identity/errors.ts';
import { emailKey } from '../../../shared/modules/identity/keys.ts';
import { logIn } from '../../../shared/modules/identity/sessions/log-in.ts';
import { hashPassword } from '../../../shared/modules/identity/users/password.ts';
import { hashEmail } from '../../../shared/modules/identity/users/user-store.ts';
import { type MockedTable, mockTable } from '../../support/fault-injection/mock-table.ts';

// A spy instead of a mock, because an earlier file may have loaded the module already.
const scrypt = vi.spyOn(crypto, 'scrypt');
syncBuiltinESMExports();
afterAll(() => {
  scrypt.mockRestore();
  syncBuiltinESMExports();
  vi.unstubAllEnvs();
});

const password = 'Analytical-1';
let items: Item[] = [];

function aUser(id: string, email: string, overrides: Item = {}, tenantId = 'acme'): Item[] {
  const row = { entity: 'user', id, tenantId, email, isActive: true, roleIds: [], acl: null, rev: 1 };
  return [
    { ...userKey({ tenantId }, id), ...row, ...overrides },
    { ...emailKey(hashEmail(email), { tenantId }), userId: id, tenantId },
    { ...tenantKey({ tenantId }), isActive: true },
  ];
}

const rights = { organizationId: null, roleIds: [], acl: null };
const tenantsOf = (count: number) => Array.from({ length: count }, (_, index) => `company-${index}`);

let mock: MockedTable;

beforeAll(async () => {
  vi.stubEnv('RATE_LIMITS', 'off');
  mock = mockTable();
  const passwordHash = await hashPassword(password);
  items = [
    ...aUser('ada', 'ada@example.com', { passwordHash }),
    ...aUser('eve', 'eve@example.com', { passwordHash, isActive: false }),
    ...aUser('max', 'max@example.com', { passwordHash, pending: { ...rights, isActive: false } }),
    ...aUser('bot', 'bot@example.com', { passwordHash: null }),
    ...tenantsOf(2).flatMap((tenantId) => aUser('two', 'two@example.com', { passwordHash }, tenantId)),
    ...tenantsOf(5).flatMap((tenantId) => aUser('five', 'five@example.com', { passwordHash }, tenantId)),
  ];
  mock.on(BatchGetCommand).callsFake(({ RequestItems }) => {
    const [[name, { Keys }] = ['', { Keys: [] }]] = Object.entries<{ Keys: Item[] }>(RequestItems);
    const isWanted = (item: Item) => Keys.some(({ pk, sk }) => pk === item.pk && sk === item.sk);
    return { Responses: { [name]: items.filter(isWanted) } };
  });
  mock.on(QueryCommand).callsFake(({ ExpressionAttributeValues }) => ({
    Items: items.filter(({ pk }) => pk === ExpressionAttributeValues[':pk']),
  }));
});

const visitorFrom = (ip: string) => ({
  client: { ip, origin: 'https://platform.example.com', overPlainHttp: false },
  context: { nowMs: Date.now() },
});

beforeEach(() => {
  scrypt.mockClear();
  mock.resetHistory();
});

describe('the limits', () => {
  it('count all addresses of an IPv6 network as one', async () => {
    vi.stubEnv('RATE_LIMITS', 'on');
    const counted: string[][] = [];
    mock.on(UpdateCommand).callsFake(({ Key }) => {
      counted.at(-1)?.push(Key.pk);
      return { Attributes: {} };
    });
    const credentials = { email: 'ada@example.com', password: 'x', tenantId: 'acme', remember: false };
    for (const ip of ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:3::1']) {
      counted.push([]);
      await logIn(visitorFrom(ip), credentials).catch(() => undefined);
    }
    vi.stubEnv('RATE_LIMITS', 'off');
    const [first, neighbour, other] = counted;
    expect(first).toHaveLength(3);
    expect(neighbour).toEqual(first);
    // The counter of the account is independent of the address.
    expect(other?.filter((key) => first?.includes(key))).toHaveLength(1);
  });
});

describe('a refused log-in', () => {
  it.each([
    ['a wrong password', 'ada@example.com', 'Analytical-2', undefined],
    ['an unknown address', 'unknown@example.com', password, undefined],
    ['an address of another tenant', 'ada@example.com', password, 'globex'],
    ['an inactive user', 'eve@example.com', password, undefined],
    ['a user who is being deactivated', 'max@example.com', password, undefined],
    ['a user without password', 'bot@example.com', password, undefined],
    ['no address', 'no address', password, undefined],
    ['a wrong password of two tenants', 'two@example.com', 'Analytical-2', undefined],
    ['a wrong password in one of two tenants', 'two@example.com', 'Analytical-2', 'company-1'],
    ['an address of more tenants than are tried', 'five@example.com', password, undefined],
  ])('takes the same hashes and reads with %s', async (_, email, given, tenantId) => {
    const credentials = { email, password: given, tenantId, remember: false };
    await expect(logIn(visitorFrom('192.0.2.1'), credentials)).rejects.toThrow(LoginFailedError);
    const hash = {
      keyBytes: 32,
      options: { cost: 32_768, blockSize: 8, parallelization: 3, maxmem: expect.any(Number) },
    };
    expect(scrypt.mock.calls.map(([, , keyBytes, options]) => ({ keyBytes, options }))).toEqual(
      Array.from({ length: tenantId === undefined ? 4 : 1 }, () => hash),
    );
    expect(mock.calls().map(({ args: [command] }) => command.constructor.name)).toEqual([
      'QueryCommand',
      'BatchGetCommand',
    ]);
  });
});
