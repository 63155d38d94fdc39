/** Console, explorer and documentation link to each other. */
import { expect, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { accessibilityProblems, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

it('the account menu leads to the explorer by keyboard, and its header back to the console', async () => {
  await using visit = await visitConsole({ user: await aUser(await aTenant()) });
  const { page } = visit;
  await visit.open('/');
  await page.locator('summary', { hasText: 'Account' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: 'API documentation' }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('link', { name: 'API explorer' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/docs/api**');
  await page.getByRole('link', { name: 'Documentation', exact: true }).first().waitFor();
  await page.getByRole('link', { name: 'Console', exact: true }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/console\//);
});
