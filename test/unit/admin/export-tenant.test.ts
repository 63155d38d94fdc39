import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { withoutCredentials } from '../../../lib/admin/export-tenant.ts';
import { sealText } from '../../../shared/kernel/secrets/sealed-text.ts';
import { callerKey, dataKeyKey, sessionKey, userSessionKey } from '../../../shared/kernel/table/keys.ts';
import { accountTokenKey, emailLinkKeyKey, mailContentKey } from '../../../shared/modules/email/keys.ts';
import { apiKeyKey, emailKey } from '../../../shared/modules/identity/keys.ts';
import { ruleKey } from '../../../shared/modules/rules/keys.ts';

const tenantId = 't';
const sealed = sealText(
  createSecretKey(randomBytes(32)),
  { tenantId, purpose: 'test', generation: 1 },
  'whsec_x',
);

describe('the exported part of an item', () => {
  it('is everything', () => {
    const rule = { ...ruleKey({ tenantId, organizationId: 'o' }, '1'), name: 'x', deep: { list: [1, null] } };
    expect(withoutCredentials(rule)).toEqual(rule);
  });

  it('contains no hash of a secret, and nothing encrypted, at any depth', () => {
    const row = {
      ...apiKeyKey({ tenantId }, '1'),
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
    callerKey('a'),
    sessionKey('a'),
    dataKeyKey({ tenantId }, 1),
    emailKey('a', { tenantId }),
    { ...userSessionKey({ tenantId }, 'u', 'a'), entity: 'user-session' },
    accountTokenKey('a'),
    { ...emailLinkKeyKey({ tenantId }), entity: 'email_link_key' },
    { ...mailContentKey({ tenantId }, '1'), entity: 'mail_content' },
  ])('is nothing for %o', (item) => expect(withoutCredentials({ ...item })).toBeUndefined());
});
