/** `npm run demo`: walks the product over HTTP against a running `npm start`, and prints each step as curl. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { attachmentSteps } from './demo/attachments.ts';
import { deliverySteps } from './demo/delivery.ts';
import { entitySteps } from './demo/entities.ts';
import { executionSteps } from './demo/executions.ts';
import { identitySteps } from './demo/identity.ts';
import { integrationSteps } from './demo/integrations.ts';
import { notificationSteps } from './demo/notifications.ts';
import { paymentSteps } from './demo/payments.ts';
import { progressSteps } from './demo/progress.ts';
import { rulesSteps } from './demo/rules.ts';
import { schedulerSteps } from './demo/scheduler.ts';
import { streamSteps } from './demo/stream.ts';
import { syncSteps } from './demo/sync.ts';
import { toggleSteps } from './demo/toggles.ts';
import { type Access, createTour } from './demo/tour.ts';
import { webhookSteps } from './demo/webhooks.ts';

const accessFile = join(process.env.DATA_DIR ?? '.local', 'access.json');
if (!existsSync(accessFile)) {
  console.error(`${accessFile} is missing: start the platform in another terminal first (npm start).`);
  process.exit(2);
}

const access = JSON.parse(readFileSync(accessFile, 'utf8')) as Access;
const tour = createTour(access);
try {
  const chapters = [
    rulesSteps,
    executionSteps,
    identitySteps,
    toggleSteps,
    entitySteps,
    attachmentSteps,
    deliverySteps,
    schedulerSteps,
    webhookSteps,
    notificationSteps,
    streamSteps,
    integrationSteps,
    paymentSteps,
    progressSteps,
    syncSteps,
  ];
  for (const steps of chapters) await steps(tour);
  tour.finish();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
