/** The code of the health checks that integrations of `shared/extensions/config.ts` name, under the same names. */
import type { HealthCheck } from '../modules/integrations/public-extension.ts';

export const platformHealthChecks: Readonly<Record<string, HealthCheck>> = {};
