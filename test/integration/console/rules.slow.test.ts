import { expect, it } from 'vitest';
import {
  aStoredRule,
  aStoredSet,
  getRule,
  getSet,
  membersPath,
  rulesPath,
} from '../../support/builders/rules.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { accessibilityProblems, useConsole } from '../../support/clients/console.ts';

const visitConsole = useConsole();

it('a rule is created, tested on a sample, executed and found in its log', async () => {
  const home = await aTenant();
  const { page } = await visitConsole({ home, at: '/rules' });
  await page.getByText('No business rules yet').waitFor();
  await page.getByRole('link', { name: 'New rule' }).first().click();

  await page.getByLabel('Name', { exact: true }).fill('Limit of an order');
  await page.getByLabel('Identifier').fill('ORDER-LIMIT');
  await page.getByLabel('Entity type').fill('sales.order');
  const condition = page.getByRole('group', { name: 'Condition', exact: true });
  await condition.getByRole('button', { name: 'Add a condition' }).click();
  await condition.getByLabel('Field', { exact: true }).fill('total');
  await condition.getByLabel('Operator').selectOption('<=');
  await condition.getByLabel('Compare with').selectOption('Field');
  await condition.getByText(/compareToField must be a field path/).waitFor();
  await condition.getByLabel('Compare with').selectOption('Value');
  await condition.getByLabel('Value', { exact: true }).fill('5000');
  await condition.getByRole('radio', { name: 'JSON' }).check();
  const json = condition.getByLabel('Condition as JSON');
  await json.fill((await json.inputValue()).replace('5000', '10000'));
  await condition.getByRole('radio', { name: 'Builder' }).check();
  await expect.poll(() => condition.getByLabel('Value', { exact: true }).inputValue()).toBe('10000');

  const failure = page.getByRole('group', { name: 'When it does not hold' });
  await failure.getByRole('button', { name: 'Add action' }).click();
  await failure.getByLabel('Action 1', { exact: true }).selectOption('Block it');
  await failure.getByLabel('Message', { exact: true }).fill('{{entityId}} is too large.');
  await failure.getByRole('button', { name: 'Add action' }).click();
  await failure.getByLabel('Action 2', { exact: true }).selectOption('Set a field');
  await failure.getByLabel('Value', { exact: true }).fill('review');
  await failure.getByText('SET_FIELD needs config.field').waitFor();
  await failure.getByLabel('Field', { exact: true }).fill('status');

  await page.getByLabel('Sample record (JSON)').fill('{"total": 12500}');
  await page.getByText('The condition does not hold').waitFor();
  await page.getByText('Blocked').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Limit of an order', level: 1 }).waitFor();

  await page.getByText('No rule was executed').waitFor();
  await page.getByLabel('Id of the record').fill('SO-1001');
  await page.getByLabel('Record (JSON)').fill('{"total": 50}');
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByText('The condition holds').waitFor();
  await page.getByLabel('Record (JSON)').fill('{"total": 12500}');
  await page.getByRole('button', { name: 'Execute it' }).click();
  await page.getByText('SO-1001 is too large.').waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole('link', { name: 'Show it in the log' }).click();
  await page.getByRole('heading', { name: 'Execution of Limit of an order' }).waitFor();
  await page.getByRole('region', { name: 'Deciding conditions' }).getByText('Does not hold').waitFor();

  await page.getByRole('link', { name: 'Rule log' }).click();
  const row = page.getByRole('row').filter({ hasText: 'SO-1001' });
  await row.getByText('Did not hold').waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.getByLabel('Result').selectOption('Held');
  await page.getByText('Nothing matches').waitFor();
});

it('a rule shows its changes, is restored to an earlier revision, and restored after its deletion', async () => {
  const home = await aTenant();
  const { id } = await aStoredRule(home, { ruleName: 'Limit of an order', priority: 100 });
  await home.api.put(rulesPath, { body: { id, priority: 900 } });
  const { page } = await visitConsole({ home, at: `/rules/${id}` });
  await page.getByRole('button', { name: 'Compare revision 2' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('priority').waitFor();
  await dialog.getByText('900').waitFor();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Restore revision 1' }).click();
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await page.getByText('The revision is restored').waitFor();
  expect((await getRule(home, id)).body.priority).toBe(100);

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete rule' }).click();
  await page.getByText('No business rules yet').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Limit of an order' }).waitFor();
});

it('the rules of a set are ordered by mouse and keyboard, and no other change is overwritten', async () => {
  const home = await aTenant();
  const named = (ruleName: string) => aStoredRule(home, { ruleName, ruleId: ruleName });
  const [first, second] = [await named('First'), await named('Second')];
  await named('Third');
  // More rules than fit on a page of the API.
  await Promise.all(Array.from({ length: 100 }, (_, index) => named(`Other${index}`)));
  const { id } = await aStoredSet(home, { setName: 'Checkout' }, [first, second]);
  const namesInSet = async () => (await getSet(home, id)).members.map(({ ruleName }) => ruleName);
  const { page } = await visitConsole({ home, at: '/rules/sets', expected: /status of 412/ });
  await page.getByRole('link', { name: 'Checkout' }).click();
  await page.getByLabel('Add a rule').selectOption('Third');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const entries = page.getByRole('list', { name: 'Rules in their order' }).getByRole('listitem');
  await entries.filter({ hasText: 'Third' }).waitFor();

  await entries.filter({ hasText: 'Third' }).getByTitle('Drag').dragTo(entries.first());
  await page.getByText('Third is now 1 of 3').waitFor();
  await page.getByRole('button', { name: 'Move Second up' }).press('Enter');
  await page.getByText(/^Second is now \d of 3$/).waitFor();
  const shown = await entries.getByRole('link').allTextContents();
  await page.getByRole('button', { name: 'Save the order' }).click();
  await page.getByText('The order is saved').waitFor();
  expect(await namesInSet()).toEqual(shown);
  expect(shown).toContain('Third');
  expect(shown).not.toEqual(['First', 'Second', 'Third']);

  const [last = ''] = shown.slice(-1);
  await page.getByRole('button', { name: `Move ${last} up` }).press('Enter');
  const [member] = (await getSet(home, id)).members;
  await home.api.put(membersPath(id), { body: { memberId: member?.id, enabled: false } });
  await page.getByRole('button', { name: 'Save the order' }).click();
  await page.getByRole('button', { name: 'Load the current version' }).waitFor();
  expect(await namesInSet()).toEqual(shown);
  await page.getByRole('button', { name: 'Save mine anyway' }).click();
  await page.getByRole('button', { name: 'Save the order' }).waitFor({ state: 'detached' });
  expect((await namesInSet()).at(1)).toBe(last);
  await page.getByText('Skipped').waitFor();
});

it('an expression and the condition of an editor are evaluated in the playground, on wide and narrow screens', async () => {
  const home = await aTenant();
  const { page, open } = await visitConsole({ home });
  await page.setViewportSize({ width: 1440, height: 900 });
  await open('/rules');
  await page.getByRole('link', { name: 'Playground' }).click();
  await page.getByRole('button', { name: 'Evaluate' }).click();
  const result = page.getByRole('region', { name: 'Result' });
  await result.getByText('49.98', { exact: true }).first().waitFor();
  await result.getByText('[39.98]').waitFor();
  await page.getByRole('textbox', { name: 'Expression' }).fill('total + rond(total)');
  await page.getByRole('button', { name: 'Evaluate' }).click();
  await result.getByText('Position 9: there is no function rond').waitFor();
  await expect.poll(() => result.locator('mark').textContent()).toBe('r');
  expect(await accessibilityProblems(page)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 800 });
  await open('/rules/new');
  const editor = page.getByRole('group', { name: 'Condition', exact: true });
  await editor.getByRole('button', { name: 'Add a condition' }).click();
  await editor.getByLabel('Field', { exact: true }).fill('total');
  await editor.getByLabel('Operator').selectOption('>');
  await editor.getByLabel('Value', { exact: true }).fill('99');
  const opened = page.context().waitForEvent('page');
  await editor.getByRole('link', { name: 'Try it in the playground' }).click();
  const other = await opened;
  await other.getByRole('radio', { name: 'Condition' }).waitFor();
  await other.setViewportSize({ width: 390, height: 800 });
  await expect.poll(() => other.getByLabel('Field', { exact: true }).inputValue()).toBe('total');
  await other.getByRole('button', { name: 'Evaluate' }).click();
  await other.getByRole('region', { name: 'Result' }).getByText('Holds').waitFor();
  expect(await accessibilityProblems(other)).toEqual([]);
  expect(await other.evaluate('document.documentElement.scrollWidth')).toBe(390);
});
