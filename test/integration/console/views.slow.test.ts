/** Saved views of callers who share a browser. */
import { expect, inject, it } from 'vitest';
import type { UserRow } from '../../../shared/kernel/auth/identity-types.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aSession, aUser } from '../../support/builders/users.ts';
import { longJourneyMs, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

it(
  'a view stays for its user alone when others sign in, and a stored value that is no JSON is ignored',
  async () => {
    const home = await aTenant();
    const [user, other] = [await aUser(home), await aUser(home)];
    await using visit = await visitConsole({ user });
    const { page } = visit;
    const signInAs = async (next: UserRow) => {
      const { token } = await aSession(next);
      const cookie = { httpOnly: true, sameSite: 'Lax', url: inject('baseUrl') } as const;
      await page.context().addCookies([{ ...cookie, name: 'auth_token', value: token }]);
    };
    const openViews = async () => {
      await visit.open('/webhooks?search=orders');
      await page.locator('summary', { hasText: 'Views' }).click();
    };
    await openViews();
    await page.getByRole('button', { name: 'Save this view' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Orders');
    await page.keyboard.press('Enter');
    await page.getByText('Orders is saved').waitFor();
    await signInAs(other);
    await openViews();
    await page.getByText('No saved views of this list yet.').waitFor();
    await signInAs(user);
    await visit.open('/webhooks?search=orders');
    await page.locator('summary', { hasText: 'Orders' }).waitFor();
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage))
        if (key.startsWith('console.list:')) localStorage.setItem(key, '{');
    });
    await openViews();
    await page.getByText('No saved views of this list yet.').waitFor();
    expect(visit.complaints).toEqual([]);
  },
  longJourneyMs,
);
