/** A tenant with typical data of every module. */
import { randomUUID } from 'node:crypto';
import { CreateMultipartUploadCommand } from '@aws-sdk/client-s3';
import { SchedulerClient } from '@aws-sdk/client-scheduler';
import { expect, inject } from 'vitest';
import { dynamicScheduleGroupName, queueName, scheduleRoleName } from '../../../lib/aws/names.ts';
import { samples } from '../../../shared/catalog/samples.ts';
import { putObject } from '../../../shared/kernel/files/bucket.ts';
import { filesBucket } from '../../../shared/kernel/files/client.ts';
import { stagingKey, textKey, thumbnailKey } from '../../../shared/kernel/files/object-keys.ts';
import { connectSchedules } from '../../../shared/kernel/schedules/client.ts';
import { scheduleOnce } from '../../../shared/kernel/schedules/schedules.ts';
import { toDeliverMessage } from '../../../shared/modules/webhooks/deliveries/messages.ts';
import { eventually } from '../clients/eventually.ts';
import { aFile } from './attachments.ts';
import { fillEmail } from './filled-email.ts';
import { save } from './integrations.ts';
import { aMember } from './roles.ts';
import { aStoredRule, itemsOf } from './rules.ts';
import { prepared } from './samples.ts';
import { aTenant, type TestCaller, withinTenant } from './tenants.ts';
import { aSuperAdmin } from './toggles.ts';

/** Operations that leave data; without those that belong to no tenant or create another one. */
const leaving =
  /^(create(?!Tenant|Toggle|\w*Notif|PaymentSession$)|createFeatureNotification$|uploadAttachment|executeRules|publish|receiveWebhook|capturePayment|testWebhook|setOverride$|updateIntegrationState)/;
const atATime = 4;

/** Lets tests use schedules as the administrator. */
function connectTestSchedules(): void {
  const { endpointUrl: endpoint, region, accessKeyId, secretAccessKey } = inject('aws');
  const [stage, account] = ['local', '000000000000'];
  connectSchedules({
    client: new SchedulerClient({ endpoint, region, credentials: { accessKeyId, secretAccessKey } }),
    group: dynamicScheduleGroupName(stage),
    roleArn: `arn:aws:iam::${account}:role/${scheduleRoleName(stage, region)}`,
    queueArnPrefix: `arn:aws:sqs:${region}:${account}:${queueName(stage, '')}`,
  });
}

/** Sends the samples in one tenant; samples that need a unique name which another took count as failed. */
async function sendSamples(tenantId: string): Promise<{ succeeded: string[]; failed: string[] }> {
  const [succeeded, failed]: [string[], string[]] = [[], []];
  const queue = samples.filter(({ name }) => leaving.test(name)).values();
  const worker = async () => {
    for (const sample of queue) {
      const status = await withinTenant(tenantId, async () => {
        const send = await prepared(sample, await aSuperAdmin());
        return (await send()).status;
      }).catch(() => 0);
      (status >= 200 && status < 300 ? succeeded : failed).push(sample.name);
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return { succeeded, failed };
}

/**
 * Adds data that no sample leaves: a session, e-mails, files of every area, an interrupted upload, a one-time
 * schedule.
 */
export async function addTheRest(caller: TestCaller): Promise<void> {
  const { tenantId, organizationId } = caller;
  await aMember(caller);
  await fillEmail(caller);
  await aStoredRule(caller, { ruleId: `OF-MAIN-${randomUUID()}` });
  await aFile(caller.api);
  await save(caller, 'sync_http_json', { baseUrl: 'https://api.example.com', token: 'token-to-be-kept' });
  const owner = { tenantId, organizationId, attachmentId: randomUUID() };
  const bytes = Buffer.from('left over');
  await putObject(stagingKey(tenantId, owner.attachmentId), bytes);
  await putObject(textKey(owner), bytes);
  await putObject(thumbnailKey(owner, 'w1-h1-cover'), bytes);
  const { client, name: Bucket } = filesBucket();
  await client.send(new CreateMultipartUploadCommand({ Bucket, Key: stagingKey(tenantId, randomUUID()) }));
  const delivery = { ...owner, id: randomUUID(), webhookId: null, madeAtMs: Date.now(), payloadId: 'p' };
  await scheduleOnce({
    name: `webhook-${delivery.id}-2`,
    atMs: Date.now() + 3_600_000,
    queue: 'webhook-deliveries',
    message: toDeliverMessage(delivery, 2),
  });
}

const quietMs = 700;

/** Resolves when nothing is written for a while, so that all published events are handled. */
export async function untilUnchanged(tenantId: string): Promise<void> {
  let [before, since] = ['', Date.now()];
  await eventually('a tenant without work', async () => {
    const now = JSON.stringify(itemsOf(tenantId));
    if (now !== before) [before, since] = [now, Date.now()];
    return Date.now() - since > quietMs ? true : undefined;
  });
}

/** Creates the tenant. Fails when little was written. */
export async function aFilledTenant(): Promise<TestCaller> {
  connectTestSchedules();
  const caller = await aTenant();
  const { succeeded, failed } = await sendSamples(caller.tenantId);
  expect(failed.length, failed.join(', ')).toBeLessThan(succeeded.length / 4);
  await addTheRest(caller);
  await untilUnchanged(caller.tenantId);
  return caller;
}
