/** The sweep of files, which runs every 15 minutes, at once. */
import { expect, inject } from 'vitest';
import { functionName } from '../../../lib/aws/names.ts';

/** Runs the sweep now. */
export async function sweep(): Promise<void> {
  const url = inject('controlUrl');
  const { schedules } = (await (await fetch(`${url}/schedules`)).json()) as {
    schedules: { name: string; functionName: string }[];
  };
  const name = schedules.find(
    (one) => one.functionName === functionName('local', 'attachments', 'sweepFiles'),
  )?.name;
  const run = { method: 'POST', body: JSON.stringify({ name }) };
  expect(await (await fetch(`${url}/schedules/run`, run)).json()).toEqual({ succeeded: true });
}
