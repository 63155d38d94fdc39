import { GetScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import type { SQSEvent } from 'aws-lambda';
import {
  deleteSchedule,
  getSchedule,
  listSchedules,
  putSchedule,
  type Schedule,
  scheduledTime,
  scheduleOnce,
} from '../../shared/kernel/schedules/schedules.ts';
import { openSecret, sealSecret } from '../../shared/kernel/secrets/seal.ts';
import { note } from './table.ts';

/** Operations of the worker, by name. */
type Work =
  | { kind: 'seal' | 'open'; tenantId: string; text: string }
  | { kind: 'wait'; name: string; atMs: number }
  | { kind: 'repeat'; name: string; expression: string }
  | { kind: 'look' | 'forget' | 'trespass'; name: string }
  | { kind: 'list'; prefix: string }
  | { kind: 'echo'; text: string };

export type Errand = { id: string } & Work;

const purpose = 'samples.secret';
const scheduler = new SchedulerClient({});

/** Schedules a message with its scheduled time. */
function delivery(name: string): Pick<Schedule, 'name' | 'queue' | 'message'> {
  const data = { id: name, kind: 'echo', text: scheduledTime };
  const about = { v: 1, id: name, type: 'samples.echo', idempotencyKey: name } as const;
  // The queues of the samples are not those of the platform.
  const queue = 'sample-errands' as never;
  return { name, queue, message: { ...about, tenantId: null, organizationId: null, data } };
}

async function run(errand: Errand): Promise<unknown> {
  switch (errand.kind) {
    case 'seal':
      return sealSecret(errand, purpose, errand.text);
    case 'open':
      return openSecret(errand, purpose, errand.text);
    case 'wait':
      return scheduleOnce({ ...delivery(errand.name), atMs: errand.atMs });
    case 'repeat':
      return putSchedule({ ...delivery(errand.name), expression: errand.expression });
    case 'look':
      return getSchedule(errand.name);
    case 'forget':
      return deleteSchedule(errand.name);
    case 'list':
      return Array.fromAsync(listSchedules(errand.prefix));
    case 'trespass':
      return scheduler.send(new GetScheduleCommand({ Name: errand.name }));
    case 'echo':
      return errand.text;
  }
}

/** Executes the requested operations, and records their results. */
export async function handler({ Records }: SQSEvent): Promise<void> {
  for (const { body } of Records) {
    const message = JSON.parse(body);
    const errand: Errand = message.data ?? message;
    const outcome = await run(errand).then(
      (result) => ({ result }),
      (error: Error) => ({ error: error.name, message: error.message }),
    );
    await note(errand.id, outcome);
  }
}
