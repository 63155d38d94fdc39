/** The sender of mails. */
import { headerText } from '../address.ts';
import { emailSenderVariable } from '../environment.ts';
import { emailLimits } from '../limits.ts';

/** Returns the deployment's sender address; undefined if it sends no mails. */
export const deploymentSender = (): string | undefined => process.env[emailSenderVariable] || undefined;

/** Formats a sender's name and address for a header; non-ASCII names are encoded by RFC 2047. */
export function mailboxOf(address: string, name: string | null): string {
  const text = headerText(name ?? '', emailLimits.senderName);
  if (text === '') return address;
  if (/^[ -~]*$/.test(text)) return `"${text.replaceAll(/["\\]/g, '\\$&')}" <${address}>`;
  return `=?UTF-8?B?${Buffer.from(text).toString('base64')}?= <${address}>`;
}
