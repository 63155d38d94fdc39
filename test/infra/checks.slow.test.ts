import { Stack, Validations } from 'aws-cdk-lib';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { queues } from '../../shared/catalog/queues.ts';
import { workers } from '../../shared/catalog/workers.ts';
import type { FilePermission } from '../../shared/kernel/http/endpoint-spec.ts';
import type { Worker } from '../../shared/kernel/queues/worker-spec.ts';
import { oneOfEachTrigger, queueOfEachKind } from '../support/builders/workers.ts';
import { everythingOn } from '../support/runtime/everything-on.ts';
import { synthesize } from '../support/runtime/template.ts';

const touched: readonly FilePermission[] = [
  'read',
  'upload staging',
  'presign',
  'write thumbs',
  'delete',
  'list',
];
const withFiles = (worker: Worker): Worker => ({
  ...worker,
  permissions: { ...worker.permissions, files: touched },
});

// cdk-nag and CDK's own validation make synth throw when they report an unacknowledged problem.
describe.each([
  ['dev', {}],
  ['prod', everythingOn],
])('the templates of %s', (stage, options) => {
  it('pass the AWS Solutions checks of cdk-nag and the resource schemas of CloudFormation', () => {
    const synth = () =>
      synthesize({
        stage,
        options,
        validate: true,
        workers: [...workers, ...oneOfEachTrigger.map(withFiles)],
        queues: { ...queues, ...queueOfEachKind },
        before: (app) => Validations.of(app).addPlugins(new AwsSolutionsChecks(app)),
      });
    expect(synth).not.toThrow();
  });
});

it('a resource that breaks a check stops synth', () => {
  const synth = () =>
    synthesize({
      before: (app) => {
        Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
        new CfnBucket(new Stack(app, 'Careless'), 'Bucket');
      },
    });
  expect(synth).toThrow(/AwsSolutions-S1\b/);
});
