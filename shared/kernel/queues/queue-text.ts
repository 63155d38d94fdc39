/** The two characters of JSON texts that SQS does not take as they are, though it takes every other one. */
const refused = /[\uFFFE\uFFFF]/g;

/**
 * JSON text that a queue takes: U+FFFE and U+FFFF are escaped, which leaves the value as it is.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
export function toQueueText(json: string): string {
  return json.replaceAll(refused, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}
