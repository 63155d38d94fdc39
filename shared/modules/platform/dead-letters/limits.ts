import { maxShownDeadLetters } from '../../../kernel/queues/dead-letter-limits.ts';

export const deadLetterLimits = {
  /** As many messages as SQS hands out in one request. */
  shownMessages: maxShownDeadLetters,
  bodyCharacters: 4_096,
  /** SQS takes names of at most so many characters. */
  queueCharacters: 80,
} as const;
