import { log } from '../../shared/log.ts';
import { sweep } from '../../shared/payments/sweep.ts';

export async function handler(): Promise<void> {
  log('info', 'payments looked after', { payments: await sweep(Date.now()) });
}
