/** Requests per second over HTTP on the one-machine runtime, beside those that the same route refuses with 401. */
import { createRule, getRule, listRules } from '../../../../shared/modules/rules/authoring/rule-contract.ts';
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import { runTool } from '../child.ts';
import type { BenchCaller, Platform } from '../platform.ts';
import { ruleBody } from '../rules.ts';
import { sized } from '../size.ts';
import { alternate, median, quantile } from '../statistics.ts';
import { anOverriddenToggle, checkPath } from '../toggles.ts';
import type { LoadJob, LoadReport } from '../tools/load.ts';

const rounds = sized(5, 1);
const seconds = sized(0.6, 0.1);
const warmUpSeconds = sized(1, 0.1);
const concurrencies = [1, 16] as const;
const rulesInTenant = sized(1_000, 10);

type Request = Pick<LoadJob, 'url' | 'method' | 'headers' | 'body' | 'uniqueText' | 'expectedStatus'>;

interface Pace {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

function paceOf(reports: readonly LoadReport[]): Pace {
  const all = reports.flatMap(({ elapsedMs }) => elapsedMs);
  return {
    perSecond: median(reports.map(({ elapsedMs, seconds }) => elapsedMs.length / seconds)),
    p50Ms: quantile(all, 0.5),
    p99Ms: quantile(all, 0.99),
  };
}

function describe(name: string, concurrency: number, { perSecond, p50Ms, p99Ms }: Pace): string {
  const times = `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
  return `${name.padEnd(10)} at concurrency ${String(concurrency).padStart(2)}: ${perSecond.toFixed(0)} per second, ${times}`;
}

async function measure(
  context: BenchContext,
  requestOf: (platform: Platform, caller: BenchCaller) => Promise<Request> | Request,
): Promise<Measurement> {
  const [bundles, platform] = await Promise.all([context.bundles(), context.platform()]);
  const request = await requestOf(platform, await platform.tenantWithRules(rulesInTenant));
  const { 'x-api-key': _key, ...anonymous } = request.headers;
  const refused: Request = { ...request, headers: anonymous, expectedStatus: 401 };
  const load = (job: Request, concurrency: number, forSeconds = seconds) =>
    runTool<LoadJob, LoadReport>(bundles.tool('load'), { ...job, concurrency, seconds: forSeconds });

  const paces: { concurrency: number; ours: Pace; floor: Pace }[] = [];
  for (const concurrency of concurrencies) {
    await load(request, concurrency, warmUpSeconds);
    const { ours, floor } = await alternate(rounds, {
      ours: () => load(request, concurrency),
      floor: () => load(refused, concurrency),
    });
    paces.push({ concurrency, ours: paceOf(ours), floor: paceOf(floor) });
  }
  const last = paces.at(-1);
  return {
    ours: last?.ours.perSecond ?? 0,
    other: last?.floor.perSecond ?? 0,
    notes: paces.flatMap(({ concurrency, ours, floor }) => [
      describe('ours', concurrency, ours),
      describe('http-floor', concurrency, floor),
    ]),
    details: Object.fromEntries(
      paces.map(({ concurrency, ours, floor }) => [`concurrency${concurrency}`, { ours, floor }]),
    ),
  };
}

const row = (
  name: string,
  requestOf: (platform: Platform, caller: BenchCaller) => Promise<Request> | Request,
): Bench => ({
  name,
  unit: 'requests/s at concurrency 16',
  against: 'http-floor, a 401 on the same route',
  bar: null,
  measure: (context) => measure(context, requestOf),
});

const withKey = ({ key }: BenchCaller) => ({ 'x-api-key': key });

export const httpBenches: readonly Bench[] = [
  row('http-get-rule', async ({ baseUrl, call }, caller) => {
    const { data } = (await call(caller, 'GET', listRules.path)).body as { data: { id: string }[] };
    const path = getRule.path.replace('{id}', data[0]?.id ?? '');
    return { url: `${baseUrl}${path}`, method: 'GET', headers: withKey(caller), expectedStatus: 200 };
  }),
  row('http-list-rules', ({ baseUrl }, caller) => {
    return {
      url: `${baseUrl}${listRules.path}`,
      method: 'GET',
      headers: withKey(caller),
      expectedStatus: 200,
    };
  }),
  row('http-create-rule', ({ baseUrl }, caller) => ({
    url: `${baseUrl}${createRule.path}`,
    method: 'POST',
    headers: { ...withKey(caller), 'content-type': 'application/json' },
    body: JSON.stringify({ ...ruleBody(1), ruleId: 'UNIQUE' }),
    uniqueText: 'UNIQUE',
    expectedStatus: 201,
  })),
  row('http-check-toggle', async (platform, caller) => {
    const { identifier } = await anOverriddenToggle(platform, caller);
    const url = `${platform.baseUrl}${checkPath(identifier)}`;
    return { url, method: 'GET', headers: withKey(caller), expectedStatus: 200 };
  }),
];
