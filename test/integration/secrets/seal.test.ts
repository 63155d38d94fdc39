import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { aColdFunction } from '../../support/builders/secrets.ts';
import { during } from '../../support/fault-injection/faults.ts';

const purpose = 'webhooks.secret';
const aTenantScope = () => ({ tenantId: randomUUID() });
const generate = 'GenerateDataKey';
const decrypt = 'Decrypt';

describe('a secret', () => {
  it('can be decrypted in another function, also after its restart', async () => {
    const [sealer, opener, later] = [await aColdFunction(), await aColdFunction(), await aColdFunction()];
    const scope = aTenantScope();
    const sealed = await sealer.sealSecret(scope, purpose, 'sk_live_ü');
    expect(sealed).not.toContain('sk_live');
    await expect(opener.openSecret(scope, purpose, sealed)).resolves.toBe('sk_live_ü');
    await expect(later.openSecret(scope, purpose, sealed)).resolves.toBe('sk_live_ü');
    expect([sealer.kmsCalls, opener.kmsCalls, later.kmsCalls]).toEqual([[generate], [decrypt], [decrypt]]);
  });

  it('can be decrypted for its own tenant and purpose only', async () => {
    const { sealSecret, openSecret } = await aColdFunction();
    const [mine, yours, newcomers] = [aTenantScope(), aTenantScope(), aTenantScope()];
    const sealed = await sealSecret(mine, purpose, 'mine');
    await sealSecret(yours, purpose, 'yours');
    const refused = { name: 'SealedValueError' };
    await expect(openSecret(yours, purpose, sealed)).rejects.toMatchObject(refused);
    await expect(openSecret(newcomers, purpose, sealed)).rejects.toMatchObject(refused);
    await expect(openSecret(mine, 'payments.key', sealed)).rejects.toMatchObject(refused);
    await expect(openSecret(mine, purpose, 'sk_live')).rejects.toMatchObject(refused);
  });

  it('costs one KMS call per tenant for parallel encryption and decryption', async () => {
    const { sealSecret, openSecret, kmsCalls } = await aColdFunction();
    const scope = aTenantScope();
    const texts = Array.from({ length: 30 }, (_, index) => `secret ${index}`);
    const sealed = await Promise.all(texts.map((text) => sealSecret(scope, purpose, text)));
    await Promise.all(sealed.map((text) => openSecret(scope, purpose, text)));
    expect(kmsCalls).toEqual([generate]);
    const cold = await aColdFunction();
    const opened = await Promise.all(sealed.map((text) => cold.openSecret(scope, purpose, text)));
    expect(opened).toEqual(texts);
    expect(cold.kmsCalls).toEqual([decrypt]);
  });

  it('can be decrypted if many functions create the tenant’s first data key at once', async () => {
    const functions = [await aColdFunction(), await aColdFunction(), await aColdFunction()];
    const scope = aTenantScope();
    // Latency ensures that all have read before the first one writes.
    const slow = { effect: 'latency', latencyMs: 50, service: 'kms', bodyContains: scope.tenantId } as const;
    const sealed = await during(slow, () =>
      Promise.all(functions.map(({ sealSecret }, index) => sealSecret(scope, purpose, `secret ${index}`))),
    );
    const reader = await aColdFunction();
    const opened = sealed.map((text) => reader.openSecret(scope, purpose, text));
    await expect(Promise.all(opened)).resolves.toEqual(['secret 0', 'secret 1', 'secret 2']);
    const kmsCalls = functions.flatMap((one) => one.kmsCalls);
    expect(kmsCalls.filter((name) => name === generate)).toHaveLength(3);
    expect(kmsCalls.filter((name) => name === decrypt)).toHaveLength(2);
  });
});

describe('while KMS', () => {
  it.each([
    ['throttles', 'throttle'],
    ['is down', 'error'],
  ] as const)('%s, secrets are unavailable, and can be decrypted again afterwards', async (_, effect) => {
    const [sealer, opener] = [await aColdFunction(), await aColdFunction()];
    const scope = aTenantScope();
    const sealed = await sealer.sealSecret(scope, purpose, 'text');
    const fault = { effect, service: 'kms', bodyContains: scope.tenantId };
    const open = () => opener.openSecret(scope, purpose, sealed);
    await during(fault, () => expect(open()).rejects.toMatchObject({ code: 'unavailable' }));
    await expect(open()).resolves.toBe('text');
    const other = aTenantScope();
    await during({ ...fault, bodyContains: other.tenantId }, () =>
      expect(opener.sealSecret(other, purpose, 'text')).rejects.toMatchObject({ code: 'unavailable' }),
    );
    await expect(opener.sealSecret(other, purpose, 'text')).resolves.toMatch(/^s1\./);
  });
});
