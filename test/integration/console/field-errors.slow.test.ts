import { expect, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import { aWebhook } from '../../support/builders/webhooks.ts';
import { useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

it('errors are at their fields, and the summary has the names of the form', async () => {
  const home = await aTenant({ isSuperAdmin: true });
  const { page, open } = await visitConsole({
    home,
    superAdmin: true,
    at: '/toggles/new',
    expected: /status of 4\d\d/,
  });
  await page.getByLabel('Name', { exact: true }).fill('New checkout');
  const identifier = page.getByLabel('Identifier');
  await identifier.fill('New Checkout!');
  await page.getByRole('button', { name: /^(Save|Create)/ }).click();
  const summary = page.getByRole('alert');
  await summary.getByText('Identifier').waitFor();
  await expect.poll(() => summary.getByRole('code').filter({ hasText: 'identifier' }).count()).toBe(0);
  await expect.poll(() => identifier.getAttribute('aria-invalid')).toBe('true');

  await open('/jobs/new');
  const cron = page.getByLabel('Cron expression');
  await cron.fill('61 * * * *');
  await page.getByText('"61" is not a minute from 0 to 59').waitFor();
  expect(await cron.getAttribute('aria-invalid')).toBe('true');
  const zone = page.getByLabel('Time zone');
  await cron.fill('0 2 * * *');
  await zone.fill('Europe/Nowhere');
  await expect.poll(() => zone.getAttribute('aria-invalid')).toBe('true');

  await open('/webhooks/new');
  await page.getByLabel('Name', { exact: true }).fill('Limited');
  await page.getByRole('textbox', { name: 'URL' }).fill('https://example.com/hooks');
  await page.getByLabel('All events').check();
  const folded = page.getByText('Method, limits and headers');
  await folded.click();
  const limit = page.getByLabel('Max. requests per minute');
  await limit.fill('-1');
  await folded.click();
  await limit.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await limit.waitFor();
  await expect.poll(() => limit.getAttribute('aria-invalid')).toBe('true');
});

it('the page of a thing has its id, which a button copies', async () => {
  const home = await aTenant();
  const { id } = await aWebhook(home);
  const { page } = await visitConsole({ home, at: `/webhooks/${id}` });
  await page.getByRole('button', { name: 'Copy id' }).first().click();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(id);
});
