/**
 * `npm run console:screenshot`: starts a platform of its own, fills it, and writes what the console shows of it to
 * `lib/console/screenshot.png` (the home page) and `lib/console/screenshots/`. Needs Chromium.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import sharp from 'sharp';
import { keptConsole } from '../lib/aws/assets/console-build.ts';
import { startRuntime } from '../lib/demo/runtime.ts';
import {
  asForm,
  createPlatformClient,
  orThrow,
  type PlatformClient,
} from '../shared/clients/typescript/index.ts';
import { chromiumPath } from './browser/chromium-path.ts';
import { fillShowcase } from './demo/showcase.ts';

const folder = join(import.meta.dirname, '../lib/console');

interface Shot {
  name: string;
  path: string;
  /** What is clicked there first. */
  open?: RegExp;
  /** The event that happens then. */
  event?: string;
  /** What is typed into the palette there. */
  find?: string;
  /** On a phone. */
  isNarrow?: boolean;
  isDark?: boolean;
}

/** Pages beside the home page. */
const shots: readonly Shot[] = [
  { name: 'home-dark', path: '/', isDark: true },
  { name: 'webhooks', path: '/webhooks?sort=name&dir=asc' },
  { name: 'webhook', path: '/webhooks', open: /^Order updates/ },
  { name: 'deliveries', path: '/deliveries' },
  { name: 'deliveries-phone', path: '/deliveries', isNarrow: true },
  { name: 'rules', path: '/rules?sort=ruleName&dir=asc', isDark: true },
  { name: 'rule', path: '/rules', open: /^Hold large orders/ },
  { name: 'integrations', path: '/integrations' },
  { name: 'keys', path: '/keys' },
  { name: 'sync', path: '/sync' },
  { name: 'files', path: '/files' },
  { name: 'file', path: '/files?search=delivery-note', open: /^delivery-note/ },
  { name: 'users', path: '/users' },
  { name: 'story', path: '/events/story?type=sales.order.paid' },
  { name: 'palette', path: '/', find: 'war' },
  { name: 'audit', path: '/audit' },
  { name: 'mails', path: '/mails' },
  { name: 'inbound', path: '/inbound', open: /^Carrier/ },
  { name: 'events', path: '/events', event: 'sales.order.returned' },
];

const wide = { width: 1440, height: 900 };
const narrow = { width: 390, height: 844 };

interface Access {
  baseUrl: string;
  keys: { acmeAdmin: string };
}

/** Accepts all requests except those to `/broken`. */
async function startReceiver() {
  const server = createServer((request, response) => {
    response.writeHead(request.url === '/broken' ? 422 : 204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

/** Two webhooks, one of which fails, events for both, and work that is under way. */
async function fillHome(client: PlatformClient, receiverUrl: string): Promise<void> {
  const subscribedEvents = ['sales.*'];
  for (const [name, path] of [
    ['Order updates', '/orders'],
    ['Invoicing', '/broken'],
  ]) {
    await orThrow(
      client.POST('/api/webhooks', {
        body: { name: `${name}`, url: `${receiverUrl}${path}`, subscribedEvents },
      }),
    );
  }
  for (const type of ['sales.order.created', 'sales.order.paid', 'sales.order.shipped']) {
    await orThrow(client.POST('/api/events', { body: { type, data: { orderId: 'SO-1001' } } }));
  }
  const job = { jobType: 'demo.import', name: 'Import of the price list', totalCount: 1_200 };
  const { id } = await orThrow(client.POST('/api/progress/jobs', { body: job }));
  const body = { status: 'running' as const, processedCount: 780 };
  await orThrow(client.PUT('/api/progress/jobs/{id}', { params: { path: { id } }, body }));
}

/** A run that imports an uploaded file. */
async function fillSync(client: PlatformClient): Promise<void> {
  const rows = ['id,name,price', 'vase,Vase,49.00', 'crate,Crate,12.50', 'lamp,Lamp,89.00'];
  const { item } = await orThrow(
    client.POST('/api/attachments', {
      body: {
        ...{ entityId: 'attachments:library', recordId: 'library' },
        file: new File([rows.join('\n')], 'articles.csv'),
      },
      bodySerializer: asForm,
    }),
  );
  const source = { integrationId: 'sync_uploads', attachmentId: item.id };
  await orThrow(
    client.POST('/api/data_sync/run', {
      body: { ...source, entityType: 'shop.article', direction: 'import' },
    }),
  );
}

/** Resolves when the page has not changed for a second: names, charts and search results follow the first drawing. */
const pageIsStill = `new Promise((resolve) => {
  const settle = () => { observer.disconnect(); resolve(); };
  let timer = setTimeout(settle, 1_000);
  const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(settle, 1_000); });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
})`;

/** Those that are in sight: others are not even loaded. */
const picturesAreDrawn = `Promise.all(
  [...document.images]
    .filter((image) => image.getBoundingClientRect().top < innerHeight)
    .map((image) => image.decode().catch(() => undefined)),
)`;

/** Writes what the page shows once nothing of it is loading, in few colours: the files are part of the repository. */
async function photograph(page: Page, file: string): Promise<void> {
  await page.evaluate(pageIsStill);
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  await page.evaluate(picturesAreDrawn);
  // Nothing is below the pointer.
  await page.mouse.move(0, 0);
  await sharp(await page.screenshot())
    .png({ palette: true, effort: 10 })
    .toFile(join(folder, file));
}

/** Signs in with the key as a person does, and photographs the pages. */
async function visit({ baseUrl, keys }: Access, client: PlatformClient): Promise<void> {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage({ viewport: wide });
    await page.goto(`${baseUrl}/console/`);
    await page.getByRole('button', { name: 'Sign in with an API key' }).click();
    await page.getByRole('textbox', { name: 'API key' }).fill(keys.acmeAdmin);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('listitem').filter({ hasText: 'Invoicing' }).first().waitFor();
    await page.getByText('Import of the price list').waitFor();
    await photograph(page, 'screenshot.png');
    for (const { name, path, open, event, find, isNarrow, isDark } of shots) {
      await page.setViewportSize(isNarrow ? narrow : wide);
      await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
      const listens = event && page.waitForResponse((response) => response.url().includes('/events/stream'));
      await page.goto(`${baseUrl}/console${path}`);
      await page.locator('h1').waitFor();
      if (event !== undefined) {
        await listens;
        await orThrow(client.POST('/api/events', { body: { type: event, data: { orderId: 'SO-1001' } } }));
        // Delivered to one webhook, refused by the other.
        await page.getByText('webhooks.delivery.succeeded').waitFor();
        await page.getByText('webhooks.delivery.failed').waitFor();
      }
      if (open !== undefined) await page.getByRole('link', { name: open }).first().click();
      if (find !== undefined) {
        await page.keyboard.press('Control+k');
        await page.getByRole('combobox', { name: 'Name, id or action' }).fill(find);
      }
      await photograph(page, `screenshots/${name}.png`);
    }
  } finally {
    await browser.close();
  }
}

const dataDir = mkdtempSync(join(tmpdir(), 'console-screenshot-'));
const receiver = await startReceiver();
// A visit of all pages is faster than any person's.
const settings = { ALLOW_PRIVATE_WEBHOOKS: 'true', RATE_LIMITS: 'off' };
const runtime = await startRuntime({ port: 0, dataDir, quiet: true, settings, console: keptConsole() });
try {
  const access = JSON.parse(readFileSync(runtime.accessPath, 'utf8')) as Access;
  const client = createPlatformClient({ baseUrl: access.baseUrl, token: access.keys.acmeAdmin });
  await fillHome(client, receiver.url);
  await fillSync(client);
  await fillShowcase(client, 'demo');
  await runtime.consoleReady;
  mkdirSync(join(folder, 'screenshots'), { recursive: true });
  await visit(access, client);
  console.log(`Wrote ${shots.length + 1} pictures to ${folder}.`);
} finally {
  await runtime.stop();
  receiver.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
