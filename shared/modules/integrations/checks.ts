/** All health checks, by the name in the definitions of integrations. */
import { platformHealthChecks } from '../../extensions/health-checks.ts';
import type { HealthCheck } from './check.ts';
import { httpJsonCheck } from './checks/http-json.ts';
import { s3FilesCheck } from './checks/s3-files.ts';
import { stripeCheck } from './checks/stripe.ts';
import { webhookCustomCheck } from './checks/webhook-custom.ts';

export const healthChecks: Readonly<Record<string, HealthCheck>> = {
  stripe: stripeCheck,
  s3_files: s3FilesCheck,
  http_json: httpJsonCheck,
  webhook_custom: webhookCustomCheck,
  ...platformHealthChecks,
};
