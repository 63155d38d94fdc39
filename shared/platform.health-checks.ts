/** The code of the health checks that integrations of `platform.config.ts` name, under the same names. */
import type { HealthCheck } from './integrations/check.ts';

export const platformHealthChecks: Readonly<Record<string, HealthCheck>> = {};
