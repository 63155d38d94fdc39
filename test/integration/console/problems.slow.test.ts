import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { aKey, aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { aWebhook, webhookPath } from '../../support/builders/webhooks.ts';
import {
  accessibilityProblems,
  cutElements,
  signIn,
  signInWithKey,
  useConsole,
} from '../../support/clients/console.ts';

const visitConsole = useConsole();

const typed = 'A long description that took some time to write';

/** Opens the form of a webhook and types into it. */
async function anEditedWebhook(expected?: RegExp) {
  const home = await aTenant();
  const { id } = await aWebhook(home);
  const user = await aUser(home);
  const { page } = await visitConsole({ user, at: `/webhooks/${id}/edit`, expected });
  await page.getByLabel('Description').fill(typed);
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
  const stored = async () => (await home.api.get(webhookPath(id))).body;
  return { ...home, page, user, save, stored, path: webhookPath(id) };
}

const expectTyped = async (page: Page) =>
  await expect.poll(() => page.getByLabel('Description').inputValue()).toBe(typed);

it('a change of another user is not overwritten silently', async () => {
  const { page, api, path, save, stored } = await anEditedWebhook(/status of 412/);
  await api.put(path, { body: { name: 'Renamed meanwhile' } });
  await save();
  await page.getByText('Changed by another user meanwhile').waitFor();
  await expectTyped(page);
  expect(await stored()).toMatchObject({ name: 'Renamed meanwhile', description: null });

  await page.getByRole('button', { name: 'Save mine anyway' }).click();
  await page.getByText('Webhook saved').waitFor();
  // The form can be left without a prompt: nothing in it is unsaved.
  await page.getByRole('heading', { name: 'Order updates', level: 1, exact: true }).waitFor();
  expect(await stored()).toMatchObject({ name: 'Order updates', description: typed });
});

it('the current version can be loaded after a change of another user', async () => {
  const { page, api, path, save } = await anEditedWebhook(/status of 412/);
  await api.put(path, { body: { name: 'Renamed meanwhile' } });
  await save();
  await page.getByRole('button', { name: 'Load the current version' }).click();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Renamed meanwhile');
  await page.getByLabel('Description').fill('Second try');
  await save();
  await page.getByText('Webhook saved').waitFor();
});

it('a current version that cannot be loaded leaves the input', async () => {
  const { page, api, path, save } = await anEditedWebhook(/status of 412|ERR_CONNECTION_REFUSED/);
  await api.put(path, { body: { name: 'Renamed meanwhile' } });
  await save();
  const load = page.getByRole('button', { name: 'Load the current version' });
  await load.waitFor();
  await page.route(`${inject('baseUrl')}${path}*`, (route) => route.abort('connectionrefused'));
  await load.click();
  await page.getByText('The server does not respond').waitFor();
  await expectTyped(page);
  await page.unrouteAll();
  await load.click();
  await expect.poll(() => page.getByLabel('Name', { exact: true }).inputValue()).toBe('Renamed meanwhile');
});

it('a form begins with the stored version, which other pages have not read', async () => {
  const home = await aTenant();
  const { id } = await aWebhook(home);
  const { page, go, open } = await visitConsole({ home, at: `/webhooks/${id}` });
  await page.getByRole('link', { name: 'Edit', exact: true }).waitFor();
  await home.api.put(webhookPath(id), { body: { name: 'Renamed meanwhile' } });
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Description').fill(typed);
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Renamed meanwhile');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Webhook saved').waitFor();

  await open('/mails/settings');
  await page.getByLabel('Sender name').waitFor();
  await go('Webhooks');
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  await home.api.put('/api/email/settings', { body: { senderName: 'Of another user' } });
  await page.goBack();
  await page.getByLabel('Sender name').waitFor();
  expect(await page.getByLabel('Sender name').inputValue()).toBe('Of another user');
});

it('the page of a thing does not show the former version after a save', async () => {
  const { page, save } = await anEditedWebhook();
  await page.getByLabel('Name', { exact: true }).fill('Renamed here');
  await page.evaluate(`
    globalThis.headings = new Set();
    new MutationObserver(() => headings.add(document.querySelector('h1')?.textContent))
      .observe(document.body, { childList: true, subtree: true });
  `);
  await save();
  await page.getByRole('heading', { name: 'Renamed here', level: 1, exact: true }).waitFor();
  expect(await page.evaluate('[...headings]')).not.toContain('Order updates');
});

it('an expired session is renewed without leaving the page', async () => {
  const { page, user, save, stored } = await anEditedWebhook(/status of 40[01]/);
  await page.request.post(`${inject('baseUrl')}/api/auth/logout`, {
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  await save();
  const dialog = page.getByRole('dialog', { name: 'Your session has expired' });
  await dialog.waitFor();
  // A browser closes a dialog at the second Escape, and without it the page could not be used any more.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await signIn(dialog, user);
  await dialog.waitFor({ state: 'detached' });
  await expectTyped(page);
  await save();
  await page.getByText('Webhook saved').waitFor();
  expect(await stored()).toMatchObject({ description: typed });
});

it('a revoked right is shown with the error of the API and the request id', async () => {
  const { page, api, user, save } = await anEditedWebhook(/status of 403/);
  await api.put('/api/auth/users/acl', { body: { userId: user.id, features: ['webhooks.view'] } });
  await page.setViewportSize({ width: 1280, height: 500 });
  await save();
  const alert = page.getByRole('alert');
  await alert.getByText('You may not do this').waitFor();
  // The button that was pressed is at the end of the form.
  await expect.poll(async () => (await alert.boundingBox())?.y).toBeGreaterThan(48);
  await alert.getByRole('button', { name: 'Copy request id' }).click();
  // Screen readers read the name of the button, which does not change.
  await alert.getByRole('status').getByText('Copied').waitFor();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(
    await alert.locator('code').last().textContent(),
  );
  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())');
  await alert.getByRole('button', { name: 'Copy request id' }).click();
  await alert.getByRole('status').getByText('Not copied').waitFor();
  await expectTyped(page);
});

it('no response and 429 responses keep the input', async () => {
  const { page, save, stored, path } = await anEditedWebhook(/ERR_CONNECTION_REFUSED|status of 429/);
  const url = `${inject('baseUrl')}${path}*`;
  await page.route(url, (route) => route.abort('connectionrefused'));
  await save();
  await page.getByText('The server does not respond').waitFor();
  await expectTyped(page);

  await page.unroute(url);
  await page.route(url, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 429,
          headers: { 'retry-after': '12' },
          json: { error: 'Rate limit', code: 'rate_limited' },
        })
      : route.continue(),
  );
  await save();
  await page.getByText('Too many requests: try again in 12 s').waitFor();
  await expectTyped(page);

  await page.unroute(url);
  await save();
  await page.getByText('Webhook saved').waitFor();
  expect(await stored()).toMatchObject({ description: typed });
});

it('leaving a page with unsaved changes needs a confirmation', async () => {
  const { page } = await anEditedWebhook();
  await page.getByRole('navigation').getByRole('link', { name: 'Deliveries' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expectTyped(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Deliveries' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor();
});

it('a key that may no longer be used from here leads to signing in with another account', async () => {
  const home = await aTenant();
  const { key, keyId } = await aKey(home);
  const { page } = await visitConsole({ at: '/', expected: /status of 40[13]/ });
  await signInWithKey(page, key);
  await page.getByText('Nothing needs attention').waitFor();
  const body = { id: keyId, allowedAddresses: ['203.0.113.0/24'] };
  expect((await home.api.put('/api/api_keys/keys', { body })).status).toBe(200);
  await page.reload();
  await page.getByText('You may not do this').waitFor();
  await page.getByRole('button', { name: 'Sign in with another account' }).click();
  await page.getByLabel('E-mail address').waitFor();
});

it('a list shows its last page when the rows of a page are deleted', async () => {
  const home = await aTenant();
  for (let number = 1; number <= 26; number += 1) await aWebhook(home, { name: `Webhook ${number}` });
  const { page, open } = await visitConsole({ home, at: '/webhooks?page=2' });
  await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete them' }).click();
  await page.getByText('25 entries').waitFor();
  await open('/webhooks?page=9');
  await page.getByText('25 entries').waitFor();
});

it('a filter that is no day is ignored', async () => {
  const { page } = await visitConsole({
    home: await aTenant(),
    at: '/deliveries?from=12026-03-01&to=yesterday',
  });
  await page.getByText('Nothing matches').waitFor();
});

it('a part of the console that cannot be loaded is reported, and loaded on retry', async () => {
  const user = await aUser(await aTenant());
  const { page } = await visitConsole({ user, expected: /ERR_CONNECTION_REFUSED|dynamically imported/ });
  const isMissing = (url: URL) => /\/assets\/console-[^/]*\.js$/.test(url.pathname);
  await page.route(isMissing, (route) => route.abort('connectionrefused'));
  await page.goto(`${inject('baseUrl')}/console/webhooks`);
  await page.getByRole('alert').waitFor();
  await page.unroute(isMissing);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
});

const missing = '00000000-0000-4000-8000-000000000000';

it('the page of a thing that does not exist has a heading and the way back', async () => {
  const home = await aTenant({ isSuperAdmin: true });
  const { page, open } = await visitConsole({ home, superAdmin: true, expected: /status of 40[04]/ });
  for (const [path, parent] of [
    [`webhooks/${missing}`, 'Webhooks'],
    [`webhooks/${missing}/edit`, 'Webhooks'],
    [`deliveries/${missing}`, 'Deliveries'],
    ['rules/log/1', 'Rule log'],
    [`sync/runs/${missing}`, 'Data sync'],
    [`sync/mappings/${missing}`, 'Mappings'],
    [`payments/${missing}`, 'Payments'],
    [`files/${missing}`, 'Files'],
    ['integrations/missing', 'Integrations'],
    [`toggles/${missing}`, 'Feature toggles'],
    [`toggles/${missing}/targeting`, 'Feature toggles'],
  ] as const) {
    await open(`/${path}`);
    await page.getByRole('heading', { name: 'This does not exist here', level: 1 }).waitFor();
    await page.getByRole('main').getByRole('link', { name: parent, exact: true }).waitFor();
    expect(await page.title(), path).toContain('This does not exist here');
  }
  expect(await accessibilityProblems(page)).toEqual([]);
});

it('names without blanks fit a phone', async () => {
  const home = await aTenant();
  const name = 'n'.repeat(200);
  const { id } = await aWebhook(home, { name });
  const { page, open } = await visitConsole({ home });
  await page.setViewportSize({ width: 390, height: 844 });
  await open(`/webhooks/${id}/edit`);
  expect(await cutElements(page, true)).toEqual([]);
  await open(`/webhooks/${id}`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
