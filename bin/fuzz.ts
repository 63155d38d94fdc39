/**
 * Sends random requests to a fresh local runtime: `npm run fuzz -- --requests 100000 [--seed 42]`, or `--minutes 30`.
 * Prints a curl command for every response that is a 5xx, takes longer than `--max-seconds` (5) or is not documented,
 * and at the end the seed, the counts by status and the slowest response; fails when it printed a curl command.
 * `--concurrency` operations are fuzzed at the same time. With `--wait`, the runtime then keeps running until Ctrl-C,
 * so that the commands can be repeated.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRuntime } from '../lib/demo/runtime.ts';
import { localSurroundings } from '../lib/demo/sample-surroundings.ts';
import { type FuzzReport, formatStatuses, formatSummary, fuzz } from '../lib/lab/fuzz/fuzzer.ts';
import { type ClientOf, createOtherTenants, type FuzzScope } from '../lib/lab/fuzz/other-tenants.ts';
import { documentParts } from '../shared/catalog/document-parts.ts';
import { endpoints } from '../shared/catalog/endpoints.ts';
import { sampleOf, samples } from '../shared/catalog/samples.ts';
import { sampleClient, toWire, type WireRequest } from '../shared/kernel/samples/wire.ts';
import { version } from '../shared/kernel/settings/version.ts';
import { buildOpenApi } from '../shared/modules/docs/openapi/document.ts';
import { endWithUsage, readOptions } from './options/read-options.ts';

const usage =
  'npm run fuzz -- [--requests <number>] [--minutes <number>] [--seed <integer>] [--concurrency <number>] [--max-seconds <number>] [--wait]';
const { values } = readOptions(usage, {
  options: {
    requests: { type: 'string' },
    minutes: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    concurrency: { type: 'string', default: '8' },
    'max-seconds': { type: 'string', default: '5' },
    wait: { type: 'boolean', default: false },
  },
});
const [seed, concurrency] = [Number(values.seed), Number(values.concurrency)];
const maxSeconds = Number(values['max-seconds']);
const maxRequests = Number(values.requests ?? Number.POSITIVE_INFINITY);
const minutes = Number(values.minutes ?? (values.requests === undefined ? 5 : Number.POSITIVE_INFINITY));
if (!(minutes > 0 && maxRequests > 0 && concurrency >= 1 && maxSeconds > 0) || !Number.isSafeInteger(seed))
  endWithUsage(usage);

const maxPreparationTries = 5;
const progressEveryMs = 30_000;

/** Prints the number of requests, and the rate since the last line. */
function createProgress(): (report: FuzzReport) => void {
  let [lastMs, lastRequests] = [performance.now(), 0];
  return ({ requests, failures }) => {
    const elapsedMs = performance.now() - lastMs;
    if (elapsedMs < progressEveryMs) return;
    const perSecond = Math.round((1_000 * (requests - lastRequests)) / elapsedMs);
    console.log(`${requests} requests, ${perSecond} per second, ${failures.length} failures`);
    [lastMs, lastRequests] = [performance.now(), requests];
  };
}

const dataDir = mkdtempSync(join(tmpdir(), 'platform-modules-fuzz-'));
// Samples send webhooks to this machine.
const settings = { RATE_LIMITS: 'off', ALLOW_PRIVATE_WEBHOOKS: 'true' };
// Every function is called in each round, and starting a worker takes as much CPU as ten requests.
const workers = { idleMs: 3_600_000, recycleShare: 1 / 2_000 };
const runtime = await startRuntime({ port: 0, dataDir, quiet: true, settings, workers });
try {
  const bounds = [
    ...(Number.isFinite(maxRequests) ? [`${maxRequests} requests`] : []),
    ...(Number.isFinite(minutes) ? [`${minutes} min`] : []),
  ].join(' or ');
  console.log(`Fuzzing ${endpoints.length} operations at ${runtime.baseUrl} for ${bounds}, seed ${seed}`);
  const { tenants, keys, keyIds, stripe, aws, provider } = JSON.parse(
    readFileSync(runtime.accessPath, 'utf8'),
  );
  const surroundings = localSurroundings({ stripe, aws, provider, ...runtime });
  const send = async ({ method, path, headers, body }: WireRequest, scope?: FuzzScope) => {
    const url = new URL(path, runtime.baseUrl);
    for (const [name, value] of Object.entries(scope ?? {})) url.searchParams.set(name, value);
    const response = await fetch(url, {
      method,
      headers: { 'x-api-key': keys.superAdmin, ...headers },
      ...(body !== undefined && { body }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return { status: response.status, body: isJson ? JSON.parse(text) : text };
  };
  // Responses to preparations are not checked, and a busy machine may stop a function during one, so they are
  // retried.
  const insist = async (request: WireRequest, scope?: FuzzScope) => {
    for (let tries = 1; ; tries += 1) {
      const answer = await send(request, scope);
      if (answer.status < 500 || tries === maxPreparationTries) return answer;
    }
  };
  const clientOf: ClientOf = (scope) => sampleClient((request) => insist(request, scope), surroundings);
  const others = await createOtherTenants(clientOf, concurrency);
  const report = await fuzz({
    baseUrl: runtime.baseUrl,
    document: buildOpenApi(endpoints, { ...documentParts, version, samples }),
    // A key with all rights, so that requests get past the 403.
    key: keys.superAdmin,
    tenantId: tenants.acme.id,
    organizationId: tenants.acme.organizations.north,
    ids: [
      tenants.acme.organizations.south,
      tenants.globex.id,
      tenants.globex.organizations.main,
      ...others.ids,
    ],
    protectedIds: [keyIds.superAdmin],
    otherKeys: [keys.acmeAdmin, keys.acmeViewer, keys.acmeNone, keys.globexAdmin, ...others.keys],
    prepare: async (operationId) => {
      const { endpoint, prepare } = sampleOf(operationId);
      return toWire(endpoint, await prepare(clientOf()));
    },
    seed,
    rounds: Number.MAX_SAFE_INTEGER,
    timeLimitMs: minutes * 60_000,
    maxRequests,
    requestsPerRound: 50,
    concurrency,
    maxDurationMs: maxSeconds * 1_000,
    deadlineMs: 30_000,
    onProgress: createProgress(),
    onFailure: ({ operationId, problem, curl }) => console.log(`\n${operationId}: ${problem}\n${curl}\n`),
  });
  console.log(`${formatStatuses(report)}\n\nSeed ${seed}\n${formatSummary(report)}`);
  process.exitCode = report.failures.length > 0 ? 1 : 0;
  if (values.wait && report.failures.length > 0) {
    console.log('The runtime keeps running for the commands above; press Ctrl-C to stop it.');
    await new Promise((resolve) => process.once('SIGINT', resolve));
  }
} finally {
  await runtime.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
