import { getHandler } from '../../shared/kernel/resources/handlers.ts';
import { savedMappings } from '../../shared/modules/sync/mappings/mapping-contract.ts';

export const handler = getHandler(savedMappings);
