import { expect, it } from 'vitest';
import { aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { aWebhook } from '../../support/builders/webhooks.ts';
import { accessibilityProblems, journey, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

/** Webhooks "Hook 01" and so on. */
async function withWebhooks(count: number): Promise<TestCaller> {
  const home = await aTenant();
  for (let number = 1; number <= count; number += 1)
    await aWebhook(home, { name: `Hook ${String(number).padStart(2, '0')}` });
  return home;
}

it('a list is sorted by its headings, with the mouse and with the keyboard', async () => {
  const { page } = await visitConsole({ home: await withWebhooks(3), at: '/webhooks' });
  const heading = page.getByRole('columnheader', { name: 'Webhook' });
  const firstRow = page.locator('tbody tr').first();
  await heading.getByRole('button').click();
  await page.locator('th[aria-sort="ascending"]').waitFor();
  await firstRow.getByRole('link', { name: 'Hook 01' }).waitFor();
  await heading.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await page.locator('th[aria-sort="descending"]').waitFor();
  await firstRow.getByRole('link', { name: 'Hook 03' }).waitFor();
  expect(new URL(page.url()).search).toBe('?sort=name&dir=desc');
  expect(await accessibilityProblems(page)).toEqual([]);
  // A link shows the same order.
  await page.reload();
  await firstRow.getByRole('link', { name: 'Hook 03' }).waitFor();
});

it('columns and page size are chosen, and stay after a reload', async () => {
  const { page } = await visitConsole({ home: await withWebhooks(26), at: '/webhooks' });
  await page.getByText('Page 1 of 2').waitFor();
  await page.getByLabel('Rows').selectOption('50');
  await page.getByText('Page 1 of 2').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Hook 26' }).waitFor();
  const display = page.locator('summary', { hasText: 'Display' });
  await display.click();
  await page.getByRole('checkbox', { name: 'Events' }).uncheck();
  await page.getByRole('checkbox', { name: 'Created at' }).check();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.reload();
  await page.getByRole('columnheader', { name: 'Created at' }).waitFor();
  await expect.poll(() => page.getByRole('columnheader', { name: 'Events' }).count()).toBe(0);
  await expect.poll(() => page.locator('tbody tr').count()).toBe(26);
  await display.click();
  await page.getByRole('button', { name: 'Default columns' }).click();
  await page.getByRole('columnheader', { name: 'Events' }).waitFor();
});

journey(
  'a view of a list is saved with filters and order, for its user alone and in every browser',
  async (way) => {
    const home = await withWebhooks(2);
    const [user, other] = [await aUser(home), await aUser(home)];
    const { page, press, type, open, problems } = await visitConsole({ user, way });
    const views = (name: string) => page.locator('summary', { hasText: name });
    await open('/webhooks?search=Hook&sort=name&dir=desc');
    await page.getByRole('link', { name: 'Hook 01' }).waitFor();
    await press(views('Views'));
    await page.getByText('No saved views of this list yet.').waitFor();
    await press(page.getByRole('button', { name: 'Save this view' }));
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/Only you see it, in every browser/).waitFor();
    await type(dialog.getByLabel('Name'), 'Hooks from Z');
    expect(await accessibilityProblems(page)).toEqual([]);
    await press(dialog.getByRole('button', { name: 'Save' }));
    await page.getByText('Hooks from Z is saved').waitFor();
    await press(page.getByRole('button', { name: 'Clear filters' }));
    await press(views('Views'));
    await press(page.getByRole('button', { name: 'Hooks from Z', exact: true }));
    await page.waitForURL(/\?search=Hook&sort=name&dir=desc$/);
    // The menu is closed, and the keyboard continues at its button.
    await expect.poll(() => page.locator('summary:focus').textContent()).toBe('Hooks from Z');
    await press(views('Hooks from Z'));
    await press(page.getByRole('button', { name: 'Delete the view Hooks from Z' }));
    const restored = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await press(page.getByRole('button', { name: 'Undo' }));
    await restored;
    await views('Hooks from Z').waitFor();
    expect(await problems()).toEqual([]);

    const again = await visitConsole({ user, way, at: '/webhooks' });
    await again.press(again.page.locator('summary', { hasText: 'Views' }));
    await again.press(again.page.getByRole('button', { name: 'Hooks from Z', exact: true }));
    await again.page.waitForURL(/\?search=Hook&sort=name&dir=desc$/);

    const others = await visitConsole({ user: other, way, at: '/webhooks' });
    await others.press(others.page.locator('summary', { hasText: 'Views' }));
    await others.page.getByText('No saved views of this list yet.').waitFor();
  },
);

it('the dialog of a view says why it is not saved, and saves it once', async () => {
  const { page } = await visitConsole({
    home: await withWebhooks(1),
    at: '/webhooks?search=Hook',
    expected: /status of 503/,
  });
  await page.locator('summary', { hasText: 'Views' }).click();
  await page.getByRole('button', { name: 'Save this view' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(' ');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This is required.').waitFor();
  await dialog.getByLabel('Name').fill('Hooks');
  await page.route('**/api/auth/views*', (route) =>
    route.fulfill({ status: 503, json: { error: 'Try again.', code: 'busy' } }),
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('The service is busy').waitFor();
  await page.unrouteAll();
  const writes: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && writes.push(request.url()));
  await dialog.getByRole('button', { name: 'Save' }).dblclick();
  await page.getByText('Hooks is saved').waitFor();
  expect(writes).toHaveLength(1);
});

it('a change of everything that matches stays one, although the list refreshes itself', async () => {
  const home = await withWebhooks(27);
  const { page } = await visitConsole({ home, at: '/webhooks?sort=name&dir=asc' });
  const all = page.getByRole('checkbox', { name: 'Select all of this page' });
  await all.check();
  await page.getByRole('button', { name: 'Select all 27 that match' }).click();
  // Without the whole page, only what is ticked is selected, also when the page is ticked again.
  await page.getByRole('checkbox', { name: 'Select Hook 02' }).uncheck();
  await all.check();
  await page.getByText('25 selected').waitFor();
  await page.getByRole('button', { name: 'Select all 27 that match' }).click();
  await page.getByRole('button', { name: 'Disable' }).click();
  await aWebhook(home, { name: 'Hook 00' });
  await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
  await page.getByText('28 entries', { exact: true }).waitFor();
  const dialog = page.getByRole('dialog', { name: 'Disable all 28 entries that match?' });
  await dialog.getByRole('button', { name: 'Disable' }).click();
  await page.getByText('Disable: 28 changed').waitFor();
});

it('a filter by day is that of the zone that the user chooses', async () => {
  const { page, open } = await visitConsole({ home: await aTenant(), at: '/' });
  const tools = await page.context().newCDPSession(page);
  await tools.send('Emulation.setTimezoneOverride', { timezoneId: 'Asia/Tokyo' });
  const asked = (from: string) =>
    page.waitForRequest((request) => new URL(request.url()).searchParams.get('fromDate') === from);
  const local = asked('2026-03-01T15:00:00.000Z');
  await open('/deliveries?from=2026-03-02');
  await local;
  const utc = asked('2026-03-02T00:00:00.000Z');
  await page.locator('summary', { hasText: 'Account' }).click();
  await page.getByRole('radio', { name: 'UTC' }).check();
  await utc;
});

it('everything that matches a filter is changed in batches, while the user works on', async () => {
  const home = await withWebhooks(27);
  await aWebhook(home, { name: 'Another', url: 'https://example.com/orders' });
  const { page } = await visitConsole({ home, at: '/webhooks?search=Hook' });
  await page.getByRole('checkbox', { name: 'Select all of this page' }).check();
  await page.getByRole('button', { name: 'Select all 27 that match' }).click();
  await page.getByText('All 27 that match').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const released = Promise.withResolvers<void>();
  await page.route('**/api/webhooks/bulk-update*', async (route) => {
    await released.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  const work = page.getByRole('region', { name: 'Change of all entries that match' });
  await work.getByText('Disable: 0 of 27').waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Deliveries' }).click();
  await page.getByRole('heading', { name: 'Deliveries', level: 1 }).waitFor();
  released.resolve();
  await work.getByText('Disable: 27 changed').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await work.getByRole('button', { name: 'Close' }).click();
  const { body } = await home.api.get('/api/webhooks?isActive=true');
  expect(body.items).toMatchObject([{ name: 'Another' }]);
});

it('times have the exact one beside them, in the zone of the browser or in UTC', async () => {
  const home = await aTenant();
  await aWebhook(home);
  const { page } = await visitConsole({ home, at: '/webhooks?' });
  await page.locator('summary', { hasText: 'Display' }).click();
  await page.getByRole('checkbox', { name: 'Created at' }).check();
  await page.keyboard.press('Escape');
  const time = page.locator('tbody time').first();
  await expect.poll(() => time.textContent()).toMatch(/^just now \d\d:\d\d:\d\d$/);
  await page.locator('summary', { hasText: 'Account' }).click();
  await page.getByRole('radio', { name: 'UTC', exact: true }).check();
  const at = String(await time.getAttribute('datetime'));
  await expect.poll(() => time.textContent()).toContain(`${at.slice(11, 19)} UTC`);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.reload();
  await expect.poll(() => time.textContent()).toContain('UTC');
});

it('on a phone, rows are cards, and filters and order are behind buttons', async () => {
  const { page, open } = await visitConsole({ home: await withWebhooks(2) });
  await page.setViewportSize({ width: 390, height: 844 });
  await open('/webhooks');
  await page.getByRole('link', { name: 'Hook 01' }).waitFor();
  await expect.poll(() => page.locator('thead').isVisible()).toBe(false);
  const card = page.locator('tbody tr').first();
  expect((await card.boundingBox())?.width).toBeLessThanOrEqual(390);
  await expect.poll(() => page.getByLabel('State').isVisible()).toBe(false);
  const filters = page.getByRole('button', { name: 'Filters' });
  await filters.focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('State').selectOption('off');
  await page.getByText('Nothing matches').waitFor();
  await page.getByRole('button', { name: 'Filters (1)' }).click();
  await expect.poll(() => page.getByLabel('State').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Show all entries' }).click();
  await page.locator('summary', { hasText: 'Display' }).click();
  await page.getByLabel('Sort by').selectOption('name');
  await page.getByRole('button', { name: /^Ascending/ }).click();
  await page.waitForURL(/dir=desc/);
  await card.getByRole('link', { name: 'Hook 02' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const bar = await page.locator('.topbar').boundingBox();
  expect(bar?.height).toBeLessThanOrEqual(64);
});

it('the menu fits a window of 900 pixels, and its groups and the menu itself can be folded', async () => {
  const home = await aTenant({ isSuperAdmin: true });
  const { page, open } = await visitConsole({ home, superAdmin: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await open('/webhooks');
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  const last = await navigation.getByRole('link', { name: 'Dead letters' }).boundingBox();
  expect((last?.y ?? 900) + (last?.height ?? 0)).toBeLessThanOrEqual(900);
  const group = navigation.getByRole('button', { name: 'Automation' });
  await group.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => navigation.getByRole('link', { name: 'Business rules' }).count()).toBe(0);
  await page.reload();
  await group.click();
  await navigation.getByRole('link', { name: 'Business rules' }).waitFor();
  // In a narrow window the menu is folded to its icons, which keep their names.
  await page.setViewportSize({ width: 1024, height: 900 });
  await expect.poll(async () => (await navigation.boundingBox())?.width).toBeLessThan(60);
  await navigation.getByRole('link', { name: 'Business rules' }).click();
  await page.getByRole('heading', { name: 'Business rules', level: 1 }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Unfold the menu' }).click();
  await navigation.getByText('Business rules').waitFor();
});
