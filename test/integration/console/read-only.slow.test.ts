/** Users who may only read see no control that changes something, and which right a page needs. */
import { expect, it } from 'vitest';
import { aFile } from '../../support/builders/attachments.ts';
import { save } from '../../support/builders/integrations.ts';
import { aCaptured, aMerchant } from '../../support/builders/payments.ts';
import { aStoredJob } from '../../support/builders/scheduler.ts';
import { aFolder, synced } from '../../support/builders/sync-files.ts';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aWebhook } from '../../support/builders/webhooks.ts';
import { useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

/** Makes what the page shows, and returns its path. */
type Scene = (home: TestCaller) => Promise<string>;

const aRunOf: Scene = async (home) => {
  await (await aFolder(home, 'csv')).put('crm.customer', 'id,name\n1,Ada\n');
  return `/sync/runs/${(await synced(home)).id}`;
};
const aProvider: Scene = async ({ api }) => {
  const body = { issuer: 'https://login.example.com', clientId: 'platform' };
  await api.put('/api/auth/provider', { body });
  return '/identity-provider';
};
const withStripe: Scene = async (home) => {
  await save(home, 'gateway_stripe', { publishableKey: 'pk_test_1', secretKey: 'sk_test_1' });
  return '/integrations/gateway_stripe';
};
const at =
  (path: string): Scene =>
  () =>
    Promise.resolve(path);

it.each<[feature: string, scene: Scene, shown: string, writes: RegExp]>([
  [
    'attachments.view',
    async ({ api }) => `/files/${(await aFile(api)).id}`,
    'The file is not shared.',
    /Delete|Upload|Edit|New share|Read the text|Restore/,
  ],
  ['*.view', aProvider, 'You do not have the right to change the identity provider.', /Save|Disconnect/],
  ['integrations.view', withStripe, 'You do not have the right to change credentials.', /Save|Switch|Check/],
  [
    'scheduler.jobs.view',
    async (home) => `/jobs/${(await aStoredJob(home)).id}`,
    'It has not run yet',
    /Run now|Disable|Delete/,
  ],
  [
    'email.view',
    at('/mails/settings'),
    'You do not have the right to change the e-mail settings.',
    /Save|Verify/,
  ],
  ['email.view', at('/mails/templates'), 'No custom templates', /New template/],
  [
    'payment_gateways.view',
    async (home) => `/payments/${(await aCaptured(home)).transactionId}`,
    'History',
    /Refund|Capture|Cancel payment|Refresh/,
  ],
  ['data_sync.view', aRunOf, 'Nothing failed', /Run again|Continue|Cancel|Fix/],
  [
    '*.view',
    async (home) => `/webhooks/${(await aWebhook(home)).id}`,
    'https://example.com/hooks/orders',
    /^(Send test|Edit|Rotate secret|Delete|Replay events)$/,
  ],
  [
    '*.view',
    async (home) => {
      await aWebhook(home);
      return '/webhooks';
    },
    'Order updates',
    /New webhook/,
  ],
])('with %s alone a page has no control that writes, case %#', async (feature, scene, shown, writes) => {
  const home = await aMerchant();
  const { page } = await visitConsole({ home, features: [feature], at: await scene(home) });
  await page.getByRole('main').getByText(shown).first().waitFor();
  const control = page.getByRole('button', { name: writes }).or(page.getByRole('link', { name: writes }));
  await expect.poll(() => control.count()).toBe(0);
});

it.each([
  ['attachments.view', '/files/partitions', 'attachments.manage'],
  ['scheduler.jobs.view', '/jobs/new', 'scheduler.jobs.manage'],
  ['data_sync.view', '/sync/start', 'data_sync.run'],
  ['*.view', '/webhooks/new', 'webhooks.manage'],
  ['*.view', '/toggles/new', 'You may not see this page'],
])('with %s alone the page %s says %s', async (feature, path, text) => {
  const { page } = await visitConsole({ home: await aTenant(), features: [feature], at: path });
  await page.getByText(text).waitFor();
});

it('the form of the identity provider is disabled for users who may only read', async () => {
  const home = await aTenant();
  const { page } = await visitConsole({ home, features: ['*.view'], at: await aProvider(home) });
  await expect.poll(() => page.getByLabel('Issuer').isDisabled()).toBe(true);
});
