import type { SQSEvent } from 'aws-lambda';
import { note } from './table.ts';

/** Records every event of the bus under its tenant. */
export async function handler({ Records }: SQSEvent): Promise<void> {
  for (const { body } of Records) {
    const event = JSON.parse(body) as { tenantId: string };
    await note(event.tenantId, event);
  }
}
