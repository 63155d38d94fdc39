import { expect, it } from 'vitest';
import { save, shown, turn } from '../../support/builders/integrations.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { useConsole } from '../../support/clients/console.ts';
import { startSink } from '../../support/clients/sink.ts';

const visitConsole = useConsole();

it('an integration without credentials is found, configured, and checked', async () => {
  await using service = await startSink();
  service.respond(() => ({ headers: { 'content-type': 'application/json' }, body: '{"items":[]}' }));
  const home = await aTenant();
  await turn(home, 'sync_http_json', { isEnabled: true });
  const { page } = await visitConsole({ home, at: '/integrations' });
  await page.getByLabel('State').selectOption('Needs credentials');
  await page.getByRole('link', { name: 'Files in S3' }).waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'JSON over HTTP' }).click();
  await page.getByText('It cannot work yet').waitFor();

  await page.getByRole('button', { name: 'Save credentials' }).click();
  await page.getByText('This is required.').first().waitFor();
  await page.getByLabel('Base URL').fill(service.url);
  await page.getByLabel('Token').fill('a-secret-token');
  await page.getByRole('button', { name: 'Save credentials' }).click();
  await page.getByText('Credentials saved').waitFor();
  await page.getByText('It cannot work yet').waitFor({ state: 'detached' });
  await page.getByText(/^A secret is saved/).waitFor();
  await expect.poll(() => page.getByLabel('Token').inputValue()).toBe('__masked__');

  await page.getByRole('button', { name: 'Check now' }).click();
  await page.getByText(/^Result of the check:/).waitFor();
  await page
    .getByRole('table', { name: 'Log' })
    .getByText(/^Health check:/)
    .waitFor();
  // A check in the past is not shown as in the future.
  await expect.poll(() => page.getByText(/^in \d+ seconds/).count()).toBe(0);
  expect(await page.content()).not.toContain('a-secret-token');
});

it('a secret is kept while other values change', async () => {
  const home = await aTenant();
  const given = { publishableKey: 'pk_test_1', secretKey: 'sk_test_1' };
  await save(home, 'gateway_stripe', given);
  const { page } = await visitConsole({ home, at: '/integrations/gateway_stripe' });
  await page.getByLabel('Publishable key').fill('pk_test_2');
  await page.getByRole('button', { name: 'Save credentials' }).click();
  await page.getByText('Credentials saved').waitFor();
  expect(await shown(home, 'gateway_stripe')).toMatchObject({
    publishableKey: 'pk_test_2',
    secretKey: '__masked__',
  });
  const secret = page.getByLabel('Secret key');
  await secret.click();
  await page.keyboard.type('sk_test_2');
  await expect.poll(() => secret.inputValue()).toBe('sk_test_2');
});

it('shows a stored version that is no longer offered, until another one is saved', async () => {
  const home = await aTenant();
  const { page, open } = await visitConsole({ home });
  const path = /\/api\/integrations\/gateway_stripe(?:\?|$)/;
  await page.route(path, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), apiVersion: '2020-08-27' } });
  });
  await open('/integrations/gateway_stripe');
  const version = page.getByRole('combobox', { name: 'Version of its API' });
  await version.waitFor();
  await expect.poll(() => version.inputValue()).toBe('2020-08-27');
  await page.unroute(path);
  await version.selectOption('2024-12-18');
  await page.getByRole('button', { name: 'Use this version' }).click();
  await version.getByRole('option', { name: /no longer offered/ }).waitFor({ state: 'detached' });
  const { body } = await home.api.get('/api/integrations/gateway_stripe');
  expect(body).toMatchObject({ apiVersion: '2024-12-18' });
});
