import { endpoint } from '../../../shared/kernel/http/endpoint.ts';
import { listDeadLetterQueues } from '../../../shared/modules/platform/dead-letters/contract.ts';
import * as deadLetters from '../../../shared/modules/platform/dead-letters/service.ts';

export const handler = endpoint(listDeadLetterQueues, deadLetters.listDeadLetterQueues);
