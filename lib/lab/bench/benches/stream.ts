/** Time to the first byte of the event stream, and the cost of an open connection. */

import { settings } from '../../../../shared/kernel/settings/settings.ts';
import { listEvents, streamEvents } from '../../../../shared/modules/events/contract.ts';
import { streamLimits } from '../../../../shared/modules/events/stream/limits.ts';
import { defaultMemoryMb } from '../../../aws/constructs/platform-function.ts';
import type { Bench, BenchContext, Measurement } from '../bench.ts';
import { type Call, figuresOf } from '../platform.ts';
import { priceList } from '../prices.ts';
import { sized } from '../size.ts';
import { alternate, median } from '../statistics.ts';

const rounds = sized(15, 1);
const rulesInTenant = sized(1_000, 10);
const hourSeconds = 3_600;

/** US dollars for a connection that is open for an hour without events; it is renewed several times. */
function usdPerHour(connecting: Pick<Call, 'readUnits' | 'writeUnits'>): number {
  const connectionSeconds = Number(settings.EVENT_STREAM_SECONDS);
  const connections = hourSeconds / connectionSeconds;
  const beats = hourSeconds / Number(settings.EVENT_STREAM_HEARTBEAT_SECONDS);
  const looks = (hourSeconds * 1_000) / streamLimits.pollMs;
  const memoryGb = (streamEvents.memoryMb ?? defaultMemoryMb) / 1_024;
  return (
    hourSeconds * memoryGb * priceList.lambdaArmGbSecond.usd +
    connections * priceList.lambdaRequest.usd +
    (connections * connecting.readUnits + looks / 2) * priceList.dynamodbReadUnit.usd +
    (connections * connecting.writeUnits + beats) * priceList.dynamodbWriteUnit.usd
  );
}

async function measure(context: BenchContext): Promise<Measurement> {
  const platform = await context.platform();
  const caller = await platform.tenantWithRules(rulesInTenant);
  const call = (path: string) => platform.call(caller, 'GET', path);
  // The first calls start the functions.
  await Promise.all([call(streamEvents.path), call(listEvents.path)]);
  const { ours, other } = await alternate(rounds, {
    ours: () => call(streamEvents.path),
    other: () => call(listEvents.path),
  });
  const timeOf = (calls: readonly Call[]) => median(calls.map(({ elapsedMs }) => elapsedMs));
  const [connecting] = ours;
  const hourly = connecting === undefined ? 0 : usdPerHour(connecting);
  return {
    ours: timeOf(ours),
    other: timeOf(other),
    notes: [
      ...(connecting ? [`${connecting.actions}: ${figuresOf(connecting)}`] : []),
      `$${hourly.toFixed(4)} for an idle connection of an hour in ${priceList.region}`,
    ],
    details: { usdPerConnectionHour: hourly },
  };
}

export const streamBenches: readonly Bench[] = [
  {
    name: 'event-stream',
    unit: 'ms to the first byte',
    against: `${listEvents.path}, which only reads the caller`,
    bar: null,
    measure,
  },
];
