/** The two characters that SQS refuses in JSON texts. */
const refused = /[\uFFFE\uFFFF]/g;

/**
 * Escapes U+FFFE and U+FFFF in JSON text, which preserves its value.
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SendMessage.html
 */
export function toQueueText(json: string): string {
  return json.replaceAll(refused, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}
