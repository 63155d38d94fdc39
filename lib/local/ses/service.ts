/** The API of SES (version 2) behind the AWS gateway: sending, the account's quota, and tenants. */
import { randomUUID } from 'node:crypto';
import { type JsonPlan, jsonBody, jsonService, unsupported } from '../gateway/aws-json.ts';
import { AwsError, type AwsService, type Need } from '../gateway/aws-service.ts';
import type { ResolvedApp } from '../types.ts';
import type { AcceptedMail } from './mail-box.ts';
import {
  addressIn,
  associationRequest,
  hasControlCharacter,
  parse,
  sendRequest,
  tenantRequest,
} from './requests.ts';

type Json = Record<string, unknown>;

/** Sending limits of the account. */
export interface Quota {
  perSecond: number;
  perDay: number;
}

export interface SesOptions {
  app: ResolvedApp;
  quota: Readonly<Quota>;
  /** Stores an accepted e-mail and publishes its events. */
  accept: (mail: AcceptedMail) => void;
}

const dayMs = 24 * 3_600_000;

const tooManyRequests = (message: string): AwsError => new AwsError('TooManyRequestsException', message, 429);
const notFound = (message: string): AwsError => new AwsError('NotFoundException', message, 404);
const alreadyExists = (message: string): AwsError => new AwsError('AlreadyExistsException', message);

/** SES for the template's identities and configuration sets. */
export function createSes({ app, quota, accept }: SesOptions): AwsService {
  /** Times of the e-mails accepted in the last 24 hours, oldest first. */
  const acceptedAtMs: number[] = [];
  /** Resources that each tenant may use. */
  const tenants = new Map<string, Set<string>>();
  const identities = app.ofType('AWS::SES::EmailIdentity');
  const sets = app.ofType('AWS::SES::ConfigurationSet');

  function sentLastDay(nowMs: number): number {
    while ((acceptedAtMs[0] ?? nowMs) <= nowMs - dayMs) acceptedAtMs.shift();
    return acceptedAtMs.length;
  }

  /** Counts an e-mail against the quota. Throws AwsError when it is used up. */
  function countMail(nowMs: number): void {
    if (sentLastDay(nowMs) >= quota.perDay) throw tooManyRequests('Daily message quota exceeded');
    const earliest = acceptedAtMs.at(-quota.perSecond);
    if (earliest !== undefined && earliest > nowMs - 1_000)
      throw tooManyRequests('Maximum sending rate exceeded');
    acceptedAtMs.push(nowMs);
  }

  /** Returns the ARN of a sender's identity: its address, or its domain. */
  function identityOf(sender: string): string {
    const address = addressIn(sender).toLowerCase();
    const names = [address, address.split('@').at(-1)];
    const identity = identities.find(({ physicalId }) => names.includes(physicalId.toLowerCase()));
    if (identity !== undefined) return identity.arn;
    throw new AwsError('MessageRejected', `Email address is not verified: ${address}`);
  }

  function setOf(name: string): string {
    const set = sets.find(({ physicalId }) => physicalId === name);
    if (set === undefined) throw notFound(`Configuration set <${name}> does not exist.`);
    return set.arn;
  }

  function resourcesOf(tenantName: string): Set<string> {
    const resources = tenants.get(tenantName);
    if (resources === undefined) throw notFound(`Tenant ${tenantName} does not exist.`);
    return resources;
  }

  /** IAM identifies tenants by ids that SES generates. */
  function tenantArn(name: string): string {
    const [, partition, , region, owner] = (identities[0]?.arn ?? 'arn:aws:ses::').split(':');
    return `arn:${partition}:ses:${region}:${owner}:tenant/${name}/tn-local`;
  }

  function planOf(
    action: string,
    resources: string[],
    perform: () => Json,
    context: Need['context'] = {},
  ): JsonPlan {
    const needs = resources.map((resource) => ({ action: `ses:${action}`, resource, context }));
    return { action, needs, perform };
  }

  /** Actions by method and path. */
  const routes: Readonly<Record<string, (body: string) => JsonPlan>> = {
    'POST /v2/email/outbound-emails': (body) => {
      const request = parse(sendRequest, jsonBody(body));
      const { from, to, subject, configurationSet, tenantName } = request;
      if (hasControlCharacter(subject))
        throw new AwsError('MessageRejected', 'Invalid character in the subject');
      const used = [identityOf(from), ...(configurationSet === null ? [] : [setOf(configurationSet)])];
      const perform = (): Json => {
        if (tenantName !== null) {
          const foreign = used.find((arn) => !resourcesOf(tenantName).has(arn));
          if (foreign !== undefined)
            throw new AwsError('BadRequestException', `${foreign} is not associated with ${tenantName}`);
        }
        const nowMs = Date.now();
        countMail(nowMs);
        const id = `${nowMs.toString(16).padStart(16, '0')}-${randomUUID()}-000000`;
        accept({ ...request, id, acceptedAtMs: nowMs });
        return { MessageId: id };
      };
      return planOf('SendEmail', used, perform, {
        'ses:FromAddress': addressIn(from),
        'ses:Recipients': to,
        ...(tenantName !== null && { 'ses:TenantName': tenantName }),
      });
    },
    'GET /v2/email/account': () =>
      planOf('GetAccount', ['*'], () => ({
        SendingEnabled: true,
        SendQuota: {
          Max24HourSend: quota.perDay,
          MaxSendRate: quota.perSecond,
          SentLast24Hours: sentLastDay(Date.now()),
        },
      })),
    'POST /v2/email/tenants': (body) => {
      const { TenantName } = parse(tenantRequest, jsonBody(body));
      return planOf('CreateTenant', [tenantArn(TenantName)], () => {
        if (tenants.has(TenantName)) throw alreadyExists(`${TenantName} already exists`);
        tenants.set(TenantName, new Set());
        return { TenantName, TenantArn: tenantArn(TenantName) };
      });
    },
    'POST /v2/email/tenants/resources': (body) => {
      const { TenantName, ResourceArn } = parse(associationRequest, jsonBody(body));
      const needed = [tenantArn(TenantName), ResourceArn];
      return planOf('CreateTenantResourceAssociation', needed, () => {
        const resources = resourcesOf(TenantName);
        if (![...identities, ...sets].some(({ arn }) => arn === ResourceArn))
          throw notFound(`The resource ${ResourceArn} does not exist.`);
        if (resources.has(ResourceArn)) throw alreadyExists('The association already exists');
        resources.add(ResourceArn);
        return {};
      });
    },
  };

  return jsonService({
    name: 'ses',
    maxRequestBytes: 40 * 1024 * 1024,
    contentType: 'application/json',
    plan({ method, path, body }) {
      const route = `${method} ${path.split('?', 1)[0]}`;
      const plan = routes[route];
      if (plan === undefined) throw unsupported(route, 404);
      return plan(body);
    },
    error: ({ code, message }) => ({ body: { message }, headers: { 'x-amzn-errortype': code } }),
    throttled: () => tooManyRequests('Maximum sending rate exceeded'),
  });
}
