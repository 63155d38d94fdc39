import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { listDefinitions } from '../../shared/modules/entities/definition-contract.ts';
import * as definitions from '../../shared/modules/entities/definition-service.ts';

export const handler = endpoint(listDefinitions, definitions.listDefinitions);
