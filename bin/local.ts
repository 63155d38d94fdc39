/**
 * `npm start`: runs the whole platform locally until Ctrl-C. `--fresh` empties the data first, `--watch` reloads
 * functions whose sources change, `--inspect` lets a debugger stop them.
 */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Runtime } from '../lib/demo/runtime.ts';
import { readStartOptions } from '../lib/demo/start-options.ts';
import { StartError } from '../lib/local/loopback.ts';
import { consolePath } from '../shared/kernel/base/console-page.ts';
import { explorerPath } from '../shared/kernel/http/explorer-path.ts';

// Worker threads share the time zone of their process, and Lambda uses UTC.
process.env.TZ = 'UTC';
// Files of this process and its children are readable by its user only.
process.umask(0o077);

// `npm start | head` closes the pipe; the platform keeps running.
process.stdout.on('error', () => undefined);

const exampleRule = {
  ruleId: 'ORDER-LIMIT',
  ruleName: 'Block large orders',
  ruleType: 'GUARD',
  entityType: 'sales.order',
  conditionExpression: { field: 'total', operator: '<', value: 10000 },
  enabled: true,
  priority: 100,
  version: 1,
};

interface Access {
  baseUrl: string;
  keys: Record<string, string>;
  login: { email: string; password: string };
}

function curlLines({ baseUrl, keys }: Access): string[] {
  const key = `-H 'X-Api-Key: ${keys.acmeAdmin}'`;
  const rules = `${baseUrl}/api/business_rules/rules`;
  const idOfRule = `$(curl -s '${rules}?ruleId=ORDER-LIMIT' ${key} | grep -o '"id":"[^"]*"' | head -n 1 | cut -d '"' -f 4)`;
  return [
    `curl -i '${rules}' ${key} -H 'Content-Type: application/json' -d '${JSON.stringify(exampleRule)}'`,
    `curl -s '${rules}?search=order' ${key}`,
    `curl -i -X DELETE "${rules}?id=${idOfRule}" ${key}`,
  ];
}

function describe(runtime: Runtime): string {
  const access = JSON.parse(readFileSync(runtime.accessPath, 'utf8')) as Access;
  const keys = Object.entries(access.keys).map(([name, value]) => `  ${name.padEnd(14)} ${value}`);
  return [
    '',
    `API       ${runtime.baseUrl}/api/health`,
    `Console   ${runtime.baseUrl}${consolePath}/`,
    `Explorer  ${runtime.baseUrl}${explorerPath}`,
    `Control   ${runtime.controlUrl}/meter`,
    `Mails     ${runtime.controlUrl}/mail`,
    `Access    ${relative(process.cwd(), runtime.accessPath)}`,
    '',
    'Demo keys',
    ...keys,
    '',
    `Demo login  ${access.login.email}  ${access.login.password}`,
    '',
    'Create a rule, read it, delete it:',
    '',
    ...curlLines(access).flatMap((line) => [line, '']),
    'Press Ctrl-C to stop everything.',
    '',
  ].join('\n');
}

function fail(error: unknown): never {
  const known = error instanceof StartError;
  console.error(known ? error.message : error);
  process.exit(1);
}

const flags = ['--fresh', '--watch', '--inspect'];
const stopWithinMs = 8_000;
let stopping = false;

/** Ctrl-C arrives twice, from the terminal and from the parent; the second is ignored. */
function stopOnce(starting: Promise<Runtime>): void {
  if (stopping) return;
  stopping = true;
  setTimeout(() => process.exit(1), stopWithinMs).unref();
  starting
    .then((runtime) => runtime.stop())
    .then(
      () => process.exit(0),
      () => process.exit(1),
    );
}

try {
  const unknown = process.argv.slice(2).find((argument) => !flags.includes(argument));
  if (unknown !== undefined)
    throw new StartError(`Unknown argument ${unknown}; the arguments are ${flags.join(', ')}.`);
  const { port, dataDir } = readStartOptions(process.env);
  // Imported after the check: modules of the platform read settings while they load.
  const { startRuntime } = await import('../lib/demo/runtime.ts');
  const { keptConsole } = await import('../lib/aws/assets/console-build.ts');
  const { readStageFile } = await import('../lib/aws/stage/stage-file.ts');
  const { console: brand } = await readStageFile('dev');
  const starting = startRuntime({
    port,
    dataDir,
    fresh: process.argv.includes('--fresh'),
    bundleWhenNeeded: true,
    watch: process.argv.includes('--watch'),
    inspect: process.argv.includes('--inspect'),
    mapStacks: true,
    console: keptConsole(brand),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopOnce(starting));
  process.on('disconnect', () => stopOnce(starting));
  // The channel reports the parent's death; it must not keep this process alive.
  process.channel?.unref();
  process.stdout.write(describe(await starting));
} catch (error) {
  fail(error);
}
