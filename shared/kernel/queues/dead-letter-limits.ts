/** SQS hands out at most so many messages in one request. */
export const maxShownDeadLetters = 10;
