import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listLibrary } from '../../shared/modules/attachments/library/library-contract.ts';
import * as library from '../../shared/modules/attachments/library/library-service.ts';

export const handler = endpoint(listLibrary, library.listLibrary);
