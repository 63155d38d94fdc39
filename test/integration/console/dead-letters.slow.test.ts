/** A super admin finds dead letters on the home page and redrives them. */
import { randomUUID } from 'node:crypto';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, expect, inject, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { accessibilityProblems, longJourneyMs, useConsole } from '../../support/clients/console.ts';
import { releaseQueue, sendToQueue } from '../../support/clients/dead-letters.ts';
import { eventually } from '../../support/clients/eventually.ts';

const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey, queues } = inject('aws');
const sqs = new SQSClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } });

const visitConsole = useConsole();
afterAll(() => sqs.destroy());

it(
  'are found on the home page, read, and redriven',
  async () => {
    const home = await aTenant({ isSuperAdmin: true });
    const note = randomUUID();
    await sqs.send(new SendMessageCommand({ QueueUrl: `${queues.jobs}-dlq`, MessageBody: `<b>${note}</b>` }));
    const admin = await aUser(home, { acl: { features: ['*'], isSuperAdmin: true, organizations: null } });
    await using visit = await visitConsole({ user: admin });
    const { page } = visit;
    await visit.open('/');
    const group = page.getByRole('region', { name: 'Dead letters' });
    await group.getByRole('link', { name: 'All dead letters' }).click();
    await page.getByRole('link', { name: 'jobs', exact: true }).click();
    await page.getByText(`<b>${note}</b>`).waitFor();
    await page.getByRole('button', { name: 'Bring all back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Bring back' }).click();
    await page.getByText('The messages are being moved back').waitFor();
    await page.getByText('Nothing is left here').waitFor();
    expect(visit.complaints).toEqual([]);
  },
  longJourneyMs,
);

it(
  'show their cause, and one of them is redriven',
  async () => {
    const home = await aTenant({ isSuperAdmin: true });
    const [queue, note] = ['webhook-recovery', `no envelope ${randomUUID()}`];
    await sendToQueue(queue, note);
    await eventually('the dead letter', async () => {
      await releaseQueue(queue);
      const { body } = await home.api.get<{ items: { body: string }[] }>(
        `/api/overview/dead-letters/${queue}`,
      );
      return body.items.find(({ body: text }) => text === note);
    });
    const admin = await aUser(home, { acl: { features: ['*'], isSuperAdmin: true, organizations: null } });
    await using visit = await visitConsole({ user: admin });
    const { page } = visit;
    await visit.open('/dead-letters');
    await page.getByRole('region', { name: 'Unprocessed messages' }).waitFor();
    await page.getByRole('link', { name: queue, exact: true }).click();
    const letter = page.getByRole('region').filter({ hasText: note });
    await letter.getByText('MalformedMessageError: The message is not JSON.').waitFor();
    await letter.locator('dl > div', { hasText: 'Attempts' }).getByText('5', { exact: true }).waitFor();
    for (const width of [390, 1_440]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await accessibilityProblems(page)).toEqual([]);
    }
    await letter.getByRole('button', { name: 'Bring back' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('The message was moved back').waitFor();
    await letter.waitFor({ state: 'detached' });
    expect(visit.complaints).toEqual([]);
  },
  longJourneyMs,
);
