import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import {
  aWebhook,
  decidedDeliveries,
  decidedDelivery,
  eventType,
  listDeliveries,
  publish,
  verified,
  webhookPath,
} from '../../support/builders/webhooks.ts';
import {
  accessibilityProblems,
  type ConsoleVisit,
  journey,
  useConsole,
} from '../../support/clients/console.ts';
import { eventually } from '../../support/clients/eventually.ts';
import { type Sink, startSink } from '../../support/clients/sink.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

fanOutEvents();

const visitConsole = useConsole();

const reason = '{"error":"The field total is missing"}';

/** A receiver that fails until it is repaired. */
async function aBrokenReceiver(): Promise<Sink & { repair(): void }> {
  const sink = await startSink();
  sink.respond(() => ({ status: 400, headers: { 'content-type': 'application/json' }, body: reason }));
  return Object.assign(sink, { repair: () => sink.respond(() => ({})) });
}

/** Opens the page and waits until its event stream is connected: earlier events do not reach it. */
async function openListening(visit: ConsoleVisit, path: string): Promise<void> {
  const connected = visit.page.waitForResponse((response) => response.url().includes('/api/events/stream'));
  await visit.open(path);
  await connected;
}

journey('a webhook is created, its signed delivery is read, it fails, and it works again', async (way) => {
  await using receiver = await startSink();
  const home = await aTenant();
  const visit = await visitConsole({ home, way });
  const { page, press, type, choose, go } = visit;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await openListening(visit, '/webhooks');
  await press(page.getByRole('link', { name: 'New webhook' }).first());
  await press(button('Save'));
  await page.getByText('Choose at least one event.').waitFor();
  await type(page.getByLabel('Name', { exact: true }), 'Warehouse');
  await type(page.getByRole('textbox', { name: 'URL' }), `${receiver.url}/orders`);
  await type(page.getByLabel('Find events'), 'job.completed');
  await press(page.getByLabel('scheduler.job.completed'));
  await type(page.getByLabel('Custom events'), 'sales.*');
  await press(button('Add'));
  const condition = page.getByRole('group', { name: 'Only events where', exact: true });
  await press(condition.getByRole('button', { name: 'Add a condition' }));
  await type(condition.getByLabel('Field', { exact: true }), 'type');
  await type(condition.getByLabel('Value', { exact: true }), eventType);
  await press(button('Save'));
  const dialog = page.getByRole('dialog');
  const secret = String(await dialog.getByText(/^whsec_/).textContent());
  await press(button('I have stored it'));
  await page.getByRole('heading', { name: 'Warehouse', level: 1 }).waitFor();
  expect(await page.content()).not.toContain(secret);

  await press(button('Send test'));
  await choose(dialog.getByLabel('Event', { exact: true }), 'scheduler.job.completed');
  await press(button('Send'));
  await dialog.getByText(/^Accepted with 200/).waitFor();
  await dialog.getByText('The condition does not hold: such an event is held back').waitFor();
  await press(dialog.getByRole('button', { name: 'Close' }));
  await publish(home);
  await press(page.getByRole('link', { name: eventType, exact: true }));
  await page.getByText(/webhook-signature: v1,[\w+/]{43}=/).waitFor();
  await expect.poll(() => page.getByText('"carrier": "DHL"').count()).toBe(1);
  const received = receiver.requests.map((request) => verified(secret, request));
  expect(received).toMatchObject([{ type: 'scheduler.job.completed' }, { type: eventType }]);

  receiver.respond(() => ({ status: 500, headers: { 'content-type': 'application/json' }, body: reason }));
  await go('Home');
  await page.getByText('Nothing needs attention').waitFor();
  await publish(home);
  const failing = page.getByRole('region', { name: 'Failing webhooks' });
  await failing.getByText(/^The last (attempt|\d+ attempts) failed\.$/).waitFor();
  // The next attempt follows after half an hour.
  await expect
    .poll(() => listDeliveries(home, 'status=pending'))
    .toMatchObject({ items: [{ attemptNumber: 3 }] });
  expect(await visit.problems()).toEqual([]);
  await press(failing.getByRole('link', { name: 'Warehouse' }));
  // The list is first shown as it was: then the earlier delivery may have waited, too.
  const waiting = page.locator('tr', { hasText: 'Waiting' }).filter({ hasText: /3\/\d/ });
  await press(waiting.getByRole('link', { name: eventType }));
  await page.getByText('Why it did not arrive').waitFor();
  await page.getByText('"The field total is missing"').first().waitFor();
  await press(page.locator('summary', { hasText: 'Repeat at the receiver with curl' }));
  await page.getByText(`curl -X POST '${receiver.url}/orders'`).waitFor();
  expect(await visit.problems()).toEqual([]);

  receiver.respond(() => ({}));
  await press(button('Send again'));
  await page.getByText('Attempt 4').waitFor();
  await page.getByText('Why it did not arrive').waitFor({ state: 'detached' });
  await go('Home');
  await page.getByText('Nothing needs attention').waitFor();
  await expect.poll(() => failing.count()).toBe(0);
  expect(await visit.problems()).toEqual([]);
});

describe('a failed delivery', () => {
  it('is found by filters that are part of the address', async () => {
    await using receiver = await aBrokenReceiver();
    const home = await aTenant();
    const broken = await aWebhook(home, { name: 'Warehouse' }, receiver);
    await publish(home);
    await decidedDelivery(home, broken.id);
    const { page, open } = await visitConsole({ home, at: '/deliveries' });
    await page.getByLabel('Status').selectOption('Delivered');
    await page.getByText('Nothing matches').waitFor();
    await page.getByLabel('Status').selectOption('Everything that failed');
    await page.getByLabel('Webhook').selectOption('Warehouse');
    await page.getByRole('link', { name: 'sales.order.shipped' }).waitFor();
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
      status: 'failed,expired',
      webhook: broken.id,
    });
    await page.reload();
    await page.getByRole('link', { name: 'sales.order.shipped' }).waitFor();
    await expect.poll(() => page.getByLabel('Status').inputValue()).toBe('failed,expired');
    const unlisted = crypto.randomUUID();
    await open(`/deliveries?webhook=${unlisted}`);
    await page.getByText('Nothing matches').waitFor();
    await expect.poll(() => page.getByLabel('Webhook').inputValue()).toBe(unlisted);

    await page.locator('summary', { hasText: 'Export' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Export as CSV' }).click();
    expect((await downloading).suggestedFilename()).toMatch(/\.csv$/);
  });

  it('is sent again with all other missed events of its webhook, with progress', async () => {
    await using receiver = await aBrokenReceiver();
    const home = await aTenant();
    const webhook = await aWebhook(home, {}, receiver);
    for (const carrier of ['DHL', 'UPS', 'DPD']) await publish(home, { carrier });
    await decidedDeliveries(home, webhook.id, 3);
    receiver.repair();
    const { page } = await visitConsole({ home, at: `/webhooks/${webhook.id}` });
    await page.getByRole('img', { name: 'Deliveries by time of creation' }).waitFor();
    await page.getByRole('img', { name: 'Response times' }).waitFor();
    await page.getByRole('button', { name: '30 d' }).click();
    expect(new URL(page.url()).searchParams.get('range')).toBe('30d');
    // One truth: the figure and the legend of the chart.
    await page.locator('.figures > div', { hasText: 'Failed' }).getByText('3', { exact: true }).waitFor();
    await page.locator('.legend.bad', { hasText: 'Failed 3' }).waitFor();
    await eventually('the events in the log', async () => {
      const { body } = await home.api.get<{ total: number }>(`/api/events/log?type=${eventType}`);
      return body.total === 3 ? true : undefined;
    });
    await page.getByRole('button', { name: 'Replay events' }).click();
    await page.getByRole('button', { name: 'Replay', exact: true }).click();
    await page.getByText('3 events were queued').waitFor();
    await eventually('all three again', async () => (receiver.requests.length === 6 ? true : undefined));
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.reload();
    await page.getByText('3 events were queued').waitFor();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByText('3 events were queued').waitFor({ state: 'detached' });
  });
});

it('a webhook gets a new secret and is deleted', async () => {
  const home = await aTenant();
  const webhook = await aWebhook(home);
  const { page } = await visitConsole({ home, at: `/webhooks/${webhook.id}` });
  await page.getByRole('button', { name: 'Rotate secret' }).click();
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  const secret = await page
    .getByRole('dialog')
    .getByText(/^whsec_/)
    .textContent();
  expect(secret).not.toBe(webhook.secret);
  await page.getByRole('button', { name: 'I have stored it' }).click();

  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await page.getByRole('button', { name: 'Delete webhook' }).click();
  await page.getByText('No webhooks yet').waitFor();
  expect((await home.api.get(webhookPath(webhook.id))).status).toBe(404);
});

describe('an inbound webhook', () => {
  const storedSecret = async (page: Page): Promise<string> => {
    const dialog = page.getByRole('dialog', { name: 'Secret of the endpoint' });
    const secret = await dialog.locator('code').textContent();
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    return String(secret);
  };

  it('is created for GitHub, receives a test message, is disabled and enabled, and is deleted', async () => {
    const home = await aTenant();
    const visit = await visitConsole({ home });
    const { page } = visit;
    await openListening(visit, '/inbound');
    await page.getByRole('link', { name: 'New endpoint' }).first().click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('This is required.').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Repository');
    await page.getByLabel('Provider', { exact: true }).selectOption('GitHub');
    await page.getByRole('button', { name: 'Save' }).click();
    const first = await storedSecret(page);
    await page.getByRole('heading', { name: 'Repository', level: 1 }).waitFor();
    await page.getByText(/^http:.*\/api\/webhooks\/inbound\//).waitFor();

    await page.getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    const secret = await storedSecret(page);
    expect(secret).not.toBe(first);
    await page.getByRole('button', { name: 'Send test' }).click();
    const test = page.getByRole('dialog', { name: 'Send a test message' });
    await test.getByRole('textbox', { name: 'Secret' }).fill(secret);
    await test.getByRole('textbox', { name: 'Event' }).fill('release');
    await test.getByRole('button', { name: 'Send', exact: true }).click();
    await test.getByText('The message was verified and accepted').waitFor();
    await test.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('table', { name: 'Messages received' }).getByText('release').waitFor();
    expect(await page.content()).not.toContain(secret);

    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Active').uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Enable' }).click();
    await page.getByRole('button', { name: 'Enable' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('button', { name: 'Delete endpoint' }).click();
    await page.getByText('No endpoints yet').waitFor();
  });
});

describe('events', () => {
  it('are shown again after the stream was refused', async () => {
    const home = await aTenant();
    const { page, open } = await visitConsole({ home, expected: /status of 503/ });
    const stream = /\/api\/events\/stream/;
    let isOpen = false;
    page.on('response', (response) => {
      if (stream.test(response.url()) && response.ok()) isOpen = true;
    });
    await page.clock.install();
    await page.route(stream, (route) => route.fulfill({ status: 503 }), { times: 1 });
    const refused = page.waitForResponse(stream);
    await open('/events');
    await refused;
    await expect
      .poll(async () => {
        await page.clock.fastForward(15_000);
        return isOpen;
      })
      .toBe(true);
    await page.getByText('Some events are missing').waitFor();
    await home.api.post('/api/progress/jobs', { body: { jobType: 'demo.import', name: 'Import' } });
    await page.getByRole('table', { name: 'Events' }).getByText('progress.job.created').waitFor();
  });

  it('are published by hand, checked as they are typed, and their deliveries appear in the feed', async () => {
    await using receiver = await startSink();
    const home = await aTenant();
    await aWebhook(home, { name: 'Warehouse' }, receiver);
    const visit = await visitConsole({ home });
    const { page } = visit;
    await openListening(visit, '/events');
    await page.getByText('Nothing has happened yet').waitFor();
    await page.getByRole('link', { name: 'Publish an event' }).click();
    await page.getByLabel('Event type').fill('scheduler.order.shipped');
    await page.getByText(/^scheduler is a module of the platform/).waitFor();
    await page.getByLabel('Event type').fill('sales.order.shipped');
    await page.getByRole('link', { name: 'Warehouse' }).waitFor();
    await page.getByLabel('Data').fill('{"carrier": }');
    await page.getByText('The data must be a JSON object.').waitFor();
    await page.getByLabel('Data').fill('{"carrier": "DHL"}');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('The event is published').waitFor();
    await page.getByRole('link', { name: 'Show its deliveries' }).waitFor();

    await page.getByRole('main').getByRole('link', { name: 'Events' }).click();
    const feed = page.getByRole('table', { name: 'Events' });
    await feed.getByText('webhooks.delivery.succeeded').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByLabel('Search').fill('no such event');
    await page.getByText('Nothing matches').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Continue' }).click();
    await feed.getByRole('link', { name: 'Delivery' }).first().click();
    await page.getByRole('heading', { name: 'sales.order.shipped', level: 1 }).waitFor();
    expect(receiver.requests.length).toBe(1);
  });
});
