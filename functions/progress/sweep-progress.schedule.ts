import { log } from '../../shared/log.ts';
import { sweep } from '../../shared/progress/sweep.ts';

export async function handler(): Promise<void> {
  log('info', 'background work looked after', { lost: await sweep(Date.now()) });
}
