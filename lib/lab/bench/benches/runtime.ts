/**
 * Overhead of the local runtime: requests through its public host, CloudFront, the HTTP API, workers, IAM and the
 * meter, compared with a bare server that makes the same AWS calls on the same database.
 */
import type { EndpointSpec } from '../../../../shared/kernel/http/endpoint-spec.ts';
import type { SampleRequest } from '../../../../shared/kernel/samples/sample.ts';
import { toWire } from '../../../../shared/kernel/samples/wire.ts';
import { createRule, getRule, listRules } from '../../../../shared/modules/rules/authoring/rule-contract.ts';
import { executeRules } from '../../../../shared/modules/rules/execution/execution-contract.ts';
import { checkBooleanToggle } from '../../../../shared/modules/toggles/check-contract.ts';
import { startBareServer } from '../bare-server.ts';
import { copyTable } from '../bare-table.ts';
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import { runTool } from '../child.ts';
import { anEntityTypeWithRules, executionOf } from '../executed-rules.ts';
import { benchProcesses } from '../load/processes.ts';
import { runtimeName } from '../load/soak-verdict.ts';
import { waitUntilIdle } from '../load/waiting.ts';
import type { BenchCaller, Platform } from '../platform.ts';
import { recordCalls } from '../recorded-calls.ts';
import { ruleBody } from '../rules.ts';
import { sized } from '../size.ts';
import { alternate, median, quantile } from '../statistics.ts';
import { anOverriddenToggle } from '../toggles.ts';
import type { BareOperation } from '../tools/bare-server.ts';
import type { LoadJob, LoadReport } from '../tools/load.ts';

const rounds = sized(3, 1);
/**
 * Until each side's speed is constant, ours last, because unused workers end. V8 optimizes a function after thousands
 * of calls: the bare server is one thread, and ours are the runtime's and those of several workers.
 */
const warmUpSeconds = { bare: sized(12, 0.2), ours: sized(36, 0.2) };
/** A load generator is a new process in each round, and takes a tenth of a second to open its connections. */
const seconds = sized(4, 0.2);
const rulesInTenant = sized(1_000, 30);
const matchingRules = 20;
const connections = 16;
/** A key may send 500 requests a second. */
const apiKeys = 4;
const idleTimeoutSeconds = 120;
const unique = 'UNIQUE';
/** Kernel ticks of CPU time. */
const tickMs = 10;

interface Operation {
  endpoint: EndpointSpec;
  status: number;
  /** Writes events, which must reach their consumers before the round ends. */
  hasEvents?: true;
  request(platform: Platform, caller: BenchCaller): Promise<SampleRequest>;
}

const operations = {
  'by-id': {
    endpoint: getRule,
    status: 200,
    async request(platform, caller) {
      const { data } = (await platform.call(caller, 'GET', listRules.path)).body as {
        data: { id: string }[];
      };
      return { params: { id: data[0]?.id ?? '' } };
    },
  },
  'toggle-check': {
    endpoint: checkBooleanToggle,
    status: 200,
    async request(platform, caller) {
      return { query: { identifier: (await anOverriddenToggle(platform, caller)).identifier } };
    },
  },
  list: {
    endpoint: listRules,
    status: 200,
    request: async () => ({ query: { pageSize: '20' } }),
  },
  execute: {
    endpoint: executeRules,
    status: 200,
    request: async (platform, caller) =>
      executionOf(await anEntityTypeWithRules(platform, caller, matchingRules)),
  },
  create: {
    endpoint: createRule,
    status: 201,
    hasEvents: true,
    request: async () => ({ body: { ...ruleBody(1), ruleId: unique } }),
  },
} as const satisfies Record<string, Operation>;
type OperationName = keyof typeof operations;

interface Stage {
  load(side: Side, operation: OperationName, concurrency: number, forSeconds?: number): Promise<Round>;
}
type Side = 'ours' | 'bare';

interface Round {
  perSecond: number;
  elapsedMs: readonly number[];
  cpuMs: Readonly<Record<string, number>>;
}

/** CPU time so far, by process. */
function cpuMsByProcess(): Record<string, number> {
  const used: Record<string, number> = {};
  for (const { name, cpuTicks } of benchProcesses()) used[name] = (used[name] ?? 0) + cpuTicks * tickMs;
  // A process's ticks include those of its ended children: here, the load generators.
  const { user, system } = process.cpuUsage();
  const ownMs = (user + system) / 1_000;
  used['load generator'] = (used['load generator'] ?? 0) + (used[runtimeName] ?? 0) - ownMs;
  used[runtimeName] = ownMs;
  return used;
}

async function prepare(context: BenchContext): Promise<Stage> {
  const [tool, platform] = await Promise.all([context.tools(), context.platform()]);
  const caller = await platform.tenantWithRules(rulesInTenant);
  const keys = [caller.key];
  while (keys.length < apiKeys) keys.push(await platform.createKey(caller));
  const jobs = new Map<OperationName, Omit<LoadJob, 'concurrency' | 'seconds'>>();
  const bare: Record<string, BareOperation> = {};
  const { url, table } = platform.database;
  for (const [name, operation] of Object.entries<Operation>(operations)) {
    const request = await operation.request(platform, caller);
    const { path, headers, body } = toWire(operation.endpoint, request);
    const { endpoint, status } = operation;
    const uniqueText = operation.hasEvents && unique;
    jobs.set(name as OperationName, {
      url: path,
      method: endpoint.method,
      headers,
      keys,
      ...(body !== undefined && { body: String(body) }),
      ...(uniqueText && { uniqueText }),
      expectedStatus: status,
    });
    const recorded = await recordCalls({
      endpoint,
      status,
      request,
      key: caller.key,
      stableTexts: [caller.tenantId, caller.organizationId],
      ...(uniqueText && { uniqueText }),
    });
    bare[path] = recorded;
  }
  await waitUntilIdle(platform, idleTimeoutSeconds);
  const copy = await copyTable(url, table);
  const renamed = JSON.parse(JSON.stringify(bare).replaceAll(table, copy)) as typeof bare;
  const server = await startBareServer(tool('bare-server'), { endpoint: url, operations: renamed });
  context.defer(() => server.stop());

  return {
    async load(side, operation, concurrency, forSeconds = seconds) {
      const job = jobs.get(operation);
      if (job === undefined) throw new Error(`The operation ${operation} does not exist.`);
      const { hasEvents }: Operation = operations[operation];
      const base = side === 'ours' ? platform.baseUrl : server.url;
      await waitUntilIdle(platform, idleTimeoutSeconds);
      const before = cpuMsByProcess();
      const report = await runTool<LoadJob, LoadReport>(tool('load'), {
        ...job,
        url: `${base}${job.url}`,
        concurrency,
        seconds: forSeconds,
      });
      const waitedFrom = performance.now();
      if (hasEvents && side === 'ours') await waitUntilIdle(platform, idleTimeoutSeconds, 20);
      const after = cpuMsByProcess();
      const tookSeconds = report.seconds + (hasEvents ? (performance.now() - waitedFrom) / 1_000 : 0);
      const count = report.elapsedMs.length;
      return {
        perSecond: count / tookSeconds,
        elapsedMs: report.elapsedMs,
        cpuMs: Object.fromEntries(
          Object.entries(after).map(([name, ms]) => [name, (ms - (before[name] ?? 0)) / count]),
        ),
      };
    },
  };
}

const stages = new WeakMap<BenchContext, Promise<Stage>>();

/** The platform and servers of this run, created once. */
function servingSidesOf(context: BenchContext): Promise<Stage> {
  const stage = stages.get(context) ?? prepare(context);
  stages.set(context, stage);
  return stage;
}

async function compare(
  context: BenchContext,
  operation: OperationName,
  concurrency: number,
): Promise<Record<Side, Round[]>> {
  const stage = await servingSidesOf(context);
  for (const side of ['bare', 'ours'] as const)
    await stage.load(side, operation, concurrency, warmUpSeconds[side]);
  return alternate(rounds, {
    ours: () => stage.load('ours', operation, concurrency),
    bare: () => stage.load('bare', operation, concurrency),
  });
}

const times = (measured: readonly Round[]): string => {
  const all = measured.flatMap(({ elapsedMs }) => elapsedMs);
  return `p50 ${quantile(all, 0.5).toFixed(1)} ms, p99 ${quantile(all, 0.99).toFixed(1)} ms`;
};

function cpuOf(measured: readonly Round[]): string {
  const names = [...new Set(measured.flatMap(({ cpuMs }) => Object.keys(cpuMs)))];
  const figures = names.map((name) => ({ name, ms: median(measured.map(({ cpuMs }) => cpuMs[name] ?? 0)) }));
  const shown = figures.filter(({ ms }) => ms >= 0.05).map(({ name, ms }) => `${name} ${ms.toFixed(2)}`);
  return `${shown.join(', ')} ms CPU per request`;
}

const throughput = (operation: OperationName, bar: number): Bench => ({
  name: `runtime-throughput-${operation}`,
  unit: `requests/s at ${connections} connections`,
  against: 'a bare node:http server with the same AWS calls',
  bar,
  atLeast: true,
  async measure(context): Promise<Measurement> {
    const { ours, bare } = await compare(context, operation, connections);
    return {
      ours: median(ours.map(({ perSecond }) => perSecond)),
      other: median(bare.map(({ perSecond }) => perSecond)),
      notes: [`ours: ${times(ours)}; ${cpuOf(ours)}`, `other: ${times(bare)}; ${cpuOf(bare)}`],
    };
  },
});

const latency: Bench = {
  name: 'runtime-latency',
  unit: 'ms p50 of a rule by id at one connection',
  against: 'a bare node:http server with the same AWS calls',
  bar: 1.8,
  async measure(context): Promise<Measurement> {
    const { ours, bare } = await compare(context, 'by-id', 1);
    const p50 = (measured: readonly Round[]) =>
      quantile(
        measured.flatMap(({ elapsedMs }) => elapsedMs),
        0.5,
      );
    return { ours: p50(ours), other: p50(bare), notes: [`ours: ${cpuOf(ours)}`, `other: ${cpuOf(bare)}`] };
  },
};

const total = (measured: readonly Round[]): number =>
  median(measured.map(({ cpuMs }) => Object.values(cpuMs).reduce((sum, ms) => sum + ms, 0)));

const cpu: Bench = {
  name: 'runtime-cpu',
  unit: 'ms CPU of all processes per rule by id',
  against: 'a bare node:http server with the same AWS calls',
  bar: null,
  async measure(context): Promise<Measurement> {
    const { ours, bare } = await compare(context, 'by-id', connections);
    return {
      ours: total(ours),
      other: total(bare),
      notes: [`ours: ${cpuOf(ours)}`, `other: ${cpuOf(bare)}`],
    };
  },
};

export const runtimeBenches: readonly Bench[] = [
  throughput('by-id', 0.5),
  throughput('toggle-check', 0.5),
  throughput('list', 0.45),
  throughput('execute', 0.45),
  throughput('create', 0.35),
  latency,
  cpu,
];
