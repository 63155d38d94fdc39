import { log } from '../../shared/kernel/observability/log.ts';
import { sweepDigests } from '../../shared/modules/email/channel/sweep.ts';

export async function handler(): Promise<void> {
  log('info', 'digests checked', { due: await sweepDigests(Date.now()) });
}
