import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { countEvaluations, EvaluationCounts, usageLimits } from '../../../shared/modules/toggles/usage.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { anIdentifier, aStoredToggle, aSuperAdmin, setOverride } from '../../support/builders/toggles.ts';
import { aUser } from '../../support/builders/users.ts';
import {
  accessibilityProblems,
  journey,
  useConsole,
  type VisitOptions,
} from '../../support/clients/console.ts';

const visitConsole = useConsole();

const targetingPath = (id: string): string => `/api/feature_toggles/global/${id}/targeting`;

/** A signed-in super admin with a tenant, and a boolean toggle that is off. */
async function aRollout({ way, expected }: Pick<VisitOptions, 'way' | 'expected'> = {}) {
  const home = await aSuperAdmin();
  const toggle = await aStoredToggle(home, { type: 'boolean', defaultValue: false });
  return { home, toggle, ...(await visitConsole({ home, superAdmin: true, way, expected })) };
}

/** Stores a rule for everyone in this share of visitors. */
async function storeRollout({ home, toggle }: Awaited<ReturnType<typeof aRollout>>, percentage: number) {
  const body = { rules: [{ percentage, value: true }] };
  expect((await home.api.put(targetingPath(toggle.id), { body })).status).toBe(200);
}

async function assertAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityProblems(page), colorScheme).toEqual([]);
  }
}

describe('a rollout', () => {
  it('is limited to a share of the users that a condition selects', async () => {
    const { home, toggle, page, open } = await aRollout();
    await open(`/toggles/${toggle.id}`);
    await page.getByRole('link', { name: 'Edit targeting', exact: true }).click();

    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Beta testers');
    await page.getByLabel('Rolled out to (%)').fill('10');
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByLabel('Field', { exact: true }).fill('user.plan');
    await page.getByLabel('Operator', { exact: true }).selectOption('IN');
    await page.getByLabel('Value', { exact: true }).first().fill('["pro","team"]');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Save targeting' }).click();
    await page.getByText('Targeting saved').waitFor();
    const condition = {
      operator: 'AND',
      rules: [{ field: 'user.plan', operator: 'IN', value: ['pro', 'team'] }],
    };
    const { body } = await home.api.get(targetingPath(toggle.id));
    expect(body.rules).toEqual([{ name: 'Beta testers', condition, percentage: 10, value: true }]);
  });

  it.each([1_440, 390])(
    'is switched off on the page of the toggle, and back by undo (%i px)',
    async (width) => {
      const rollout = await aRollout();
      const { home, toggle, page, open } = rollout;
      await storeRollout(rollout, 30);
      const isOff = async () =>
        (await home.api.get<{ killSwitch: { active: boolean } }>(targetingPath(toggle.id))).body.killSwitch
          .active;
      await page.setViewportSize({ width, height: 900 });
      await open(`/toggles/${toggle.id}`);
      const state = page.getByRole('region', { name: 'State for all tenants' });
      await state.getByText('Rule 1 · 30 % · On').waitFor();
      await state.getByRole('button', { name: 'Switch the rules off now' }).click();
      await state.getByText('Switched off: rules do not apply').waitFor();
      expect(await isOff()).toBe(true);
      await assertAccessible(page);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);

      const reread = page.waitForResponse(
        (response) =>
          response.request().method() === 'GET' &&
          new URL(response.url()).pathname.endsWith(`/global/${toggle.id}`),
      );
      await page.getByRole('button', { name: 'Undo' }).press('Enter');
      await page.getByText('The kill switch is as before').waitFor();
      await state.getByText('Rules apply', { exact: true }).waitFor();
      expect(await isOff()).toBe(false);
      // The settings follow the version that the kill switch has changed.
      await page.getByLabel('Name', { exact: true }).fill('Renamed');
      await (await reread).finished();
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Toggle saved').waitFor();
    },
  );

  it('takes no input while the saved version is loaded', async () => {
    const rollout = await aRollout();
    const { toggle, page, open } = rollout;
    await storeRollout(rollout, 10);
    await open(`/toggles/${toggle.id}/targeting`);
    const percentage = page.getByLabel('Rolled out to (%)');
    await percentage.fill('20');

    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    const { promise: isAsked, resolve: asked } = Promise.withResolvers<void>();
    await page.route(
      ({ pathname }) => pathname === targetingPath(toggle.id),
      async (route) => {
        if (route.request().method() === 'GET') {
          asked();
          await isReleased;
        }
        await route.continue();
      },
    );
    await page.getByRole('button', { name: 'Save targeting' }).click();
    await isAsked;
    await expect.poll(() => percentage.isDisabled()).toBe(true);
    release();
    await percentage.fill('30');
    await page.getByText('Targeting saved').waitFor();
    await expect.poll(() => percentage.inputValue()).toBe('30');
  });

  it('keeps the focus in the field where Enter was pressed when the save is refused', async () => {
    const rollout = await aRollout({ expected: /status of 412/ });
    const { toggle, page, open } = rollout;
    await storeRollout(rollout, 10);
    await open(`/toggles/${toggle.id}/targeting`);
    const percentage = page.getByLabel('Rolled out to (%)');
    await percentage.fill('20');
    await storeRollout(rollout, 30);
    await percentage.press('Enter');
    await page.getByRole('button', { name: 'Save mine anyway' }).waitFor();
    await expect.poll(() => percentage.and(page.locator(':focus')).count()).toBe(1);
    await expect.poll(() => percentage.inputValue()).toBe('20');
  });

  it('is explained by the playground, also why a user is excluded', async () => {
    const { home, toggle, page, open } = await aRollout();
    const condition = { field: 'user.plan', operator: '=', value: 'pro' };
    const body = { rules: [{ condition, percentage: 50, value: true }] };
    expect((await home.api.put(targetingPath(toggle.id), { body })).status).toBe(200);
    await open(`/toggles/playground?toggle=${toggle.identifier}`);
    await page.getByLabel('Targeting key').fill('visitor-1');
    await page.getByLabel('Further context as JSON').fill('{"user": {"plan": "free"}}');
    await page.getByRole('button', { name: 'Evaluate' }).click();
    await page.getByText('No rule holds.').waitFor();
    await page.getByLabel('Further context as JSON').fill('[]');
    await page.getByRole('button', { name: 'Evaluate' }).click();
    await page.getByText('The context is a JSON object.').waitFor();
    await assertAccessible(page);
  });

  journey('a toggle is rolled out to 30 %, which the playground explains rule by rule', async (way) => {
    const { home, toggle, page, press, type, open, problems } = await aRollout({ way });
    const isStaff = { field: 'user.role', operator: '=', value: 'staff' };
    const rules = [
      { name: 'Staff', condition: isStaff, value: true },
      { name: 'Rollout', percentage: 10, value: true },
      { name: 'Rest', value: false },
    ];
    expect((await home.api.put(targetingPath(toggle.id), { body: { rules } })).status).toBe(200);
    await open(`/toggles/${toggle.id}`);
    await press(page.getByRole('link', { name: 'Edit targeting', exact: true }));
    await type(page.getByLabel('Rolled out to (%)').nth(1), '30');
    await press(page.getByRole('button', { name: 'Save targeting' }));
    await page.getByText('Targeting saved').waitFor();

    const variantOf = async (targetingKey: string) => {
      const body = { identifier: toggle.identifier, context: { targetingKey } };
      return (await home.api.post<{ variant: string }>('/api/feature_toggles/playground', { body })).body
        .variant;
    };
    const visitors = Array.from({ length: 40 }, (_, index) => `visitor-${index}`);
    const variants = await Promise.all(visitors.map(variantOf));
    const [selected = '', leftOut = ''] = ['Rollout', 'Rest'].map(
      (one) => visitors[variants.indexOf(one)] ?? '',
    );
    await press(page.getByRole('link', { name: 'Try it in the playground' }).first());
    const evaluate = async (visitor: string) => {
      await type(page.getByLabel('Targeting key'), visitor);
      await press(page.getByRole('button', { name: 'Evaluate' }));
    };
    const lines = page.getByRole('list', { name: 'Rules in their order' }).getByRole('listitem');
    await press(page.getByLabel('Evaluate all toggles for this context, too'));
    await evaluate(leftOut);
    await lines.nth(1).getByText('Rule 2: Rollout: matched, but 30 % left the user out').waitFor();
    await lines.nth(0).getByText('its condition does not match').waitFor();
    await lines.nth(2).getByText('matched', { exact: false }).first().waitFor();
    const all = page.getByRole('table', { name: 'All toggles for this context' });
    await all.getByText(toggle.identifier).waitFor();
    await evaluate(selected);
    await lines.nth(1).getByText('matched, and 30 % selected the user').waitFor();
    await lines.nth(2).getByText('was not tried').waitFor();
    await type(page.getByLabel('Further context as JSON'), '{"user":');
    await page.getByText('The input has changed since. Evaluate again.').waitFor();
    expect(await problems()).toEqual([]);
  });

  it('shows how often programs got each value', async () => {
    const { home, toggle, page, open } = await aRollout();
    await open(`/toggles/${toggle.id}`);
    await page.getByText('No program has checked it yet.').waitFor();
    const checks = Array.from({ length: usageLimits.gathered }, () => ({
      toggleId: toggle.id,
      evaluation: { value: false },
    }));
    // A function writes its counts after as many requests.
    const counts = new EvaluationCounts();
    for (const one of checks) await countEvaluations(home, [one], Date.now(), counts, true);
    await page.reload();
    await page.getByRole('list', { name: 'Checks by value' }).getByText('false').waitFor();
    await page.locator('summary', { hasText: 'By day' }).click();
    await page
      .getByRole('table', { name: 'By day' })
      .getByText(/^false: \d+$/)
      .waitFor();
    await assertAccessible(page);
  });

  it('is split into variants by their weights, and shows the same as JSON', async () => {
    const { home, toggle, page, open } = await aRollout();
    await open(`/toggles/${toggle.id}/targeting`);
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel('Serves').selectOption('Weighted variants');
    await page.getByLabel('Weight of variant 1').fill('0');
    await page.getByLabel('Weight of variant 2').fill('0');
    await page.getByText('At least one weight must be above 0.').first().waitFor();
    await page.getByRole('button', { name: 'Save targeting' }).click();
    await page.getByText('Fix the marked fields before you save.').waitFor();
    await page.getByLabel('Weight of variant 1').fill('70');
    await page.getByLabel('Weight of variant 2').fill('30');
    await page.getByText('The weights add up to 100;').waitFor();
    await page.getByLabel('Selected by').fill('user.id');
    await page.getByLabel('Group', { exact: true }).fill('checkout');

    const rulesView = page.getByRole('group', { name: 'View of rules' });
    await rulesView.getByLabel('JSON').check();
    const json = page.getByLabel('Rules as JSON');
    const [rule] = JSON.parse(await json.inputValue());
    expect(rule.variants.map(({ weight }: { weight: number }) => weight)).toEqual([70, 30]);
    await json.fill(JSON.stringify([{ ...rule, name: 'Split' }]));
    await rulesView.getByLabel('Builder').check();
    await page.getByRole('heading', { name: 'Rule 1: Split' }).waitFor();

    await page.getByLabel('Switch the rules off').check();
    await page.getByLabel('Owner', { exact: true }).fill('team-search');
    await page.getByLabel('Remove by').fill('2020-01-01');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Save targeting' }).click();
    await page.getByText('Targeting saved').waitFor();
    const { body } = await home.api.get(targetingPath(toggle.id));
    expect(body).toMatchObject({
      rules: [{ name: 'Split' }],
      killSwitch: { active: true },
      owner: 'team-search',
      expiresAt: '2020-01-01T00:00:00.000Z',
    });
    await open(`/toggles?search=${toggle.identifier}`);
    for (const mark of ['1 rule', 'Disabled', 'Expired'])
      await page.getByText(mark, { exact: true }).waitFor();
    await assertAccessible(page);
  });
});

describe('a toggle with prerequisites and metadata', () => {
  it('is created, explained by the playground, shown to readers and changed', async () => {
    const { home, toggle: parent, page, open } = await aRollout({ expected: /status of 4\d\d/ });
    const identifier = anIdentifier();
    await open('/toggles/new');
    await page.getByLabel('Name', { exact: true }).fill('Dependent');
    await page.getByLabel('Identifier', { exact: true }).fill(identifier);
    // By keyboard alone.
    await page.getByRole('button', { name: 'Add a prerequisite' }).press('Enter');
    const needed = page.getByLabel('Toggle 1');
    await needed.focus();
    await page.keyboard.type(parent.identifier);
    await page.keyboard.press('Tab');
    await expect.poll(() => page.getByLabel('Required value 1').and(page.locator(':focus')).count()).toBe(1);
    await page.getByRole('button', { name: 'Add metadata' }).click();
    await page.getByLabel('Name of entry 1').fill('ticket');
    await page.getByLabel('Type of entry 1').selectOption('number');
    await page.getByLabel('Value of entry 1').fill('x');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('This is not a number.').waitFor();
    await page.getByLabel('Value of entry 1').fill('17');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Toggle saved').waitFor();
    await page.getByRole('link', { name: 'Playground' }).waitFor();
    await expect.poll(() => page.getByLabel('Toggle 1').inputValue()).toBe(parent.identifier);
    await expect.poll(() => page.getByLabel('Value of entry 1').inputValue()).toBe('17');
    const stored = async () => {
      const path = `/api/feature_toggles/toggles?identifier=${identifier}`;
      return (await home.api.get<{ items: object[] }>(path)).body.items[0];
    };
    const prerequisites = [{ identifier: parent.identifier, value: true }];
    expect(await stored()).toMatchObject({ prerequisites, metadata: { ticket: 17 } });

    await page.getByRole('link', { name: 'Playground' }).click();
    await page.getByRole('button', { name: 'Evaluate' }).click();
    await page.getByText(`${parent.identifier} is Off, not On`).waitFor();
    await assertAccessible(page);

    const acl = { features: ['feature_toggles.view'], isSuperAdmin: false, organizations: null };
    const reading = await visitConsole({ user: await aUser(await aTenant(), { acl }) });
    await reading.open(`/toggles?search=${identifier}`);
    await reading.page.getByRole('link', { name: 'Dependent' }).click();
    await reading.page.getByText(`${parent.identifier}: On`).waitFor();
    await reading.page.getByText('ticket: 17').waitFor();
    await assertAccessible(reading.page);

    await open(`/toggles?search=${identifier}`);
    await page.getByRole('link', { name: 'Dependent' }).click();
    await page.getByLabel('Toggle 1').fill(identifier);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('The toggle would need itself').waitFor();
    await page.getByRole('button', { name: 'Remove prerequisite 1' }).click();
    await page.getByRole('button', { name: 'Remove entry 1' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(stored).toMatchObject({ prerequisites: [], metadata: {} });
  });
});

describe('segments', () => {
  it('are created, used by a rule, and not deleted while in use', async () => {
    const { home, toggle, page, open } = await aRollout({ expected: /status of 409/ });
    const name = anIdentifier('pro');
    await open('/toggles/segments/new');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByRole('button', { name: 'Add a condition' }).click();
    await page.getByLabel('Field', { exact: true }).fill('user.plan');
    await page.getByLabel('Value', { exact: true }).fill('pro');
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Segment saved').waitFor();

    await setOverride(home, toggle.id, false);
    await open(`/toggles/${toggle.id}/own-targeting`);
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByLabel(name).check();
    await page.getByRole('button', { name: 'Save targeting' }).click();
    await page.getByText('Targeting saved').waitFor();

    await open(`/toggles/segments?search=${name}`);
    await page.getByText('once', { exact: true }).waitFor();
    await assertAccessible(page);
    await page.getByRole('link', { name }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('a segment in use cannot be deleted').waitFor();
    await assertAccessible(page);
  });

  it('of a tenant are managed by users with the feature, who see toggles read-only', async () => {
    const admin = await aSuperAdmin();
    const toggle = await aStoredToggle(admin, { type: 'boolean', defaultValue: true });
    const home = await aTenant();
    const features = ['feature_toggles.view', 'feature_toggles.segments.manage'];
    const { page, open } = await visitConsole({ home, features, at: `/toggles?search=${toggle.identifier}` });
    await expect.poll(() => page.getByText('New toggle').count()).toBe(0);
    await page.getByRole('link', { name: toggle.name }).click();
    await page.getByText('Only super administrators change these rules.').waitFor();
    await assertAccessible(page);
    await open('/toggles/segments/new');
    await page.getByLabel('Name', { exact: true }).fill('North');
    await expect.poll(() => page.getByText('For all tenants').count()).toBe(0);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'North' }).waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete segment' }).click();
    await page.getByText('Segment deleted').waitFor();
    // The list may show global segments of other tests.
    await page.getByRole('link', { name: 'North' }).waitFor({ state: 'detached' });
  });
});
