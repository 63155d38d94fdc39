import type { StageOptions } from '../../lib/aws/stage/stage-options.ts';

/**
 * A stage with all options, to copy from. Only tests use it, to check its templates. lib/aws/README.md describes each
 * option and its default.
 */
export default {
  preset: 'production',
  region: 'eu-west-1',
  domain: { name: 'api.example.com', hostedZoneId: 'Z0123456789ABCDEFGHIJ' },
  email: { sender: 'notifications@mail.example.com', hostedZoneId: 'Z0123456789ABCDEFGHIJ', tenants: true },
  console: { name: 'Acme operations', logo: 'lib/console/ui/icon.svg', color: '#0b6e4f' },
  alarmEmail: 'ops@example.com',
  monthlyBudgetUsd: 300,
  fixedEgress: true,
  egressZones: 2,
  reservedConnections: 400,
  reservedDownloads: 150,
  ingestTasks: 2,
  containerInsights: true,
  tracing: true,
  settings: { CORS_ALLOWED_ORIGINS: 'https://app.example.com', RATE_LIMIT_PER_MINUTE: '200' },
} satisfies StageOptions;
