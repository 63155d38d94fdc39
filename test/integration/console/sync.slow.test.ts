import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { aFolder } from '../../support/builders/sync-files.ts';
import { recordsOf } from '../../support/builders/sync-runs.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { accessibilityProblems, journey, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

it('a sync run is observed until it ends, one failed row is fixed by hand and the others by the mapping', async () => {
  const home = await aTenant();
  const folder = await aFolder(home, 'csv');
  await folder.put('crm.customer', 'id,Name,Since\n1,Ada,1815\n,Grace,1906\n3,Alan,soon\n');
  const { page } = await visitConsole({ home, at: '/sync', expected: /status of 400/ });
  await page.getByText('No runs yet').waitFor();

  await page.getByRole('link', { name: 'Mappings' }).click();
  await page.getByRole('link', { name: 'New mapping' }).first().click();
  await page.getByLabel('Integration', { exact: true }).selectOption('Files in S3');
  await page.getByLabel('Record type at the integration').fill('crm.customer');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('heading', { name: 'Mapping of crm.customer of Files in S3' }).waitFor();
  const fields = page.getByRole('list', { name: 'Fields' }).getByRole('listitem');
  for (const [external, local] of [
    ['Name', 'name'],
    ['Since', 'since'],
  ] as const) {
    await page.getByRole('button', { name: 'Add field' }).click();
    await fields.last().getByLabel('Field of the service').fill(external);
    await fields.last().getByLabel('Field of the record').fill(local);
  }
  await fields.last().getByText('Conversion and missing values').click();
  await fields.last().getByLabel('Conversion').fill('integers');
  await page.getByRole('button', { name: 'Save' }).click();
  await fields
    .last()
    .getByText(/must be one of: trim/)
    .waitFor();
  await fields.last().getByLabel('Conversion').fill('integer');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Mapping saved').waitFor();

  await page.getByRole('link', { name: 'Data sync' }).last().click();
  await page.getByRole('link', { name: 'Start a run with Files in S3' }).click();
  await page.getByLabel('Record type at the integration').fill('crm.customer');
  await page.getByRole('button', { name: 'Test the connection' }).click();
  await page.getByText('The connection works').waitFor();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const counters = page.getByRole('region', { name: 'Counters' });
  await counters.getByText('Completed').waitFor();
  const count = (name: string) => counters.locator('div', { has: page.getByText(name) }).last();
  await expect.poll(() => count('Created').textContent()).toBe('Created1');
  await expect.poll(() => count('Failed').textContent()).toBe('Failed2');

  const failed = page.getByRole('region', { name: 'Failed items' });
  await failed.getByText('"Grace"').waitFor();
  await failed.getByRole('button', { name: 'Fix without an id' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('id', { exact: true }).fill('2');
  await dialog.getByRole('button', { name: 'Import the row' }).click();
  await page.getByText('The row is imported').waitFor();
  await failed.getByText('"Grace"').waitFor({ state: 'detached' });
  await expect.poll(() => count('Created').textContent()).toBe('Created2');
  await expect.poll(() => count('Failed').textContent()).toBe('Failed1');
  await expect.poll(() => count('Fixed').textContent()).toBe('Fixed1');
  expect(await accessibilityProblems(page)).toEqual([]);

  await failed.getByRole('link', { name: 'Edit the mapping' }).click();
  await fields.last().getByLabel('Conversion').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Run again from the beginning' }).click();
  await page.getByText('A new run has been started').waitFor();
  await page.getByRole('link', { name: 'An earlier run' }).waitFor();
  await counters.getByText('Completed').waitFor();
  // The file still has the row without an id.
  await expect.poll(() => count('Failed').textContent()).toBe('Failed1');
  const records = await recordsOf(home, 'crm.customer');
  expect(records.map(({ externalId, fields: { name, since } }) => [externalId, name, since])).toEqual([
    ['1', 'Ada', '1815'],
    ['2', 'Grace', 1906],
    ['3', 'Alan', 'soon'],
  ]);
});

it('a sync is scheduled', async () => {
  const home = await aTenant();
  await aFolder(home, 'csv');
  const { page, open } = await visitConsole({
    home,
    at: '/sync/start?integration=sync_stripe&type=crm.customer&direction=export',
  });
  await page.getByLabel('Record type at the integration').and(page.getByRole('combobox')).waitFor();
  await expect
    .poll(() => page.getByLabel('Record type at the integration').inputValue())
    .toBe('crm.customer');
  await expect.poll(() => page.getByLabel('Direction').inputValue()).toBe('export');
  await open('/sync/schedules/new');
  await page.getByLabel('Integration', { exact: true }).selectOption('Files in S3');
  await page.getByLabel('Record type at the integration').fill('crm.customer');
  await page.getByLabel('Start from').selectOption('Every night at 2:00');
  await page.getByRole('region', { name: 'The next five runs' }).getByRole('row').nth(5).waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('link', { name: 'Import of crm.customer', exact: true }).click();
  await page.getByLabel('Enabled', { exact: false }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('cell', { name: 'Disabled' }).waitFor();
  await page.getByRole('button', { name: 'Delete Import of crm.customer' }).click();
  await page.getByRole('button', { name: 'Delete schedule' }).click();
  await page.getByText('No schedules yet').waitFor();
});

const customers = 'Number,Name,Born\nC-1,Ada,1815\n,Grace,1906\nC-3,Alan,soon\n';
const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(customers) };

/** Drops the file on the area, as a user drags it from a folder. */
async function drop(page: Page): Promise<void> {
  // The browser's globals are unknown to Node's types.
  const data = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(customers)}], ${JSON.stringify(file.name)}, { type: 'text/csv' }));
    return data;
  })()`);
  await page.getByRole('region', { name: 'CSV file' }).dispatchEvent('drop', { dataTransfer: data });
}

journey(
  'a CSV file is uploaded and its failed rows are fixed, after which no row has failed',
  async (way) => {
    const home = await aTenant();
    const user = await aUser(home);
    const { page, press, type, choose, open, problems } = await visitConsole({
      user,
      way,
      expected: /status of 400/,
    });
    const other = await visitConsole({ user, expected: /status of 4/ });
    const pressButton = (name: string) => press(page.getByRole('button', { name, exact: true }));
    await open('/sync');
    await press(page.getByRole('link', { name: 'Import a CSV file' }));
    await type(page.getByLabel('Record type at the integration'), 'crm.customer');
    await pressButton('Start');
    await page.getByText('Choose a CSV file.').waitFor();
    if (way.by === 'mouse') await drop(page);
    else {
      const chooser = page.waitForEvent('filechooser');
      await pressButton('Choose a file');
      await (await chooser).setFiles(file);
    }
    await page.getByText('Stored', { exact: true }).waitFor();

    const preview = page.getByRole('table', { name: 'Preview' });
    await preview.getByText('C-1', { exact: true }).waitFor();
    await page.getByText('All 3 rows as they will be stored. 1 of them has an error.').waitFor();
    await preview.getByText('Row 3 has no Number.').waitFor();
    await type(page.getByLabel('Name of the field of Name'), 'name');
    await page.keyboard.press('Enter');
    // On a phone, a row shows the titles of its cells instead of a head.
    await preview.locator('th', { hasText: /^name$/ }).waitFor({ state: 'attached' });
    await choose(page.getByLabel('Conversion of Born'), 'Whole number');
    await preview.getByText('is not a whole number').or(preview.getByText('is not a number')).waitFor();
    await preview.getByText('1815').locator('..').getByText('number', { exact: true }).waitFor();
    expect(await problems()).toEqual([]);

    await pressButton('Start');
    await page.getByText('The run has been started').waitFor();
    const failed = page.getByRole('region', { name: 'Failed items' });
    await failed.getByRole('button', { name: 'Fix C-3' }).waitFor();
    await other.open(new URL(page.url()).pathname.replace('/console', ''));
    await other.page.getByRole('button', { name: 'Fix C-3' }).click();

    await pressButton('Fix without an id');
    const dialog = page.getByRole('dialog');
    await type(dialog.getByLabel('Number', { exact: true }), 'C-2');
    expect(await accessibilityProblems(page)).toEqual([]);
    await pressButton('Import the row');
    await failed.getByRole('button', { name: 'Fix without an id' }).waitFor({ state: 'detached' });
    await pressButton('Fix C-3');
    await pressButton('Import the row');
    await dialog.getByText('is not a number').last().waitFor();
    await type(dialog.getByLabel('Born', { exact: true }), '1912');
    await pressButton('Import the row');
    await page.getByRole('heading', { name: 'All failed rows are fixed' }).first().waitFor();
    await page.getByRole('region', { name: 'Counters' }).getByText('Fixed').waitFor();
    expect(await problems()).toEqual([]);

    await other.page.getByRole('dialog').getByLabel('Born', { exact: true }).fill('1913');
    await other.page.getByRole('button', { name: 'Import the row' }).click();
    await other.page.getByText('Another user has fixed this row.').waitFor();
    const records = await recordsOf(home, 'crm.customer');
    expect(records.map(({ externalId, fields }) => [externalId, fields.name, fields.Born])).toEqual([
      ['C-1', 'Ada', 1815],
      ['C-2', 'Grace', 1906],
      ['C-3', 'Alan', 1912],
    ]);
    const { body } = await home.api.get<{ items: { kind: string }[] }>('/api/attention/causes');
    expect(body.items.filter(({ kind }) => kind === 'failing_sync')).toEqual([]);
  },
);
