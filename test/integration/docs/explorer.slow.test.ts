import type { Locator, Page } from 'playwright-core';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { endpoints } from '../../../shared/catalog/endpoints.ts';
import { invoice } from '../../../shared/kernel/samples/files.ts';
import { aRule, aTenant } from '../../support/builders/tenants.ts';
import { useChromium } from '../../support/clients/browser.ts';

const viewport = { width: 1280, height: 800 };

const browser = useChromium();
let page: Page;
let complaints: string[];
let foreignRequests: string[];

beforeEach(async () => {
  const baseUrl = inject('baseUrl');
  const context = await browser().newContext({ viewport });
  context.setDefaultTimeout(300_000);
  page = await context.newPage();
  complaints = [];
  foreignRequests = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${baseUrl}/`) && !/^(?:data|blob):/.test(url)) foreignRequests.push(url);
  });
  await page.goto(`${baseUrl}/api/docs/api`);
  await page.waitForSelector('.opblock-tag');
  return () => context.close();
});

/** Filters for an operation and opens it. */
async function openOperation(operationId: string, words: string): Promise<Locator> {
  await page.locator('.operation-filter-input').fill(words);
  const operation = page.locator(`[id$="-${operationId}"]`);
  await operation.locator('.opblock-summary-control').click();
  return operation;
}

async function authorize(key: string): Promise<void> {
  await page.locator('.btn.authorize').click();
  const form = page.locator('.auth-container').filter({ hasText: 'X-Api-Key' });
  await form.locator('input').fill(key);
  await form.locator('button[type=submit]').click();
  await page.locator('.close-modal').click();
}

/** Sends the request of an operation, whose response must contain the text. */
async function expectSent(operation: Locator, text: string): Promise<void> {
  await operation.locator('.execute').click();
  const live = operation.locator('.live-responses-table .response');
  await live.waitFor();
  expect(await live.locator('.response-col_status').textContent()).toMatch(/^200/);
  expect(await live.textContent()).toContain(text);
}

describe('the API explorer', () => {
  it('shows its collapsed modules on one screen', async () => {
    const titles = new Set(endpoints.map(({ module }) => module));
    await expect.poll(() => page.locator('.opblock-tag').count()).toBe(titles.size);
    expect(await page.locator('.opblock').count()).toBe(0);
    const bottoms = await page
      .locator('.opblock-tag')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().bottom));
    expect(Math.max(...bottoms)).toBeLessThan(viewport.height);
  });

  it('needs little processor time before it shows them', async () => {
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.reload();
    await page.waitForSelector('.opblock-tag');
    const { metrics } = await session.send('Performance.getMetrics');
    const seconds = metrics.find(({ name }) => name === 'ThreadTime')?.value;
    // Processor time, which other programs hardly affect. Copying the whole document takes 2.5 s.
    expect(seconds).toBeLessThan(2);
  });

  it('finds operations by the words of their summary', async () => {
    await page.locator('.operation-filter-input').fill('Refunds the captured amount');
    await expect.poll(() => page.locator('.opblock-tag').count()).toBe(0);
    await page.locator('.operation-filter-input').fill('refund A payment');
    await page.waitForSelector('.opblock');
    const paths = page.locator('.opblock-summary-path');
    expect(await paths.evaluateAll((all) => all.map((one) => one.getAttribute('data-path')))).toEqual([
      '/api/payment_gateways/refund',
    ]);
    expect(complaints).toEqual([]);
  });

  it('shows every operation, and loads nothing from other hosts', async () => {
    expect(new URL(page.url()).pathname).toBe('/docs/api');
    const rows = page.locator('.opblock-summary');
    const names = () =>
      rows.evaluateAll((all) =>
        all.map((row) => {
          const method = row.querySelector('.opblock-summary-method')?.textContent;
          const path = row.querySelector('.opblock-summary-path')?.getAttribute('data-path');
          return `${method} ${path}`;
        }),
      );
    await page.locator('.operation-filter-input').fill('/');
    // The page renders only visible operations, so the test scrolls.
    const shown = new Set<string>();
    const wanted = endpoints
      .flatMap(({ method, path, otherPaths = [] }) =>
        [path, ...otherPaths].map((one) => `${method} ${one.replace('+}', '}')}`),
      )
      .toSorted();
    const nextScreen =
      'scrollTo(0, scrollY + innerHeight >= document.documentElement.scrollHeight - 1 ? 0 : scrollY + 600)';
    const look = async () => {
      for (const name of await names()) shown.add(name);
      // From the end back to the top: operations that a busy machine rendered too late are found in the next pass.
      await page.evaluate(nextScreen);
      return [...shown].toSorted();
    };
    await expect.poll(look, { interval: 100 }).toEqual(wanted);
    expect(complaints).toEqual([]);
    expect(foreignRequests).toEqual([]);
  });

  it('sends a request with the pasted key, and shows the response', async () => {
    const { api, key } = await aTenant();
    await api.post('/api/business_rules/rules', { body: aRule({ ruleId: 'SEEN-IN-EXPLORER' }) });
    await authorize(key);
    await expectSent(await openOperation('listRules', 'search business rules'), 'SEEN-IN-EXPLORER');
    expect(complaints).toEqual([]);
    expect(foreignRequests).toEqual([]);
  });

  it('uploads a file with the prefilled form', async () => {
    const { key } = await aTenant();
    await authorize(key);
    const upload = await openOperation('uploadAttachment', 'attachments upload');
    const { fileName, contentType, content } = invoice;
    const buffer = Buffer.from(content);
    await upload.locator('input[type=file]').setInputFiles({ name: fileName, mimeType: contentType, buffer });
    await expectSent(upload, 'SO-1001');
  });
});
