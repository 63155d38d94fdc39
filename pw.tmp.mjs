import { readFileSync, writeFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const d = JSON.parse(readFileSync('/work/wt/docs/shared/openapi/openapi.json', 'utf8'));
const access = JSON.parse(readFileSync('/tmp/docs-data/access.json', 'utf8'));
const ops = Object.entries(d.paths).flatMap(([path, i]) =>
  Object.entries(i).map(([m, o]) => ({ path, m, o })),
);
const b = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  headless: true,
  args: ['--no-sandbox', '--disable-gpu'],
});
const p = await b.newPage({ viewport: { width: 1280, height: 1600 } });
const { explorerPage, startScript, assetNames } = await import('/work/wt/docs/shared/docs/explorer-page.ts');
await p.route('**/docs/api', (r) => r.fulfill({ contentType: 'text/html', body: explorerPage }));
await p.route('**/' + assetNames.start, (r) =>
  r.fulfill({ contentType: 'text/javascript', body: startScript }),
);
await p.route('**/' + assetNames.ownStyle, (r) => r.fulfill({ contentType: 'text/css', body: '' }));
await p.goto('http://127.0.0.1:4750/docs/api');
await p.waitForSelector('.opblock-tag', { timeout: 60000 });
await p.evaluate((key) => window.explorer.preauthorizeApiKey('apiKeyHeader', key), access.keys.superAdmin);
let last = [];
p.on('response', async (r) => {
  const u = new URL(r.url()).pathname;
  if (u.startsWith('/docs/api') && !last.want?.startsWith('/docs')) return;
  last.push({
    s: r.status(),
    u: r.request().method() + ' ' + r.url(),
    t: await r.text().catch(() => ''),
    rb: r.request().postData(),
  });
});
const out = [];
const T = Date.now();
for (const { path, m, o } of ops.filter(
  (_, i) => i >= +(process.argv[2] ?? 0) && i < +(process.argv[3] ?? 999),
)) {
  if (o.operationId === 'streamEvents') continue;
  const t = Date.now();
  try {
    await p.locator('.operation-filter-input').fill(o.operationId);
    const row = p.locator(`[id$="-${o.operationId}"]`).first();
    await row.locator('.opblock-summary-control').click({ timeout: 20000 });
    await row.locator('.execute').waitFor({ timeout: 20000 });
    const f = row.locator('input[type=file]');
    if (await f.count())
      await f.first().setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    last = [];
    await row.locator('.execute').click();
    await row.locator('.live-responses-table .response-col_status').first().waitFor({ timeout: 20000 });
    const st = (await row.locator('.live-responses-table .response-col_status').first().textContent()).slice(
      0,
      12,
    );
    console.log(o.operationId, st, Date.now() - t);
    out.push([o.operationId, st, Date.now() - t, last[0]?.u, last[0]?.t.slice(0, 160)]);
  } catch (e) {
    const inv = await p
      .locator(`[id$="-${o.operationId}"] .invalid`)
      .count()
      .catch(() => -1);
    out.push([o.operationId, 'ERR ' + inv + ' ' + String(e).slice(0, 80), Date.now() - t]);
  }
  await p.evaluate(
    ([tag, id]) => window.explorer.layoutActions.show(['operations', tag, id], false),
    [o.tags[0], o.operationId],
  );
}
for (const r of out) if (!/^2/.test(r[1])) console.log(r.join(' | '));
console.log('ok', out.filter((r) => /^2/.test(r[1])).length, 'of', out.length, 'ms', Date.now() - T);
await b.close();
