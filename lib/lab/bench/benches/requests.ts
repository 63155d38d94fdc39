/** DynamoDB requests and capacity units per call, from the runtime's meter. */
import { listIntegrations } from '../../../../shared/modules/integrations/integration-contract.ts';
import { createRule } from '../../../../shared/modules/rules/authoring/rule-contract.ts';
import { executeRules } from '../../../../shared/modules/rules/execution/execution-contract.ts';
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import { anEntityTypeWithRules, executionOf } from '../executed-rules.ts';
import { libraryPath } from '../files.ts';
import { medianRequests, medianUnits } from '../measured-calls.ts';
import { type BenchCaller, type Call, figuresOf, type Platform } from '../platform.ts';
import { recordsPath } from '../records.ts';
import { ruleBody } from '../rules.ts';
import { sized } from '../size.ts';
import { alternate } from '../statistics.ts';
import { anOverriddenToggle, checkPath } from '../toggles.ts';

const rounds = sized(5, 1);
const rules = createRule.path;
const [few, many] = [sized(1_000, 100), sized(100_000, 1_000)];

async function requestsOf(
  context: BenchContext,
  callOnce: (platform: Platform, caller: BenchCaller) => Promise<Call>,
): Promise<Measurement> {
  const platform = await context.platform();
  const caller = await platform.tenantWithRules(few);
  return medianRequests(() => callOnce(platform, caller));
}

/** Creates a rule with a new ruleId and returns the call. */
let created = 0;
function create(platform: Platform, caller: BenchCaller): Promise<Call> {
  created += 1;
  return platform.call(caller, 'POST', rules, { ...ruleBody(created), ruleId: `BENCH-${created}` });
}

async function read(platform: Platform, caller: BenchCaller): Promise<Call> {
  const { id } = (await create(platform, caller)).body as { id: string };
  return platform.call(caller, 'GET', `${rules}/${id}`);
}

async function check(platform: Platform, caller: BenchCaller): Promise<Call> {
  const { identifier } = await anOverriddenToggle(platform, caller);
  return platform.call(caller, 'GET', checkPath(identifier));
}

const firstPage = (platform: Platform, caller: BenchCaller) => platform.call(caller, 'GET', rules);

const integrationsPage = (platform: Platform, caller: BenchCaller) =>
  platform.call(caller, 'GET', listIntegrations.path);

/** Capacity units of a list's first page for two callers: one with few rows, one with many. */
async function growthOf(
  platform: Platform,
  path: string,
  { small, large }: { small: BenchCaller; large: BenchCaller },
): Promise<Measurement> {
  const { atFew, atMany } = await alternate(rounds, {
    atFew: () => platform.call(small, 'GET', path),
    atMany: () => platform.call(large, 'GET', path),
  });
  const lines = [atFew[0], atMany[0]].flatMap((call) =>
    call ? [`${call.actions}: ${figuresOf(call)}`] : [],
  );
  return { ours: medianUnits(atMany), other: medianUnits(atFew), notes: lines };
}

async function growthOfRules(context: BenchContext): Promise<Measurement> {
  const platform = await context.platform();
  const small = await platform.tenantWithRules(few);
  return growthOf(platform, rules, { small, large: await platform.tenantWithRules(many) });
}

const matchingRules = 20;

/** The maximum of an execution, including the first one of a cold function; its log is written as usual. */
async function requestsOfExecution(context: BenchContext): Promise<Measurement> {
  const platform = await context.platform();
  const caller = await platform.tenantWithRules(few);
  const { body } = executionOf(await anEntityTypeWithRules(platform, caller, matchingRules));
  const { calls } = await alternate(rounds, {
    calls: () => platform.call(caller, 'POST', executeRules.path, body),
  });
  const wrong = calls.find((call) => (call.body as { logIds: string[] }).logIds.length !== matchingRules);
  if (wrong !== undefined) throw new Error('An execution did not run or did not log all its rules.');
  const [cold, ...warm] = calls;
  return {
    ours: Math.max(...calls.map(({ requests }) => requests)),
    other: null,
    notes: [cold, warm.at(-1)].flatMap((call) => (call ? [`${call.actions}: ${figuresOf(call)}`] : [])),
  };
}

const [fewRecords, manyRecords] = [sized(500, 50), sized(50_000, 500)];

async function growthOfRecords(context: BenchContext): Promise<Measurement> {
  const platform = await context.platform();
  const small = await platform.tenantWithRecords(fewRecords);
  return growthOf(platform, recordsPath, { small, large: await platform.tenantWithRecords(manyRecords) });
}

async function growthOfLibrary(context: BenchContext): Promise<Measurement> {
  const platform = await context.platform();
  const small = await platform.tenantWithFiles(fewRecords);
  return growthOf(platform, libraryPath, { small, large: await platform.tenantWithFiles(manyRecords) });
}

const searched = sized(10_000, 100);
/** The minimum of a search: listing items of 250 bytes each, read at half a unit per 4 KB. */
const minSearchUnits = (searched * 250) / 8_192;

async function unitsOfSearch(context: BenchContext): Promise<Measurement> {
  const platform = await context.platform();
  const caller = await platform.tenantWithRules(searched);
  const { calls } = await alternate(rounds, {
    // Matches every hundredth rule, so that the page is full.
    calls: () => platform.call(caller, 'GET', `${rules}?search=${encodeURIComponent('orders 0077')}`),
  });
  const last = calls.at(-1);
  return {
    ours: medianUnits(calls),
    other: minSearchUnits,
    notes: last && [`${last.requests} requests: ${figuresOf(last)}`],
  };
}

export const requestBenches: readonly Bench[] = [
  {
    name: 'requests-get-rule',
    unit: 'DynamoDB requests',
    bar: 2,
    measure: (context) => requestsOf(context, read),
  },
  {
    name: 'requests-create-rule',
    unit: 'DynamoDB requests',
    bar: 2,
    measure: (context) => requestsOf(context, create),
  },
  {
    name: 'requests-list-rules',
    unit: 'DynamoDB requests',
    // The request of the key; then the listing items and, at the same time, the total; then the rules of the page, which
    // listing items do not contain, because searches read all of them.
    bar: 4,
    measure: (context) => requestsOf(context, firstPage),
  },
  {
    name: 'requests-check-toggle',
    unit: 'DynamoDB requests',
    bar: 2,
    measure: (context) => requestsOf(context, check),
  },
  {
    name: 'requests-execute',
    unit: `DynamoDB requests for ${matchingRules} rules`,
    bar: 4,
    measure: requestsOfExecution,
  },
  {
    name: 'requests-integrations-list',
    unit: 'DynamoDB requests',
    bar: 3,
    measure: (context) => requestsOf(context, integrationsPage),
  },
  {
    name: 'list-growth',
    unit: 'units per page',
    against: `${many} rules compared with ${few}`,
    bar: 1.1,
    measure: growthOfRules,
  },
  {
    name: 'records-list-growth',
    unit: 'units per page',
    against: `${manyRecords} entity records compared with ${fewRecords}`,
    bar: 1.1,
    measure: growthOfRecords,
  },
  {
    name: 'library-growth',
    unit: 'units per page',
    against: `${manyRecords} files compared with ${fewRecords}`,
    bar: 1.1,
    measure: growthOfLibrary,
  },
  {
    name: 'list-search-units',
    unit: 'units per search',
    against: `${searched} x 250 B at 8 KB per unit`,
    bar: 1.3,
    measure: unitsOfSearch,
  },
];
