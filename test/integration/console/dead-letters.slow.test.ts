/** A super admin finds dead letters on the home page and redrives them. */
import { randomUUID } from 'node:crypto';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, expect, inject, it } from 'vitest';
import { aTenant } from '../../support/builders/tenants.ts';
import { aUser } from '../../support/builders/users.ts';
import { longJourneyMs, useConsole } from '../../support/clients/console.ts';

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
    await page.getByRole('button', { name: 'Bring back' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Bring back' }).click();
    await page.getByText('The messages are being moved back').waitFor();
    await page.getByText('Nothing is left here').waitFor();
    expect(visit.complaints).toEqual([]);
  },
  longJourneyMs,
);
