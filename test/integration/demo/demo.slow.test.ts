import { execFile, spawn } from 'node:child_process';
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Runtime, startRuntime } from '../../../lib/demo/runtime.ts';
import { callOverHttp } from '../../support/clients/in-process.ts';
import { folderOfTest, folderOfTests } from '../../support/folders.ts';
import { fanOutEvents } from '../../support/runtime/fan-out.ts';

callOverHttp();

fanOutEvents();

const dataDir = folderOfTests();
let runtime: Runtime;

beforeAll(async () => {
  runtime = await startRuntime({
    port: 0,
    dataDir,
    bundleDir: inject('bundleDir'),
    quiet: true,
    // The demo starts its own webhook receiver on this machine.
    settings: { RATE_LIMITS: 'off', ALLOW_PRIVATE_WEBHOOKS: 'true' },
    // The demo calls most functions, and some of them again: a start takes as much CPU as ten requests.
    workers: { idleMs: 600_000, maxWorkers: 160 },
  });
});

afterAll(() => runtime.stop());

/** Runs the demo in a separate process. */
async function runDemo(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['bin/demo.ts', ...args], {
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, output };
}

describe('the README', () => {
  it.each([
    ['the default folder', '.local', {}],
    ['another folder', 'moved', { DATA_DIR: 'moved' }],
  ])('shows first requests that work as printed in %s', async (_, name, env) => {
    const page = readFileSync('README.md', 'utf8');
    const [, section = ''] = /^## A first signed request\n([\s\S]*?)^## /m.exec(page) ?? [];
    const found = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block);
    const script = ['set -e; curl() { command curl --fail-with-body "$@"; echo; }', ...found].join('\n');
    const folder = folderOfTest();
    symlinkSync(dataDir, join(folder, name));
    const { DATA_DIR: _inherited, ...inherited } = process.env;
    // A rule of an earlier run has the same ruleId.
    const here = script.replaceAll('ORDER-LIMIT', `ORDER-LIMIT-${name.replace('.', '').toUpperCase()}`);
    const { stdout } = await promisify(execFile)('bash', ['-c', here], {
      cwd: folder,
      env: { ...inherited, ...env },
    });
    const answers = stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line));
    const rule = { ruleId: expect.stringMatching(/^ORDER-LIMIT-/) };
    const data = expect.arrayContaining([expect.objectContaining(rule)]);
    expect(answers).toMatchObject([rule, { data }, { ok: true }]);
  });
});

describe('the demo', () => {
  it('calls every module with the expected responses and prints each step as curl', async () => {
    const { code, output } = await runDemo({ DATA_DIR: dataDir }, '--verbose');
    expect(output).not.toContain('✗');
    expect(code).toBe(0);
    expect(output).toContain(`curl -s -X POST '${runtime.baseUrl}/api/business_rules/rules'`);
    expect(output.match(/^✓ .+ \d{3}, \d+ ms$/gm)?.length).toBeGreaterThan(100);
    expect(output).toMatch(/\d+ steps in [\d.]+ s/);
    // The steps show the main features.
    for (const shown of [
      /order that is blocked.*\n.*\n.*"allowed":false.*needs a review.*"notified":true/,
      /has a notification.*\n.*\n.*Large order/,
      /acme evaluates it again.*\n.*\n.*"enabled":true/,
      /globex still has it off.*\n.*\n.*"enabled":false/,
      /its signature is valid.*\n.*\n.*v1,.*"delivered"/,
      /A forged message is refused 401/,
      /The e-mail as the local SES received it[\s\S]*?"subject":"Order .+ is overdue"/,
      /The result of the run.*\n.*\n.*"completed"/,
      /a search finds it.*\n.*\n.*delivery-note\.png.*porcelain/i,
      /Capture the payment.*\n.*\n.*captured/,
      /Refund a part.*\n.*\n.*partially_refunded/,
      /The old secret is still valid 200/,
      /\[#*-+\] \d+ % \d+ of [\s\S]*✓ It runs batch by batch.*\n.*\n.*"completed","createdCount":250/,
    ]) {
      expect(output).toMatch(shown);
    }
    const [, ends = ''] = output.split('Continue in the API explorer:');
    expect(ends).toContain(`${runtime.baseUrl}/docs/api#/Business%20rules/createRule`);
    expect(ends.trim().split('\n').length).toBeGreaterThan(10);
  });

  it('runs one chapter with short output, without curl', async () => {
    const { code, output } = await runDemo({ DATA_DIR: dataDir }, 'rules');
    expect(code).toBe(0);
    expect(output).toContain('✓ Create a rule that blocks large orders 201');
    expect(output).not.toContain('curl');
    const headings = output.split('\n').filter((line) => /^[A-Z]/.test(line) && !line.includes('steps'));
    expect(headings).toEqual(['Business rules']);
  });

  it('prints requests that work when pasted, including uploads', async () => {
    const { output } = await runDemo({ DATA_DIR: dataDir }, '--verbose', 'attachments');
    const uploads = output.split('\n').filter((line) => line.includes("-F 'file=@"));
    expect(uploads.length).toBeGreaterThan(0);
    const { stdout } = await promisify(execFile)('bash', ['-c', String(uploads[0]).trim()]);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });

  it.each([
    ['an unknown chapter', ['rulez'], /Unknown chapter rulez\. Did you mean rules\?/],
    ['an unknown option', ['--quiet'], /Unknown option '--quiet'/],
  ])('refuses %s', async (_, args, message) => {
    const { code, output } = await runDemo({ DATA_DIR: dataDir }, ...args);
    expect(code).toBe(2);
    expect(output).toMatch(message);
  });

  it('explains what to do if the runtime no longer listens', async () => {
    const folder = folderOfTest();
    writeFileSync(join(folder, 'access.json'), JSON.stringify({ baseUrl: 'http://127.0.0.1:1', keys: {} }));
    const { code, output } = await runDemo({ DATA_DIR: folder });
    expect([code, output]).toEqual([
      2,
      'Nothing listens at http://127.0.0.1:1: start the platform in another terminal first (npm start).\n',
    ]);
  });

  it('explains what to do if no runtime is running', async () => {
    const { code, output } = await runDemo({ DATA_DIR: join(dataDir, 'nothing-here') });
    expect(code).toBe(2);
    expect(output).toContain('npm start');
  });
});
