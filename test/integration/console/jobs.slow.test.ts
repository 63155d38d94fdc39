import { expect, it } from 'vitest';
import { aJob, aStoredJob, findJob } from '../../support/builders/scheduler.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

it('a job is created with a preview of its next five runs, run by hand, and its run is found', async () => {
  const { page } = await visitConsole({ home: await aTenant(), at: '/jobs', expected: /status of 422/ });
  await page.getByText('No scheduled jobs yet').waitFor();
  await page.getByRole('link', { name: 'New job' }).first().click();
  const firings = page.getByRole('region', { name: 'The next five runs' });

  await page.getByLabel('Cron expression').fill('61 * * * *');
  await page.getByText('not a cron expression').waitFor();
  await page.getByLabel('Start from').selectOption('On workdays at 9:00');
  await page.getByLabel('Time zone').fill('Asia/Tokyo');
  await firings.getByRole('columnheader', { name: 'Time of the job (Asia/Tokyo)' }).waitFor();
  await expect.poll(() => firings.getByRole('row').count()).toBe(6);
  await firings
    .getByText(/09:00$/)
    .first()
    .waitFor();

  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This is required.').first().waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Morning greeting');
  await page.getByLabel('Action').selectOption('Runs a command');
  await page.getByLabel('Command').selectOption('scheduler.test.echo');
  await page.getByLabel('Payload').fill('[1]');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('This is not a JSON object.').waitFor();
  await page.getByLabel('Payload').fill('{"text": "Good morning"}');
  const condition = page.getByRole('group', { name: 'Only when', exact: true });
  await condition.getByRole('button', { name: 'Add a condition' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await condition.getByText('Every comparison needs a field').waitFor();
  await condition.getByLabel('Field', { exact: true }).fill('time.hour');
  await condition.getByLabel('Operator').selectOption('>=');
  await condition.getByLabel('Value', { exact: true }).fill('0');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Morning greeting', level: 1 }).waitFor();

  await page.getByText('time.hour').waitFor();
  await page.getByText('It has not run yet').waitFor();
  await page.getByRole('button', { name: 'Run now' }).click();
  const run = page.getByRole('listitem').filter({ hasText: 'started manually' });
  await run.getByText('Completed').waitFor();
  await run.getByText('Details').click();
  await run.getByText('"Good morning"').waitFor();

  const titles = page.getByText(/\d{4}, \d\d:\d\d UTC$/);
  await expect.poll(() => titles.count()).toBe(0);
  await page.locator('summary', { hasText: 'Account' }).click();
  await page.getByRole('radio', { name: 'UTC', exact: true }).check();
  await expect.poll(() => titles.count()).toBe(1);
});

it('a deleted job is restored with one click', async () => {
  const home = await aTenant();
  const job = await aStoredJob(home, aJob({ name: 'Yearly greeting' }));
  const { page } = await visitConsole({ home, at: `/jobs/${job.id}` });
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete job' }).click();
  await page.getByText('No scheduled jobs yet').waitFor();
  expect(await findJob(home, job.id)).toBeUndefined();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Yearly greeting' }).waitFor();
  expect(await findJob(home, job.id)).toMatchObject({ isEnabled: true });
});
