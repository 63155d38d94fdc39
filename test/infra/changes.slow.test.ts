/**
 * Every change of a stage's options can be deployed as an update: no resource in use is deleted before its users are
 * updated.
 */
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { StageOptions } from '../../lib/aws/stage/stage-options.ts';
import { stageDefaults } from '../../lib/aws/stage/stages.ts';
import { endpoints as allEndpoints } from '../../shared/catalog/endpoints.ts';
import { queues as allQueues } from '../../shared/catalog/queues.ts';
import { workers as allWorkers } from '../../shared/catalog/workers.ts';
import { withResources } from '../support/fixtures/broken-templates.ts';
import { everythingOn } from '../support/runtime/everything-on.ts';
import { type Synthesized, synthesize, type TemplateResource } from '../support/runtime/template.ts';
import { changeProblems } from '../support/template-rules/changes.ts';
import { resourceSchemas } from '../support/template-rules/schema.ts';

// A few modules with every kind of trigger, stream, grant and network, and some of their endpoints.
const modules = ['health', 'events', 'webhooks', 'attachments'];
const endpoints = allEndpoints
  .filter(({ module }) => modules.includes(module))
  .filter(({ transport }, index) => transport !== undefined || index % 8 === 0);
const workers = allWorkers.filter(({ module }) => modules.includes(module));
type Parts = Parameters<typeof synthesize>[0];
const stageWith = (options: StageOptions, parts: Parts = {}): Synthesized =>
  synthesize({ stage: 'prod', endpoints, workers, options, ...parts });
const known = new Map<string, Synthesized>();
/** A stage with all options except the changed ones; each is synthesized once. */
function stageBut(changes: StageOptions): Synthesized {
  const options = { ...stageDefaults('prod'), ...everythingOn, ...changes };
  const key = JSON.stringify(options);
  const stage = known.get(key) ?? stageWith(options);
  known.set(key, stage);
  return stage;
}
const everything = stageBut({});
beforeAll(resourceSchemas);

const updates: [string, StageOptions, StageOptions][] = [
  ['its origin secret', {}, { originSecret: 2 }],
  ['its origin secret once more', { originSecret: 2 }, { originSecret: 3 }],
  ['to a second zone with a fixed address', { egressZones: 1 }, { egressZones: 2 }],
  ['back to one zone', { egressZones: 2 }, { egressZones: 1 }],
  ['to rollouts at once', { rollout: 'linear' }, { rollout: 'all-at-once' }],
  ['back to linear rollouts', { rollout: 'all-at-once' }, { rollout: 'linear' }],
  ['to no service for large uploads', { ingest: true }, { ingest: false }],
  ['to a service for large uploads', { ingest: false }, { ingest: true }],
  ['to no web ACL', { webAcl: true }, { webAcl: false }],
  ['to no fixed addresses', { fixedEgress: true }, { fixedEgress: false }],
  ['to fixed addresses', { fixedEgress: false }, { fixedEgress: true }],
  ['to no protection', {}, { deletionProtection: false }],
  ['to no alarms', { watch: true }, { watch: false }],
  // Links in mails lead to the domain.
  ['to no domain', { email: undefined }, { domain: undefined, email: undefined }],
  ['its reserved connections', {}, { reservedConnections: 300 }],
  ['its reserved downloads', {}, { reservedDownloads: 100 }],
  [
    'to the stream of a restored table',
    {},
    { streamArn: 'arn:aws:dynamodb:eu-west-1:111122223333:table/platform-modules-prod/stream/2026' },
  ],
  ['its bootstrap', {}, { bootstrapQualifier: 'pmprod' }],
  ['its settings', {}, { settings: { RATE_LIMIT_PER_MINUTE: '7' } }],
  ['without recognition of text', {}, { settings: { OCR_PAGES_PER_MONTH: '0' } }],
  ['to fewer requests per address', {}, { requestsPerAddress: 500 }],
  ['to a smaller burst of requests', {}, { requestBurst: 1_250 }],
  [
    'to other images of the ingest task',
    {},
    {
      ingestImages: {
        node: `public.ecr.aws/docker/library/node:24@sha256:${'a'.repeat(64)}`,
        fetcher: `public.ecr.aws/aws-cli/aws-cli@sha256:${'b'.repeat(64)}`,
      },
    },
  ],
];

describe('the pages', () => {
  it('name no option of a stage whose change is not tested', () => {
    const pages = ['runbook', 'restore', 'deploying'].map((name) =>
      readFileSync(`lib/aws/${name}.md`, 'utf8'),
    );
    const named = pages.flatMap((page) =>
      [...page.matchAll(/(?:`|\.ts: )([a-z]\w+): ['\w]|(?:raise|lower|pin|remove|option) `(\w+)`/gi)].map(
        ([, first, second]) => first ?? second ?? '',
      ),
    );
    const tested = updates.flatMap(([, , after]) => [
      ...Object.keys(after),
      ...Object.keys(after.settings ?? {}),
    ]);
    // Values in the source of workers and contracts.
    const inSource = ['maximumConcurrency', 'memoryMb', 'timeoutSeconds'];
    expect(named).toEqual(expect.arrayContaining(['streamArn', 'originSecret', 'requestBurst']));
    expect(named.filter((name) => !tested.includes(name) && !inSource.includes(name))).toEqual([]);
  });
});

describe('a deployed stage can be updated', () => {
  it.each(updates)('%s', async (_, before, after) => {
    expect(await changeProblems(stageBut(before), stageBut(after))).toEqual([]);
  });

  it('to a function with fewer resources', async () => {
    const [removed] = endpoints.filter(({ transport }) => transport === undefined);
    const fewer = endpoints.filter((endpoint) => endpoint !== removed);
    expect(fewer).toHaveLength(endpoints.length - 1);
    expect(await changeProblems(everything, stageWith(everythingOn, { endpoints: fewer }))).toEqual([]);
  });

  it('by a fix while an alarm is on', async () => {
    const fix = stageWith(everythingOn, { ignoreAlarms: true });
    expect(await changeProblems(everything, fix)).toEqual([]);
    expect(await changeProblems(fix, everything)).toEqual([]);
  });

  it('the name of a queue in two deployments: first the new one beside the old one', async () => {
    const { 'webhook-recovery': renamed = { summary: '', maxReceiveCount: 1 } } = allQueues;
    const both = { ...allQueues, renamed };
    const next = stageWith(everythingOn, { queues: both });
    expect(await changeProblems(everything, next)).toEqual([]);
    expect(await changeProblems(next, everything)).toEqual([]);
  });
});

describe('a change that would break a running stage is found', () => {
  /** The stage in which a resource has other properties, or is missing. */
  const changed = (
    isChanged: (one: TemplateResource) => boolean,
    properties: Record<string, unknown> | undefined,
  ): Synthesized =>
    withResources(everything, (one) => {
      if (!isChanged(one)) return one;
      return properties && { ...one, properties: { ...one.properties, ...properties } };
    });
  const { stacks, ...lookUps } = everything;
  const otherExport = {
    ...lookUps,
    stacks: stacks.map((stack) => ({
      ...stack,
      outputs: stack.outputs.map((output) =>
        String(output.exportName).includes('egress-subnet') ? { ...output, value: 'other' } : output,
      ),
    })),
  };

  it.each<[string, Synthesized, RegExp]>([
    [
      'a secret that is deleted while deployed functions resolve it',
      changed(({ properties }) => String(properties.Name).endsWith('/1/accepted'), { Name: 'x' }),
      /platform-modules\/prod\/origin\/1\/accepted is deleted while/,
    ],
    [
      'a queue that is deleted while functions send to it',
      changed(
        ({ properties }) => properties.QueueName === 'platform-modules-prod-webhook-deliveries',
        undefined,
      ),
      /platform-modules-prod-webhook-deliveries is deleted while/,
    ],
    [
      'an export that changes while another stack imports it',
      otherExport,
      /changes the export \S*egress-subnet-0, which PlatformModules-prod-webhooks imports/,
    ],
    [
      'a subnet that uses the addresses of another one',
      changed(({ properties }) => properties.CidrBlock === '10.1.1.0/24', { CidrBlock: '10.1.100.0/24' }),
      /takes 10\.1\.100\.0\/24/,
    ],
    [
      'a resource that is replaced under its name',
      changed(({ type }) => type === 'AWS::DynamoDB::Table', { ImportSourceSpecification: {} }),
      /is replaced \(ImportSourceSpecification\) and keeps its name platform-modules-prod/,
    ],
  ])('%s', async (_, next, problem) => {
    expect((await changeProblems(everything, next)).join('\n')).toMatch(problem);
  });
});
