import type { HealthCheck } from '../check.ts';

/** Each webhook has a receiver of its own, whose health its deliveries tell; the integration as such always works. */
export const webhookCustomCheck: HealthCheck = async () => ({
  status: 'healthy',
  message: 'Deliveries are made as webhooks are set up; each webhook shows how it fares.',
});
