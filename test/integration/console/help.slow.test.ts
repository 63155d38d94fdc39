import { expect, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import { accessibilityProblems, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

it('the account menu leads to the explorer by keyboard, and its header back to the console', async () => {
  const { page } = await visitConsole({ home: await aTenant(), at: '/' });
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
