/** `npm run deploy -- --destroy`, against mocked AWS clients. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { edgeRegion } from '../../../lib/aws/stage/regions.ts';
import { destroy } from '../../../lib/deploy/destroy.ts';
import { ScriptedAccount, stackOf } from '../../support/fault-injection/scripted-account.ts';

const request = { stage: 'dev', liftProtection: undefined, yes: false, concurrency: 1 };
const bucket = (DeletionPolicy: string) => ({ Type: 'AWS::S3::Bucket', DeletionPolicy });

let aws: ScriptedAccount;
beforeEach(() => {
  aws = new ScriptedAccount();
});
afterEach(() => aws.restore());
const said = () => aws.said.join('\n');

describe('the removal of a stage', () => {
  it('asks for its name, then deletes its stacks in the order of their dependencies', async () => {
    for (const part of ['data', 'api', 'messaging', 'rules', 'egress', 'front']) aws.add(stackOf(part));
    aws.add(stackOf('data', {}, 'prod'));
    aws.answers = ['dev'];
    await destroy(request, aws.tools([]));
    const deletions = ['front', 'rules', 'egress', 'api', 'messaging', 'data'];
    expect(aws.log).toEqual([
      'ask Type the name of the stage to remove it:',
      ...deletions.map((part) => `delete PlatformModules-dev-${part}`),
    ]);
    expect(aws.stacks.get('PlatformModules-prod-data')?.status).toBe('CREATE_COMPLETE');
  });

  it('removes nothing if another name is typed', async () => {
    aws.add(stackOf('data'));
    aws.answers = ['prod'];
    await expect(destroy(request, aws.tools([]))).rejects.toThrow(/Nothing was removed/);
    expect(aws.log).toHaveLength(1);
  });

  it('does not ask for an unprotected stage with --yes', async () => {
    aws.add(stackOf('data'));
    await destroy({ ...request, yes: true }, aws.tools([]));
    expect(aws.log).toEqual(['delete PlatformModules-dev-data']);
  });

  it('empties buckets that are deleted with their stacks', async () => {
    aws.add(stackOf('data', { Files: bucket('Delete') }));
    aws.objects.set('physical-Files', ['a', 'b']);
    await destroy({ ...request, yes: true }, aws.tools([]));
    expect(aws.log).toEqual(['empty physical-Files', 'delete PlatformModules-dev-data']);
    expect(said()).toContain('emptied physical-Files: 2 objects');
  });

  it('lists retained resources, with the commands that remove them', async () => {
    const Key = { Type: 'AWS::KMS::Key', Properties: { PendingWindowInDays: 30 } };
    aws.add(stackOf('data', { Files: bucket('RetainExceptOnCreate'), Key }));
    aws.objects.set('physical-Files', ['a']);
    await destroy({ ...request, yes: true }, aws.tools([]));
    expect(aws.log).toEqual(['delete PlatformModules-dev-data']);
    expect(said()).toContain('AWS::S3::Bucket physical-Files: aws s3 rb --force s3://physical-Files');
    expect(said()).toContain('AWS::KMS::Key physical-Key until its waiting period ends (30 days)');
  });

  it('removes the rest of a failed first deployment', async () => {
    aws.add(stackOf('data'), { status: 'ROLLBACK_COMPLETE', isProtected: false });
    aws.add(stackOf('api'), { status: 'REVIEW_IN_PROGRESS' });
    await destroy({ ...request, yes: true }, aws.tools([]));
    expect(aws.log).toEqual(['delete PlatformModules-dev-api', 'delete PlatformModules-dev-data']);
  });

  it('removes a bucket that a failed first deployment could not delete', async () => {
    const template = { Site: bucket('RetainExceptOnCreate'), Logs: bucket('Retain') };
    aws.add(stackOf('front', template), { status: 'ROLLBACK_FAILED' });
    for (const id of ['Site', 'Logs']) aws.objects.set(`physical-${id}`, ['a']);
    await destroy({ ...request, yes: true }, aws.tools([]));
    const bucketDeleted = 'delete bucket physical-Site';
    expect(aws.log).toEqual(['empty physical-Site', 'delete PlatformModules-dev-front', bucketDeleted]);
  });

  it('forces the deletion of the stack that locks all others, and of no other', async () => {
    aws.add(stackOf('protection'), { status: 'ROLLBACK_FAILED', isStuck: true });
    await destroy({ ...request, yes: true, liftProtection: 'dev' }, aws.tools([])).catch(() => undefined);
    expect(aws.log).toEqual(['ask Type the name of the stage to remove it:']);
    aws.answers = ['dev'];
    await destroy({ ...request, liftProtection: 'dev' }, aws.tools([]));
    expect(aws.log.slice(2)).toEqual([
      'delete PlatformModules-dev-protection',
      'force delete PlatformModules-dev-protection',
    ]);
    aws.add(stackOf('data'), { isStuck: true });
    await expect(destroy({ ...request, yes: true }, aws.tools([]))).rejects.toThrow(/could not be deleted/);
  });

  it('does nothing without stacks', async () => {
    await destroy(request, aws.tools([]));
    expect(said()).toBe('The stage dev has no stacks in eu-west-1.');
  });
});

describe('the removal of a stage with stacks in us-east-1 only', () => {
  const regions = [edgeRegion];
  beforeEach(() => {
    aws.add(stackOf('edge'));
  });

  it('is refused, because a stage in another region may use them', async () => {
    const refused = destroy({ ...request, yes: true }, { ...aws.tools([]), regions });
    await expect(refused).rejects.toThrow(/no stacks in eu-west-1.*PlatformModules-dev-edge.*AWS_REGION/);
    expect(aws.log).toEqual([]);
  });

  it.each([
    ["the stage's file names its region", { isRegionNamed: true }],
    ['us-east-1 is the region of the shell', { homeRegion: edgeRegion }],
  ])('removes them if %s', async (_, named) => {
    await destroy({ ...request, yes: true }, { ...aws.tools([]), regions, ...named });
    expect(aws.log).toEqual(['delete PlatformModules-dev-edge']);
  });
});

describe('the removal of a protected stage', () => {
  beforeEach(() => {
    aws.add(stackOf('protection', {}, 'prod'), { isProtected: true });
    aws.add(stackOf('data', {}, 'prod'));
  });

  it.each([[undefined], ['dev']])(
    'is refused unless its protection is removed by name (%s)',
    async (name) => {
      const refused = destroy({ ...request, stage: 'prod', yes: true, liftProtection: name }, aws.tools([]));
      await expect(refused).rejects.toThrow(/--lift-protection prod/);
      expect(aws.log).toEqual([]);
    },
  );

  it('asks for its name in spite of --yes, and removes its protection first', async () => {
    aws.answers = ['prod'];
    await destroy({ ...request, stage: 'prod', yes: true, liftProtection: 'prod' }, aws.tools([]));
    expect(aws.log).toEqual([
      'ask Type the name of the stage to remove it:',
      'unprotect PlatformModules-prod-protection',
      'delete PlatformModules-prod-protection',
      'delete PlatformModules-prod-data',
    ]);
  });

  it('is refused for prod even without locks', async () => {
    aws.stacks.delete('PlatformModules-prod-protection');
    const refused = destroy({ ...request, stage: 'prod', yes: true }, aws.tools([]));
    await expect(refused).rejects.toThrow(/protected/);
  });
});
