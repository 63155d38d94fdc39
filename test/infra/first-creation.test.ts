/** A first deployment that fails can be repeated and removed. */
import { afterAll, describe, expect, it } from 'vitest';
import { listDeployedStacks } from '../../lib/deploy/deployed-stacks.ts';
import { removeStacks } from '../../lib/deploy/removal.ts';
import { isRetained, type StackToDeploy } from '../../lib/deploy/templates.ts';
import { ScriptedAccount } from '../support/fault-injection/scripted-account.ts';
import { brokenTemplates, withStacks } from '../support/fixtures/broken-templates.ts';
import { everythingOn } from '../support/runtime/everything-on.ts';
import { type Synthesized, type SynthesizedStack, synthesize } from '../support/runtime/template.ts';
import { exportProblems } from '../support/template-rules/changes.ts';
import { firstCreationProblems, firstCreationRules } from '../support/template-rules/first-creation.ts';

const everything = synthesize({ stage: 'prod', options: everythingOn });
const stages: [string, Synthesized][] = [
  ['dev', synthesize({ stage: 'dev' })],
  ['prod', synthesize({ stage: 'prod' })],
  ['prod with everything on', everything],
];

describe('a failed first creation', () => {
  it.each(stages)('of %s leaves nothing that its next attempt finds', (_, app) => {
    expect(firstCreationProblems(app)).toEqual([]);
  });

  it.each(brokenTemplates)('is found in a stage that $mistake', ({ rule, edit }) => {
    const found = firstCreationProblems(edit(everything)).map((problem) => problem.split(':')[0]);
    expect([...new Set(found)]).toEqual([rule]);
  });

  it('has a broken template for every rule', () => {
    expect([...new Set(brokenTemplates.map(({ rule }) => rule))].toSorted()).toEqual(
      Object.keys(firstCreationRules).toSorted(),
    );
  });
});

describe('the command', () => {
  const account = new ScriptedAccount();
  afterAll(() => account.restore());

  const toDeploy = ({ name, resources }: SynthesizedStack): StackToDeploy => {
    const entries = resources.map(({ logicalId, type, properties, deletionPolicy }) => [
      logicalId,
      { Type: type, Properties: properties, ...(deletionPolicy && { DeletionPolicy: deletionPolicy }) },
    ]);
    return { name, region: undefined, template: { Resources: Object.fromEntries(entries) } };
  };

  it('removes every stack of a failed creation, and the buckets in it that were filled meanwhile', async () => {
    const { clients, say, sleep } = account.tools([]);
    for (const stack of everything.stacks) {
      const deployed = toDeploy(stack);
      account.add(deployed, {
        stage: 'prod',
        status: 'ROLLBACK_FAILED',
        isProtected: stack.terminationProtection,
        isStuck: stack.name.endsWith('-protection'),
      });
      for (const { logicalId, type } of stack.resources)
        if (type === 'AWS::S3::Bucket') account.objects.set(`physical-${logicalId}`, ['object']);
    }
    const wanted = { stage: 'prod', stages: ['prod'], regions: ['eu-west-1'] };
    const stacks = await listDeployedStacks(clients, wanted);
    expect(stacks).toHaveLength(everything.stacks.length);
    await removeStacks(stacks, { stage: 'prod', concurrency: 8, tools: { clients, say, sleep } });
    expect([...account.stacks.values()].filter(({ status }) => status !== 'DELETE_COMPLETE')).toEqual([]);
    // AWS deletes emptied buckets with their stack, but not those that the template keeps.
    const kept = everything.stacks
      .map(toDeploy)
      .flatMap(({ template }) =>
        Object.entries(template.Resources).filter(
          ([, resource]) => resource.Type === 'AWS::S3::Bucket' && isRetained(resource),
        ),
      );
    expect(kept.length).toBeGreaterThan(1);
    expect(kept.filter(([id]) => account.objects.has(`physical-${id}`))).toEqual([]);
    expect([...account.objects.values()].flat()).toEqual([]);
  });
});

describe('a step of a page', () => {
  it('that changes the export of a stream in use is found', () => {
    const exported = 'PlatformModules-prod-stream';
    const importing = withStacks(everything, (stack) => {
      if (stack.name.endsWith('-data'))
        return { ...stack, outputs: [...stack.outputs, { value: 'arn:1', exportName: exported }] };
      return stack.name.endsWith('-events')
        ? { ...stack, outputs: [{ value: { 'Fn::ImportValue': exported }, exportName: undefined }] }
        : stack;
    });
    const restored = withStacks(importing, (stack) => ({
      ...stack,
      outputs: stack.outputs.map((one) => (one.exportName === exported ? { ...one, value: 'arn:2' } : one)),
    }));
    expect(exportProblems(importing, restored)).toEqual([
      `PlatformModules-prod-data changes the export ${exported}, which PlatformModules-prod-events imports`,
    ]);
  });
});
