import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { withoutCredentials } from '../../../lib/admin/export-tenant.ts';
import { sealText } from '../../../shared/kernel/secrets/sealed-text.ts';
import * as keys from '../../../shared/kernel/table/keys.ts';

const tenantId = 't';
const sealed = sealText(
  createSecretKey(randomBytes(32)),
  { tenantId, purpose: 'test', generation: 1 },
  'whsec_x',
);

describe('what is handed over of an item', () => {
  it('is all of it', () => {
    const rule = {
      ...keys.ruleKey({ tenantId, organizationId: 'o' }, '1'),
      name: 'x',
      deep: { list: [1, null] },
    };
    expect(withoutCredentials(rule)).toEqual(rule);
  });

  it('is no hash of a secret, and nothing sealed, however deep', () => {
    const row = {
      ...keys.apiKeyKey({ tenantId }, '1'),
      name: 'kept',
      secretSha256: 'a',
      previous: { secretSha256: 'b' },
      passwordHash: 'scrypt$',
      customHeaders: { authorization: 'Bearer x' },
      secret: sealed,
      list: [{ secret: sealed }],
    };
    const { pk, sk } = row;
    expect(withoutCredentials(row)).toEqual({ pk, sk, name: 'kept', secret: null, list: [{ secret: null }] });
  });

  it.each([
    keys.callerKey('a'),
    keys.sessionKey('a'),
    keys.dataKeyKey({ tenantId }, 1),
    keys.emailKey('a', { tenantId }),
    { ...keys.userSessionKey({ tenantId }, 'u', 'a'), entity: 'user-session' },
  ])('is nothing of %o', (item) => expect(withoutCredentials({ ...item })).toBeUndefined());
});
