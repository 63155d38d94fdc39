import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { version } from '../../shared/kernel/settings/version.ts';
import { getHealth } from '../../shared/modules/platform/health/contract.ts';

export const handler = endpoint(getHealth, async () => ({ status: 'ok' as const, version }));
