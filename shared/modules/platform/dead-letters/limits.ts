import { maxShownDeadLetters } from '../../../kernel/queues/dead-letter-limits.ts';

export const deadLetterLimits = {
  /** Maximum number of messages that SQS returns for one request. */
  shownMessages: maxShownDeadLetters,
  bodyCharacters: 4_096,
  /** Maximum length of a queue name in SQS. */
  queueCharacters: 80,
} as const;
