import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { getMarkdown } from '../../shared/modules/docs/contract.ts';
import * as docs from '../../shared/modules/docs/service.ts';

export const handler = endpoint(getMarkdown, docs.getMarkdown);
