/** Parses requests to SES and validates them as SES does. */
import * as z from 'zod/mini';
import { AwsError } from '../gateway/aws-service.ts';
import { readAs } from '../read-as.ts';

export type SendRequest = z.infer<typeof sendRequest>;

// https://docs.aws.amazon.com/ses/latest/dg/quotas.html
const maxRecipients = 50;
const maxTags = 50;
const maxHeaders = 15;

/** `"Name" <address>` or the address alone. */
export function addressIn(mailbox: string): string {
  return /<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox;
}

/** Control characters in headers could inject further headers or a body. */
export const hasControlCharacter = (text: string): boolean => /\p{Cc}/u.test(text);

const withoutControl = z.refine<string>((text) => !hasControlCharacter(text), 'has a control character');
const matching = (form: RegExp) => z.string().check(z.regex(form));

const mailbox = z.string().check(
  withoutControl,
  z.refine((text) => /^[^\s@<>]{1,64}@[^\s@<>]{1,255}$/.test(addressIn(text)), 'is not an address'),
  z.refine((text) => /^\p{ASCII}*$/u.test(addressIn(text)), 'has characters other than ASCII'),
);
const copies = z.optional(z.array(z.string()).check(z.maxLength(0, 'is not supported by the local runtime')));
const content = z.object({ Data: z.string() });
const header = z.object({ Name: matching(/^[\w-]{1,126}$/), Value: z.string().check(withoutControl) });
const tagText = matching(/^[\w-]{1,256}$/);
const tag = z.object({ Name: tagText, Value: tagText });

/** `SendEmail` with simple content; raw messages and SES templates do not run locally. */
export const sendRequest = z.pipe(
  z.object({
    FromEmailAddress: mailbox,
    Destination: z.object({
      ToAddresses: z.array(mailbox).check(z.minLength(1), z.maxLength(maxRecipients)),
      CcAddresses: copies,
      BccAddresses: copies,
    }),
    ReplyToAddresses: z._default(z.array(mailbox), []),
    Content: z.object({
      Simple: z.object({
        Subject: content,
        Body: z
          .object({ Text: z.optional(content), Html: z.optional(content) })
          .check(z.refine(({ Text, Html }) => Text !== undefined || Html !== undefined, 'is missing')),
        Headers: z._default(z.array(header).check(z.maxLength(maxHeaders)), []),
      }),
    }),
    EmailTags: z._default(z.array(tag).check(z.maxLength(maxTags)), []),
    ConfigurationSetName: z.optional(z.string()),
    TenantName: z.optional(z.string()),
  }),
  z.transform(({ Content: { Simple }, ...given }) => ({
    from: given.FromEmailAddress,
    to: given.Destination.ToAddresses,
    replyTo: given.ReplyToAddresses,
    subject: Simple.Subject.Data,
    text: Simple.Body.Text?.Data ?? null,
    html: Simple.Body.Html?.Data ?? null,
    headers: Simple.Headers.map(({ Name, Value }) => ({ name: Name, value: Value })),
    tags: Object.fromEntries(given.EmailTags.map(({ Name, Value }) => [Name, Value])),
    configurationSet: given.ConfigurationSetName ?? null,
    /** The SES tenant in whose name the e-mail is sent. */
    tenantName: given.TenantName ?? null,
  })),
);

const TenantName = matching(/^[\w-]{1,64}$/);
export const tenantRequest = z.object({ TenantName });
export const associationRequest = z.object({ TenantName, ResourceArn: z.string() });

/** Parses a request. Throws AwsError for requests that SES refuses, and for content that does not run locally. */
export function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: Readonly<Record<string, unknown>>,
): z.infer<Schema> {
  return readAs(schema, input, (mismatches) => new AwsError('BadRequestException', mismatches));
}
