import { sample } from '../../../kernel/samples/sample.ts';
import * as contract from './contract.ts';

const queue = { params: { queue: 'webhook-recovery' } };

export const deadLetterSamples = [
  sample(contract.listDeadLetterQueues),
  sample(contract.listDeadLetters, { request: () => queue }),
  sample(contract.redriveDeadLetters, {
    request: () => queue,
    events: ['platform.dead_letters.redriven'],
  }),
];
