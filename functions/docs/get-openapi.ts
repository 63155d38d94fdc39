import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getOpenapi } from '../../shared/modules/docs/contract.ts';
import { description } from '../../shared/modules/docs/description.ts';

export const handler = endpoint(getOpenapi, async () => ({ ...description }));
