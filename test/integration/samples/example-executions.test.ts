/** What documents show of executing and checking rules is what really comes back. */
import { expect, it } from 'vitest';
import { sampleOf } from '../../../shared/catalog/samples.ts';
import { prepared } from '../../support/builders/samples.ts';
import { aSuperAdmin } from '../../support/builders/toggles.ts';

/** Different in every answer. */
const volatile = new Set(['id', 'ruleId', 'setId', 'logId', 'logIds', 'executionTime', 'totalExecutionTime']);

/** A value without what is different in every answer. */
const stable = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (name, part) => (volatile.has(name) ? undefined : part)));

it.each(['executeRules', 'executeRule', 'executeSet', 'validateRule'])(
  'answers the example of %s as the document shows',
  async (operationId) => {
    const sample = sampleOf(operationId);
    const send = await prepared(sample, await aSuperAdmin());

    const { body } = await send();

    expect(stable(body)).toEqual(stable(sample.endpoint.example?.response));
  },
);
