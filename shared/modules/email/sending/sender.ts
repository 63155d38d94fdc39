/** The sender of mails. */
import { headerText } from '../address.ts';
import { emailSenderVariable } from '../environment.ts';
import { emailLimits } from '../limits.ts';

/** Returns the deployment's sender address; undefined if it sends no mails. */
export const deploymentSender = (): string | undefined => process.env[emailSenderVariable] || undefined;

/** Bytes of an encoded word, which has at most 75 characters (https://www.rfc-editor.org/rfc/rfc2047#section-2). */
const maxWordBytes = 45;

/** A text in encoded words, each with whole characters. Readers remove the blanks between them. */
function encodedWords(text: string): string {
  const words = [''];
  for (const character of text) {
    const longer = `${words.at(-1)}${character}`;
    if (Buffer.byteLength(longer) <= maxWordBytes) words[words.length - 1] = longer;
    else words.push(character);
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ');
}

/** Formats a sender's name and address for a header; non-ASCII names are encoded by RFC 2047. */
export function mailboxOf(address: string, name: string): string {
  const text = headerText(name, emailLimits.senderName);
  if (text === '') return address;
  if (/^[ -~]*$/.test(text)) return `"${text.replaceAll(/["\\]/g, '\\$&')}" <${address}>`;
  return `${encodedWords(text)} <${address}>`;
}
