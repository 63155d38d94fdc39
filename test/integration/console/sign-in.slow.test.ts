import { describe, expect, it } from 'vitest';
import { aKey, aTenant } from '../../support/builders/tenants.ts';
import { aUser, password } from '../../support/builders/users.ts';
import { aWebhook } from '../../support/builders/webhooks.ts';
import { browse } from '../../support/clients/browser-request.ts';
import { signIn, signInWithKey, signOut, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

describe('signing in', () => {
  it('by e-mail and password opens the requested page, and signs out', async () => {
    const user = await aUser(await aTenant());
    const { page } = await visitConsole({ at: '/webhooks?search=orders', expected: /status of 401/ });
    await page.getByLabel('E-mail address').fill(user.email);
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').waitFor();
    await expect.poll(() => page.getByLabel('E-mail address').inputValue()).toBe(user.email);

    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    await expect.poll(() => page.getByLabel('Search').inputValue()).toBe('orders');

    await page.locator('summary', { hasText: 'Account' }).click();
    await page.getByText(user.email).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  });

  it('works in a browser that forbids pages to keep anything', async () => {
    const home = await aTenant();
    const user = await aUser(home);
    await aWebhook(home, { name: 'Orders' });
    const { page, open } = await visitConsole({ expected: /401/ });
    await page.addInitScript(() => {
      const get = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      };
      Object.defineProperty(globalThis, 'localStorage', { get });
    });
    await open('/webhooks');
    await signIn(page, user);
    await page.getByRole('link', { name: 'Orders' }).waitFor();
    await page.locator('summary', { hasText: 'Display' }).click();
    await page.getByRole('checkbox', { name: 'Events' }).uncheck();
    await expect.poll(() => page.getByRole('columnheader', { name: 'Events' }).count()).toBe(0);
  });

  it('signing out ends a session whose token has expired', async () => {
    const user = await aUser(await aTenant());
    const { page } = await visitConsole({ at: '/webhooks', expected: /status of 401/ });
    await page.getByLabel('E-mail address').fill(user.email);
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByLabel('Keep me signed in').check();
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
    const [refreshCookie] = (await page.context().cookies()).filter(({ name }) => name === 'session_token');
    await page.context().clearCookies({ name: 'auth_token' });

    await signOut(page);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    const { status } = await browse('POST', '/api/auth/session/refresh', {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refreshToken: refreshCookie?.value }),
    });
    expect(status).toBe(401);
  });

  it('signing out reports that the session could not be ended', async () => {
    const { page } = await visitConsole({
      home: await aTenant(),
      at: '/webhooks',
      expected: /ERR_CONNECTION_REFUSED/,
    });
    await page.route(/\/api\/auth\/logout/, (route) => route.abort('connectionrefused'));
    await signOut(page);
    await page.getByText('The server does not respond. You are still signed in.').waitFor();
  });

  it('with an API key has the rights of the key', async () => {
    const home = await aTenant();
    const { key } = await aKey({ ...home, name: 'Support desk', features: ['webhooks.view'] });
    const { page } = await visitConsole({ at: '/', expected: /status of 401/ });
    await signInWithKey(page, ` ${key} `);
    const navigation = page.getByRole('navigation');
    await navigation.getByRole('link', { name: 'Webhooks', exact: true }).waitFor();
    const titles = ['Home', 'Webhooks', 'Deliveries', 'Inbound webhooks', 'Events'];
    expect(await navigation.getByRole('link').allTextContents()).toEqual(titles);
    expect(await page.content()).not.toContain(key);
  });
});

describe('the frame', () => {
  it('keeps the chosen colours, but for paper, and prints no menu', async () => {
    const { page, open } = await visitConsole({ home: await aTenant() });
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await open('/');
    const light = await ground();
    await page.locator('summary', { hasText: 'Account' }).click();
    await page.getByLabel('Dark').check();
    const dark = await ground();
    expect(dark).not.toBe(light);
    await page.reload();
    await page.locator('h1').waitFor();
    expect(await ground()).toBe(dark);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(ground).toBe(light);
    await page.getByRole('navigation').waitFor({ state: 'hidden' });
  });

  it('can be used with the keyboard only', async () => {
    const home = await aTenant();
    await aWebhook(home);
    const { page, open } = await visitConsole({ home });
    const focused = page.locator(':focus');
    await open('/webhooks');
    await page.getByRole('link', { name: 'Order updates' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('nothing like this');
    await page.getByText('Nothing matches').waitFor();
    await page.waitForURL((url) => url.search === '?search=nothing+like+this');
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    await expect.poll(() => focused.textContent()).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await focused.getAttribute('id')).toBe('content');
  });

  it('has a menu in a narrow window, closed by a click beside it, the shown page, or Escape', async () => {
    const { page, open } = await visitConsole({ home: await aTenant() });
    await page.setViewportSize({ width: 390, height: 800 });
    await open('/webhooks');
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    const navigation = page.getByRole('navigation');
    const waysToClose = [
      () => page.mouse.click(350, 500),
      () => navigation.getByRole('link', { name: 'Webhooks', exact: true }).click(),
      async () => {
        await expect.poll(() => page.locator(':focus').textContent()).toBe('Home');
        await page.keyboard.press('Escape');
        expect(await page.locator(':focus').getAttribute('aria-label')).toBe('Menu');
      },
    ];
    for (const close of waysToClose) {
      await menu.click();
      await navigation.waitFor();
      await close();
      await navigation.waitFor({ state: 'hidden' });
    }
  });

  it('shows the requests of a page as curl, without the session', async () => {
    const home = await aTenant();
    const { page } = await visitConsole({ home, at: '/webhooks?search=orders' });
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Show as curl' }).click();
    const command = await page.getByRole('dialog').locator('pre').first().textContent();
    expect(command).toMatch(/^curl '.*\/api\/webhooks\?.*search=orders/);
    expect(command).toContain('-H "X-Api-Key: $API_KEY"');
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});
