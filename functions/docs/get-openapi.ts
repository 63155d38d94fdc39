import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getOpenapi } from '../../shared/modules/docs/contract.ts';
import * as docs from '../../shared/modules/docs/service.ts';

export const handler = endpoint(getOpenapi, docs.getOpenapi);
