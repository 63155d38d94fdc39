import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { authorizeRole } from '../../../lib/local/gateway/resource-policy.ts';
import { createKms } from '../../../lib/local/kms/service.ts';
import type { PolicyStatement, Resource } from '../../../lib/local/types.ts';
import { folderOfTests } from '../../support/folders.ts';
import { aResource, resolvedApp } from '../../support/runtime/resolved-app.ts';

const dir = folderOfTests();

const kmsArn = 'arn:aws:kms:us-east-1:000000000000';
const role = 'arn:aws:iam::000000000000:role/sealer';
const account = { AWS: 'arn:aws:iam::000000000000:root' };
const allow = (Principal: unknown, more: object = {}) => ({
  Effect: 'Allow',
  Principal,
  Action: 'kms:*',
  Resource: '*',
  ...more,
});
const byTenant = allow(account, { Condition: { Null: { 'kms:EncryptionContext:tenantId': 'false' } } });

function aKey(index: number, Statement: object[], properties: object = {}): Resource {
  const id = `00000000-0000-4000-8000-00000000000${index}`;
  const KeyPolicy = { Version: '2012-10-17', Statement };
  return aResource('AWS::KMS::Key', id, `${kmsArn}:key/${id}`, { KeyPolicy, ...properties });
}

const anAlias = (name: string, { physicalId }: Resource) =>
  aResource('AWS::KMS::Alias', `alias/${name}`, `${kmsArn}:alias/${name}`, { TargetKeyId: physicalId });

const key = aKey(1, [byTenant]);
const other = aKey(2, [allow(account)]);
const spare = aKey(3, [allow(account)]);
const app = resolvedApp(key, other, spare, anAlias('secrets', key), anAlias('spare', spare));
const kms = createKms(app, join(dir, 'keys.json'));

function open(action: string, input: object) {
  const headers = { 'x-amz-target': `TrentService.${action}` };
  return kms.open({ method: 'POST', path: '/', headers, body: JSON.stringify(input) });
}

async function call(action: string, input: object): Promise<Record<string, unknown>> {
  const { body } = await open(action, input).run(
    async () => undefined,
    () => true,
  );
  return JSON.parse(String(body));
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
const tenant = { tenantId: 'a' };
const aes = { KeyId: 'alias/secrets', KeySpec: 'AES_256' };

describe('KMS', () => {
  it('finds a key by its id, ARN, alias and alias ARN', async () => {
    const KeySpec = 'AES_256';
    for (const KeyId of [key.physicalId, key.arn, 'alias/secrets', `${kmsArn}:alias/secrets`])
      expect(await call('GenerateDataKey', { KeyId, KeySpec })).toMatchObject({ KeyId: key.arn });
    const missing = expect.objectContaining({ code: 'NotFoundException' });
    for (const KeyId of ['alias/none', other.physicalId.replace('2', '9'), ''])
      expect(() => open('GenerateDataKey', { KeyId, KeySpec })).toThrow(missing);
  });

  it('decrypts its ciphertexts, with or without the key id, with the same context only', async () => {
    const given = { ...aes, EncryptionContext: { ...tenant, purpose: 'p' } };
    const { CiphertextBlob, Plaintext } = await call('GenerateDataKey', given);
    const decrypt = (EncryptionContext: object | undefined, KeyId?: string) =>
      call('Decrypt', { KeyId, CiphertextBlob, EncryptionContext });
    const inAnyOrder = { purpose: 'p', ...tenant };
    for (const KeyId of [undefined, 'alias/secrets', key.arn])
      expect(await decrypt(inAnyOrder, KeyId)).toMatchObject({ Plaintext, KeyId: key.arn });
    const code = 'InvalidCiphertextException';
    for (const context of [
      undefined,
      {},
      tenant,
      { ...inAnyOrder, purpose: 'q' },
      { ...inAnyOrder, more: '1' },
    ])
      await expect(decrypt(context)).rejects.toMatchObject({ code });
    await expect(decrypt(inAnyOrder, other.arn)).rejects.toMatchObject({ code: 'IncorrectKeyException' });
  });

  it.each([
    ['GenerateDataKey', { KeyId: 'alias/secrets' }, 'ValidationException'],
    ['GenerateDataKey', { KeyId: 'alias/secrets', KeySpec: 'AES_512' }, 'ValidationException'],
    ['GenerateDataKey', { KeyId: 'alias/secrets', NumberOfBytes: 32 }, 'ValidationException'],
    ['GenerateDataKey', { ...aes, EncryptionContext: { n: 1 } }, 'ValidationException'],
    ['Decrypt', { CiphertextBlob: base64('x'.repeat(6145)) }, 'ValidationException'],
    ['Decrypt', { CiphertextBlob: base64('x'.repeat(64)) }, 'InvalidCiphertextException'],
    ['ScheduleKeyDeletion', { KeyId: 'alias/secrets' }, 'UnknownOperationException'],
  ])('refuses %s with %j', (action, input, code) => {
    expect(() => open(action, input)).toThrow(expect.objectContaining({ code }));
  });

  it.each([{ KeySpec: 'RSA_2048' }, { KeyUsage: 'SIGN_VERIFY' }, { Enabled: false }])(
    'does not start with an unsupported key: %j',
    (properties) => {
      const strange = resolvedApp(aKey(4, [], properties));
      expect(() => createKms(strange, join(dir, 'strange.json'))).toThrow(/only enabled symmetric keys/);
    },
  );
});

describe('access to a key', () => {
  const grant = (more: Partial<PolicyStatement> = {}): PolicyStatement => ({
    Effect: 'Allow',
    Action: ['kms:GenerateDataKey', 'kms:Decrypt'],
    Resource: 'arn:aws:kms:us-east-1:000000000000:key/*',
    Condition: { 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': ['alias/secrets'] } },
    ...more,
  });
  const spec = { KeySpec: 'AES_256', EncryptionContext: tenant };

  function decide(KeyId: string, statements: readonly PolicyStatement[], input: object = spec) {
    const [need] = open('GenerateDataKey', { KeyId, ...input }).needs;
    if (need === undefined) throw new Error('A call needs a permission.');
    return { ...authorizeRole(need, role, statements), need };
  }

  it('is decided by IAM if the key policy names the account', () => {
    expect(decide('alias/secrets', [grant()]).allowed).toBe(true);
    expect(decide(key.arn, [grant()]).allowed).toBe(true);
    expect(decide('alias/secrets', []).allowed).toBe(false);
    expect(decide('alias/secrets', [grant({ Action: 'kms:Decrypt' })]).allowed).toBe(false);
  });

  it('depends on the aliases of the key, for any key id in the request', () => {
    expect(decide(other.arn, [grant()]).allowed).toBe(false);
    expect(decide('alias/spare', [grant()]).allowed).toBe(false);
    expect(decide(other.arn, [grant({ Condition: {} })]).allowed).toBe(true);
  });

  it('needs a tenant in the context if the key policy requires it', () => {
    const { allowed, reason } = decide('alias/secrets', [grant()], { KeySpec: 'AES_256' });
    expect(allowed).toBe(false);
    expect(reason).toContain('no resource-based policy allows the kms:GenerateDataKey action');
  });

  it('can be granted or denied by the key policy alone', () => {
    const { need } = decide('alias/secrets', []);
    const under = (Statement: object[], statements: PolicyStatement[]) =>
      authorizeRole({ ...need, keyPolicy: { Statement } }, role, statements).allowed;
    expect(under([allow({ AWS: role })], [])).toBe(true);
    expect(under([allow({ AWS: `${role}2` })], [grant()])).toBe(false);
    expect(under([], [grant()])).toBe(false);
    expect(under([allow('*'), allow(account, { Effect: 'Deny' })], [grant()])).toBe(false);
    expect(under([allow({ AWS: role })], [grant({ Effect: 'Deny' })])).toBe(false);
  });
});
