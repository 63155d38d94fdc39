/**
 * `npm run demo`: demonstrates the product over HTTP against a running `npm start`: all chapters, or those that are
 * named (`npm run demo rules`). `--verbose` prints each step as curl.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { unknownName } from '../shared/kernel/base/nearest-name.ts';
import { attachmentSteps } from './demo/attachments.ts';
import { deliverySteps } from './demo/delivery.ts';
import { emailSteps } from './demo/email.ts';
import { entitySteps } from './demo/entities.ts';
import { executionSteps } from './demo/executions.ts';
import { identitySteps } from './demo/identity.ts';
import { integrationSteps } from './demo/integrations.ts';
import { notificationSteps } from './demo/notifications.ts';
import { paymentSteps } from './demo/payments.ts';
import { progressSteps } from './demo/progress.ts';
import { rulesSteps } from './demo/rules.ts';
import { schedulerSteps } from './demo/scheduler.ts';
import { showcaseSteps } from './demo/showcase.ts';
import { storySteps } from './demo/story.ts';
import { streamSteps } from './demo/stream.ts';
import { syncSteps } from './demo/sync.ts';
import { toggleSteps } from './demo/toggles.ts';
import { type Access, createTour, type Tour } from './demo/tour.ts';
import { webhookSteps } from './demo/webhooks.ts';
import { dataDir } from './options/data-dir.ts';

const chapters = {
  rules: rulesSteps,
  executions: executionSteps,
  identity: identitySteps,
  toggles: toggleSteps,
  entities: entitySteps,
  attachments: attachmentSteps,
  delivery: deliverySteps,
  scheduler: schedulerSteps,
  webhooks: webhookSteps,
  notifications: notificationSteps,
  email: emailSteps,
  stream: streamSteps,
  story: storySteps,
  integrations: integrationSteps,
  payments: paymentSteps,
  progress: progressSteps,
  sync: syncSteps,
  console: showcaseSteps,
} as const satisfies Record<string, (tour: Tour) => Promise<void>>;
type Chapter = keyof typeof chapters;

const names = Object.keys(chapters);
const isChapter = (name: string): name is Chapter => name in chapters;

function readArguments(): { chosen: Chapter[]; isVerbose: boolean } {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { verbose: { type: 'boolean', default: false } },
  });
  const unknown = positionals.find((name) => !isChapter(name));
  if (unknown !== undefined) throw new Error(unknownName('chapter', unknown, names));
  const named = positionals.filter(isChapter);
  return { chosen: named.length > 0 ? named : names.filter(isChapter), isVerbose: values.verbose };
}

/** Throws when the platform is not running. */
async function readAccess(folder: string): Promise<Access> {
  const file = join(folder, 'access.json');
  const start = 'start the platform in another terminal first (npm start).';
  if (!existsSync(file)) throw new Error(`${file} is missing: ${start}`);
  const access = JSON.parse(readFileSync(file, 'utf8')) as Access;
  await fetch(`${access.baseUrl}/api/health`).catch(() => {
    throw new Error(`Nothing listens at ${access.baseUrl}: ${start}`);
  });
  return access;
}

const textOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

async function prepare() {
  const { chosen, isVerbose } = readArguments();
  return {
    chosen,
    tour: createTour(await readAccess(dataDir()), { isVerbose, filesDir: join(dataDir(), 'demo') }),
  };
}

const prepared = await prepare().catch((error: unknown) => {
  console.error(textOf(error));
  process.exit(2);
});
try {
  for (const name of prepared.chosen) await chapters[name](prepared.tour);
  prepared.tour.finish();
} catch (error) {
  console.error(textOf(error));
  process.exitCode = 1;
}
