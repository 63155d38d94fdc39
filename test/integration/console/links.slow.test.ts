/** Links that arrive: the address names tenant and organization. */
import { describe, expect, it } from 'vitest';
import { aSibling, aTenant, type TestCaller } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { aWebhook } from '../../support/builders/webhooks.ts';
import { accessibilityProblems, useConsole } from '../../support/clients/console.ts';

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
    await using visit = await visitConsole({ user });
    const { page } = visit;
    // An address without a scope becomes that of the caller.
    await visit.open('/webhooks?search=Of+the#top');
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
    expect(await page.getByLabel('Tenant').inputValue()).toBe(first.tenantId);
    await other.reload();
    await other.getByRole('heading', { name: 'Of the second', level: 1 }).waitFor();
    // From one thing to another tenant: the list, because the thing is not there. The way back leads to the thing.
    await other.getByLabel('Tenant').selectOption(first.tenantId);
    await other.getByRole('link', { name: 'Of the first' }).waitFor();
    await other.goBack();
    await other.getByRole('heading', { name: 'Of the second', level: 1 }).waitFor();
    expect(visit.complaints).toEqual([]);
  });

  it('of a tenant or an organization that the caller may not select offers to switch', async () => {
    const home = await aTenant();
    const sibling = await aSibling(home);
    const foreign = await aTenant();
    await aWebhook(home);
    const acl = { features: ['*'], isSuperAdmin: false, organizations: [home.organizationId] };
    await using visit = await visitConsole({ user: await aUser(home, { acl }) });
    const { page } = visit;
    for (const [scope, title] of [
      [foreign, 'This link leads to another tenant'],
      [sibling, 'This link leads to another organization'],
    ] as const) {
      await visit.open(`${addressIn(scope)}/webhooks/${foreign.organizationId}`);
      await page.getByRole('heading', { name: title }).waitFor();
      expect(await accessibilityProblems(page)).toEqual([]);
      await page.getByRole('button', { name: /^Switch to / }).focus();
      await page.keyboard.press('Enter');
      await page.getByRole('link', { name: 'Order updates' }).waitFor();
      expect(new URL(page.url()).pathname).toBe(`/console${addressIn(home)}/webhooks`);
    }
  });
});
