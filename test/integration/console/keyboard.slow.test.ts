import { describe, expect, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import { aWebhook } from '../../support/builders/webhooks.ts';
import { accessibilityProblems, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

/** Pages with the button that opens a dialog, and the control at which the dialog begins. */
const dialogs = [
  ['/users', 'Invite a user', 'E-mail'],
  ['/roles', 'New role', 'Name'],
  ['/keys', 'New API key', 'Name'],
  ['/organizations', 'Add below main', 'Name'],
  ['/webhooks/:webhook', 'Send test', 'Event'],
  ['/webhooks/:webhook', 'Delete', 'Close'],
  ['/webhooks/:webhook', 'Show as curl', 'Close'],
] as const;

it('a dialog begins at its first field, and returns the focus to its opener', async () => {
  const home = await aTenant();
  const webhook = await aWebhook(home);
  const { page, open } = await visitConsole({ home });
  const nameOfFocused = () =>
    page.evaluate<string>(`(({ labels, ariaLabel, textContent }) =>
        labels?.[0]?.textContent || ariaLabel || textContent)(document.activeElement)`);
  for (const [path, opener, first] of dialogs) {
    await open(path.replace(':webhook', webhook.id));
    const button = page.getByRole('button', { name: opener, exact: true }).first();
    for (const close of ['Escape', 'Cancel']) {
      await button.focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      expect(await nameOfFocused(), `${path}: ${opener}`).toBe(first);
      expect(await accessibilityProblems(page), `${path}: ${opener}`).toEqual([]);
      const cancel = dialog.getByRole('button', { name: close });
      if (close === 'Escape' || (await cancel.count()) === 0) await page.keyboard.press('Escape');
      else await cancel.click();
      await dialog.waitFor({ state: 'detached' });
      expect(await nameOfFocused(), `after ${path}: ${opener}`).toBe(opener);
    }
  }
});

it.each([
  ['a dialog whose opener', 'Delete', 'Delete them', '1 entry'],
  ['a control that', 'Disable', undefined, '2 entries'],
])('%s is gone leaves the focus on the heading of the page', async (_, name, confirm, left) => {
  const home = await aTenant();
  await aWebhook(home);
  await aWebhook(home, { name: 'Second' });
  const { page } = await visitConsole({ home, at: '/webhooks' });
  await page.getByRole('checkbox', { name: 'Select Second' }).check();
  await page.getByRole('button', { name, exact: true }).press('Enter');
  if (confirm !== undefined) await page.getByRole('button', { name: confirm }).click();
  await page.getByRole('group', { name: 'For the selected entries' }).waitFor({ state: 'detached' });
  await page.getByText(left, { exact: true }).waitFor();
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Webhooks');
});

it('Escape does not lose what was entered into a dialog', async () => {
  const { page } = await visitConsole({ home: await aTenant(), at: '/roles' });
  await page.getByRole('button', { name: 'New role' }).first().click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByLabel('Name', { exact: true });
  await name.fill('Support');
  for (let times = 0; times < 2; times += 1) await page.keyboard.press('Escape');
  expect(await name.inputValue()).toBe('Support');
  await name.fill('');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

describe('a list', () => {
  it('keeps the focus on the button that turns its pages, also at the last page', async () => {
    const home = await aTenant();
    for (let number = 1; number <= 26; number += 1) await aWebhook(home, { name: `Hook ${number}` });
    const { page } = await visitConsole({ home, at: '/webhooks' });
    await page.getByRole('button', { name: 'Next page' }).press('Enter');
    await page.getByText('Page 2 of 2').waitFor();
    await expect.poll(() => page.locator(':focus').getAttribute('aria-label')).toBe('Next page');
    await page.keyboard.press('Enter');
    await page.getByText('Page 2 of 2').waitFor();
  });

  it('that is wider than the window is reached and scrolled by the keyboard', async () => {
    const home = await aTenant();
    await aWebhook(home);
    const { page, open } = await visitConsole({ home });
    await page.setViewportSize({ width: 700, height: 800 });
    await open('/webhooks');
    await page.locator('summary', { hasText: 'Display' }).click();
    for (const name of ['Id', 'Created at']) await page.getByRole('checkbox', { name, exact: true }).check();
    await page.keyboard.press('Escape');
    const area = page.locator('.table-frame[tabindex="0"]').first();
    await area.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await area.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => area.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    // In a wide window nothing scrolls, and the table is no stop of the keyboard.
    await page.setViewportSize({ width: 1800, height: 800 });
    await page.locator('.table-frame:not([tabindex])').first().waitFor();
  });

  it('closes its menus when the keyboard leaves them', async () => {
    const { page } = await visitConsole({ home: await aTenant(), at: '/webhooks?search=none' });
    await page.locator('summary', { hasText: 'Display' }).press('Enter');
    const menu = page.locator('main details[open]');
    await menu.getByText('Columns').waitFor();
    await page.keyboard.press('Shift+Tab');
    await expect.poll(() => menu.count()).toBe(0);
    expect(await page.locator(':focus').textContent()).toBe('Views');
  });

  it('is marked while a changed filter loads', async () => {
    const home = await aTenant();
    await aWebhook(home);
    const { page } = await visitConsole({ home, at: '/webhooks' });
    await page.getByRole('link', { name: 'Order updates' }).waitFor();
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
    const released = Promise.withResolvers<void>();
    await page.route(/\/api\/webhooks\?.*search=/, async (route) => {
      await released.promise;
      await route.continue();
    });
    await page.getByLabel('Search').fill('nothing like this');
    const busy = page.locator('main [aria-busy="true"]');
    await busy.getByRole('link', { name: 'Order updates' }).waitFor();
    await expect.poll(() => busy.getByRole('status').textContent()).toBe('Loading');
    released.resolve();
    await page.getByText('Nothing matches').waitFor();
    await expect.poll(() => busy.count()).toBe(0);
  });
});
