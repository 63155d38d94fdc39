import { describe, expect, it } from 'vitest';
import { toggleIdentifierKey } from '../../../shared/modules/toggles/keys.ts';
import type { Toggle } from '../../../shared/modules/toggles/toggle-contract.ts';
import type { TestCaller } from '../../support/builders/tenants.ts';
import {
  anIdentifier,
  aStoredToggle,
  aSuperAdmin,
  assertToggleWhole,
  aToggle,
  check,
  checkPath,
  globalPath,
  overridePath,
  overridesPath,
  setOverride,
  togglePath,
} from '../../support/builders/toggles.ts';
import type { TestResponse } from '../../support/clients/api.ts';
import { during } from '../../support/fault-injection/faults.ts';

type Call = (admin: TestCaller, toggle: Toggle, fresh: string) => Promise<TestResponse>;

interface Affected {
  action?: string;
  bodyContains: string;
}

/**
 * Each operation, and its DynamoDB requests. Not all requests with the toggle's id or identifier: pages of the lists of
 * other tests begin with any toggle, and would fail too.
 */
const reads: [string, Call, (admin: TestCaller, toggle: Toggle) => Affected][] = [
  [
    'read',
    ({ api }, { id }) => api.get(togglePath(id)),
    (_, { id }) => ({ action: 'GetItem', bodyContains: id }),
  ],
  [
    'read an override',
    ({ api }, { id }) => api.get(overridePath(id)),
    ({ tenantId }) => ({ bodyContains: tenantId }),
  ],
  ['list overrides', ({ api }) => api.get(overridesPath), ({ tenantId }) => ({ bodyContains: tenantId })],
  [
    'check',
    ({ api }, { identifier }) => api.get(checkPath('boolean', identifier)),
    (_, { identifier }) => ({ bodyContains: toggleIdentifierKey(identifier).pk }),
  ],
];
const writes: [string, Call][] = [
  ['create', ({ api }, _, identifier) => api.post(globalPath, { body: aToggle({ identifier }) })],
  [
    'rename',
    ({ api }, { id }, identifier) => api.put(globalPath, { body: { id, identifier, defaultValue: true } }),
  ],
  ['override', (admin, { id }) => setOverride(admin, id, false)],
  ['take an override away', (admin, { id }) => setOverride(admin, id)],
  ['delete', ({ api }, { id }) => api.delete(globalPath, { body: { id } })],
];

function expectUnavailable({ status, headers, body }: TestResponse): void {
  expect(status).toBe(503);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect(body).toEqual({ error: 'The service is busy; repeat the request shortly.', code: 'unavailable' });
}

async function anOverriddenToggle() {
  const admin = await aSuperAdmin();
  const toggle = await aStoredToggle(admin);
  await setOverride(admin, toggle.id, true);
  return { admin, toggle };
}

describe.concurrent('reads', () => {
  it.each(reads)('%s returns 503 while DynamoDB fails, and then succeeds', async (_, call, affected) => {
    const { admin, toggle } = await anOverriddenToggle();
    for (const effect of ['throttle', 'error'] as const) {
      const fault = { effect, ...affected(admin, toggle) };
      expectUnavailable(await during(fault, () => call(admin, toggle, '')));
    }
    expect((await call(admin, toggle, '')).status).toBe(200);
  });
});

describe.concurrent('writes', () => {
  it.each(writes)('%s returns 503 if its transaction fails, and changes nothing', async (_, call) => {
    const { admin, toggle } = await anOverriddenToggle();
    const fresh = anIdentifier();
    // Every audit entry and event of the change names its author.
    const fault = { effect: 'error', action: 'TransactWriteItems', bodyContains: admin.keyId } as const;
    expectUnavailable(await during(fault, () => call(admin, toggle, fresh)));
    expect((await admin.api.get(togglePath(toggle.id))).body).toEqual(toggle);
    await assertToggleWhole(toggle);
    const own = { enabled: true, source: 'override' };
    expect((await check(admin, 'boolean', toggle.identifier)).body).toMatchObject(own);
    expect((await check(admin, 'boolean', fresh)).body.code).toBe('MISSING_TOGGLE');
    expect((await call(admin, toggle, fresh)).status).toBeLessThan(300);
  });

  it.each(writes)('%s succeeds if a response of DynamoDB is lost', async (_, call) => {
    const { admin, toggle } = await anOverriddenToggle();
    const lost = {
      effect: 'timeout',
      times: 1,
      action: 'TransactWriteItems',
      bodyContains: admin.keyId,
    } as const;
    const answer = await during(lost, () => call(admin, toggle, anIdentifier()));
    expect(answer.status).toBeLessThan(300);
  });
});
