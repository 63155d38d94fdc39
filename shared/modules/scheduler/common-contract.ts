/** Shapes that the scheduler's endpoints share. */
import * as z from 'zod/mini';

export const exampleIds = {
  job: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10',
  run: '5b0e6a34-9d2f-4c0e-8f5e-2f3f0c1f7a10-1772413200000',
  tenant: '0d6b6a52-1d0e-4f57-9f0b-0a4c5c4f2c11',
  organization: '7c1f5f0e-2f0f-4a53-8a0f-1a8e3f0b9d22',
} as const;

export const done = z.object({ ok: z.boolean().check(z.meta({ description: 'Always true.' })) });

// @__NO_SIDE_EFFECTS__
export function textOrNull(description: string, example: string) {
  return z.nullable(z.string()).check(z.meta({ description, examples: [example] }));
}

/** The permissions for changing a job, from an endpoint of any module. */
export const changePermissions = {
  table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
  queues: ['scheduler-execution'],
  schedules: ['create', 'update', 'delete'],
} as const;

/** The permissions for deleting one: schedules are made, too, where it was brought back meanwhile. */
export const deletePermissions = {
  table: ['GetItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
  schedules: ['create', 'delete'],
} as const;
