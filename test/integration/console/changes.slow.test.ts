import { describe, expect, it } from 'vitest';
import { loggedIn } from '../../support/builders/roles.ts';
import { aStoredRule, aStoredSet, getRule, rulesPath } from '../../support/builders/rules.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { aWebhook } from '../../support/builders/webhooks.ts';
import { accessibilityProblems, journey, scrollTo, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

/** A rule that Grace Hopper has changed, and a reader who may undo it. */
async function aChangedRule() {
  const home = await aTenant();
  const rule = await aStoredRule(home, { ruleName: 'Limit of an order', priority: 100 });
  const grace = await aUser(home, { name: 'Grace Hopper' });
  const byGrace = await loggedIn(grace);
  await byGrace.put(rulesPath, { body: { id: rule.id, priority: 900 } });
  const reader = await aUser(home, {
    acl: { features: ['*'], isSuperAdmin: false, organizations: null },
  });
  return { home, rule, grace, byGrace, reader };
}

journey('who changed a rule is read by name, and the change is undone', async (way) => {
  const { home, rule, reader } = await aChangedRule();
  const { page, press, reach, problems } = await visitConsole({ user: reader, way, at: `/rules/${rule.id}` });
  const changes = page.getByRole('region', { name: 'Changes', exact: true });
  await reach(changes.getByRole('link', { name: 'Show in the audit trail' }));
  const changed = changes.getByRole('listitem').filter({ hasText: 'Grace Hopper' });
  await scrollTo(changes, changed);
  await press(changed.locator('summary', { hasText: '1 field' }));
  await changed.getByText('900').waitFor();
  expect(await problems()).toEqual([]);
  await press(changed.getByRole('button', { name: /^Undo the change/ }));
  const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
  await dialog.getByText('revision 1').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await press(dialog.getByRole('button', { name: 'Undo the change' }));
  await page.getByText('The change is undone').waitFor();
  expect((await getRule(home, rule.id)).body.priority).toBe(100);
  await press(changes.getByRole('link', { name: 'Grace Hopper' }));
  await page.getByRole('heading', { name: 'Grace Hopper', level: 1 }).waitFor();
  expect(await problems()).toEqual([]);
});

describe('the undo of a change', () => {
  it('keeps later changes', async () => {
    const { home, rule, byGrace, reader } = await aChangedRule();
    await byGrace.put(rulesPath, { body: { id: rule.id, description: 'For orders of shops' } });
    const { page } = await visitConsole({ user: reader, at: `/rules/${rule.id}` });
    const changes = page.getByRole('region', { name: 'Changes', exact: true });
    const undo = changes.getByRole('button', { name: /^Undo the change/ });
    await scrollTo(changes, undo.nth(1));
    await undo.last().click();
    const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
    await dialog.getByText('priority').waitFor();
    await dialog.getByRole('button', { name: 'Undo the change' }).click();
    await page.getByText('The change is undone').waitFor();
    expect((await getRule(home, rule.id)).body).toMatchObject({
      priority: 100,
      description: 'For orders of shops',
    });
  });

  it('keeps hidden values, and the question names them', async () => {
    const home = await aTenant();
    const webhook = await aWebhook(home, { name: 'Orders' });
    const body = { name: 'Shipments', customHeaders: { 'x-team': 'shipping' } };
    await home.api.put(`/api/webhooks/${webhook.id}`, { body });
    const { page } = await visitConsole({ home, at: `/webhooks/${webhook.id}` });
    await page.getByText(webhook.id).first().waitFor();
    const changes = page.getByRole('region', { name: 'Changes', exact: true });
    const undo = changes.getByRole('button', { name: /^Undo the change/ });
    await scrollTo(changes, undo);
    await undo.click();
    const dialog = page.getByRole('dialog', { name: 'Undo this change?' });
    await dialog.getByText(/stay as they are.*customHeaders/).waitFor();
    await dialog.getByRole('button', { name: 'Undo the change' }).click();
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
    const { customHeaders } = (await home.api.get(`/api/webhooks/${webhook.id}`)).body;
    expect(customHeaders).toEqual({ 'x-team': expect.any(String) });
  });

  it('is not shown to callers without the right to see the audit trail', async () => {
    const home = await aTenant();
    const rule = await aStoredRule(home, {});
    const { page } = await visitConsole({ home, features: ['business_rules.*'], at: `/rules/${rule.id}` });
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    await expect.poll(() => page.getByRole('region', { name: 'Changes', exact: true }).count()).toBe(0);
  });
});

it('the audit trail is found by an e-mail address, and by the name of a rule', async () => {
  const { home, rule, grace, reader } = await aChangedRule();
  await home.api.put(rulesPath, { body: { id: rule.id, description: 'By a key' } });
  const { page } = await visitConsole({ user: reader, at: '/audit' });
  const rows = page.getByRole('row');
  await rows.getByRole('link', { name: 'Limit of an order' }).first().waitFor();

  await page.getByLabel('Who or what').fill(grace.email);
  await page.getByRole('button', { name: /^By Grace Hopper/ }).click();
  await expect.poll(() => rows.count()).toBe(2);
  await rows.getByRole('link', { name: 'Grace Hopper' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.getByRole('button', { name: 'Clear the filter By Grace Hopper' }).press('Enter');
  await page.locator('input:focus').waitFor();
  await page.keyboard.type('Limit of');
  await page.getByRole('button', { name: /^Changes of Limit of an order/ }).press('Enter');
  await expect.poll(() => rows.count()).toBe(4);
  await rows.getByRole('link', { name: 'Limit of an order' }).first().click();
  await page.getByRole('heading', { name: 'Limit of an order', level: 1 }).waitFor();
});

it('a thing that was renamed has its new name on all pages at once', async () => {
  const home = await aTenant();
  const { id } = await aWebhook(home, { name: 'Orders' });
  const { page, go } = await visitConsole({ home, at: '/audit' });
  await page.getByRole('row').getByRole('link', { name: 'Orders' }).first().click();
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.waitForURL(new RegExp(`${id}/edit$`));
  await page.getByLabel('Name', { exact: true }).fill('Shipments');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'Shipments', level: 1, exact: true }).waitFor();
  await go('Audit trail');
  await page.getByRole('row').getByRole('link', { name: 'Shipments' }).first().waitFor();
});

it('a job runs a rule set that is chosen by its name', async () => {
  const home = await aTenant();
  const set = await aStoredSet(home, { setName: 'Checks before checkout' }, []);
  const { page } = await visitConsole({ home, at: '/jobs/new' });
  await page.getByLabel('Name', { exact: true }).fill('Nightly checks');
  await page.getByLabel('Action').selectOption('Runs a command');
  await page.getByLabel('Command').selectOption('business_rules.execute_set');
  await page.getByLabel('Rule set').fill('Checks');
  await page.getByRole('button', { name: /^Checks before checkout/ }).click();
  await expect.poll(() => page.getByLabel('Payload').inputValue()).toContain(set.id);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Nightly checks', level: 1 }).waitFor();
});
