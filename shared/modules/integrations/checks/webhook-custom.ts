import type { HealthCheck } from '../check.ts';

/** Always healthy: each webhook has its own receiver, and its deliveries show the health of that receiver. */
export const webhookCustomCheck: HealthCheck = async () => ({
  status: 'healthy',
  message: 'Custom webhooks are available. Each webhook shows the health of its own receiver.',
});
