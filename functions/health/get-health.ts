import { getHealth } from '../../shared/health/contract.ts';
import { endpoint } from '../../shared/http/endpoint.ts';
import { version } from '../../shared/version.ts';

export const handler = endpoint(getHealth, async () => ({ status: 'ok' as const, version }));
