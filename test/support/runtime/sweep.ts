/** Schedules of the template, run at once. */
import { expect, inject } from 'vitest';
import { functionName } from '../../../lib/aws/names.ts';

/** Runs the schedule of a worker now. */
export async function runSchedule(module: string, worker: string): Promise<void> {
  const url = inject('controlUrl');
  const { schedules } = (await (await fetch(`${url}/schedules`)).json()) as {
    schedules: { name: string; functionName: string }[];
  };
  const name = schedules.find((one) => one.functionName === functionName('local', module, worker))?.name;
  const run = { method: 'POST', body: JSON.stringify({ name }) };
  expect(await (await fetch(`${url}/schedules/run`, run)).json()).toEqual({ succeeded: true });
}

/** Runs the sweep of files now, which is scheduled every 15 minutes. */
export const sweep = (): Promise<void> => runSchedule('attachments', 'sweepFiles');
