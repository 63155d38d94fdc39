/** Data sync: progress of a run, correction of failed rows, and a schedule. */
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { aFolder, synced } from '../../support/builders/sync-files.ts';
import { recordsOf } from '../../support/builders/sync-runs.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { accessibilityProblems, longJourneyMs, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

it(
  'a sync run is observed until it ends, one failed row is fixed by hand and the others by the mapping',
  async () => {
    const home = await aTenant();
    const folder = await aFolder(home, 'csv');
    await folder.put('crm.customer', 'id,Name,Since\n1,Ada,1815\n,Grace,1906\n3,Alan,soon\n');
    await using visit = await visitConsole({ user: await aUser(home) });
    const { page } = visit;
    await visit.open('/sync');
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
    expect(await count('Created').textContent()).toBe('Created1');
    expect(await count('Failed').textContent()).toBe('Failed2');

    const failed = page.getByRole('region', { name: 'Failed items' });
    await failed.getByText('"Grace"').waitFor();
    await failed.getByRole('button', { name: 'Fix without an id' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('id', { exact: true }).fill('2');
    await dialog.getByRole('button', { name: 'Import the row' }).click();
    await page.getByText('The row is imported').waitFor();
    await failed.getByText('"Grace"').waitFor({ state: 'detached' });
    expect(await count('Created').textContent()).toBe('Created2');
    expect(await count('Failed').textContent()).toBe('Failed1');
    expect(await count('Fixed').textContent()).toBe('Fixed1');
    expect(await accessibilityProblems(page)).toEqual([]);

    await failed.getByRole('link', { name: 'Edit the mapping' }).click();
    await fields.last().getByLabel('Conversion').fill('');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Run again from the beginning' }).click();
    await page.getByText('A new run has been started').waitFor();
    await page.getByRole('link', { name: 'an earlier run' }).waitFor();
    await counters.getByText('Completed').waitFor();
    // The file still has the row without an id.
    expect(await count('Failed').textContent()).toBe('Failed1');
    const records = await recordsOf(home, 'crm.customer');
    expect(records.map(({ externalId, fields: { name, since } }) => [externalId, name, since])).toEqual([
      ['1', 'Ada', '1815'],
      ['2', 'Grace', 1906],
      ['3', 'Alan', 'soon'],
    ]);
    expect(visit.complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
  },
  longJourneyMs,
);

it(
  'a sync is scheduled, and a read-only user is offered no other operation',
  async () => {
    const home = await aTenant();
    const folder = await aFolder(home, 'csv');
    await folder.put('crm.customer', 'id,name\n1,Ada\n');
    const run = await synced(home);
    {
      await using visit = await visitConsole({ user: await aUser(home) });
      const { page } = visit;
      await visit.open('/sync/start?integration=sync_stripe&type=crm.customer&direction=export');
      await page.getByLabel('Record type at the integration').and(page.getByRole('combobox')).waitFor();
      expect(await page.getByLabel('Record type at the integration').inputValue()).toBe('crm.customer');
      expect(await page.getByLabel('Direction').inputValue()).toBe('export');
      await visit.open('/sync/schedules/new');
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
      expect(visit.complaints).toEqual([]);
    }
    const acl = { features: ['data_sync.view'], isSuperAdmin: false, organizations: null };
    await using visit = await visitConsole({ user: await aUser(home, { acl }) });
    const { page } = visit;
    await visit.open(`/sync/runs/${run.id}`);
    await page.getByText('Nothing failed').waitFor();
    expect(await page.getByRole('button', { name: /Run again|Continue|Cancel|Fix/ }).count()).toBe(0);
    await visit.open('/sync/start');
    await page.getByText('data_sync.run').waitFor();
    expect(visit.complaints).toEqual([]);
  },
  longJourneyMs,
);

const customers = 'Number,Name,Born\nC-1,Ada,1815\n,Grace,1906\nC-3,Alan,soon\n';
const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(customers) };

async function chooseByKeyboard(page: Page): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose a file' }).press('Enter');
  await (await chooser).setFiles(file);
}

/** Drops the file on the area, as a user drags it from a folder. */
async function dropByMouse(page: Page): Promise<void> {
  // The browser's globals are unknown to Node's types.
  const data = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([${JSON.stringify(customers)}], ${JSON.stringify(file.name)}, { type: 'text/csv' }));
    return data;
  })()`);
  await page.getByRole('region', { name: 'CSV file' }).dispatchEvent('drop', { dataTransfer: data });
}

it.each([
  [1_440, 'mouse'],
  [390, 'keyboard'],
] as const)(
  'imports a CSV file of the user, whose failed row is fixed once, at %i px by %s',
  async (width, device) => {
    const home = await aTenant();
    const user = await aUser(home);
    await using visit = await visitConsole({ user });
    await using other = await visitConsole({ user });
    const { page } = visit;
    const press = (name: string) => {
      const button = page.getByRole('button', { name, exact: true });
      return device === 'mouse' ? button.click() : button.press('Enter');
    };
    await page.setViewportSize({ width, height: 900 });
    await visit.open('/sync');
    await page.getByRole('link', { name: 'Import a CSV file' }).click();
    await page.getByLabel('Record type at the integration').fill('crm.customer');
    await press('Start');
    await page.getByText('Choose a CSV file.').waitFor();
    await (device === 'mouse' ? dropByMouse(page) : chooseByKeyboard(page));
    await page.getByText('Stored', { exact: true }).waitFor();

    const preview = page.getByRole('table', { name: 'Preview' });
    await preview.getByText('C-1', { exact: true }).waitFor();
    await page.getByText('All 3 rows as they will be stored. 1 of them has an error.').waitFor();
    await preview.getByText('Row 3 has no Number.').waitFor();
    await page.getByLabel('Name of the field of Name').fill('name');
    await page.getByLabel('Name of the field of Name').press('Enter');
    // On a phone, a row shows the titles of its cells instead of a head.
    await preview.locator('th', { hasText: /^name$/ }).waitFor({ state: 'attached' });
    await page.getByLabel('Conversion of Born').selectOption('Whole number');
    await preview.getByText('is not a whole number').or(preview.getByText('is not a number')).waitFor();
    await preview.getByText('1815').locator('..').getByText('number', { exact: true }).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);

    await press('Start');
    await page.getByText('The run has been started').waitFor();
    const failed = page.getByRole('region', { name: 'Failed items' });
    await failed.getByRole('button', { name: 'Fix C-3' }).waitFor();
    await other.open(new URL(page.url()).pathname.replace('/console', ''));
    await other.page.getByRole('button', { name: 'Fix C-3' }).click();

    await press('Fix without an id');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Number', { exact: true }).fill('C-2');
    expect(await accessibilityProblems(page)).toEqual([]);
    await press('Import the row');
    await failed.getByRole('button', { name: 'Fix without an id' }).waitFor({ state: 'detached' });
    await press('Fix C-3');
    await press('Import the row');
    await dialog.getByText('is not a number').last().waitFor();
    await dialog.getByLabel('Born', { exact: true }).fill('1912');
    await press('Import the row');
    await page.getByRole('heading', { name: 'All failed rows are fixed' }).first().waitFor();
    const counters = page.getByRole('region', { name: 'Counters' });
    await counters.getByText('Fixed').waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);

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
    expect(visit.complaints.filter((text) => !text.includes('status of 400'))).toEqual([]);
  },
  longJourneyMs,
);
