/** The functions of custom resources, run as CloudFormation runs them. */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../shared/catalog/endpoints.ts';
import { siteBucketVariable, siteDirVariable } from '../../shared/modules/platform/console/site.ts';
import { uploadHandler } from '../../shared/modules/platform/console/upload-handler.ts';
import { folderOfTests } from '../support/folders.ts';
import { everythingOn } from '../support/runtime/everything-on.ts';
import { silenceLog } from '../support/runtime/quiet-log.ts';
import { synthesize, type TemplateResource, text } from '../support/runtime/template.ts';
import {
  cdkHandler,
  type HandlerOf,
  resolvedText,
  runStep,
  type SdkStub,
  type Step,
  steps,
} from '../support/template-rules/custom-resources.ts';
import { isRecord } from '../support/template-rules/references.ts';

silenceLog();

const consoleDir = folderOfTests();
mkdirSync(join(consoleDir, 'assets'));
writeFileSync(join(consoleDir, 'index.html'), 'page');
writeFileSync(join(consoleDir, 'assets', 'app-1.js'), 'script');

/** The code of CDK's functions by the hash of its asset. */
const codes = new Map<string, string>();
const stage = synthesize({
  stage: 'prod',
  options: everythingOn,
  consoleDir,
  endpoints: endpoints.filter(({ module }) => ['health', 'attachments'].includes(module)),
  workers: [],
  before: ({ outdir }) => {
    for (const file of globSync('asset.*/index.js', { cwd: outdir }))
      codes.set(dirname(file).replace('asset.', ''), readFileSync(join(outdir, file), 'utf8'));
  },
});
const custom = stage.stacks.flatMap(({ resources }) =>
  resources.filter(({ type }) => type.startsWith('Custom::')),
);
const named = (part: string): TemplateResource => {
  const [found, ...others] = custom.filter(({ logicalId }) => logicalId.startsWith(part));
  if (found === undefined || others.length > 0) throw new Error(`${others.length + 1} of ${part}`);
  return found;
};
const lambdaOf = (resource: TemplateResource) => stage.referenced(resource, resource.properties.ServiceToken);
const isOfCdk = (lambda: TemplateResource) => codes.has(assetOf(lambda));
const assetOf = ({ properties: { Code } }: TemplateResource): string =>
  isRecord(Code) ? text(Code.S3Key).replace('.zip', '') : '';

const handlerOfCdk: HandlerOf = async (lambda, aws) => cdkHandler(codes.get(assetOf(lambda)) ?? '', aws);

/** IAM's action for a call of S3, where their names differ. */
const s3Actions: Readonly<Record<string, string>> = {
  ListObjectsV2: 'ListBucket',
  DeleteObjects: 'DeleteObject',
  CopyObject: 'PutObject',
};

/** The objects of the console's bucket, which its function fills. */
const objects = new Map<string, string>();

/** The upload of the console with the environment of its function and a bucket in memory. */
function uploadOfConsole(dir: string): HandlerOf {
  return async (lambda, aws) => {
    answerForS3(aws);
    const { Variables } = isRecord(lambda.properties.Environment) ? lambda.properties.Environment : {};
    const variables = isRecord(Variables) ? Variables : {};
    const [BUCKET, DIR] = [siteBucketVariable, siteDirVariable].map((name) =>
      resolvedText(stage, lambda, variables[name]),
    );
    expect(DIR).toBe('site');
    return uploadHandler({ [siteBucketVariable]: BUCKET, [siteDirVariable]: '.' }, dir);
  };
}

const s3 = mockClient(S3Client);
afterAll(() => s3.restore());

function answerForS3(aws: SdkStub): void {
  s3.reset();
  s3.callsFake((input: Record<string, unknown>) => s3Response(input, aws));
}

function s3Response(input: Record<string, unknown>, aws: SdkStub): unknown {
  const [command] = s3.calls().slice(-1);
  const action = (command?.args[0].constructor.name ?? '').replace(/Command$/, '');
  const key = String(input.Key ?? '');
  const bucketArn = `arn:<AWS::Partition>:s3:::${input.Bucket}`;
  const resource = action === 'ListObjectsV2' ? bucketArn : `${bucketArn}/${key}`;
  aws.call({ service: 's3', action, input }, `s3:${s3Actions[action] ?? action}`, resource);
  if (action === 'PutObject') objects.set(key, 'stored');
  if (action === 'GetObject') throw Object.assign(new Error('No such key'), { name: 'NoSuchKey' });
  if (action === 'ListObjectsV2') return { Contents: [...objects.keys()].map((Key) => ({ Key })) };
  if (action === 'DeleteObjects') objects.clear();
  return {};
}

describe('the custom resources', () => {
  it('are those whose functions are run here', () => {
    expect(custom.map(({ type }) => type).toSorted()).toEqual([
      'Custom::ConsoleUpload',
      'Custom::DeletionProtection',
      'Custom::DeletionProtection',
    ]);
    expect(custom.filter((one) => isOfCdk(lambdaOf(one)))).toHaveLength(2);
  });

  it.each<[string, string, (on: boolean) => object]>([
    ['DeletionProtectionTable', 'UpdateTable', (on) => ({ DeletionProtectionEnabled: on })],
    [
      'DeletionProtectionLoadBalancer',
      'ModifyLoadBalancerAttributes',
      (on) => ({ Attributes: [{ Key: 'deletion_protection.enabled', Value: String(on) }] }),
    ],
  ])(
    '%s is switched on by its creation and update, and off by its deletion',
    async (name, action, switched) => {
      for (const step of steps) {
        const outcome = await runStep(stage, named(name), step, { handlerOf: handlerOfCdk });
        const calls = [{ action, input: switched(step !== 'Delete') }];
        expect(outcome, step).toMatchObject({ status: 'SUCCESS', reason: 'OK', calls });
      }
    },
  );

  it.each([
    ['DeletionProtectionTable', 'ResourceNotFoundException'],
    ['DeletionProtectionLoadBalancer', 'LoadBalancerNotFoundException'],
  ])('%s can be deleted after its target was deleted by hand (%s)', async (name, missing) => {
    const run = (step: Step) => runStep(stage, named(name), step, { handlerOf: handlerOfCdk, missing });
    expect(await run('Delete')).toMatchObject({ status: 'SUCCESS' });
    expect(await run('Create')).toMatchObject({ status: 'FAILED' });
  });

  it('ConsoleUpload stores the build in its bucket, and its deletion leaves the objects', async () => {
    const run = (step: Step) =>
      runStep(stage, named('ConsoleUpload'), step, { handlerOf: uploadOfConsole(consoleDir) });
    for (const step of ['Create', 'Update'] as const) {
      expect(await run(step)).toMatchObject({ status: 'SUCCESS' });
      expect([...objects.keys()].toSorted()).toEqual([
        'console/assets/app-1.js',
        'console/index.html',
        'files.json',
      ]);
    }
    expect(await run('Delete')).toMatchObject({ status: 'SUCCESS', calls: [] });
  });

  it('ConsoleUpload empties its bucket when its creation fails', async () => {
    objects.set('console/old.js', 'stored');
    const handlerOf = uploadOfConsole(join(consoleDir, 'assets'));
    const failed = await runStep(stage, named('ConsoleUpload'), 'Create', { handlerOf });
    expect(failed).toMatchObject({ status: 'FAILED', reason: expect.stringContaining('not built') });
    expect([...objects.keys()]).toEqual([]);
  });

  it.each<[string, string, string, RegExp]>([
    ['a service by its CloudFormation name', 'ELBv2', 'ElasticLoadBalancingV2', /does not exist/],
    ['an action that does not exist', 'ModifyLoadBalancerAttributes', 'ProtectLoadBalancer', /ProtectLoadB/],
    ['an action that its role does not allow', 'ModifyLoadBalancerAttributes', 'DeleteLoadBalancer', /allow/],
  ])('fail with %s', async (_, from, to, reason) => {
    const right = named('DeletionProtectionLoadBalancer');
    const wrong: TemplateResource = {
      ...right,
      properties: JSON.parse(JSON.stringify(right.properties).replaceAll(from, to)),
    };
    for (const step of steps)
      expect(await runStep(stage, wrong, step, { handlerOf: handlerOfCdk })).toMatchObject({
        status: 'FAILED',
        reason: expect.stringMatching(reason),
      });
  });
});
