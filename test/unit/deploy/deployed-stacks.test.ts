/** State that a deployment reads from CloudFormation. */
import { GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  belongsToStage,
  isFailedCreation,
  isInProgress,
  readFailures,
  readTemplate,
} from '../../../lib/deploy/deployed-stacks.ts';
import { region, ScriptedAccount, stackOf } from '../../support/fault-injection/scripted-account.ts';

let aws: ScriptedAccount;
beforeEach(() => {
  aws = new ScriptedAccount();
});
afterEach(() => aws.restore());
const name = 'PlatformModules-dev-data';

describe('a stack', () => {
  it.each([
    ['PlatformModules-pr-12-data', 'pr', 'pr-12', false],
    ['PlatformModules-pr-12-data', 'pr-12', 'pr-12', true],
    ['PlatformModules-pr-12-data', 'pr', undefined, false],
    ['PlatformModules-pr-12-data', 'pr-12', undefined, true],
    ['PlatformModules-pr-data', 'pr', undefined, true],
    ['Other-pr-data', 'pr', 'pr', false],
  ])('%s belongs to the stage %s with the tag %s: %s', (StackName, stage, Value, belongs) => {
    const Tags = Value === undefined ? [] : [{ Key: 'Stage', Value }];
    expect(belongsToStage({ StackName, Tags }, stage, ['pr', 'pr-12'])).toBe(belongs);
  });

  it.each([
    ['data', 'CREATE_COMPLETE', false, false],
    ['data', 'UPDATE_ROLLBACK_COMPLETE', false, false],
    ['data', 'ROLLBACK_COMPLETE', true, false],
    ['data', 'REVIEW_IN_PROGRESS', true, false],
    ['data', 'ROLLBACK_IN_PROGRESS', false, true],
    ['data', 'DELETE_FAILED', false, false],
    ['protection', 'DELETE_FAILED', true, false],
  ])('%s with the status %s: failed creation %s, in progress %s', (part, status, failed, busy) => {
    expect(isFailedCreation({ name: `PlatformModules-prod-${part}`, status })).toBe(failed);
    expect(isInProgress({ status })).toBe(busy);
  });
});

describe('its template', () => {
  const read = (status: string) => readTemplate(aws.tools([]).clients, { id: name, region, status });

  it('is the deployed one', async () => {
    aws.add(stackOf('data', { A: { Type: 'T' } }));
    expect(await read('CREATE_COMPLETE')).toEqual({ Resources: { A: { Type: 'T' } } });
  });

  it('does not exist for a stack under review that was never created', async () => {
    expect(await read('REVIEW_IN_PROGRESS')).toBeUndefined();
  });

  it('is an error if it cannot be read', async () => {
    aws.cloudFormation.on(GetTemplateCommand).rejects(new Error('not authorized'));
    await expect(read('CREATE_COMPLETE')).rejects.toThrow(/not authorized/);
  });
});

describe('the failures of its latest operation', () => {
  it('are sorted by time, without cancelled resources', async () => {
    const event = (id: string, ResourceStatus: 'CREATE_FAILED' | 'UPDATE_FAILED', reason: string) => ({
      ...{ LogicalResourceId: id, ResourceType: 'T', ResourceStatus, ResourceStatusReason: reason },
    });
    aws.add(stackOf('data'), {
      events: [
        event('C', 'CREATE_FAILED', 'Resource creation cancelled'),
        event('B', 'CREATE_FAILED', 'second'),
        event('A', 'CREATE_FAILED', 'first'),
        { LogicalResourceId: name, ResourceStatus: 'CREATE_IN_PROGRESS' },
        event('Z', 'UPDATE_FAILED', 'of an earlier one'),
      ],
    });
    expect(await readFailures(aws.tools([]).clients, { id: name, name, region })).toEqual([
      'A (T): first',
      'B (T): second',
    ]);
  });
});
