/** What the contracts of integrations share. */
import * as z from 'zod/mini';
import { integrationLimits } from './limits.ts';

export const base = { module: 'integrations', auth: 'caller', scope: 'organization' } as const;

export const integrationsPath = '/api/integrations';
export const byId = `${integrationsPath}/{id}`;

export const idParam = z.object({
  // Ids are names of the registry; any other text is unknown, and not invalid.
  id: z
    .string()
    .check(z.minLength(1), z.maxLength(integrationLimits.id))
    .check(z.meta({ description: 'Id of the integration.', examples: ['gateway_stripe'] })),
});

export const momentOrNull = (description: string, example: string | null = '2026-03-01T09:30:00.000Z') =>
  z.nullable(z.string()).check(z.meta({ description, format: 'date-time', examples: [example] }));

export const wordOrNull = (description: string, example: string | null) =>
  z.nullable(z.string()).check(z.meta({ description, examples: [example] }));

export const healthStatuses = ['healthy', 'degraded', 'unhealthy', 'unconfigured'] as const;
