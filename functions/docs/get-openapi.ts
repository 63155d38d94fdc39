import { getOpenapi } from '../../shared/docs/contract.ts';
import { description } from '../../shared/docs/description.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(getOpenapi, async () => ({ ...description }));
