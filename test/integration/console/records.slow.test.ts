import { expect, inject, it } from 'vitest';
import { recordsOf } from '../../support/builders/sync-runs.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { accessibilityProblems, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

it('a record is added with a custom field, found by it, corrected and deleted', async () => {
  const home = await aTenant();
  await home.api.post('/api/entities/records', {
    body: { entityType: 'sales.order', externalId: 'SO-1', fields: { total: 50 } },
  });
  const { page } = await visitConsole({ home, at: '/records', expected: /status of 400/ });
  await page.getByLabel('Entity type').fill('sales.order');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await page.getByRole('link', { name: 'SO-1' }).waitFor();

  await page.getByRole('link', { name: 'Custom fields' }).click();
  await page.getByRole('link', { name: 'New custom field' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Priority');
  await page.getByLabel('Key').fill('Priority');
  await page.getByLabel('Kind').selectOption('Choice');
  await page.getByLabel('Allowed values').fill('low: Low\nhigh: High');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('must be lower-case letters').first().waitFor();
  await page.getByLabel('Key').fill('priority');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('cf_priority').waitFor();
  await page.getByRole('link', { name: 'New custom field' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Discount');
  await page.getByLabel('Kind').selectOption('Attachment');
  const size = page.getByLabel('Largest file in MB');
  await size.fill('2,5');
  await page.getByLabel('Key').fill('discount');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => size.getAttribute('aria-invalid')).toBe('true');
  await page.getByLabel('Key').fill('priority');
  await page.getByLabel('Kind').selectOption('Number');
  await page.getByRole('button', { name: 'Add rule' }).click();
  await page.getByLabel('Compared with').fill('100');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('There is a field with this key.').waitFor();
  await page.getByLabel('Key').fill('discount');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('At most 100').waitFor();

  await page.getByRole('link', { name: 'sales.order' }).click();
  await page.getByRole('link', { name: 'New record' }).click();
  await page.getByLabel('Your own id').fill('SO-2');
  await page.getByLabel('Priority').selectOption('High');
  await page.getByLabel('Discount').fill('120');
  await page.getByLabel('Data (JSON)').fill('{"total": 12500}');
  await page.getByRole('button', { name: 'Save' }).click();
  await page
    .locator('.field', { has: page.getByLabel('Discount') })
    .locator('.field-error')
    .waitFor();
  await page.getByLabel('Discount').fill('12.5');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'SO-2', level: 1 }).waitFor();

  await page.getByRole('link', { name: 'sales.order' }).click();
  await page.getByRole('link', { name: 'SO-1' }).waitFor();
  await page.getByLabel('Priority').selectOption('High');
  await page.getByRole('link', { name: 'SO-1' }).waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('?type=sales.order&cf_priority=high');
  const row = page.getByRole('row').filter({ hasText: 'SO-2' });
  await row.getByText('12.5', { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await row.getByRole('link', { name: 'SO-2' }).click();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Discount').fill('');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'SO-2', level: 1 }).waitFor();
  expect(await recordsOf(home, 'sales.order')).toMatchObject([
    { externalId: 'SO-1', fields: { total: 50 } },
    { externalId: 'SO-2', fields: { total: 12_500 }, customFields: { priority: 'high' } },
  ]);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete record' }).click();
  await page.getByRole('link', { name: 'SO-1' }).waitFor();
  expect(await recordsOf(home, 'sales.order')).toHaveLength(1);
});

it('a record with ids beyond 2^53 is opened as JSON and saved with every digit', async () => {
  const home = await aTenant();
  const digits = '9007199254740993';
  const fields = `{"id":${digits},"lines":[{"ref":-${digits}}]}`;
  const path = '/api/entities/records';
  const { body: record } = await home.api.post(path, {
    body: `{"entityType":"sales.order","externalId":"SO-1","fields":${fields}}`,
  });
  const { page } = await visitConsole({ home, at: `/records/${record.id}?type=sales.order` });
  await page.getByText(digits).first().waitFor();
  await page.getByRole('link', { name: 'Edit' }).click();
  const editor = page.getByLabel('Data (JSON)');
  await editor.waitFor();
  expect((await editor.inputValue()).replaceAll(/\s/g, '')).toBe(fields);
  const saving = page.waitForResponse((response) => response.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await saving).status()).toBe(200);
  await page.getByRole('heading', { name: 'SO-1', level: 1 }).waitFor();
  const stored = await fetch(`${inject('baseUrl')}${path}?entityType=sales.order`, {
    headers: { 'x-api-key': home.key },
  });
  expect(await stored.text()).toContain(`"fields":${fields}`);
});
