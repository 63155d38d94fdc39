import { log } from '../../shared/log.ts';
import { careForRuns } from '../../shared/sync/care.ts';
import { sendBatch } from '../../shared/sync/messages.ts';

export async function handler(): Promise<void> {
  log('info', 'sync runs looked after', { runs: await careForRuns(sendBatch, Date.now()) });
}
