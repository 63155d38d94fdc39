import { endpoint } from '../../shared/kernel/http/endpoint.ts';
import { deleteDefinition } from '../../shared/modules/entities/definition-contract.ts';
import * as definitions from '../../shared/modules/entities/definition-service.ts';

export const handler = endpoint(deleteDefinition, definitions.deleteDefinition);
