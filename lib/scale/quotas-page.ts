/** The page of what to set and to request as the platform grows: concurrency of workers, and quotas of AWS. */

import { endpoints } from '../../shared/catalog/endpoints.ts';
import {
  type Consumer,
  concurrencyOf,
  consumers,
  enoughRequests,
  maxConcurrencyOfMapping,
  neededConcurrency,
  outgrownConsumers,
} from './consumers.ts';
import { table, whole } from './markdown.ts';
import { enoughFor, integrationsSource, maxIntegrations, quotaIncreaseFor, quotas } from './quotas.ts';

const quotasTable = (): string =>
  table(
    ['Quota', 'Default', 'Enough for (requests/s)', 'Ask for at 10 000/s', 'Ask for at 100 000/s'],
    quotas.map((quota) => [
      `[${quota.what}](${quota.source})`,
      `${whole(quota.byDefault)} ${quota.unit}`,
      whole(enoughFor(quota)),
      ...[10_000, 100_000].map((rate) => {
        const wanted = quotaIncreaseFor(quota, rate);
        if (wanted === undefined) return '';
        return quota.isAdjustable ? whole(wanted) : `${whole(wanted)}: more queues`;
      }),
    ]),
  );

function outgrownLines(): string {
  const outgrown = outgrownConsumers(100_000).map((consumer) => {
    const { worker } = consumer;
    const most =
      (enoughRequests(consumer) * maxConcurrencyOfMapping) / concurrencyOf(consumer).maximumConcurrency;
    return `\`${worker}\` has what one mapping gives at ${whole(most)} requests a second`;
  });
  return outgrown.length === 0
    ? 'None outgrows one mapping at 100 000 requests a second.'
    : `${outgrown.join('; ')}: a second queue with a function of its own then takes half of the runs, by their ids.`;
}

/** Integrations at which routes are to move to a second HTTP API. */
export const integrationsWarning = maxIntegrations - 20;
/** Operations behind the HTTP API, and its default route. */
export const integrationsInUse =
  endpoints.filter(({ transport }) => transport === undefined || transport === 'api').length + 1;

function concurrencyCell(consumer: Consumer, requestsPerSecond: number): string {
  const needed = neededConcurrency(consumer, requestsPerSecond);
  if (needed <= concurrencyOf(consumer).maximumConcurrency) return '';
  return needed <= maxConcurrencyOfMapping ? whole(needed) : `**${whole(needed)}**: more queues`;
}

const consumersTable = (): string =>
  table(
    [
      'Worker',
      'Batch',
      'Batches at once',
      'Seconds of a batch, assumed',
      'Enough for (requests/s)',
      'At 10 000/s',
      'At 100 000/s',
    ],
    consumers.map((one) => [
      `\`${one.worker}\``,
      concurrencyOf(one).batchSize,
      concurrencyOf(one).maximumConcurrency,
      one.secondsPerBatch,
      whole(enoughRequests(one)),
      concurrencyCell(one, 10_000),
      concurrencyCell(one, 100_000),
    ]),
  );

/** The whole page. */
export function quotasPage(): string {
  return `# What to set and to request as it grows

\`npm run scale\` computes this page, as it does [what happens as it grows](README.md).

## Workers

Work behind the queues is bounded by how many batches each worker has at once (\`maximumConcurrency\` in the modules'
\`workers.ts\`, so that one queue does not take the whole account's concurrency). Beyond that messages wait; nothing is refused
or lost, and fair queues let tenants with few messages pass. What to set when the load grows; a mapping takes
[${whole(maxConcurrencyOfMapping)}](https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html) at the most:

${consumersTable()}

${outgrownLines()}

The stream's publisher needs no setting: each partition of the table has a stream shard, and 100 events a batch are more than the
333 a second that one outbox partition takes. No more than two functions may read the stream
([quota](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html#limits-dynamodb-streams)); it has
one. Lambda adds
[1 000 instances every 10 seconds](https://docs.aws.amazon.com/lambda/latest/dg/scaling-behavior.html) to a function: a load that
grows faster meets errors 429 and 503, which clients repeat.

## Operations

An HTTP API has [${maxIntegrations} integrations](${integrationsSource}), one for each operation, which AWS does not raise
(the ${maxIntegrations} routes it does). ${integrationsInUse} are in use. A test fails at ${integrationsWarning}: then the routes of some modules move to a second HTTP API,
and CloudFront's viewer-request function, which chooses the origin by the path today, gets one more origin. Clients see the
same host and the same paths; each API has the same quota of requests.

## Quotas

Defaults of us-east-1, from the pages that are linked. Other Regions have less of some: KMS gives 100 000 requests a second,
shared by all symmetric operations, in us-east-1, us-west-2 and eu-west-1, 20 000 in six others, and 10 000 elsewhere; EventBridge
Scheduler gives 1 000 invocations a second in its primary Regions, and raises them to tens of thousands. Scheduler also holds
10 000 000 schedules a Region, one for each job. What an account has is in Service Quotas.

${quotasTable()}
`;
}
