/** What makes the writing endpoints of integrations succeed, and which events that publishes. */
import { aTenant } from './builders.ts';
import { integrationPath, save } from './integrations.ts';
import type { Recipe } from './write-recipes.ts';

export const integrationRecipes: Readonly<Record<string, Recipe>> = {
  updateIntegrationState: async () => {
    const { api } = await aTenant();
    return {
      events: ['integrations.state.updated'],
      send: () => api.put(`${integrationPath('webhook_custom')}/state`, { body: { isEnabled: false } }),
    };
  },
  updateIntegrationVersion: async () => {
    const { api } = await aTenant();
    return {
      events: ['integrations.version.changed'],
      send: () =>
        api.put(`${integrationPath('gateway_stripe')}/version`, { body: { apiVersion: '2023-10-16' } }),
    };
  },
  updateIntegrationCredentials: async () => {
    const { api } = await aTenant();
    const body = { credentials: { secretKey: 'sk_test_1' } };
    return {
      events: ['integrations.credentials.updated'],
      send: () => api.put(`${integrationPath('gateway_stripe')}/credentials`, { body }),
    };
  },
  'updateIntegrationCredentials, which were refused': async () => {
    const caller = await aTenant();
    const path = integrationPath('gateway_stripe');
    await save(caller, 'gateway_stripe', { secretKey: 'sk_test_1' });
    await caller.api.put(`${path}/state`, { body: { reauthRequired: true } });
    const body = { credentials: { secretKey: 'sk_test_2' } };
    return {
      events: ['integrations.credentials.updated', 'integrations.state.updated'],
      send: () => caller.api.put(`${path}/credentials`, { body }),
    };
  },
  checkIntegrationHealth: async () => {
    const { api } = await aTenant();
    return {
      events: ['integrations.health.changed'],
      send: () => api.post(`${integrationPath('webhook_custom')}/health`),
    };
  },
};
