/** The API of SES (version 2) behind the AWS gateway: sending, the account's quota, and tenants. */
import { randomUUID } from 'node:crypto';
import { type JsonPlan, jsonBody, jsonService, unsupported } from '../gateway/aws-json.ts';
import { AwsError, type AwsService, type Need } from '../gateway/aws-service.ts';
import type { ResolvedApp } from '../types.ts';
import type { AcceptedMail } from './mail-box.ts';
import { addressIn, badRequest, type SendRequest, sendRequestOf } from './requests.ts';

type Json = Record<string, unknown>;

/** Sending limits of the account. */
export interface Quota {
  perSecond: number;
  perDay: number;
}

export interface SesOptions {
  app: ResolvedApp;
  quota: () => Quota;
  /** Stores an accepted e-mail and publishes its events. */
  accept: (mail: AcceptedMail) => void;
}

const dayMs = 24 * 3_600_000;
const maxRequestBytes = 40 * 1024 * 1024;
const tenantForm = /^[\w-]{1,64}$/;

const tooManyRequests = (message: string): AwsError => new AwsError('TooManyRequestsException', message, 429);
const notFound = (message: string): AwsError => new AwsError('NotFoundException', message, 404);

/** Counts accepted e-mails of the last second and of the last 24 hours against the quota. */
function createSendRate(quota: () => Quota) {
  let acceptedAtMs: number[] = [];
  return {
    sentLastDay: (nowMs: number) => acceptedAtMs.filter((atMs) => atMs > nowMs - dayMs).length,
    /** Throws AwsError when the quota is used up. */
    count(nowMs: number): void {
      const firstMs = acceptedAtMs[0];
      if (firstMs !== undefined && firstMs <= nowMs - dayMs)
        acceptedAtMs = acceptedAtMs.filter((atMs) => atMs > nowMs - dayMs);
      const { perSecond, perDay } = quota();
      if (acceptedAtMs.length >= perDay) throw tooManyRequests('Daily message quota exceeded');
      const earliest = acceptedAtMs.at(-perSecond);
      if (earliest !== undefined && earliest > nowMs - 1_000)
        throw tooManyRequests('Maximum sending rate exceeded');
      acceptedAtMs.push(nowMs);
    },
  };
}

/** SES for the template's identities and configuration sets. */
export function createSes({ app, quota, accept }: SesOptions): AwsService {
  const rate = createSendRate(quota);
  /** Resources that each tenant may use. */
  const tenants = new Map<string, Set<string>>();
  const identities = app.ofType('AWS::SES::EmailIdentity');
  const sets = app.ofType('AWS::SES::ConfigurationSet');

  /** Returns the identity of a sender: its address, or its domain. */
  function identityOf(sender: string) {
    const address = addressIn(sender).toLowerCase();
    const domain = address.split('@').at(-1) ?? '';
    const names = [address, domain];
    const identity = identities.find(({ physicalId }) => names.includes(physicalId.toLowerCase()));
    if (identity !== undefined) return identity;
    throw new AwsError('MessageRejected', `Email address is not verified: ${address}`);
  }

  function setOf(name: string) {
    const set = sets.find(({ physicalId }) => physicalId === name);
    if (set === undefined) throw notFound(`Configuration set <${name}> does not exist.`);
    return set;
  }

  function send(request: SendRequest, used: readonly string[]): Json {
    const { tenantName } = request;
    if (tenantName !== null) {
      const resources = tenants.get(tenantName);
      if (resources === undefined) throw notFound(`Tenant ${tenantName} does not exist.`);
      const foreign = used.find((arn) => !resources.has(arn));
      if (foreign !== undefined) throw badRequest(`${foreign} is not associated with ${tenantName}`);
    }
    const acceptedAtMs = Date.now();
    rate.count(acceptedAtMs);
    const id = `${acceptedAtMs.toString(16).padStart(16, '0')}-${randomUUID()}-000000`;
    accept({ ...request, id, acceptedAtMs });
    return { MessageId: id };
  }

  function planSend(input: Json) {
    const request = sendRequestOf(input);
    const identity = identityOf(request.from);
    const set = request.configurationSet === null ? undefined : setOf(request.configurationSet);
    const context: Need['context'] = {
      'ses:FromAddress': addressIn(request.from),
      'ses:Recipients': [...request.to],
      ...(request.tenantName !== null && { 'ses:TenantName': request.tenantName }),
    };
    const arns = [identity.arn, ...(set === undefined ? [] : [set.arn])];
    return {
      needs: arns.map((resource) => ({ action: 'ses:SendEmail', resource, context })),
      perform: () => send(request, arns),
    };
  }

  function account(): Json {
    const { perSecond, perDay } = quota();
    return {
      DedicatedIpAutoWarmupEnabled: false,
      EnforcementStatus: 'HEALTHY',
      ProductionAccessEnabled: true,
      SendingEnabled: true,
      SendQuota: {
        Max24HourSend: perDay,
        MaxSendRate: perSecond,
        SentLast24Hours: rate.sentLastDay(Date.now()),
      },
    };
  }

  /** IAM identifies tenants by ids that SES generates. */
  function tenantArn(name: string): string {
    const [, partition, , region, owner] = (identities[0]?.arn ?? 'arn:aws:ses::').split(':');
    return `arn:${partition}:ses:${region}:${owner}:tenant/${name}/tn-local`;
  }

  function planTenant({ TenantName }: Json) {
    const name = String(TenantName);
    if (!tenantForm.test(name)) throw badRequest('The name of the tenant is not valid');
    return {
      needs: [{ action: 'ses:CreateTenant', resource: tenantArn(name), context: {} }],
      perform(): Json {
        if (tenants.has(name)) throw new AwsError('AlreadyExistsException', `${name} already exists`);
        tenants.set(name, new Set());
        return {
          TenantName: name,
          TenantId: 'tn-local',
          TenantArn: tenantArn(name),
          SendingStatus: 'ENABLED',
        };
      },
    };
  }

  function planAssociation({ TenantName, ResourceArn }: Json) {
    const [name, arn] = [String(TenantName), String(ResourceArn)];
    const action = 'ses:CreateTenantResourceAssociation';
    return {
      needs: [tenantArn(name), arn].map((resource) => ({ action, resource, context: {} })),
      perform(): Json {
        const resources = tenants.get(name);
        if (resources === undefined || ![...identities, ...sets].some((one) => one.arn === arn))
          throw notFound(`The tenant ${name} or the resource ${arn} does not exist.`);
        if (resources.has(arn))
          throw new AwsError('AlreadyExistsException', 'The association already exists');
        resources.add(arn);
        return {};
      },
    };
  }

  function plan(route: string, body: string): JsonPlan {
    switch (route) {
      case 'POST /v2/email/outbound-emails':
        return { action: 'SendEmail', ...planSend(jsonBody(body)) };
      case 'GET /v2/email/account': {
        const need = { action: 'ses:GetAccount', resource: '*', context: {} };
        return { action: 'GetAccount', needs: [need], perform: account };
      }
      case 'POST /v2/email/tenants':
        return { action: 'CreateTenant', ...planTenant(jsonBody(body)) };
      case 'POST /v2/email/tenants/resources':
        return { action: 'CreateTenantResourceAssociation', ...planAssociation(jsonBody(body)) };
      default:
        throw unsupported(route, 404);
    }
  }

  return jsonService({
    name: 'ses',
    maxRequestBytes,
    contentType: 'application/json',
    plan: ({ method, path, body }) => plan(`${method} ${path.split('?', 1)[0]}`, body),
    error: ({ code, message }) => ({ body: { message }, headers: { 'x-amzn-errortype': code } }),
    throttled: () => tooManyRequests('Maximum sending rate exceeded'),
  });
}
