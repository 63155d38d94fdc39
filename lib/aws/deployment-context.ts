/** What a deployment is told by CDK context (`-c name=value`) beside the settings of its functions. */
import { type Rollout, rollouts, type StageDefaults } from './stages.ts';

/** Every name, and what it means; the deployment page (lib/aws/README.md) lists them from here. */
const deploymentContext = {
  ingest: '`on` or `off`: a service of its own for large uploads.',
  waf: '`on` or `off`: a web ACL before the public host.',
  webAclArn: 'ARN of a web ACL of your own (scope CLOUDFRONT), instead of the platform’s.',
  requestsPerAddress:
    'Requests of one address in five minutes before the web ACL answers 429. Default 10000.',
  domain: 'Host name of the public host, for instance `api.example.com`.',
  hostedZoneId: 'Route 53 zone of the domain: its records, and the certificate unless one is given.',
  certificateArn: 'ARN of a certificate of your own for the domain, in us-east-1.',
  rollout: '`linear` or `all-at-once`: how new code comes in.',
  fixedEgress: '`on` or `off`: webhooks leave from fixed addresses.',
  egressZones: 'Zones with a NAT gateway and an address each, 1 or 2. Default 1.',
  watch: '`on` or `off`: alarms and the dashboard.',
  alarmEmail: 'Whom alarms are sent to; more receivers subscribe to the topic.',
  edgeWebAclArn: 'Set by `npm run deploy`: the web ACL that it made in us-east-1.',
  edgeCertificateArn: 'Set by `npm run deploy`: the certificate that it made there.',
} as const;

export const deploymentContextNames = Object.keys(deploymentContext);

/** The public host's own name. */
export interface PublicDomain {
  name: string;
  /** Undefined until the certificate has been made: then the host has CloudFront's name only. */
  certificateArn: string | undefined;
  /** Where its records and its certificate's are kept; undefined when the team does that itself. */
  hostedZoneId: string | undefined;
  /** Whether the platform makes the certificate. */
  makesCertificate: boolean;
}

export interface DeploymentContext {
  /** Whether large uploads have a service of their own. */
  ingest: boolean;
  /** Whether the platform makes a web ACL. */
  makesWebAcl: boolean;
  /** The web ACL before the public host, as soon as it is known. */
  webAclArn: string | undefined;
  requestsPerAddress: number;
  domain: PublicDomain | undefined;
  rollout: Rollout;
  fixedEgress: boolean;
  egressZones: number;
  /** Whether alarms and a dashboard watch the stage. */
  watch: boolean;
  /** Subscribes to the topic of alarms. */
  alarmEmail: string | undefined;
}

type TextOf = (name: keyof typeof deploymentContext) => string | undefined;

// https://docs.aws.amazon.com/waf/latest/APIReference/API_RateBasedStatement.html
const rateRange = { min: 10, max: 2_000_000_000 };
const mostEgressZones = 2;
const hostName = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;
const certificateArn = /^arn:aws[\w-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/;
const webAclArn = /^arn:aws[\w-]*:wafv2:us-east-1:\d{12}:global\/webacl\/.+$/;

/** Reads it, with the stage's defaults for what is not said. Throws, naming it, on what cannot be meant. */
export function readContext(textOf: TextOf, defaults: StageDefaults): DeploymentContext {
  const ownAcl = arn(textOf, 'webAclArn', webAclArn, 'of a web ACL with the scope CLOUDFRONT');
  const madeAcl = arn(textOf, 'edgeWebAclArn', webAclArn, 'of a web ACL with the scope CLOUDFRONT');
  const waf = onOrOff('waf', textOf('waf'), defaults.waf);
  return {
    ingest: onOrOff('ingest', textOf('ingest'), defaults.ingest),
    makesWebAcl: waf && ownAcl === undefined,
    webAclArn: ownAcl ?? (waf ? madeAcl : undefined),
    requestsPerAddress: wholeNumber('requestsPerAddress', textOf('requestsPerAddress') ?? '10000', rateRange),
    domain: domainOf(textOf),
    rollout: rolloutOf(textOf('rollout') ?? defaults.rollout),
    fixedEgress: onOrOff('fixedEgress', textOf('fixedEgress'), false),
    egressZones: wholeNumber('egressZones', textOf('egressZones') ?? '1', { min: 1, max: mostEgressZones }),
    watch: onOrOff('watch', textOf('watch'), defaults.watch),
    alarmEmail: textOf('alarmEmail'),
  };
}

function domainOf(textOf: TextOf): PublicDomain | undefined {
  const [name, hostedZoneId] = [textOf('domain'), textOf('hostedZoneId')];
  const own = arn(textOf, 'certificateArn', certificateArn, 'of a certificate in us-east-1');
  const made = arn(textOf, 'edgeCertificateArn', certificateArn, 'of a certificate in us-east-1');
  if (name === undefined) {
    if (hostedZoneId ?? own) throw new Error('The contexts hostedZoneId and certificateArn need a domain');
    return undefined;
  }
  if (!hostName.test(name)) throw new Error(`The context domain must be a host name, got "${name}"`);
  if (own === undefined && hostedZoneId === undefined)
    throw new Error('The domain needs a hostedZoneId, where its certificate is proven, or a certificateArn');
  return { name, certificateArn: own ?? made, hostedZoneId, makesCertificate: own === undefined };
}

function arn(textOf: TextOf, name: Parameters<TextOf>[0], form: RegExp, what: string): string | undefined {
  const text = textOf(name);
  if (text === undefined || form.test(text)) return text;
  throw new Error(`The context ${name} must be the ARN ${what}, got "${text}"`);
}

function onOrOff(name: string, text: string | undefined, otherwise: boolean): boolean {
  if (text === undefined) return otherwise;
  if (text === 'on' || text === 'off') return text === 'on';
  throw new Error(`The context ${name} must be on or off, got "${text}"`);
}

function wholeNumber(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= min && value <= max) return value;
  throw new Error(`The context ${name} must be a whole number from ${min} to ${max}, got "${text}"`);
}

function rolloutOf(text: string): Rollout {
  const rollout = rollouts.find((known) => known === text);
  if (rollout === undefined)
    throw new Error(`The context rollout must be one of ${rollouts.join(', ')}, got "${text}"`);
  return rollout;
}
