/**
 * Examines a stage: does it keep every sentence of the interface? `npm run conform -- [options] [module …]`. Without
 * options, it examines the product that `npm start` runs on this machine.
 */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { join } from 'node:path';
import { type StageOptions, stageVariable } from '../test/conformance/support/stage-options.ts';
import { endWithUsage, readOptions } from './options/read-options.ts';

const usage =
  'npm run conform -- [--host <url> --key <admin key>] [--super-key <key>] [--receiver <url> --receiver-port <port>] ' +
  '[--origin <allowed origin>] [--json] [<module> …]';
const { values, positionals } = readOptions(usage, {
  options: {
    host: { type: 'string' },
    key: { type: 'string' },
    'super-key': { type: 'string', default: '' },
    receiver: { type: 'string', default: '' },
    'receiver-port': { type: 'string', default: '0' },
    origin: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
  allowPositionals: true,
});

const projectRoot = join(import.meta.dirname, '..');
const accessFile = join(process.env.DATA_DIR || join(projectRoot, '.local'), 'access.json');

/** The addresses and keys of the local runtime. */
function localStage(given: Pick<StageOptions, 'receiver' | 'origin'>): StageOptions {
  if (!existsSync(accessFile))
    return endWithUsage(
      usage,
      `${accessFile} does not exist: run \`npm start\`, or name a stage with --host and --key.`,
    );
  const { baseUrl, controlUrl, keys, aws, stripe, provider, login } = JSON.parse(
    readFileSync(accessFile, 'utf8'),
  );
  return {
    host: baseUrl,
    adminKey: keys.acmeAdmin,
    superKey: keys.superAdmin,
    ...given,
    local: { aws, stripe, provider, login, controlUrl },
  };
}

function chosenStage(): StageOptions {
  const { host, key, 'super-key': superKey, receiver: url, 'receiver-port': port, origin } = values;
  const given = { receiver: { url, port: Number(port) }, origin };
  if (host === undefined) return localStage(given);
  if (key === undefined) return endWithUsage(usage, 'Name the key of an administrator with --key.');
  return { host: host.replace(/\/$/, ''), adminKey: key, superKey, ...given };
}

/** Ends the process if nothing responds there: every case would fail. */
async function checkHost({ host, local }: StageOptions): Promise<void> {
  const isRunning = await fetch(`${host}/api/health`).then(
    () => true,
    () => false,
  );
  const start = local === undefined ? '' : ' Start the platform in another terminal first (npm start).';
  if (!isRunning) endWithUsage(usage, `Nothing responds at ${host}.${start}`);
}

/** Passes what arrives below `/<port>/` to the receiver that a case has started on that port of this machine. */
function passToReceivers(port: number): void {
  createServer((incoming, response) => {
    const [, receiver = '', path = '/'] = /^\/(\d+)(\/.*)?$/.exec(incoming.url ?? '') ?? [];
    const { method, headers } = incoming;
    const passed = request({ host: '127.0.0.1', port: receiver, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on('error', () => response.destroy());
    incoming.pipe(passed);
  }).listen(port);
}

/** The cases of a module, or of one file of it: `rules` or `rules/fields`. */
function pathOf(name: string): string {
  const path = `test/conformance/${name}`;
  const found = [`${path}.ts`, `${path}/`].find((candidate) => existsSync(join(projectRoot, candidate)));
  return found ?? endWithUsage(usage, `There are no cases of ${name}.`);
}
const files = positionals.map(pathOf);

const stage = chosenStage();
await checkHost(stage);
if (stage.receiver.url !== '') passToReceivers(stage.receiver.port);
const args = [
  ...process.execArgv,
  join(projectRoot, 'node_modules/vitest/vitest.mjs'),
  ...['run', '--project', 'conformance', '--reporter', 'test/conformance/support/report.ts'],
  ...files,
];
const tests = spawn(process.execPath, args, {
  cwd: projectRoot,
  stdio: 'inherit',
  env: {
    ...process.env,
    // Responses are checked with the schemas of this process; the stage itself decides which addresses it accepts.
    ALLOW_PRIVATE_WEBHOOKS: 'true',
    [stageVariable]: JSON.stringify(stage),
    ...(values.json && { CONFORM_JSON: 'true' }),
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => tests.kill(signal));
tests.on('exit', (code) => {
  process.exit(code ?? 1);
});
