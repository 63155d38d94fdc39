/** The page about settings and requests as the platform grows: worker concurrency and AWS quotas. */

import { apisOf } from '../../../shared/catalog/apis.ts';
import { moduleEndpoints } from '../../../shared/catalog/endpoints.ts';
import { apiNames } from '../../../shared/kernel/modules/manifest.ts';
import { integrationsIn, maxIntegrations as roomLimit } from '../../aws/api-room.ts';
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
    ['Quota', 'Default', 'Enough for (requests/s)', 'Request at 10 000/s', 'Request at 100 000/s'],
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
    return `\`${worker}\` reaches the limit of one mapping at ${whole(most)} requests per second`;
  });
  return outgrown.length === 0
    ? 'None exceeds one mapping at 100 000 requests per second.'
    : `${outgrown.join('; ')}: a second queue with its own function then handles half of the runs, by their ids.`;
}

/** Integrations of each HTTP API, `main 200`. */
const integrationsText = apiNames
  .map((api) => `${api} ${integrationsIn(api, moduleEndpoints, apisOf)}`)
  .join(', ');

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
      'Concurrent batches',
      'Seconds per batch, assumed',
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
  return `# Settings and quotas under growth

\`npm run scale\` computes this page and [limits and costs under growth](README.md).

## Workers

Work behind the queues is limited by the number of concurrent batches of each worker (\`maximumConcurrency\` in the modules'
\`workers.ts\`, so that one queue does not take the whole account's concurrency). Beyond that messages wait; nothing is refused
or lost, and fair queues prefer tenants with few messages. The table shows the settings for growing loads; a mapping allows
at most [${whole(maxConcurrencyOfMapping)}](https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html):

${consumersTable()}

${outgrownLines()}

The stream's publisher needs no setting: each partition of the table has a stream shard, and 100 events per batch are more than the
333 per second that one outbox partition allows. At most two functions may read the stream
([quota](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/ServiceQuotas.html#limits-dynamodb-streams)); it has
one. Lambda adds
[1 000 instances every 10 seconds](https://docs.aws.amazon.com/lambda/latest/dg/scaling-behavior.html) to a function: a load that
grows faster gets the errors 429 and 503, and clients repeat their requests.

## Operations

An HTTP API has [${maxIntegrations} integrations](${integrationsSource}), one per operation, which AWS does not raise
(unlike the ${maxIntegrations} routes). The platform has two HTTP APIs behind the same host. A module's manifest names its API, and
CloudFront's viewer-request function selects it by the path. In use: ${integrationsText}. Synth fails at more than ${roomLimit} and
names the module to move. Each API has the same quota of requests.

## Quotas

Defaults of us-east-1, from the linked pages. Some are lower in other Regions: KMS allows 100 000 requests per second,
shared by all symmetric operations, in us-east-1, us-west-2 and eu-west-1, 20 000 in six others, and 10 000 elsewhere; EventBridge
Scheduler allows 1 000 invocations and 5 000 new schedules per second in its primary Regions (250 new ones elsewhere), and raises
both to tens of thousands. It also allows 10 000 000 schedules per Region: one per job, and one per request of a webhook that
waits for more than 15 minutes, for a retry or because of its rate limit. All tenants share them. While one tenant's webhooks
use up the new schedules, requests of webhooks wait in their queue, 15 minutes at a time, and changes of jobs may return 503:
request a higher quota if webhooks have thousands of such requests a second. The quotas of an account are shown in Service
Quotas.

${quotasTable()}
`;
}
