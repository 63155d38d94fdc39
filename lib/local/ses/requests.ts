/** Parses requests to SES and validates them as SES does. */
import { isRecord } from '../cloudformation/intrinsics.ts';
import { AwsError } from '../gateway/aws-service.ts';
import type { AcceptedMail, MailHeader } from './mail-box.ts';

type Json = Record<string, unknown>;

export type SendRequest = Omit<AcceptedMail, 'id' | 'acceptedAtMs'>;

// https://docs.aws.amazon.com/ses/latest/dg/quotas.html
const maxRecipients = 50;
const maxTags = 50;
const maxHeaders = 15;
/** Control characters in headers could inject further headers or a body. */
const controlCharacter = /\p{Cc}/u;
const addressForm = /^[^\s@<>]{1,64}@[^\s@<>]{1,255}$/;
const tagForm = /^[\w-]{1,256}$/;
const headerForm = /^[\w-]{1,126}$/;

export const badRequest = (message: string): AwsError => new AwsError('BadRequestException', message);
const rejected = (message: string): AwsError => new AwsError('MessageRejected', message);

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const recordOf = (value: unknown): Json => (isRecord(value) ? value : {});
const dataOf = (value: unknown): string | null => {
  const { Data } = recordOf(value);
  return typeof Data === 'string' ? Data : null;
};

/** `"Name" <address>` or the address alone. */
export function addressIn(mailbox: string): string {
  return /<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox;
}

function requireAddress(mailbox: string): void {
  if (controlCharacter.test(mailbox)) throw badRequest('Invalid characters in an address');
  const address = addressIn(mailbox);
  if (!addressForm.test(address)) throw badRequest(`Invalid address: ${address}`);
  if (!/^\p{ASCII}*$/u.test(address)) throw badRequest('Local address contains control or whitespace');
}

function headersOf(value: unknown): MailHeader[] {
  const headers = (Array.isArray(value) ? value : []).map((one) => {
    const { Name, Value } = recordOf(one);
    return { name: String(Name), value: String(Value) };
  });
  if (headers.length > maxHeaders) throw badRequest(`More than ${maxHeaders} headers`);
  for (const { name, value } of headers) {
    if (!headerForm.test(name) || controlCharacter.test(value)) throw badRequest(`Invalid header ${name}`);
  }
  return headers;
}

function tagsOf(value: unknown): Record<string, string> {
  const tags = (Array.isArray(value) ? value : []).map((one): [string, string] => {
    const { Name, Value } = recordOf(one);
    return [String(Name), String(Value)];
  });
  if (tags.length > maxTags) throw badRequest(`More than ${maxTags} tags`);
  for (const [name, text] of tags) {
    if (!tagForm.test(name) || !tagForm.test(text)) throw badRequest(`Invalid tag ${name}`);
  }
  return Object.fromEntries(tags);
}

/**
 * Parses a `SendEmail` request with simple content. Throws AwsError for requests that SES refuses, and for content
 * that does not run locally (raw messages and SES templates).
 */
export function sendRequestOf(input: Json): SendRequest {
  const { FromEmailAddress, Destination, Content, ConfigurationSetName, TenantName } = input;
  if (typeof FromEmailAddress !== 'string') throw badRequest('FromEmailAddress is missing');
  const { ToAddresses, CcAddresses, BccAddresses } = recordOf(Destination);
  const to = textsOf(ToAddresses);
  const copies = [...textsOf(CcAddresses), ...textsOf(BccAddresses)];
  if (to.length === 0 || to.length + copies.length > maxRecipients)
    throw badRequest('Recipient count is wrong');
  if (copies.length > 0) throw badRequest('Copies are not supported by the local runtime');
  const replyTo = textsOf(input.ReplyToAddresses);
  for (const mailbox of [FromEmailAddress, ...to, ...replyTo]) requireAddress(mailbox);
  const { Simple } = recordOf(Content);
  if (!isRecord(Simple)) throw badRequest('Only simple content is supported by the local runtime');
  const body = recordOf(Simple.Body);
  const [subject, text, html] = [dataOf(Simple.Subject), dataOf(body.Text), dataOf(body.Html)];
  if (subject === null || (text === null && html === null)) throw badRequest('Subject or body is missing');
  if (controlCharacter.test(subject)) throw rejected('Invalid character in the subject');
  return {
    from: FromEmailAddress,
    to,
    replyTo,
    subject,
    text,
    html,
    headers: headersOf(Simple.Headers),
    tags: tagsOf(input.EmailTags),
    configurationSet: typeof ConfigurationSetName === 'string' ? ConfigurationSetName : null,
    tenantName: typeof TenantName === 'string' ? TenantName : null,
  };
}
