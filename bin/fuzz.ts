/**
 * Sends random requests to a fresh local runtime: `npm run fuzz -- --minutes 30 [--seed 42] [--wait]`. Prints a curl
 * command for every answer that is a 5xx, takes too long or is not documented; fails when there was one.
 * With `--wait` the runtime then stays up until Ctrl-C, so that the commands can be tried.
 */
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startRuntime } from '../lib/local/runtime.ts';
import { localSurroundings } from '../lib/local/sample-surroundings.ts';
import { endpoints } from '../shared/endpoints.ts';
import { buildOpenApi } from '../shared/openapi/document.ts';
import { sampleClient, toWire } from '../shared/samples/wire.ts';
import { sampleOf, samples } from '../shared/samples.ts';
import { version } from '../shared/version.ts';
import { formatStatuses, fuzz } from '../test/fuzz/fuzzer.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    wait: { type: 'boolean', default: false },
  },
});
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
if (!(minutes > 0) || !Number.isSafeInteger(seed)) {
  console.error('Usage: npm run fuzz -- [--minutes <number>] [--seed <integer>] [--wait]');
  process.exit(2);
}

const dataDir = mkdtempSync(join(tmpdir(), 'platform-modules-fuzz-'));
const runtime = await startRuntime({ port: 0, dataDir, quiet: true, settings: { RATE_LIMITS: 'off' } });
try {
  console.log(
    `Fuzzing ${endpoints.length} operations at ${runtime.baseUrl} for ${minutes} min, seed ${seed}`,
  );
  const { tenants, keys, stripe, aws } = JSON.parse(readFileSync(runtime.accessPath, 'utf8'));
  const client = sampleClient(
    async ({ method, path, headers, body }) => {
      const response = await fetch(`${runtime.baseUrl}${path}`, {
        method,
        headers: { 'x-api-key': keys.superAdmin, ...headers },
        ...(body !== undefined && { body }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return { status: response.status, body: isJson ? JSON.parse(text) : text };
    },
    localSurroundings({ stripe, aws, controlUrl: runtime.controlUrl }),
  );
  const report = await fuzz({
    baseUrl: runtime.baseUrl,
    document: buildOpenApi(endpoints, { version, samples }),
    // Nothing is closed to it, so that requests get past the 403.
    key: keys.superAdmin,
    tenantId: tenants.acme.id,
    organizationId: tenants.acme.organizations.north,
    ids: [tenants.acme.organizations.south, tenants.globex.id, tenants.globex.organizations.main],
    prepare: async (operationId) => {
      const { endpoint, prepare } = sampleOf(operationId);
      return toWire(endpoint, await prepare(client));
    },
    seed,
    rounds: Number.MAX_SAFE_INTEGER,
    timeLimitMs: minutes * 60_000,
    onFailure: ({ operationId, problem, curl }) => console.log(`\n${operationId}: ${problem}\n${curl}\n`),
  });
  console.log(`${formatStatuses(report)}\n${report.requests} requests, ${report.failures.length} failures`);
  process.exitCode = report.failures.length > 0 ? 1 : 0;
  if (values.wait && report.failures.length > 0) {
    console.log('The runtime stays up for the commands above; Ctrl-C ends it.');
    await new Promise((resolve) => process.once('SIGINT', resolve));
  }
} finally {
  await runtime.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
