import { note } from './table.ts';

export async function handler(event: { schedule: string }): Promise<void> {
  await note('schedule', event);
}
