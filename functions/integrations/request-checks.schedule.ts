import { scheduled } from '../../shared/kernel/queues/scheduled.ts';
import { requestChecks } from '../../shared/modules/integrations/health-service.ts';

export const handler = scheduled(requestChecks, { reserveMs: 15_000 });
