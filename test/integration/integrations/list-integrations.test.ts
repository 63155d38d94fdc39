import { expect, it } from 'vitest';
import { integrationsPath } from '../../support/builders/integrations.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { callsOf } from '../../support/clients/api.ts';

it('the list of integrations costs two requests', async () => {
  const { api } = await aTenant();
  const answer = await api.get(integrationsPath);
  expect((await callsOf(answer)).map(({ action }) => action)).toEqual(['UpdateItem', 'Query']);
});
