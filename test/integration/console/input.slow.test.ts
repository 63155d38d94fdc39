/** What a user enters: it is kept, sent once, and belongs to one thing. */
import { expect, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { webhooksPath } from '../../support/builders/webhooks.ts';
import { useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

it('a double click on the button of a form creates one thing', async () => {
  const home = await aTenant();
  await using visit = await visitConsole({ user: await aUser(home) });
  const { page } = visit;
  await visit.open('/webhooks/new');
  await page.getByLabel('Name', { exact: true }).fill('Clicked twice');
  await page.getByRole('textbox', { name: 'Address' }).fill('https://example.com/hooks');
  await page.getByLabel('All events').check();
  await page.getByRole('button', { name: 'Save', exact: true }).dblclick();
  await page.getByRole('dialog').waitFor();
  const { body } = await home.api.get(`${webhooksPath}?search=twice`);
  expect(body.total).toBe(1);
});
