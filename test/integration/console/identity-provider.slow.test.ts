import { randomUUID } from 'node:crypto';
import { expect, inject, it } from 'vitest';
import { aRole } from '../../support/builders/roles.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { accessibilityProblems, expectGoodLayout, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();
const providerPath = '/api/auth/provider';

/** Refusals that a test causes, and visits of the local provider. */
const expected = new RegExp(`status of 40[0134]|${inject('provider').issuer}`);

it('is connected with errors at their fields, changed, and disconnected', async () => {
  const home = await aTenant();
  const role = await aRole(home, { features: ['webhooks.view'] });
  const user = await aUser(home);
  const { page } = await visitConsole({ user, at: '/identity-provider', expected });
  const problemOf = (label: string) =>
    page.locator('.field', { has: page.getByLabel(label, { exact: true }) }).locator('.field-error');
  await page.getByText('/api/auth/oidc/callback').waitFor();
  await page.getByLabel('Issuer').fill('ftp://login.example.com');
  await page.getByLabel('Client id').fill('platform');
  await page.getByLabel('Client secret').fill('a-secret-of-the-client');
  await page.getByLabel('Trusted domains').fill('example.com not/a/domain');
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect.poll(() => problemOf('Trusted domains').textContent()).toBe('must be a domain');
  await page.getByLabel('Trusted domains').fill('example.com, example.org');
  await page.getByRole('button', { name: 'Connect' }).click();
  await problemOf('Issuer').waitFor();
  await page.getByLabel('Issuer').fill('https://login.example.com');
  await page.getByLabel('Users sign in only through the provider').check();
  await page.getByRole('button', { name: 'Connect' }).click();
  await expect.poll(() => problemOf('Emergency account').textContent()).toBe('is required with onlyProvider');
  await page.getByLabel('Emergency account', { exact: true }).selectOption(user.email);
  await page.getByRole('button', { name: 'Add a group' }).click();
  await page.getByLabel('Group', { exact: true }).fill('support');
  await page.getByLabel(role.name).last().check();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Connect' }).click();
  await page.getByText('Identity provider saved').waitFor();
  await page.getByText(`/api/auth/oidc/logout/${home.tenantId}`).waitFor();
  await page.getByText('Verified', { exact: true }).last().waitFor();
  expect((await home.api.get(providerPath)).body).toMatchObject({
    issuer: 'https://login.example.com',
    domains: ['example.com', 'example.org'],
    hasClientSecret: true,
    onlyProvider: true,
    emergencyUserId: user.id,
    groups: [{ group: 'support', roles: [role.id], organizationId: null }],
  });

  await page.getByLabel('Issuer').fill('https://other.example.com');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(() => problemOf('Client secret').textContent())
    .toBe('must be sent again for another issuer');
  await page.getByLabel('Client secret').fill('another-secret');
  await expectGoodLayout(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Identity provider saved').last().waitFor();

  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('button', { name: 'Disconnect provider' }).click();
  await page.getByText('Identity provider disconnected').waitFor();
  await page.getByRole('button', { name: 'Connect', exact: true }).waitFor();
  await expect.poll(() => page.getByLabel('Issuer').inputValue()).toBe('');
  expect((await home.api.get(providerPath)).status).toBe(404);
});

it('signs in its people, whose first sign-in makes a user, and who log out', async () => {
  const home = await aTenant();
  const domain = `${randomUUID()}.example`;
  const { issuer, clientId, clientSecret } = inject('provider');
  const role = await aRole(home, { features: ['webhooks.view'] });
  await home.api.put(providerPath, {
    body: {
      ...{ issuer, clientId, clientSecret, domains: [domain, 'acme.example'] },
      ...{ roles: [role.id], organizationId: home.organizationId },
    },
  });
  const { page } = await visitConsole({ at: '/webhooks?search=orders', expected });
  const password = page.getByRole('textbox', { name: 'Password' });
  await page.getByLabel('E-mail address').fill(`anyone@${domain}`);
  const button = page.getByRole('button', { name: 'Continue with test tenant' });
  await button.waitFor();
  // The tenant accepts both.
  await expect.poll(() => password.isVisible()).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
  await button.click();
  await page.getByRole('button', { name: /Grace Hopper/ }).click();
  await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('orders');
  const users = await home.api.get(`/api/auth/users?search=grace@acme.example`);
  expect(users.body).toMatchObject({ items: [{ name: 'Grace Hopper', hasPassword: false }] });

  await page.locator('summary', { hasText: 'Account' }).click();
  await page.getByText('grace@acme.example').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

it('hides the password where only the provider signs in, and says why a sign-in was refused', async () => {
  const home = await aTenant();
  const domain = `${randomUUID()}.example`;
  const { issuer, clientId, clientSecret } = inject('provider');
  const emergency = await aUser(home);
  await home.api.put(providerPath, {
    body: {
      ...{ issuer, clientId, clientSecret, domains: [domain] },
      ...{ onlyProvider: true, emergencyUserId: emergency.id },
    },
  });
  const { page, open } = await visitConsole({ expected });
  await page.setViewportSize({ width: 390, height: 800 });
  await open('/');
  const password = page.getByRole('textbox', { name: 'Password' });
  await page.getByLabel('E-mail address').fill(`grace@${domain}`);
  await password.waitFor({ state: 'detached' });
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use a password instead' }).click();
  await password.waitFor();

  await page.reload();
  await page.getByLabel('E-mail address').fill(`grace@${domain}`);
  await password.waitFor({ state: 'detached' });
  await page.getByLabel('E-mail address').press('Enter');
  await page.getByRole('button', { name: /Grace Hopper/ }).click();
  const refusal = page.getByText('The domain of your e-mail address may not sign in to this tenant.');
  await refusal.waitFor();
  expect(new URL(page.url()).search).toBe('');
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.reload();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await expect.poll(() => refusal.count()).toBe(0);
});

it('tells what the provider publishes, and what is wrong', async () => {
  const home = await aTenant();
  const { issuer, clientId, clientSecret } = inject('provider');
  const connect = (of: string) =>
    home.api.put(providerPath, { body: { issuer: of, clientId, clientSecret } });
  await connect(issuer);
  const { page, open } = await visitConsole({ home, at: '/identity-provider', expected });
  await page.getByRole('button', { name: 'Test the provider' }).click();
  await page.getByText('People can be sent to the provider').waitFor();
  await page.getByText(`${issuer}/token`).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await connect(`${issuer}/other`);
  await open('/identity-provider');
  await page.getByRole('button', { name: 'Test the provider' }).click();
  await page.getByText('People cannot sign in').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
