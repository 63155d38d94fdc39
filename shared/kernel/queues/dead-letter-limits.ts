/** SQS returns at most this number of messages per request. */
export const maxShownDeadLetters = 10;
