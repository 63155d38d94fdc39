/** Sends mails with SES and reads the account's quota. */
import {
  CreateTenantCommand,
  CreateTenantResourceAssociationCommand,
  GetAccountCommand,
  SESv2Client,
  SESv2ServiceException,
  SendEmailCommand,
} from '@aws-sdk/client-sesv2';
import { clientConfig } from '../../../kernel/aws/client-config.ts';
import {
  emailConfigurationSetVariable,
  emailTenantResourcesVariable,
  sesTenantPrefix,
} from '../environment.ts';
import type { Mail, MailContent } from './mail.ts';
import { mailTags } from './tags.ts';

/** The result of one attempt. */
export type SendResult =
  | { kind: 'accepted'; sesMessageId: string }
  /** SES is throttling, or the account is limited: the mail can be sent later. */
  | { kind: 'busy'; reason: string }
  /** SES rejects this mail permanently. */
  | { kind: 'refused'; reason: string }
  /** It is unknown whether SES has accepted it. */
  | { kind: 'unknown'; reason: string };

// No retries by the SDK: SES may have accepted an attempt without a response, so the worker decides about retries.
const client = new SESv2Client({ ...clientConfig, maxAttempts: 1 });

/** Errors after which SES has certainly not accepted the mail, but may accept it later. */
const busyErrors: ReadonlySet<string> = new Set([
  'TooManyRequestsException',
  'ThrottlingException',
  'LimitExceededException',
  'SendingPausedException',
  'AccountSuspendedException',
  'MailFromDomainNotVerifiedException',
  'AccessDeniedException',
  'ConcurrentModificationException',
]);

/**
 * Errors of a mail whose SES tenant does not exist, or lacks a resource: another worker is creating it, or has stopped
 * before it had associated all.
 */
const tenantErrors: ReadonlySet<string> = new Set(['NotFoundException', 'BadRequestException']);

const tenantName = (tenantId: string): string => `${sesTenantPrefix(process.env.STAGE ?? '')}${tenantId}`;

/** Returns the resources of SES tenants; empty if all tenants share one reputation. */
const tenantResources = (): string[] =>
  (process.env[emailTenantResourcesVariable] ?? '').split(',').filter((arn) => arn !== '');

function commandOf(mail: Mail, content: MailContent): SendEmailCommand {
  const { text, html, headers, from, replyTo } = content;
  const data = (value: string) => ({ Data: value, Charset: 'UTF-8' });
  return new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: [mail.to] },
    ...(replyTo !== null && { ReplyToAddresses: [replyTo] }),
    Content: {
      Simple: {
        Subject: data(mail.subject),
        Body: { Text: data(text), Html: data(html) },
        Headers: headers.map(({ name, value }) => ({ Name: name, Value: value })),
      },
    },
    EmailTags: [
      { Name: mailTags.mail, Value: mail.id },
      { Name: mailTags.tenant, Value: mail.tenantId },
      { Name: mailTags.createdAt, Value: String(mail.createdAtMs) },
    ],
    ConfigurationSetName: process.env[emailConfigurationSetVariable],
    ...(tenantResources().length > 0 && { TenantName: tenantName(mail.tenantId) }),
  });
}

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

async function ignoring(name: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!isNamed(error, name)) throw error;
  }
}

/** Creates the SES tenant of a tenant and its associations, as far as they do not exist. */
async function createSesTenant(tenantId: string): Promise<void> {
  const TenantName = tenantName(tenantId);
  await ignoring('AlreadyExistsException', () => client.send(new CreateTenantCommand({ TenantName })));
  for (const ResourceArn of tenantResources())
    await ignoring('AlreadyExistsException', () =>
      client.send(new CreateTenantResourceAssociationCommand({ TenantName, ResourceArn })),
    );
}

async function send(mail: Mail, command: SendEmailCommand): Promise<string> {
  try {
    return (await client.send(command)).MessageId ?? '';
  } catch (error) {
    const mayLackTenant = error instanceof Error && tenantErrors.has(error.name);
    if (!mayLackTenant || tenantResources().length === 0) throw error;
    await createSesTenant(mail.tenantId);
    return (await client.send(command)).MessageId ?? '';
  }
}

/** Sends a mail with SES once. Never throws. */
export async function sendWithSes(mail: Mail, content: MailContent): Promise<SendResult> {
  try {
    return { kind: 'accepted', sesMessageId: await send(mail, commandOf(mail, content)) };
  } catch (error) {
    const reason = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    if (!(error instanceof SESv2ServiceException)) return { kind: 'unknown', reason };
    if (busyErrors.has(error.name)) return { kind: 'busy', reason };
    return error.$fault === 'client' ? { kind: 'refused', reason } : { kind: 'unknown', reason };
  }
}

/** The sending quota of the account. */
export interface SendQuota {
  perSecond: number;
  leftToday: number;
}

const quotaSeconds = 60;
let cached: { quota: SendQuota; untilMs: number } | undefined;

/** Returns the quota of the account, cached for a minute. */
export async function sendQuota(nowMs: number): Promise<SendQuota> {
  if (cached !== undefined && cached.untilMs > nowMs) return cached.quota;
  const { SendQuota: quota, SendingEnabled } = await client.send(new GetAccountCommand({}));
  const { MaxSendRate = 1, Max24HourSend = 0, SentLast24Hours = 0 } = quota ?? {};
  // -1 means that the account has no daily quota.
  const left = Max24HourSend < 0 ? Number.POSITIVE_INFINITY : Max24HourSend - SentLast24Hours;
  const current = {
    perSecond: Math.max(1, Math.floor(MaxSendRate)),
    leftToday: SendingEnabled === false ? 0 : left,
  };
  cached = { quota: current, untilMs: nowMs + quotaSeconds * 1_000 };
  return current;
}
