import type { Page } from 'playwright-core';
import { expect, inject, it } from 'vitest';
import { anOrganization, manage, organizationsPath } from '../../support/builders/directory.ts';
import { aMember, aRole, userNow } from '../../support/builders/roles.ts';
import { aStoredRule } from '../../support/builders/rules.ts';
import { aJob, aStoredJob, findJob } from '../../support/builders/scheduler.ts';
import { aKey, aTenant } from '../../support/builders/tenants.ts';
import { anEmail, password } from '../../support/builders/users.ts';
import { apiFor } from '../../support/clients/api.ts';
import { accessibilityProblems, journey, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

journey('a user is invited with a role, and has only the rights of this role', async (way) => {
  const home = await aTenant();
  const { page, press, type, go, problems, open } = await visitConsole({
    home,
    features: ['*'],
    way,
    at: '/roles',
  });
  await press(page.getByRole('button', { name: 'New role' }).first());
  await type(page.getByLabel('Name', { exact: true }), 'Auditors');
  await press(page.getByRole('button', { name: 'Create role' }));
  await page.getByRole('heading', { name: 'Auditors', level: 1 }).waitFor();
  await press(page.getByLabel('Read everything in the tenant'));
  await type(page.getByLabel('Search the rights'), 'webhooks.view');
  await page.getByText('Granted by *.view').last().waitFor();
  // A right that a wildcard grants cannot be removed alone.
  await expect.poll(() => page.getByRole('checkbox', { name: /View webhooks/ }).isDisabled()).toBe(true);
  const saves: string[] = [];
  page.on('request', (request) => request.method() === 'PUT' && saves.push(request.url()));
  await type(page.getByLabel('Search the rights'), 'no such right');
  // The key that searches elsewhere does not save the rights.
  await page.keyboard.press('Enter');
  await page.getByText('No right matches.').waitFor();
  await press(page.getByRole('button', { name: 'Save rights' }));
  await page.getByText('Rights saved').waitFor();
  expect(saves).toHaveLength(1);

  await go('Users');
  await press(page.getByRole('button', { name: 'Invite a user' }));
  const dialog = page.getByRole('dialog');
  const email = anEmail();
  await type(dialog.getByLabel('E-mail'), email);
  await press(dialog.getByLabel('Auditors'));
  await press(dialog.getByRole('button', { name: 'Invite', exact: true }));
  await page.getByRole('dialog', { name: 'The invitation is ready' }).waitFor();
  const { pathname, search } = new URL(String(await dialog.getByRole('code').textContent()));
  await press(dialog.getByRole('button', { name: 'Done' }));
  const row = page.locator('tr', { hasText: email });
  await row.getByText('Invited').waitFor();
  await row.getByText('Auditors').waitFor();
  expect(await problems()).toEqual([]);
  await open('/audit?resource=auth.role');
  const created = page.locator('tr', { hasText: 'Created' });
  await press(created.locator('summary'));
  await created.getByText('After: Auditors').waitFor();

  const invited = await visitConsole({ way, expected: /status of 401/ });
  await invited.page.goto(`${inject('baseUrl')}${pathname}${search}`);
  await invited.type(invited.page.getByLabel('New password'), password);
  await invited.page.keyboard.press('Enter');
  await invited.press(invited.page.getByRole('link'));
  await invited.type(invited.page.getByLabel('E-mail address'), email);
  await invited.type(invited.page.getByRole('textbox', { name: 'Password' }), password);
  await invited.page.keyboard.press('Enter');
  await invited.go('Webhooks');
  await invited.page.getByText('No webhooks yet').waitFor();
  expect(await writeControls(invited.page)).toBe(0);
  expect(await invited.problems()).toEqual([]);
});

/** How many controls of the page change something. */
async function writeControls(page: Page): Promise<number> {
  await expect.poll(() => page.locator('.loading').count()).toBe(0);
  const main = page.locator('main');
  const writes = /New|Invite|Upload|Choose files|Edit|Delete|Revoke|Rename|Add below|Switch|Save/;
  // Toggles of other tests are also links, with other names.
  const create = /^New (webhook|job|toggle|segment|rule|role|key)$/;
  return (
    (await main.getByRole('button', { name: writes }).count()) +
    (await main.getByRole('link', { name: create }).count())
  );
}

it('a user who may only read sees no write operation', async () => {
  const home = await aTenant();
  const role = await aRole(home, { features: ['*.view'], organizations: null });
  const { open, page } = await visitConsole({ user: await aMember(home, [role]) });
  for (const path of ['users', 'roles', 'keys', 'organizations', 'files', 'mails', 'jobs', 'toggles']) {
    await open(`/${path}`);
    expect(await writeControls(page), path).toBe(0);
  }
});

it('an organization is added in the tree, a key created and revoked, a user deactivated', async () => {
  const home = await aTenant();
  const { page, open } = await visitConsole({ home, at: '/organizations' });
  await page.getByRole('button', { name: 'Add below main' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Lisbon');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  const tree = page.getByRole('list', { name: 'Tree of organizations' });
  await tree.getByText('Lisbon', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Edit Lisbon' }).click();
  await page.getByLabel('Open', { exact: false }).uncheck();
  await page.getByRole('button', { name: 'Save' }).click();
  await tree.getByText('Closed').waitFor();
  expect(await manage(home)).toMatchObject([
    { name: 'main' },
    { name: 'Lisbon', parentId: home.organizationId, isActive: false },
  ]);

  await open('/keys');
  await page.getByRole('button', { name: 'New API key' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('Warehouse');
  await page.getByLabel('Expires').selectOption('In 30 days');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog', { name: 'The new secret' });
  const secret = String(await dialog.getByRole('code').textContent());
  const key = apiFor(secret);
  expect((await key.get('/api/auth/session')).status).toBe(200);
  await dialog.getByRole('button', { name: 'I have stored it' }).click();
  await page.getByText('Warehouse').waitFor();
  expect(await page.content()).not.toContain(secret);
  await page.getByRole('button', { name: 'Revoke Warehouse' }).click();
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('The key is revoked').waitFor();
  expect((await key.get('/api/auth/session')).status).toBe(401);

  const { id, email } = await aMember(home);
  await open(`/users/${id}`);
  await page.getByRole('button', { name: 'Deactivate' }).click();
  const question = page.getByRole('dialog', { name: `Deactivate ${email}?` });
  await question.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('This user cannot sign in and has no sessions.').waitFor();
});

it('revoking a key lists the rules and jobs that stop, and lets the user take them over first', async () => {
  const home = await aTenant();
  const author = await aKey({ ...home, features: ['*'], name: 'Shop' });
  const rule = await aStoredRule(author, { ruleName: 'Block large orders' });
  const job = await aStoredJob(author, aJob({ name: 'Nightly report' }));
  const { page, open } = await visitConsole({ home, at: '/keys' });
  await page.getByRole('button', { name: 'Revoke Shop' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revoke Shop?' });
  const works = dialog.getByRole('listitem');
  await expect.poll(() => works.count()).toBe(2);
  const linkTo = (name: string) => dialog.getByRole('link', { name }).getAttribute('href');
  expect(await linkTo('Block large orders')).toMatch(new RegExp(`/rules/${rule.id}$`));
  expect(await linkTo('Nightly report')).toMatch(new RegExp(`/jobs/${job.id}$`));
  await works
    .filter({ hasText: 'Nightly report' })
    .getByRole('button', { name: 'Run with my rights' })
    .click();
  await expect.poll(() => works.count()).toBe(1);
  expect((await findJob(home, job.id))?.runAs.type).toBe('user');
  await dialog.getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('The key is revoked').waitFor();

  await open(`/rules/${rule.id}`);
  const takeOver = page.getByRole('button', { name: 'Run with my rights' });
  await takeOver.click();
  await page.getByText('It runs with your rights from now on').waitFor();
  await takeOver.waitFor({ state: 'detached' });
  await open(`/jobs/${job.id}`);
  await page.getByRole('button', { name: 'Run now' }).waitFor();
  expect(await takeOver.count()).toBe(0);
});

it('a key for a workload has no secret, and names the values of the exchange', async () => {
  const home = await aTenant();
  const { page } = await visitConsole({ home, at: '/keys', expected: /status of 400/ });
  await page.getByRole('button', { name: 'New API key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Deployment');
  await dialog.getByRole('button', { name: 'Add a workload' }).press('Enter');
  await dialog.getByLabel('Issuer').fill('https://token.actions.githubusercontent.com');
  await dialog.getByLabel('Subject').fill('*:main');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByText('must not begin with *', { exact: true }).waitFor();
  await dialog.getByLabel('Subject').fill('repo:acme/shop:*');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await page.getByText('POST /api/auth/session/from-token').waitFor();
  const { body } = await home.api.get<{ items: { id: string }[] }>('/api/api_keys/keys?search=Deployment');
  await expect.poll(() => page.getByRole('dialog').innerText()).toContain(body.items[0]?.id);
  expect(body.items).toMatchObject([{ workloads: [{ subject: 'repo:acme/shop:*' }] }]);
  await page.getByRole('button', { name: 'Done' }).click();

  await page.getByRole('button', { name: 'Edit Deployment' }).click();
  await dialog.getByRole('button', { name: 'Remove workload 1' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('API key saved').waitFor();
  const after = await home.api.get('/api/api_keys/keys?search=Deployment');
  expect(after.body).toMatchObject({ items: [{ workloads: [] }] });
});

it('editing keeps what the form does not change: a closed organization, roles that another user took away', async () => {
  const home = await aTenant();
  const organizationId = await anOrganization(home, { name: 'Lisbon' });
  await anOrganization(home, { name: 'Porto' });
  const member = await aMember({ ...home, organizationId }, [], { name: 'Grace Hopper' });
  await home.api.put(organizationsPath, { body: { id: organizationId, isActive: false } });
  const role = await aRole(home, { features: ['webhooks.view'] }, 'Auditors');
  const key = await home.api.post('/api/api_keys/keys', { body: { name: 'Warehouse', roles: [role.id] } });

  const { page, open } = await visitConsole({ home, features: ['*'], at: '/users' });
  await page.getByLabel('Organization').selectOption('All organizations');
  await page.getByRole('link', { name: 'Grace Hopper' }).click();
  await page.getByRole('button', { name: 'Edit' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Grace');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('User saved').waitFor();
  expect(await userNow(member)).toMatchObject({ name: 'Grace', organizationId });

  await open('/keys');
  await page.getByRole('button', { name: 'Edit Warehouse' }).click();
  await home.api.put('/api/api_keys/keys', { body: { id: key.body.id, roles: [] } });
  await dialog.getByLabel('Name', { exact: true }).fill('Warehouse 2');
  await page.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const { body } = await home.api.get('/api/api_keys/keys?search=Warehouse');
  expect(body).toMatchObject({ items: [{ name: 'Warehouse 2', roles: [] }] });
});

it('a super admin creates a tenant, sees its usage, and closes it', async () => {
  const home = await aTenant({ isSuperAdmin: true });
  const { page, open } = await visitConsole({ home, superAdmin: true });
  const name = `Tenant ${home.tenantId}`;
  await open('/tenants');
  await page.getByRole('button', { name: 'New tenant' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByRole('button', { name: 'Create tenant' }).click();
  await page.getByText('Tenant saved').waitFor();
  await page.getByLabel('Search').fill(name);
  await page.getByRole('link', { name }).click();
  await page.getByText('Storage used').waitFor();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await page.getByText('The tenant is closed: its keys and sessions are refused.').waitFor();
  await open('/sessions');
  await page.getByText('This session').waitFor();
});

it('a link that is clicked while a search waits leads to its page', async () => {
  const home = await aTenant();
  const member = await aMember(home);
  const { page } = await visitConsole({ home, at: '/users' });
  const link = page.getByRole('link', { name: member.email });
  await link.waitFor();
  await page.clock.install();
  const loaded = Promise.withResolvers<void>();
  await page.route(/\.js$/, async (route) => {
    await loaded.promise;
    await route.continue();
  });
  await page.getByLabel('Search').fill(member.email.slice(0, 5));
  await link.click();
  // The pause after typing ends before the code of the page has arrived.
  await page.clock.runFor(1_000);
  loaded.resolve();
  await page.clock.runFor(1_000);
  await page.waitForURL(`**/users/${member.id}`);
});

it('a user changes their password and acts on a notification', async () => {
  const home = await aTenant();
  await home.api.post('/api/notifications/feature', {
    body: {
      ...{ requiredFeature: 'webhooks.view', type: 'sales.order.held', title: 'Order SO-1001 is held' },
      actions: [{ id: 'release', label: 'Release the order' }],
    },
  });
  const { page, open } = await visitConsole({ home, at: '/sessions' });
  await page.getByRole('button', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change your password' });
  await dialog.getByLabel('Current password').fill(password);
  await dialog.getByLabel('New password').fill('Difference-2');
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Change password' }).click();
  await page.getByText('Your password was changed').waitFor();

  await open('/notifications');
  const act = page.getByRole('button', { name: 'Release the order: Order SO-1001 is held' });
  await act.click();
  await act.waitFor({ state: 'detached' });
});
