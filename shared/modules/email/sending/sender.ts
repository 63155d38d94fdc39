/** Who mails are from. */
import { headerText } from '../address.ts';
import { emailSenderVariable } from '../environment.ts';
import { emailLimits } from '../limits.ts';

/** The address that the deployment sends from; undefined for one that sends no mails. */
export const deploymentSender = (): string | undefined => process.env[emailSenderVariable] || undefined;

/** A sender's name and address in a header; any text beyond ASCII is encoded as RFC 2047 wants it. */
export function mailboxOf(address: string, name: string | null): string {
  const text = headerText(name ?? '', emailLimits.senderName);
  if (text === '') return address;
  if (/^[ -~]*$/.test(text)) return `"${text.replaceAll(/["\\]/g, '\\$&')}" <${address}>`;
  return `=?UTF-8?B?${Buffer.from(text).toString('base64')}?= <${address}>`;
}
