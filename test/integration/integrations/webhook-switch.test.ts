import { expect, it } from 'vitest';
import { findIntegration } from '../../../shared/modules/webhooks/endpoints/webhook-reader.ts';
import { save, turn } from '../../support/builders/integrations.ts';
import { aTenant } from '../../support/builders/tenants.ts';

const integration = 'webhook_custom';

it('the setting to notify of failed deliveries applies to webhooks, and is kept when they are disabled', async () => {
  const owner = await aTenant();
  expect(await findIntegration(owner)).toEqual({ isEnabled: true, notifyOnFailedDelivery: false });
  await save(owner, integration, { notifyOnFailedDelivery: true });
  expect(await findIntegration(owner)).toEqual({ isEnabled: true, notifyOnFailedDelivery: true });
  await turn(owner, integration, { isEnabled: false });
  expect(await findIntegration(owner)).toEqual({ isEnabled: false, notifyOnFailedDelivery: true });
  await save(owner, integration, {});
  expect(await findIntegration(owner)).toEqual({ isEnabled: false, notifyOnFailedDelivery: false });
});
