import { beforeAll, describe, expect, it } from 'vitest';
import type { UserRow } from '../../../shared/kernel/auth/identity-types.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { accessibilityProblems, useConsole } from '../../support/clients/console.ts';
import { places } from '../../support/console-places.ts';

const visitConsole = useConsole();

let admin: UserRow;
beforeAll(async () => {
  const home = await aTenant({ isSuperAdmin: true });
  admin = await aUser(home, { acl: { features: ['*'], isSuperAdmin: true, organizations: null } });
});

const resources = places.flatMap(({ at, of, pages }) =>
  of === undefined ? [] : [{ at, of, paths: pages.map(({ path }) => path) }],
);
const lists = resources.filter(({ paths }) => paths.includes(''));
const forms = resources.filter(({ paths }) => paths.includes('new'));

/** Lists that are short, and have a filter of states alone. */
const unsearched = new Set(['sync/schedules']);

describe('the list of a resource', () => {
  it.each(lists)('$at is shown, filtered by its search, and leads to its form', async ({ at, of }) => {
    const { page } = await visitConsole({ user: admin, at: `/${at}` });
    const search = page.getByRole('search').getByLabel('Search');
    if (!unsearched.has(at)) {
      const answer = page.waitForResponse((response) => {
        const { pathname, searchParams } = new URL(response.url());
        return pathname === of.path && searchParams.get('search') === 'no such thing';
      });
      await search.fill('no such thing');
      expect((await answer).status()).toBe(200);
      await page.getByRole('heading', { name: 'Nothing matches' }).waitFor();
      expect(new URL(page.url()).searchParams.get('search')).toBe('no such thing');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'detached' });
    } else {
      await expect.poll(() => search.count()).toBe(0);
    }
    const create = page.locator('.page-header a.primary');
    if ((await create.count()) > 0) {
      const title = String(await page.locator('h1').textContent());
      await create.click();
      await page.locator('h1').filter({ hasNotText: title }).waitFor();
      await expect.poll(() => page.locator('h1').textContent()).toMatch(/^New /);
    }
  });
});

describe('the form of a resource', () => {
  it.each(forms)('$at asks for what is required, and keeps unsaved input', async ({ at }) => {
    const { page } = await visitConsole({ user: admin, at: `/${at}/new` });
    const save = page.getByRole('button', { name: 'Save' });
    await save.click();
    await page.locator('.field-error').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    const field = page.locator('form :is(input:not([type]), input[type="text"], textarea)').first();
    await field.fill('Unsaved');
    await page.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`/${at}/new$`));
  });
});
