/** Documented examples of executions and checks match the real responses. */
import { expect, it } from 'vitest';
import { sampleOf } from '../../../shared/catalog/samples.ts';
import { responseExample } from '../../../shared/kernel/samples/sample.ts';
import { prepared } from '../../support/builders/samples.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';

/** Fields that differ in every response. */
const volatile = new Set(['id', 'ruleId', 'setId', 'logId', 'logIds', 'executionTime', 'totalExecutionTime']);

/** Removes fields that differ in every response. */
const stable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, part) => (volatile.has(name) ? undefined : part)));

it.each(['executeRules', 'executeRule', 'executeSet', 'validateRule'])(
  'returns for the example of %s the documented response',
  async (operationId) => {
    const sample = sampleOf(operationId);
    const send = await prepared(sample, await aSuperAdmin());

    const { body } = await send();

    expect(stable(body)).toEqual(stable(responseExample(sample.endpoint)));
  },
);
