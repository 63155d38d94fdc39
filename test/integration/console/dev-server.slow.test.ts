/** `npm run console:dev`: the console from its sources, in front of a running platform. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, inject, it } from 'vitest';
import { startChromium } from '../../support/clients/browser.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';

callOverHttp();

/** Copies the sources of the console: a test changes no file of the project. */
function aCopy(): string {
  mkdirSync('.build', { recursive: true });
  const dir = mkdtempSync(resolve('.build', 'console-dev-'));
  for (const part of ['lib/console', 'shared/clients/typescript', 'tsconfig.json']) {
    cpSync(part, join(dir, part), { recursive: true, filter: (source) => !source.includes('/dist') });
  }
  return dir;
}

/** Starts the development server and returns its address once it is printed. */
async function startDevServer(dir: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const vite = resolve('node_modules/vite/bin/vite.js');
  const flags = ['--config', join(dir, 'lib/console/vite.config.ts'), '--host', '127.0.0.1', '--port', '0'];
  const env = { ...process.env, CONSOLE_API: inject('baseUrl'), NO_COLOR: '1' };
  const child = spawn(process.execPath, [vite, ...flags], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  const stop = async () => {
    child.kill();
    await closed;
  };
  const address = Promise.withResolvers<string>();
  let printed = '';
  // The server continues to print, and a full pipe would block it, so its output is read to the end.
  child.stdout.on('data', (chunk) => {
    printed += String(chunk);
    const [url] = /http:\/\/127\.0\.0\.1:\d+\/console\//.exec(printed) ?? [];
    if (url !== undefined) address.resolve(url);
  });
  child.once('close', () => address.reject(new Error(`The development server has ended: ${printed}`)));
  return { url: await address.promise, stop };
}

it('shows a changed source without a reload, and forwards requests to the API', async () => {
  const dir = aCopy();
  const server = await startDevServer(dir);
  const browser = await startChromium();
  try {
    const page = await browser.newPage();
    const heading = page.getByRole('heading', { name: 'Sign in', exact: true });
    await page.goto(server.url);
    await heading.waitFor();
    // The first visit may be reloaded after packages are prepared; the second is not.
    await page.goto(server.url);
    await heading.waitFor();
    await page.evaluate("globalThis.isSamePage = 'yes'");

    const source = join(dir, 'lib/console/texts/session.ts');
    writeFileSync(source, readFileSync(source, 'utf8').replace("title: 'Sign in'", "title: 'Come in'"));
    await page.getByRole('heading', { name: 'Come in' }).waitFor();
    expect(await page.evaluate('globalThis.isSamePage')).toBe('yes');
    expect(await page.evaluate("fetch('/api/health').then(({ status }) => status)")).toBe(200);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(dir, { recursive: true, force: true });
  }
});
