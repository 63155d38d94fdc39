import { expect, inject, it } from 'vitest';
import { aRole } from '../../support/builders/roles.ts';
import { aKey, aTenant } from '../../support/builders/tenants.ts';
import { anIdentifier, aStoredToggle, aSuperAdmin } from '../../support/builders/toggles.ts';
import { aWebhook, webhooksPath } from '../../support/builders/webhooks.ts';
import { signInWithKey, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

it('a double click on the button of a form creates one thing', async () => {
  const home = await aTenant();
  const { page } = await visitConsole({ home, at: '/webhooks/new' });
  await page.getByLabel('Name', { exact: true }).fill('Clicked twice');
  await page.getByRole('textbox', { name: 'URL' }).fill('https://example.com/hooks');
  await page.getByLabel('All events').check();
  await page.getByRole('button', { name: 'Save', exact: true }).dblclick();
  await page.getByRole('dialog').waitFor();
  const { body } = await home.api.get(`${webhooksPath}?search=twice`);
  expect(body.total).toBe(1);
});

it('a number does not change while the page is scrolled', async () => {
  const { page } = await visitConsole({ home: await aTenant(), at: '/sign-in-rules' });
  const hours = page.getByLabel('Hours until users must sign in again');
  await hours.fill('12');
  await hours.hover();
  for (let turn = 0; turn < 3; turn += 1) await page.mouse.wheel(0, 100);
  await expect.poll(() => page.locator('input:focus').count()).toBe(0);
  expect(await hours.inputValue()).toBe('12');
});

it('the form of a thing does not take the values of the thing that was shown before', async () => {
  const home = await aSuperAdmin();
  const [first, second] = [anIdentifier('first'), anIdentifier('second')];
  const { id } = await aStoredToggle(home, { identifier: first, name: first, description: 'Of the first' });
  const other = await aStoredToggle(home, {
    identifier: second,
    name: second,
    description: 'Of the second',
  });
  const { page } = await visitConsole({ home, superAdmin: true, at: `/toggles/${id}` });
  await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('Of the first');
  const released = Promise.withResolvers<void>();
  await page.route(`**/api/feature_toggles/global/${other.id}?*`, async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Name, id or action' }).fill(second);
  await page.getByRole('option', { name: second }).click();
  await page.waitForURL(new RegExp(`${other.id}$`));
  await expect.poll(() => page.getByLabel('Description').count()).toBe(0);
  released.resolve();
  await expect.poll(() => page.getByLabel('Description').inputValue()).toBe('Of the second');
});

it('filters keep what is typed, although the address follows late on a slow machine', async () => {
  const { page } = await visitConsole({ home: await aTenant(), at: '/deliveries' });
  await page.getByText('Nothing has been sent').waitFor();
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
  const from = page.getByLabel('Created from');
  await from.focus();
  await page.keyboard.type('11152026');
  await page.waitForURL(/from=2026-11-15/);
  expect(await from.inputValue()).toBe('2026-11-15');
  // The way of the address remains: clearing the filters clears the field.
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => from.inputValue()).toBe('');
});

it('a page that the address does not name as a number of the list is one of the list', async () => {
  const home = await aTenant();
  await home.api.post(webhooksPath, {
    body: { name: 'One of few', url: 'https://example.com/hooks', subscribedEvents: ['*'] },
  });
  const { open, page } = await visitConsole({ home });
  for (const text of ['1.5', '1e9', 'Infinity', '-2', 'last']) {
    await open(`/webhooks?page=${text}`);
    await page.getByRole('link', { name: 'One of few' }).waitFor();
  }
});

it('choices of roles and webhooks do not end with the first page that the API returns', async () => {
  const home = await aTenant();
  const roles = [await aRole(home), await aRole(home)];
  for (const name of ['First', 'Second']) await aWebhook(home, { name });
  const { page, open } = await visitConsole({ home });
  await page.route(/pageSize=200/, (route) =>
    route.continue({ url: route.request().url().replace('pageSize=200', 'pageSize=1') }),
  );
  await open('/users');
  await page.getByRole('button', { name: 'Invite a user' }).first().click();
  for (const { name } of roles) await page.getByRole('checkbox', { name }).waitFor();
  await open('/deliveries');
  const webhooks = page.getByLabel('Webhook', { exact: true }).locator('option');
  await expect.poll(() => webhooks.allTextContents()).toEqual(['Any', 'First', 'Second']);
});

it('a busy service does not end a session that it cannot refresh', async () => {
  const { page } = await visitConsole({ home: await aTenant(), expected: /status of (401|503)/ });
  await page.route('**/api/webhooks?*', (route) =>
    route.fulfill({ status: 401, json: { error: 'Expired' } }),
  );
  await page.route('**/api/auth/session/refresh*', (route) =>
    route.fulfill({ status: 503, json: { error: 'Try again.', code: 'busy' } }),
  );
  await page.goto(`${inject('baseUrl')}/console/webhooks`);
  await page.getByRole('alert').getByText('The service is busy').waitFor();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('No webhooks yet').waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
});

it('the way back closes what the frame of the pages has opened', async () => {
  const { page, go } = await visitConsole({ home: await aTenant(), at: '/webhooks' });
  await go('Deliveries');
  await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Show as curl' }).click();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  // It stays closed on the page where it was open, and the menu of a phone does, too.
  await page.goForward();
  await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await page.setViewportSize({ width: 390, height: 800 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Webhooks', exact: true }).click();
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor();
  expect(await page.getByRole('button', { name: 'Menu' }).getAttribute('aria-expanded')).toBe('false');
});

it('a page that cannot be loaded says that the server does not respond', async () => {
  const { page, go } = await visitConsole({
    home: await aTenant(),
    at: '/',
    expected: /ERR_INTERNET_DISCONNECTED/,
  });
  await page.context().setOffline(true);
  await go('Data sync');
  await page.getByRole('alert').getByText('The server does not respond').waitFor();
});

it('a message stays while the user points at it', async () => {
  const { page } = await visitConsole({ home: await aTenant(), at: '/preferences' });
  await page.getByLabel('In general').waitFor();
  await page.clock.install();
  await page.getByRole('button', { name: 'Save' }).click();
  const message = page.getByText('Preferences saved');
  await message.hover();
  await page.clock.fastForward(20_000);
  await message.waitFor();
  await page.getByRole('heading', { level: 1 }).hover();
  await page.clock.fastForward(20_000);
  await message.waitFor({ state: 'detached' });
});

it('the mails of an API key are explained', async () => {
  const { key } = await aKey(await aTenant());
  const { page } = await visitConsole({ at: '/preferences', expected: /status of 401/ });
  await signInWithKey(page, key);
  await page.getByText('API keys get no mails').waitFor();
});
