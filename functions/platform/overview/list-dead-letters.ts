import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { listDeadLetters } from '../../../shared/modules/platform/dead-letters/contract.ts';
import * as deadLetters from '../../../shared/modules/platform/dead-letters/service.ts';

export const handler = endpoint(listDeadLetters, deadLetters.listDeadLetters);
