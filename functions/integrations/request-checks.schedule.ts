import { requestChecks } from '../../shared/integrations/health-service.ts';
import { log } from '../../shared/log.ts';

export async function handler(): Promise<void> {
  log('info', 'health checks requested', { requested: await requestChecks(Date.now()) });
}
