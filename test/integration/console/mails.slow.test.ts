import { expect, it } from 'vitest';
import { fillEmail } from '../../support/builders/filled-email.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { useConsole } from '../../support/clients/console.ts';

/** A test of many steps, on a machine that runs other tests at the same time. */
const visitConsole = useConsole();

it('a pending mail is shown with its reason, an address is allowed again, settings and preferences are changed', async () => {
  const home = await aTenant();
  await fillEmail(home);
  const user = await aUser(home);
  const { page, open } = await visitConsole({ user, at: '/mails', expected: /status of 400/ });
  await page.getByText('Sending is paused').waitFor();
  const log = page.getByRole('table', { name: 'E-mail' });
  await log.getByText('Delivered').waitFor();
  await page.getByLabel('State').selectOption('Deferred');
  await log.getByText('The daily limit was reached').waitFor();
  await expect.poll(() => log.getByText('Delivered').count()).toBe(0);

  await page.getByRole('link', { name: 'Suppressed addresses' }).click();
  await page.getByText('Permanent bounce').waitFor();
  await page.getByRole('button', { name: 'Allow again' }).click();
  await page.getByText('No suppressed addresses').waitFor();

  await open('/mails/settings');
  await expect.poll(() => page.getByLabel('Sender name').inputValue()).toBe('Example Ltd');
  await page.getByLabel('Reply-to address').fill('no address');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').waitFor();
  await page.getByLabel('Reply-to address').fill('desk@example.com');
  await page.getByLabel('Send mails about notifications').uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Settings saved').waitFor();
  const settings = await home.api.get('/api/email/settings');
  expect(settings.body).toMatchObject({ isEnabled: false, replyTo: 'desk@example.com' });

  await open('/preferences');
  await page.getByLabel('In general').selectOption('As a digest each hour');
  await page.getByLabel('When', { exact: true }).selectOption('At once');
  await page.getByLabel('Type', { exact: true }).fill('sales.order.overdue');
  await page.keyboard.press('Enter');
  await page.getByLabel('When mails about sales.order.overdue come').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Preferences saved').waitFor();
  const preferences = await home.api.get(`/api/email/preferences?userId=${user.id}`);
  expect(preferences.body).toMatchObject({ mode: 'hourly', types: { 'sales.order.overdue': 'instant' } });
});

it('the filters of the log are in one line at 1024 px, with room for the hint of the search', async () => {
  const { page, open } = await visitConsole({ home: await aTenant() });
  await page.setViewportSize({ width: 1024, height: 800 });
  await open('/mails?state=sent');
  const lines = () =>
    page.evaluate(`(() => {
      const boxes = [...document.querySelectorAll('.filters .input')].map((one) => one.getBoundingClientRect());
      return { ofFilters: new Set(boxes.map(({ top }) => top)).size, hasRoom: boxes[0]?.width >= 170 };
    })()`);
  await expect.poll(lines).toEqual({ ofFilters: 1, hasRoom: true });
});

it('a template that another user has changed or created meanwhile is not overwritten silently', async () => {
  const home = await aTenant();
  const type = 'sales.order.overdue';
  const path = `/api/email/templates/${type}`;
  const change = (subject: string) => home.api.put(path, { body: { subject, body: 'Theirs' } });
  const { page, open } = await visitConsole({ home, expected: /status of 412/ });
  const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
  await open('/mails/templates/new');
  await page.getByLabel('Type of notification').fill(type);
  await change('Created meanwhile');
  await save();
  await page.getByText('Changed by another user meanwhile').waitFor();
  await page.getByRole('button', { name: 'Load the current version' }).click();
  const subject = page.getByLabel('Subject');
  await expect.poll(() => subject.inputValue()).toBe('Created meanwhile');

  await subject.fill('Mine');
  await change('Changed meanwhile');
  await save();
  await page.getByText('Changed by another user meanwhile').waitFor();
  await expect.poll(() => subject.inputValue()).toBe('Mine');
  await page.getByRole('button', { name: 'Load the current version' }).click();
  await expect.poll(() => subject.inputValue()).toBe('Changed meanwhile');
  await subject.fill('Mine after all');
  await save();
  await page.getByText('Template saved').waitFor();
  const stored = await home.api.get('/api/email/templates');
  expect(stored.body).toMatchObject({ items: [{ subject: 'Mine after all', body: 'Theirs' }] });
});

it('what is entered into a template is not lost silently on the way to another one', async () => {
  const home = await aTenant();
  const types = ['sales.order.overdue', 'sales.order.paid'];
  for (const type of types)
    await home.api.put(`/api/email/templates/${type}`, { body: { subject: type, body: 'Stored' } });
  const { page } = await visitConsole({ home, at: `/mails/templates/edit?type=${types[0]}` });
  await page.getByRole('link', { name: 'Mail templates' }).click();
  await page.getByRole('link', { name: types[1] }).click();
  const subject = page.getByLabel('Subject');
  await subject.fill('Entered');
  await page.evaluate('history.go(-2)');
  const question = page.getByRole('dialog', { name: 'Unsaved changes' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  expect(await subject.inputValue()).toBe('Entered');
  await page.evaluate('history.go(-2)');
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect.poll(() => subject.inputValue()).toBe(types[0]);
});

it('a template is written with a preview, and deleted', async () => {
  const home = await aTenant();
  const { page } = await visitConsole({ home, at: '/mails/templates' });
  await page.getByRole('link', { name: 'New template' }).first().click();
  await page.getByText('Enter a type, a subject and a text.').waitFor();
  await page.getByLabel('Type of notification').fill('sales.order.overdue');
  await page.getByLabel('Subject').fill('Please look: {{ title }}');
  const preview = page.getByRole('region', { name: 'Preview' });
  await preview
    .getByText(/^Please look: .+/)
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Template saved').waitFor();
  await page.getByRole('link', { name: 'sales.order.overdue' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete template' }).click();
  await page.getByText('No custom templates').waitFor();
});
