import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { redriveDeadLetters } from '../../../shared/modules/platform/dead-letters/contract.ts';
import * as deadLetters from '../../../shared/modules/platform/dead-letters/service.ts';

export const handler = endpoint(redriveDeadLetters, deadLetters.redriveDeadLetters);
