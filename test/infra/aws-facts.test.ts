/**
 * Defaults of AWS that the design has to handle. Each row names the fact and checks the production template, or the
 * code where no template shows it.
 */
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { viewerRequestCode } from '../../lib/aws/constructs/viewer-request.ts';
import { countedRules } from '../../lib/aws/constructs/web-acl.ts';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { workers } from '../../shared/catalog/workers.ts';
import { originHeaders, originSecretsVariable } from '../../shared/kernel/http/origin.ts';
import { namesTag } from '../../shared/kernel/http/reply.ts';
import type { Worker } from '../../shared/kernel/queues/worker-spec.ts';
import { settings } from '../../shared/kernel/settings/settings.ts';
import { counterShards } from '../../shared/kernel/table/counters.ts';
import { transact } from '../../shared/kernel/table/write.ts';
import { streamLimits } from '../../shared/modules/events/stream/limits.ts';
import { mockTable } from '../support/fault-injection/mock-table.ts';
import { synthesize, type TemplateResource, text } from '../support/runtime/template.ts';

const app = synthesize({ stage: 'prod' });
const functions = app.ofType('AWS::Lambda::Function');
const mappings = app.ofType('AWS::Lambda::EventSourceMapping');
const host = (app.ofType('AWS::CloudFront::Distribution')[0] as TemplateResource).properties
  .DistributionConfig as {
  Origins: {
    Id: string;
    OriginAccessControlId?: unknown;
    S3OriginConfig?: unknown;
    OriginCustomHeaders: { HeaderName: string; HeaderValue: unknown }[];
  }[];
  CustomErrorResponses: Record<string, unknown>[];
};
const viewerRequest = String(app.ofType('AWS::CloudFront::Function')[0]?.properties.FunctionCode);
const streaming = endpoints.filter(({ transport }) => transport === 'stream');

/** Conditions of all role statements that contain the action. */
function conditionsOf(action: string): unknown[] {
  const documents = app.ofType('AWS::IAM::Role').flatMap(({ properties }) => properties.Policies ?? []);
  return (documents as { PolicyDocument: { Statement: { Action: string[]; Condition?: unknown }[] } }[])
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Action }) => Action.includes(action))
    .map(({ Condition }) => Condition);
}

/** The workers that receive what a worker sends, directly or through other workers. */
function receivers({ permissions }: Worker, found = new Set<Worker>()): Set<Worker> {
  for (const worker of workers) {
    const { trigger } = worker;
    if (trigger.kind !== 'queue' || !permissions.queues?.includes(trigger.queue) || found.has(worker))
      continue;
    found.add(worker);
    receivers(worker, found);
  }
  return found;
}

const answers: readonly [fact: string, so: string, holds: () => void | Promise<void>][] = [
  [
    'Lambda returns at most 6 MB buffered, an HTTP API waits 30 s',
    'lists are exported by one streaming function, and every routed function times out before 30 s',
    () => {
      expect(viewerRequest).toMatch(/"exports":\{"paths":\[.+\],"originId":"exports-export-list"\}/);
      const urls = app
        .ofType('AWS::Lambda::Url')
        .filter(({ properties }) =>
          text(properties.TargetFunctionArn).endsWith(':pm-prod-exports-export-list'),
        );
      expect(urls.map(({ properties }) => properties.InvokeMode)).toEqual(['RESPONSE_STREAM']);
      const routed = app
        .ofType('AWS::Lambda::Permission')
        .filter(({ properties }) => properties.Principal === 'apigateway.amazonaws.com');
      for (const { stack, logicalId } of routed) {
        const name = logicalId.split('Api')[0] ?? '';
        const called = functions.find(
          (one) => one.stack === stack && one.logicalId.startsWith(`${name}Handler`),
        );
        if (called) expect(called.properties.Timeout, called.logicalId).toBeLessThan(30);
      }
    },
  ],
  [
    'An HTTP API cannot customize its responses, and CloudFront’s error pages would replace those of the platform',
    '$default is a function of the platform, and no error page is set',
    () => {
      for (const api of app.ofType('AWS::ApiGatewayV2::Api'))
        expect(
          app
            .ofType('AWS::ApiGatewayV2::Route')
            .filter(({ properties }) => text(properties.ApiId) === `<${api.logicalId}>`)
            .map(({ properties }) => properties.RouteKey),
        ).toContain('$default');
      for (const response of host.CustomErrorResponses)
        expect(response).not.toHaveProperty('ResponsePagePath');
    },
  ],
  [
    'CloudFront keeps errors for 10 s',
    'the distribution caches no error',
    () => {
      expect(host.CustomErrorResponses.length).toBeGreaterThan(8);
      for (const { ErrorCachingMinTTL } of host.CustomErrorResponses) expect(ErrorCachingMinTTL).toBe(0);
    },
  ],
  [
    'A signing origin overwrites Authorization, and needs the hash of a body',
    'only streaming requests are signed, all of them are GET, and credentials are sent in a header that clients cannot set',
    () => {
      const signed = host.Origins.filter(({ OriginAccessControlId }) => OriginAccessControlId !== undefined);
      // Two functions of each endpoint and of the exports, and the console's bucket.
      expect(signed).toHaveLength(2 * (streaming.length + 1) + 1);
      expect(new Set(streaming.map(({ method }) => method))).toEqual(new Set(['GET']));
      const code = viewerRequestCode({
        streams: [],
        exports: null,
        ingest: null,
        furtherApi: { originId: 'further', prefixes: [] },
      });
      expect(code).toContain(`"authorization":"${originHeaders.authorization}"`);
      expect(code).toContain('delete headers[names.authorization]');
    },
  ],
  [
    'A function URL requires two permissions, of which CDK adds one',
    'each URL has both',
    () => {
      const actions = app
        .ofType('AWS::Lambda::Permission')
        .filter(({ properties }) => properties.Principal === 'cloudfront.amazonaws.com')
        .map(({ properties }) => `${text(properties.FunctionName)} ${properties.Action}`);
      for (const url of app.ofType('AWS::Lambda::Url')) {
        const name = `${text(url.properties.TargetFunctionArn).split(':').at(-1)}:live`;
        for (const action of ['lambda:InvokeFunctionUrl', 'lambda:InvokeFunction'])
          expect(actions).toContain(`${name} ${action}`);
      }
    },
  ],
  [
    'The host of the API stays public',
    'every origin sends a secret that every function checks; the previous secret is accepted, too',
    () => {
      for (const { OriginCustomHeaders, S3OriginConfig } of host.Origins) {
        // A bucket accepts requests signed by CloudFront, without another secret.
        if (S3OriginConfig !== undefined) continue;
        expect(OriginCustomHeaders.map(({ HeaderName }) => HeaderName)).toEqual([originHeaders.secret]);
      }
      // The function of the protection stack handles no requests.
      for (const { properties } of functions.filter(({ stack }) => !stack.endsWith('-protection')))
        expect(properties.Environment).toMatchObject({
          Variables: { [originSecretsVariable]: expect.stringContaining('/origin/1/accepted') },
        });
      const accepted = app.only(
        'AWS::SecretsManager::Secret',
        'Name',
        'platform-modules/prod/origin/1/accepted',
      );
      expect(text(accepted.properties.SecretString).split(',')).toHaveLength(2);
    },
  ],
  [
    'A streaming function continues after its client disconnects',
    'event streams end within a minute, and have reserved concurrency',
    () => {
      expect(streamLimits.maxSeconds).toBeLessThanOrEqual(60);
      const held = endpoints.filter(({ holdsConnection }) => holdsConnection);
      expect(held.length).toBeGreaterThan(0);
      const reserved = functions.filter(({ properties }) => properties.ReservedConcurrentExecutions);
      const downloads = endpoints.filter(
        ({ transport, holdsConnection }) => transport === 'stream' && !holdsConnection,
      );
      // And the export of lists.
      expect(reserved).toHaveLength(held.length + downloads.length + 1);
    },
  ],
  [
    'A client that reads slowly occupies the function that responds',
    'one tenant’s downloads leave concurrency of each function to others, without taking that of the account',
    () => {
      const limit = Number(settings.DOWNLOADS_PER_TENANT);
      const reserved = functions.flatMap(({ properties }) => properties.ReservedConcurrentExecutions ?? []);
      expect(Math.min(...reserved.map(Number))).toBeGreaterThan(limit);
      expect(Number(settings.DOWNLOADS_PER_ADDRESS)).toBeLessThanOrEqual(limit / 2);
    },
  ],
  [
    'Lambda stops recursive loops through SQS after about 16 rounds',
    'exactly the workers that send messages to themselves may loop',
    () => {
      const loops = functions.filter(({ properties }) => properties.RecursiveLoop === 'Allow');
      const expected = workers.filter(({ continuesByMessage }) => continuesByMessage);
      expect(loops).toHaveLength(expected.length);
      for (const { module } of expected)
        expect(loops.some(({ stack }) => stack === `PlatformModules-prod-${module}`)).toBe(true);
      // Messages of a batch may belong to several loops, so a limit of the attempts of each is not enough.
      const returning = workers.filter((worker) => receivers(worker).has(worker));
      expect(expected.map(({ name }) => name)).toEqual(returning.map(({ name }) => name));
    },
  ],
  [
    'A failing batch of a stream is retried for ever',
    'the batch is split, good records are processed, and records that keep failing are sent to a queue',
    () => {
      const streams = mappings.filter(({ properties }) => properties.StartingPosition !== undefined);
      expect(streams.length).toBeGreaterThan(0);
      for (const { properties } of streams) {
        expect(properties).toMatchObject({
          BisectBatchOnFunctionError: true,
          FunctionResponseTypes: ['ReportBatchItemFailures'],
          DestinationConfig: { OnFailure: { Destination: expect.anything() } },
        });
        expect(properties.MaximumRetryAttempts).toBeGreaterThan(0);
        expect(properties.MaximumRecordAgeInSeconds).toBeGreaterThan(0);
      }
    },
  ],
  [
    'The SDK does not retry a write that conflicts with a transaction',
    'the platform does, and never reports a mixed cancellation as the caller’s error',
    async () => {
      const mock = mockTable();
      mock
        .on(TransactWriteCommand)
        .rejectsOnce(
          new TransactionCanceledException({
            $metadata: {},
            message: 'cancelled',
            CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, { Code: 'TransactionConflict' }],
          }),
        )
        .resolves({});
      await transact([{ delete: { pk: 'a', sk: 'b' } }]);
      expect(mock.commandCalls(TransactWriteCommand)).toHaveLength(2);
    },
  ],
  [
    'A partition handles 1 000 writes and 3 000 reads a second',
    'the table scales on demand, and counters have 16 to 32 shards',
    () => {
      expect(app.ofType('AWS::DynamoDB::Table')[0]?.properties.BillingMode).toBe('PAY_PER_REQUEST');
      expect(counterShards).toBeGreaterThanOrEqual(16);
      expect(counterShards).toBeLessThanOrEqual(32);
    },
  ],
  [
    'EventBridge Scheduler accepts any role that is passed, and names of at most 64 characters',
    'roles are passed to no other service, and names fit',
    () => {
      const conditions = conditionsOf('iam:PassRole');
      expect(conditions.length).toBeGreaterThan(0);
      for (const condition of conditions)
        expect(JSON.stringify(condition)).toMatch(
          /^\{"StringEquals":\{"iam:PassedToService":\["(scheduler|textract)\.amazonaws\.com"\]\}\}$/,
        );
      for (const { properties } of app.ofType('AWS::Scheduler::Schedule'))
        expect(String(properties.Name)).toMatch(/^[0-9a-zA-Z-_.]{1,64}$/);
    },
  ],
  [
    'The common rules of a web ACL refuse bodies over 8 KB',
    'their body rules only count',
    () => {
      const rules = JSON.stringify(app.ofType('AWS::WAFv2::WebACL')[0]?.properties.Rules);
      for (const rule of countedRules)
        expect(rules).toContain(`{"ActionToUse":{"Count":{}},"Name":"${rule}"}`);
      expect(countedRules).toContain('SizeRestrictions_BODY');
    },
  ],
  [
    'A stack has at most 500 resources, 200 outputs and 60 references to secrets',
    'each module has its own stack, log group and names, and stays far below the quotas',
    () => {
      for (const { name, resources, outputs } of app.stacks) {
        expect(resources.length, name).toBeLessThan(400);
        expect(outputs.length, name).toBeLessThan(100);
        expect((JSON.stringify(resources).match(/\{\{resolve:/g) ?? []).length, name).toBeLessThan(55);
        expect(resources.filter(({ type }) => type === 'AWS::Logs::LogGroup').length, name).toBeLessThan(4);
      }
    },
  ],
  [
    'All functions of an account share one pool of instances',
    'every queue has a maximum concurrency',
    () => {
      const queues = mappings.filter(({ properties }) => properties.StartingPosition === undefined);
      expect(queues).toHaveLength(workers.filter(({ trigger }) => trigger.kind === 'queue').length);
      for (const { properties } of queues)
        expect(
          (properties.ScalingConfig as { MaximumConcurrency: number }).MaximumConcurrency,
        ).toBeGreaterThan(1);
    },
  ],
  [
    'EventBridge cannot send to a queue encrypted with the AWS-managed key',
    'every queue is encrypted with keys of SQS',
    () => {
      for (const { properties, logicalId } of app.ofType('AWS::SQS::Queue')) {
        expect(properties.SqsManagedSseEnabled, logicalId).toBe(true);
        expect(properties).not.toHaveProperty('KmsMasterKeyId');
      }
    },
  ],
  [
    'A plain Node image cannot download its program',
    'an init container downloads it; S3 and DynamoDB are reached within AWS, without a NAT gateway',
    () => {
      const [task] = app.ofType('AWS::ECS::TaskDefinition') as [TemplateResource];
      const [first, second] = task.properties.ContainerDefinitions as Record<string, unknown>[];
      expect(first).toMatchObject({ Essential: false, Command: expect.arrayContaining(['s3', 'cp']) });
      expect(second?.DependsOn).toEqual([{ ContainerName: first?.Name, Condition: 'SUCCESS' }]);
      const gateways = app
        .ofType('AWS::EC2::VPCEndpoint')
        .map(({ properties }) => text(properties.ServiceName));
      expect(gateways.map((name) => name.split('.').at(-1)).toSorted()).toEqual(['dynamodb', 's3']);
      expect(app.ofType('AWS::EC2::NatGateway')).toEqual([]);
    },
  ],
  [
    'Node 24 has no handlers with callbacks, and streams through a global object of Lambda',
    'every function runs on it, and streaming functions are invoked as streams',
    () => {
      expect(new Set(functions.map(({ properties }) => properties.Runtime))).toEqual(new Set(['nodejs24.x']));
      const urls = app.ofType('AWS::Lambda::Url');
      const modes = urls.map(({ properties }) => properties.InvokeMode);
      expect(modes.filter((mode) => mode === 'RESPONSE_STREAM')).toHaveLength(streaming.length + 1);
    },
  ],
  [
    'A streamed response without a byte never ends',
    'responses without a body come from a function of the same code that returns whole responses',
    () => {
      const variablesOf = (name: unknown) =>
        functions.find(({ properties }) => properties.FunctionName === name)?.properties;
      for (const { properties } of app.ofType('AWS::Lambda::Url')) {
        const name = text(properties.TargetFunctionArn).split(':').at(-1) ?? '';
        const isWhole = name.endsWith('-whole');
        expect(properties.InvokeMode).toBe(isWhole ? 'BUFFERED' : 'RESPONSE_STREAM');
        const sibling = variablesOf(isWhole ? name.replace(/-whole$/, '') : `${name}-whole`);
        expect(sibling?.Code).toEqual(variablesOf(name)?.Code);
        expect('WHOLE_RESPONSES' in Object(variablesOf(name)?.Environment).Variables).toBe(isWhole);
      }
    },
  ],
  [
    'Proxies that compress make ETags weak',
    'a weak ETag is compared with its strong one, and CloudFront may compress',
    () => {
      expect(namesTag('W/"7"', '"7"')).toBe(true);
      expect(namesTag('W/"8"', '"7"')).toBe(false);
    },
  ],
];

describe.each(answers)('%s', (_, so, holds) => {
  it(so, holds);
});
