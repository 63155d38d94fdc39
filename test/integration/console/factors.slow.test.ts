import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { UserRow } from '../../../shared/kernel/auth/identity-types.ts';
import { codeOf } from '../../support/builders/factors.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { expectGoodLayout, signIn, signOut, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function enterPassword(page: Page, user: UserRow): Promise<void> {
  await signIn(page, user);
  await page.getByText('Enter the code that your authenticator app shows').waitFor();
}

async function enterCode(page: Page, code: string, submit: string): Promise<void> {
  await page.getByLabel('Code', { exact: true }).fill(code);
  await button(page, submit).click();
}

/** Sets up an authenticator app and returns its secret. */
async function setUp(page: Page): Promise<string> {
  await button(page, 'Set up an authenticator app').click();
  await button(page, 'Show the QR code').click();
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
  await page.getByText('I cannot scan the code').click();
  await expectGoodLayout(page);
  const secret = (await page.locator('dialog code').textContent()) ?? '';
  await enterCode(page, codeOf(secret), 'Confirm');
  return secret;
}

it('is set up, asked for at sign-in and before a key is created, and removed', async () => {
  const user = await aUser(await aTenant());
  const { page, open } = await visitConsole({ user, at: '/sessions', expected: /status of 4\d\d/ });
  await page.getByText('You have no second factor.').waitFor();
  const secret = await setUp(page);
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  const codes = await page.locator('.recovery-codes code').allTextContents();
  expect(codes).toHaveLength(10);
  await expectGoodLayout(page);
  await button(page, 'Copy the recovery codes').click();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(`${codes.join('\n')}\n`);
  const downloading = page.waitForEvent('download');
  await button(page, 'Download').click();
  expect((await downloading).suggestedFilename()).toBe('recovery-codes.txt');
  await button(page, 'I have saved them').click();
  await page.getByText('10 recovery codes left').waitFor();
  await page.getByRole('cell', { name: 'Password, Authenticator app' }).waitFor();
  await expectGoodLayout(page);

  await signOut(page);
  await enterPassword(page, user);
  await expectGoodLayout(page);
  await enterCode(page, '000000', 'Sign in');
  await page.getByText('This code is not valid').waitFor();
  await enterCode(page, codeOf(secret, 1), 'Sign in');
  await page.locator('summary', { hasText: 'Account' }).waitFor();

  await signOut(page);
  await enterPassword(page, user);
  await enterCode(page, codes[0] ?? '', 'Sign in');
  await page.locator('summary', { hasText: 'Account' }).waitFor();
  await open('/sessions');
  await page.getByText('9 recovery codes left').waitFor();
});

it('is asked for by a dialog, which sends the refused request again', async () => {
  const user = await aUser(await aTenant());
  const protecting = await visitConsole({ user, at: '/sessions' });
  const secret = await setUp(protecting.page);
  await button(protecting.page, 'I have saved them').click();

  // A session that has proved the password only.
  const { page } = await visitConsole({ user, at: '/sessions', expected: /status of 40[13]/ });
  // Its token has expired: the request needs a refreshed one, then the second factor.
  await page.route('**/api/auth/session/refresh*', (route) => route.fulfill({ json: {} }));
  const isRemoval = (url: URL) => url.pathname === '/api/auth/factors' && url.searchParams.has('id');
  await page.route(isRemoval, (route) => route.fulfill({ status: 401, json: {} }), { times: 1 });
  await button(page, 'Remove Phone').click();
  await button(page, 'Remove').click();
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await dialog.waitFor();
  await expectGoodLayout(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Confirm your identity with your second factor').waitFor();

  await button(page, 'Remove').click();
  await dialog.waitFor();
  await enterCode(page, codeOf(secret, 1), 'Confirm');
  await page.getByText('The second factor was removed').waitFor();
  await page.getByText('You have no second factor.').waitFor();
});

it('is required by the sign-in rules, set up at the next sign-in, and removed by an administrator', async () => {
  const home = await aTenant();
  const [admin, user] = [await aUser(home), await aUser(home)];
  const { page, open } = await visitConsole({ user: admin, at: '/sign-in-rules' });
  await page.getByLabel('Every user needs a second factor').check();
  await page.getByLabel('Hours until users must sign in again').fill('12');
  await page.getByLabel('Minutes without a request until a session ends').fill('30');
  await button(page, 'Save').click();
  await page.getByText('The sign-in rules were saved').waitFor();
  // What the browser cannot read as a number has an empty value, and an empty limit is none.
  await page.getByLabel('Hours until users must sign in again').press('End');
  await page.keyboard.type('-');
  await button(page, 'Save').click();
  await expect.poll(() => page.locator('input:focus').getAttribute('name')).toBe('maxSessionHours');
  const { body } = await home.api.get('/api/auth/policy');
  expect(body).toEqual({ requireFactor: true, roles: [], maxSessionHours: 12, maxIdleMinutes: 30 });
  await expectGoodLayout(page);

  const other = await visitConsole({ at: '/', expected: /status of 40[13]/ });
  await signIn(other.page, user);
  await other.page.getByRole('heading', { name: 'Set up a second factor' }).waitFor();
  await expectGoodLayout(other.page);
  await setUp(other.page);
  await button(other.page, 'I have saved them').click();
  await other.page.locator('summary', { hasText: 'Account' }).waitFor();

  await open(`/users/${user.id}`);
  await button(page, 'Remove second factors').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove second factors' }).click();
  await page.getByText('The second factors were removed').waitFor();
  await other.page.reload();
  await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
});
