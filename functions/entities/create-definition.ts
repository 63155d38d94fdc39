import { creation, replayId } from '../../shared/kernel/http/creation.ts';
import { createDefinition } from '../../shared/modules/entities/definition-contract.ts';
import * as definitions from '../../shared/modules/entities/definition-service.ts';

export const handler = creation(createDefinition, definitions.createDefinition, replayId);
