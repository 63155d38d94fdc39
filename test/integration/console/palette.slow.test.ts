import { describe, expect, it } from 'vitest';
import { paletteTexts } from '../../../lib/console/texts/palette.ts';
import { thingTitles } from '../../../lib/console/texts/things.ts';
import { searchSources } from '../../../shared/catalog/search-sources.ts';
import { aMerchant, begin } from '../../support/builders/payments.ts';
import { aSibling, aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { aWebhook } from '../../support/builders/webhooks.ts';
import { accessibilityProblems, journey, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

describe('the palette', () => {
  journey('a payment is found in the palette by its Stripe id', async (way) => {
    const home = await aMerchant();
    const { sessionId, transactionId } = await begin(home);
    const { page, press, type, problems } = await visitConsole({ home, way, at: '/' });
    if (way.by === 'mouse') await press(page.getByRole('button', { name: 'Find', exact: true }));
    else await page.keyboard.press('Control+k');
    const name = page.getByRole('combobox', { name: 'Name, id or action' });
    await name.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await type(name, sessionId);
    const found = page.getByRole('option', { name: sessionId });
    await found.waitFor();
    expect(await found.getAttribute('aria-selected')).toBe('true');
    expect(await accessibilityProblems(page)).toEqual([]);
    if (way.by === 'mouse') await press(found);
    else await page.keyboard.press('Enter');
    await page.waitForURL(new RegExp(`/o/${home.organizationId}/payments/${transactionId}$`));
    await page.getByRole('heading', { name: 'History' }).waitFor();
    expect(await problems()).toEqual([]);
  });

  it('offers each of its pages and actions, and has a page for each kind that a search finds', async () => {
    const home = await aTenant({ isSuperAdmin: true });
    const user = await aUser(home, { acl: { features: ['*'], isSuperAdmin: true, organizations: null } });
    const { page, open } = await visitConsole({ user });
    const kinds = Object.keys(searchSources).filter((kind) => kind !== 'entities.record');
    const items = [...kinds, 'crm.customer'].map((kind) => {
      return { kind, id: home.organizationId, name: `found ${kind}`, detail: null, organizationId: null };
    });
    await page.route(/\/api\/search\?/, (route) => {
      return route.fulfill({ json: { items, leftOut: [], isComplete: true } });
    });
    await open('/');
    await page.keyboard.press('Control+k');
    const { pages, actions } = paletteTexts;
    for (const name of [...Object.values(pages), ...Object.values(actions)])
      await page.getByRole('option', { name, exact: true }).first().waitFor();
    await page.keyboard.type('found');
    for (const { name } of items) await page.getByRole('option', { name, exact: true }).waitFor();
    for (const kind of kinds)
      expect(await page.getByRole('group', { name: thingTitles[kind], exact: true }).count(), kind).toBe(1);
  });

  it('offers pages and actions by right, chosen with the arrow keys', async () => {
    const home = await aTenant();
    const features = ['webhooks.view', 'business_rules.*'];
    const user = await aUser(home, {
      acl: { features, isSuperAdmin: false, organizations: [home.organizationId] },
    });
    const { page } = await visitConsole({ user, at: '/' });
    await page.keyboard.press('Meta+k');
    await page.getByRole('option', { name: 'Create a rule', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('option', { name: 'Create a webhook' }).count()).toBe(0);
    await expect.poll(() => page.getByRole('option', { name: 'Users' }).count()).toBe(0);
    await page.keyboard.type('rule');
    const selected = page.locator('[role=option][aria-selected=true]');
    const first = await selected.textContent();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => selected.textContent()).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => selected.textContent()).toBe(first);
    await page.keyboard.type(' set create');
    await expect.poll(() => selected.textContent()).toBe('Create a rule set');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/rules\/sets\/new$/);
  });

  it('opens a thing that was opened in another organization in that organization', async () => {
    const home = await aTenant();
    const other = await aSibling(home);
    const webhook = await aWebhook(home, { name: 'Warehouse' });
    const organizations = [home.organizationId, other.organizationId];
    const user = await aUser(home, { acl: { features: ['*'], isSuperAdmin: false, organizations } });
    const { page, open } = await visitConsole({ user });
    const inOrganization = (id: string) => `/t/${home.tenantId}/o/${id}`;
    await open(`${inOrganization(home.organizationId)}/webhooks/${webhook.id}`);
    await page.getByRole('heading', { name: 'Warehouse', level: 1 }).waitFor();
    await open(`${inOrganization(other.organizationId)}/`);
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await page.getByRole('option', { name: 'Warehouse' }).click();
    await page.waitForURL(new RegExp(`${inOrganization(home.organizationId)}/webhooks/${webhook.id}$`));
    await page.getByRole('heading', { name: 'Warehouse', level: 1 }).waitFor();
  });
});

it('the entry that Enter opens is marked without colours, too', async () => {
  const { page } = await visitConsole({ home: await aTenant(), at: '/' });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.keyboard.press('Control+k');
  const lineOf = (isSelected: boolean) =>
    page.evaluate<string>(
      `getComputedStyle(document.querySelector('[role=option][aria-selected="${isSelected}"]')).outlineStyle`,
    );
  await page.getByRole('option').nth(1).waitFor();
  expect(await lineOf(true)).toBe('solid');
  expect(await lineOf(false)).toBe('none');
});

it('the sheet of shortcuts opens with ?, but not while a user types', async () => {
  const home = await aTenant();
  const { page } = await visitConsole({ home, at: '/webhooks' });
  await page.getByLabel('Search').press('?');
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await page.getByRole('heading', { level: 1 }).focus();
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByText('Find pages, things and actions').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
});
