import { listLibrary } from '../../shared/attachments/contract.ts';
import * as library from '../../shared/attachments/library-service.ts';
import { endpoint } from '../../shared/http/endpoint.ts';

export const handler = endpoint(listLibrary, async ({ scope, query }) => library.listLibrary(scope, query));
