/** The page about growth, computed from the table's design, the meter's units and AWS's quotas. */

import { maxPerSecond } from '../../../shared/kernel/auth/rate-window.ts';
import { mix } from '../bench/load/mix.ts';
import { costPerMillion, priceList } from '../bench/prices.ts';
import { chartedRate, minutesChart, ratesChart, scene, settledShare } from './chart.ts';
import { type IdleSweep, idleSweeps, idleUnitsPerMinute, minutesOf } from './idle.ts';
import { table, whole } from './markdown.ts';
import { maxUnits } from './max-units.ts';
import {
  type AccessPattern,
  formerPatterns,
  headroom,
  isOfAll,
  logUnits,
  maxRequestsPerSecond,
  maxUsesPerSecond,
  partitionLimits,
  patterns,
  wallsOf,
  wantedRequestsPerSecond,
} from './patterns.ts';

/** Read and write units of an operation's sample. */
export type MeasuredUnits = Readonly<Record<string, readonly number[]>>;

/** Requests per second of all tenants today, and the factors that the page shows. */
const today = 100;
const sizes = [1, 10, 100, 1_000] as const;
const secondsPerMonth = 730 * 3_600;
const tenantsPerRequest = 2;

export function unitsOfMix(units: MeasuredUnits): { readUnits: number; writeUnits: number } {
  const [readUnits, writeUnits] = [0, 1].map((kind) =>
    Object.entries(mix).reduce(
      (sum, [operation, share]) => sum + ((units[operation]?.[kind] ?? 0) * share) / 100,
      0,
    ),
  );
  return { readUnits: readUnits ?? 0, writeUnits: writeUnits ?? 0 };
}

function patternsTable(all: readonly AccessPattern[]): string {
  const byOwner = all.toSorted((one, other) => maxUsesPerSecond(one) - maxUsesPerSecond(other));
  return table(
    [
      'Access pattern',
      'Module',
      'Meets in',
      'Partitions',
      'Uses per second',
      'Requests per second of the mix',
      'Beyond that',
    ],
    byOwner.map((one) => [
      one.name,
      one.module,
      one.owner,
      one.partitions,
      whole(maxUsesPerSecond(one)),
      whole(maxRequestsPerSecond(one)),
      one.change,
    ]),
  );
}

/** A module's first limit at this number of requests per second of all tenants, a fiftieth of them of the largest. */
function firstToBreak(module: string, requestsPerSecond: number): string {
  const load = ({ owner }: AccessPattern) => (isOfAll(owner) ? requestsPerSecond : requestsPerSecond / 50);
  const ratio = (one: AccessPattern) => load(one) / maxRequestsPerSecond(one);
  const [first] = patterns
    .filter((one) => one.module === module)
    .toSorted((one, other) => ratio(other) - ratio(one));
  if (first === undefined || ratio(first) < 0.001) return 'nothing';
  const used = ratio(first) * 100;
  return used > 100
    ? `**${first.name}** (${Math.round(used)} %): ${first.change}`
    : `${Math.max(1, Math.round(used))} %`;
}

function modulesTable(): string {
  const modules = [...new Set(patterns.map(({ module }) => module))].toSorted();
  return table(
    ['Module', ...sizes.slice(1).map((size) => `${size.toLocaleString('en')}× (${whole(today * size)}/s)`)],
    modules.map((module) => [module, ...sizes.slice(1).map((size) => firstToBreak(module, today * size))]),
  );
}

const writesUsd = (writeUnits: number): string =>
  (writeUnits * priceList.dynamodbWriteUnit.usd * 1e6).toFixed(2);

function costTable(units: MeasuredUnits): string {
  const perMillion = costPerMillion({ ...unitsOfMix(units), lambdaMs: 60, lambdaMemoryMb: 1_024 }).total;
  return table(
    ['', ...sizes.map((size) => `${size.toLocaleString('en')}×`)],
    [
      ['Requests per second', ...sizes.map((size) => whole(today * size))],
      ['Tenants', ...sizes.map((size) => whole(today * size * tenantsPerRequest))],
      ['USD a month', ...sizes.map((size) => whole((today * size * secondsPerMonth * perMillion) / 1e6))],
      [
        'USD per tenant and month',
        ...sizes.map(() => ((secondsPerMonth * perMillion) / 1e6 / tenantsPerRequest).toFixed(2)),
      ],
    ],
  );
}

const wallLines = (all: readonly AccessPattern[]): string => {
  const walls = wallsOf(all);
  if (walls.length === 0) return `No limit is below ${headroom} times the design load.`;
  const lines = walls.map(
    (one) =>
      `- ${one.name} (${one.owner}): ${whole(maxRequestsPerSecond(one))} requests per second of ${whole(wantedRequestsPerSecond(one.owner))}. To change: ${one.change}.`,
  );
  return `Walls that are left:\n\n${lines.join('\n')}`;
};

/** The lowest limit of each owner. */
function ownersTable(): string {
  const owners = ['a tenant', 'an API key', 'a list', 'a webhook', 'a job', 'a toggle'] as const;
  return table(
    ['Owner', 'Pattern', 'Uses per second', 'Requests per second of the mix'],
    owners.flatMap((owner) => {
      const own = patterns.filter((one) => one.owner === owner);
      const used = own.filter(({ uses }) => uses > 0);
      const [tightest] = (used.length > 0 ? used : own).toSorted(
        (one, other) => maxRequestsPerSecond(one) - maxRequestsPerSecond(other),
      );
      if (tightest === undefined) return [];
      return [
        [owner, tightest.name, whole(maxUsesPerSecond(tightest)), whole(maxRequestsPerSecond(tightest))],
      ];
    }),
  );
}

const minutesPerMonth = secondsPerMonth / 60;
const idleUsd = (sweeps: readonly IdleSweep[]): number =>
  sweeps.reduce((sum, one) => sum + idleUnitsPerMinute(one), 0) *
  minutesPerMonth *
  priceList.dynamodbReadUnit.usd;

const idleTable = (): string =>
  table(
    ['Sweep', 'Partitions', 'Every', 'Read units per run', 'USD a month'],
    idleSweeps.map((one) => [
      `\`${one.worker}\``,
      one.partitions,
      `${minutesOf(one.worker)} min`,
      one.partitions * one.unitsPerPartition,
      idleUsd([one]).toFixed(3),
    ]),
  );

/** The whole page. */
export function scalePage(units: MeasuredUnits): string {
  const { readUnits, writeUnits } = unitsOfMix(units);
  const share = (all: readonly AccessPattern[]) => `${(settledShare(all, chartedRate) * 100).toFixed(1)} %`;
  const former = new Set(wallsOf(formerPatterns).map(({ name }) => name));
  const gone = [...former].filter((name) => !wallsOf(patterns).some((one) => one.name === name));
  return `# Limits and costs under growth

\`npm run scale\` computes this page: from the design of the keys (the \`keys.ts\` of each module), the units that the meter shows
for each operation (\`units.json\`, compared by \`test/integration/samples/units.slow.test.ts\`), the mix of the load bench and
the quotas of AWS. Nothing here was measured in AWS: it is a model. A request of the mix takes ${readUnits.toFixed(1)} read
units and ${writeUnits.toFixed(1)} write units.

AWS raises a **quota** on request. A **wall** is a limit that AWS cannot raise: one item, or the newest end of one
partition, allows 1 000 write units and 3 000 read units per second. The design load is 1 000 requests per second of the mix
from one tenant, and 100 000 from all.

## Partitions

The capacity of the hottest partition of each access pattern, and the number of requests of the mix that it allows:

${patternsTable(patterns)}

A key may send ${maxPerSecond} requests per second; above, it gets 429, because its requests are counted on one item. A list with
busy counters spreads them over up to 256 shards automatically.

The capacity of one of each, by its lowest limit:

${ownersTable()}

A webhook allows 250 deliveries per second, 15 000 per minute to one URL. Beyond that, DynamoDB throttles the newest end of its
log: messages wait in the queue and none is lost. Several webhooks with the same URL, each for some of the events, have separate
logs. A job runs at most every second, and each run is one item. A tenant's sync runs are limited on purpose
(\`SYNC_RUNS_PER_TENANT\`, and five concurrent batches), so that they leave capacity to others.

Up to ${whole(partitionLimits.readUnits)} checks of one toggle per second are served, by all tenants together, if its definition has at most 4 KB. Beyond that,
checks of this toggle get 503 with \`Retry-After\`, until DynamoDB serves them again. The items that sweeps read are spread over
shards, and each row records the shard of its item, so the number of shards may be raised at any time. During a deployment, old
code with fewer shards may leave items behind; sweeps remove those.

Removed walls: ${gone.join('; ')}. ${wallLines(patterns)}

## Units of one request

A page of 20 rows takes ${maxUnits.page} read units at most, any other read ${maxUnits.read}, and a creation ${maxUnits.creation} write units. A test measures every
operation. A read is measured as the second one of a process.

## Idle

Shards cost something in an idle stage too: a Query of an empty partition costs as much as one item. In total
${idleUsd(idleSweeps).toFixed(2)} USD a month.

${idleTable()}

## Simulation

${scene.tenants.toLocaleString('en')} tenants whose sizes follow Zipf's law (exponent ${scene.exponent}) on DynamoDB's partitions: hot ones split
once per minute, an item and the newest end of a list never. At ${chartedRate.toLocaleString('en')} requests per second, ${share(formerPatterns)} of the units are
refused permanently with the design before those walls were removed, ${share(patterns)} with the current design.

Refused units, before in red and now in blue:

${ratesChart()}

${minutesChart()}

A new table throttles in its first minutes with any design: set its warm throughput before you move a load to it.

## Modules

The used share of a module's lowest limit when the largest tenant sends a fiftieth of all requests. Exceeded limits are in bold,
with the change that they need. 1× is ${today} requests per second.

${modulesTable()}

## Cost

Requests only: HTTP API, Lambda (60 ms at 1 GB) and DynamoDB by \`lib/lab/bench/prices.ts\`; storage, logs and events come on
top. A tenant sends half a request per second, and costs the same at each size: no pattern needs more units per request as the
table grows, and volume discounts are not counted. Costs of a stage without requests are in [stage-costs.md](../../aws/stage-costs.md).

${costTable(units)}

The event log adds ${writesUsd(logUnits.entry)} USD for a million events of records of 1 KB. Edges add ${writesUsd(logUnits.edge)} for a million events that others led
to, and ${writesUsd(2 * logUnits.edge)} for a million other effects, whose edges are in their transactions. What a request creates is the first event
of its story and has no edge.

Settings of workers and quotas to raise are in [quotas.md](quotas.md).
`;
}
