/** Empty lists lead callers on to what they may do next. */
import { expect, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

it.each([
  { features: ['*'], links: 2 },
  { features: ['progress.view'], links: 0 },
])(
  'a user with $features gets $links links to a new sync while no work runs',
  async ({ features, links }) => {
    const user = await aUser(await aTenant(), {
      acl: { features, isSuperAdmin: false, organizations: null },
    });
    await using visit = await visitConsole({ user });
    const { page } = visit;
    await visit.open('/work');
    await page.getByRole('heading', { name: 'No background work is running' }).waitFor();
    await page.getByRole('heading', { name: 'No background work in the last 30 days' }).waitFor();
    expect(
      await page.locator('.empty').getByRole('link', { name: 'Start an import or export' }).count(),
    ).toBe(links);
    expect(visit.complaints).toEqual([]);
  },
);

it.each([
  { features: ['*'], links: 1 },
  { features: ['data_sync.view'], links: 0 },
])('a user with $features gets $links links to a run while there are none', async ({ features, links }) => {
  const user = await aUser(await aTenant(), { acl: { features, isSuperAdmin: false, organizations: null } });
  await using visit = await visitConsole({ user });
  const { page } = visit;
  await visit.open('/sync');
  await page.getByRole('heading', { name: 'No runs yet' }).waitFor();
  expect(await page.locator('.empty').getByRole('link', { name: 'Start a run' }).count()).toBe(links);
  expect(visit.complaints).toEqual([]);
});
