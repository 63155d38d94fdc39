/** Passkeys in the console, with a virtual authenticator of Chromium, by mouse and by keyboard. */
import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { protect } from '../../support/builders/factors.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aSession, aUser, password } from '../../support/builders/users.ts';
import { apiFor } from '../../support/clients/api.ts';
import { expectGoodLayout, signOut, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

/** Browsers have no passkeys for IP addresses. */
const baseUrl = (): string => inject('baseUrl').replace('127.0.0.1', 'localhost');

/** Gives the page an authenticator that asks its user for nothing. Returns what makes the user fail its check. */
async function addAuthenticator(page: Page) {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return {
    setUserVerified: (isUserVerified: boolean) =>
      cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    credentials: async () =>
      (await cdp.send('WebAuthn.getCredentials', { authenticatorId })).credentials.map(({ rpId }) => rpId),
  };
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

type Press = (page: Page, name: string) => Promise<void>;

const byMouse: Press = (page, name) => button(page, name).click();

/** Moves the focus by Tab until it is on the button. */
const byKeyboard: Press = async (page, name) => {
  await button(page, name).waitFor();
  const focused = button(page, name).and(page.locator(':focus'));
  for (let steps = 0; (await focused.count()) === 0; steps += 1) {
    if (steps === 100) throw new Error(`Tab does not reach the button "${name}".`);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
};

async function enterPassword(page: Page, email: string, press: Press): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(password);
  await press(page, 'Sign in');
  await button(page, 'Use a passkey').waitFor();
}

it.each([
  ['mouse', byMouse],
  ['keyboard', byKeyboard],
])('are added, used to sign in and before a removal, renamed and removed by %s', async (_, press) => {
  const user = await aUser(await aTenant());
  // A session that proves the password only.
  const { token } = await aSession(user);
  const { page, open } = await visitConsole({
    user,
    baseUrl: baseUrl(),
    expected: /^Failed to load resource/,
  });
  const authenticator = await addAuthenticator(page);

  await open('/sessions');
  await page.getByText('You have no second factor.').waitFor();
  await press(page, 'Add a passkey');
  await page.getByRole('textbox', { name: 'Name' }).fill('Work laptop');
  await expectGoodLayout(page);
  await press(page, 'Continue');
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor();
  await press(page, 'I have saved them');
  await page.getByRole('cell', { name: 'Work laptop Passkey' }).waitFor();
  await page.getByRole('cell', { name: 'Password, Passkey' }).waitFor();
  expect(await authenticator.credentials()).toEqual(['localhost']);
  await expectGoodLayout(page);

  await signOut(page);
  await enterPassword(page, user.email, press);
  await page.getByText('Without your passkey, enter one of your recovery codes').waitFor();
  await expectGoodLayout(page);
  await authenticator.setUserVerified(false);
  await press(page, 'Use a passkey');
  await page.getByText('No passkey was used').waitFor();
  await authenticator.setUserVerified(true);
  await press(page, 'Use a passkey');
  await page.locator('summary', { hasText: 'Account' }).waitFor();
  const { body } = await apiFor(token).get<{ sessions: { factors: string[] }[] }>('/api/auth/sessions');
  expect(body.sessions.map(({ factors }) => factors)).toContainEqual(['password', 'passkey']);

  await page
    .context()
    .addCookies([{ name: 'auth_token', value: token, url: baseUrl(), httpOnly: true, sameSite: 'Lax' }]);
  await open('/sessions');
  await press(page, 'Rename Work laptop');
  await page.getByRole('textbox', { name: 'Name' }).fill('Home laptop');
  await press(page, 'Save');
  await page.getByText('The second factor was renamed').waitFor();
  await press(page, 'Remove Home laptop');
  await press(page, 'Remove');
  await page.getByRole('dialog', { name: 'Confirm that it is you' }).waitFor();
  await expectGoodLayout(page);
  await press(page, 'Use a passkey');
  await page.getByText('The second factor was removed').waitFor();
  await page.getByText('You have no second factor.').waitFor();
});

it('are not offered at an IP address, where an app still is', async () => {
  const user = await aUser(await aTenant());
  await protect(apiFor((await aSession(user)).token));
  const { page } = await visitConsole({ user, at: '/sessions' });
  await button(page, 'Set up an authenticator app').waitFor();
  await expect.poll(() => button(page, 'Add a passkey').count()).toBe(0);
});
