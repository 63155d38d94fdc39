import { expect, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import { useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

const work = ['No background work is running', 'No background work in the last 30 days'];

it.each([
  ['/work', ['*'], work, 'Start an import or export', 2],
  ['/work', ['progress.view'], work, 'Start an import or export', 0],
  ['/sync', ['*'], ['No runs yet'], 'Start a run', 1],
  ['/sync', ['data_sync.view'], ['No runs yet'], 'Start a run', 0],
])('the empty page %s leads a user with %j on, if they may', async (at, features, titles, name, links) => {
  const { page } = await visitConsole({ home: await aTenant(), features, at });
  for (const title of titles) await page.getByRole('heading', { name: title }).waitFor();
  expect(await page.locator('.empty').getByRole('link', { name }).count()).toBe(links);
});
