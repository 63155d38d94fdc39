import { describe, expect, it } from 'vitest';
import { integrationPath, integrationsPath, rowOf, save } from '../../support/builders/integrations.ts';
import { itemsOf } from '../../support/builders/rules.ts';
import { connectSecrets } from '../../support/builders/secrets.ts';
import { asTest, aTenant } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

const { connect } = await import('../../../shared/modules/integrations/connection.ts');
const { reportAuthFailure } = await import('../../../shared/modules/integrations/credentials-service.ts');
const { findIntegration } = await import('../../../shared/modules/integrations/registry.ts');

const pathOf = (id: string) => `${integrationPath(id)}/credentials`;
const id = 'sync_http_json';
const baseUrl = 'https://api.example.com/v1';
const token = 'token-of-great-value';

/** The credentials that an adapter receives. */
async function opened(owner: { tenantId: string; organizationId: string }, integrationId: string) {
  connectSecrets();
  const definition = findIntegration(integrationId);
  if (definition === undefined) throw new Error(`There is no ${integrationId}.`);
  return connect(owner, definition);
}

describe('credentials', () => {
  it('are stored encrypted, and leave nothing when they are cleared', async () => {
    const owner = await aTenant();
    await save(owner, id, { baseUrl, token, apiSecret: 'undeclared' });
    expect((await opened(owner, id)).credentials).toEqual({ baseUrl, token, apiSecret: 'undeclared' });
    const stored = JSON.stringify(await itemsOf(owner.tenantId));
    for (const secret of [token, baseUrl, 'undeclared']) expect(stored).not.toContain(secret);
    await save(owner, id, {});
    expect(JSON.stringify(await itemsOf(owner.tenantId))).not.toContain('"sealed"');
  });

  it.each([integrationsPath, pathOf(id)])(
    'and their list cost no KMS call if there are none: %s',
    async (path) => {
      const { api } = await aTenant();
      const actions = (await callsOf(await api.get(path))).map(({ action }) => action);
      expect(actions).toEqual(['UpdateItem', 'Query']);
    },
  );
});

describe('credentials that a provider refuses', () => {
  it.each([
    ['sync_http_json', { baseUrl, token }],
    ['sync_stripe', { secretKey: 'sk_test_refused' }],
  ])('of %s request new ones, until those are saved', async (integrationId, credentials) => {
    const owner = await aTenant();
    await save(owner, integrationId, credentials);
    await reportAuthFailure(owner, await opened(owner, integrationId), asTest());
    expect(await rowOf(owner, integrationId)).toMatchObject({ reauthRequired: true });
    await save(owner, integrationId, { ...credentials, extra: 'new' });
    expect(await rowOf(owner, integrationId)).toMatchObject({ reauthRequired: false });
  });

  it('do not affect others that were saved meanwhile', async () => {
    const owner = await aTenant();
    for (const integrationId of ['sync_http_json', 'gateway_stripe']) {
      await save(owner, integrationId, { token, secretKey: 'sk_old' });
      const old = await opened(owner, integrationId);
      await save(owner, integrationId, { token: 'better', secretKey: 'sk_new' });
      await reportAuthFailure(owner, old, asTest());
      expect(await rowOf(owner, integrationId)).toMatchObject({ reauthRequired: false });
    }
  });
});
