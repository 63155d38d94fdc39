import { describe, expect, inject, it } from 'vitest';
import { mailTo } from '../../support/builders/email.ts';
import { aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { anEmail, aUser, password } from '../../support/builders/users.ts';
import { aWebhook } from '../../support/builders/webhooks.ts';
import { accessibilityProblems, journey, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

const addressIn = ({ tenantId, organizationId }: Pick<TestCaller, 'tenantId' | 'organizationId'>) =>
  `/t/${tenantId}/o/${organizationId}`;

describe('an address of the console', () => {
  it('keeps tenant and organization in links, tabs, reloads and the history', async () => {
    const first = await aTenant({ isSuperAdmin: true });
    const second = await aTenant();
    await aWebhook(first, { name: 'Of the first' });
    const { id } = await aWebhook(second, { name: 'Of the second' });
    const user = await aUser(first, { acl: { features: ['*'], isSuperAdmin: true, organizations: null } });
    const { page, open } = await visitConsole({ user });
    // An address without a scope becomes that of the caller.
    await open('/webhooks?search=Of+the#top');
    await page.getByRole('link', { name: 'Of the first' }).waitFor();
    const { pathname, search } = new URL(page.url());
    expect(`${pathname}${search}`).toBe(`/console${addressIn(first)}/webhooks?search=Of+the`);

    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByLabel('Tenant').selectOption(second.tenantId);
    await other.getByRole('link', { name: 'Of the second' }).click();
    await other.getByRole('heading', { name: 'Of the second', level: 1 }).waitFor();
    expect(new URL(other.url()).pathname).toBe(`/console${addressIn(second)}/webhooks/${id}`);

    await page.reload();
    await page.getByRole('link', { name: 'Of the first' }).waitFor();
    await expect.poll(() => page.getByLabel('Tenant').inputValue()).toBe(first.tenantId);
    await other.reload();
    await other.getByRole('heading', { name: 'Of the second', level: 1 }).waitFor();
    // From one thing to another tenant: the list, because the thing is not there. The way back leads to the thing.
    await other.getByLabel('Tenant').selectOption(first.tenantId);
    await other.getByRole('link', { name: 'Of the first' }).waitFor();
    await other.goBack();
    await other.getByRole('heading', { name: 'Of the second', level: 1 }).waitFor();
  });
});

journey('a link into another tenant or organization offers to switch', async (way) => {
  const home = await aTenant();
  const sibling = await aSibling(home);
  const foreign = await aTenant();
  await aWebhook(home);
  const acl = { features: ['*'], isSuperAdmin: false, organizations: [home.organizationId] };
  const { page, press, open, problems } = await visitConsole({
    user: await aUser(home, { acl }),
    way,
    expected: /status of 403/,
  });
  for (const [scope, title] of [
    [foreign, 'This link leads to another tenant'],
    [sibling, 'This link leads to another organization'],
  ] as const) {
    await open(`${addressIn(scope)}/webhooks/${foreign.organizationId}`);
    await page.getByRole('heading', { name: title }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await press(page.getByRole('button', { name: /^Switch to / }));
    await page.getByRole('link', { name: 'Order updates' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/console${addressIn(home)}/webhooks`);
  }
  // The browser reports the refusals.
  expect(await problems()).toEqual([]);
});

describe('a way to a password', () => {
  it('an invited user gets a second link, chooses a password, and signs in to one of two tenants', async () => {
    const home = await aTenant();
    const other = await aTenant();
    const email = anEmail();
    await aUser(other, { email });
    const invited = await home.api.post<{ id: string }>('/api/auth/users/invite', { body: { email } });
    let link = '';
    {
      const { page } = await visitConsole({ home, at: `/users/${invited.body.id}` });
      await page.getByRole('button', { name: 'Send the invitation again' }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'The invitation is ready' });
      link = String(await dialog.getByRole('code').textContent());
      expect(await accessibilityProblems(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await dialog.waitFor({ state: 'detached' });
    }

    const { page } = await visitConsole({ expected: /status of 4\d\d/ });
    const { pathname, search } = new URL(link);
    const reset = `${inject('baseUrl')}${pathname}${search}`;
    await page.goto(reset);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await accessibilityProblems(page), colorScheme).toEqual([]);
    }
    await page.keyboard.press('Tab');
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Password set' }).waitFor();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
    await page.getByLabel('E-mail address').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('The e-mail address or the password is wrong').waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.keyboard.press('Enter');
    await page.getByText('Your address belongs to several tenants').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole('combobox', { name: 'Tenant' }).selectOption(home.tenantId);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('navigation').waitFor();
    expect(new URL(page.url()).pathname).toContain(`/t/${home.tenantId}`);

    // The link worked once.
    await page.goto(reset);
    await page.getByLabel('New password').fill(password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'This link is no longer valid' }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('is requested on the sign-in page, and wrong keys are named', async () => {
    const user = await aUser(await aTenant());
    const { page } = await visitConsole({ at: '/', expected: /status of 401/ });
    await page.getByLabel('E-mail address').fill(user.email);
    await page.getByRole('button', { name: 'Forgot your password?' }).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator(':focus').inputValue()).toBe(user.email);
    await page.keyboard.press('Enter');
    await page.getByText('Check your mails').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const { text } = await mailTo(user.email);
    expect(text).toContain('/api/auth/password/reset?token=');

    await page.getByRole('button', { name: 'Sign in with an API key' }).click();
    await page.keyboard.type('pmk_wrong');
    await page.keyboard.press('Enter');
    await page.getByText('This API key is not valid').waitFor();
  });
});
