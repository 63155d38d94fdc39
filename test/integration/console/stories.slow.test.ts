import { expect, it } from 'vitest';
import { aStoredRule } from '../../support/builders/rules.ts';
import { aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { aWebhook, decidedDelivery, publish } from '../../support/builders/webhooks.ts';
import { accessibilityProblems, useConsole } from '../../support/clients/console.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { startSink } from '../../support/clients/sink.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const visitConsole = useConsole();

it('an event’s story is one click from its delivery and its rule, at any width', async () => {
  await using receiver = await startSink();
  const home = await aTenant();
  const user = await aUser(home);
  const webhook = await aWebhook(home, { name: 'Warehouse' }, receiver);
  await aStoredRule(home, {
    ...{ ruleId: 'HOLD', ruleName: 'Hold large orders', ruleType: 'ACTION', eventType: 'shipped' },
    conditionExpression: { field: 'carrier', operator: '=', value: 'DHL' },
    successActions: [{ type: 'NOTIFY', config: { recipients: user.email, message: 'An order is held.' } }],
  });
  await publish(home);
  const delivery = await decidedDelivery(home, webhook.id);
  await eventually('the delivery in the log', async () => {
    const { body } = await home.api.get<{ total: number }>(`/api/events/log?entityId=${delivery.id}`);
    return body.total > 1 ? true : undefined;
  });
  const { page, open } = await visitConsole({ user });
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    await open(`/deliveries/${delivery.id}`);
    await page.getByRole('link', { name: 'Story', exact: true }).press('Enter');
    await page.getByRole('heading', { name: 'Story', level: 1 }).waitFor();
    for (const name of ['sales.order.shipped', 'Hold large orders', 'Warehouse'])
      await page.getByRole('link', { name, exact: true }).first().waitFor();
    await page.getByText(receiver.url).first().waitFor();
    await page.getByText('Delivered', { exact: true }).first().waitFor();
    await page.getByText('business_rules.rule.notified').first().waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await page.getByRole('link', { name: 'Hold large orders' }).click();
    await page.getByRole('link', { name: 'Story', exact: true }).click();
    await page.getByRole('link', { name: 'sales.order.shipped', exact: true }).click();
    await page.getByRole('link', { name: 'Story', exact: true }).click();
    await page.getByText('A request').waitFor();
  }
  await open('/notifications');
  await page.getByRole('link', { name: 'Story of Hold large orders' }).click();
  await page.getByRole('link', { name: 'sales.order.shipped', exact: true }).waitFor();
  await open('/audit');
  await page
    .getByRole('link', { name: /^Story of webhooks\.webhook/ })
    .first()
    .click();
  await page.getByText('Webhook Warehouse: created').waitFor();
});
