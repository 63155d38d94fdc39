/**
 * The options of a stage in its file, `bin/stages/<stage>.ts`. The CDK app reads the file, so that the CDK CLI, `npm
 * run deploy` and `npm run synth` create the same templates.
 */
import * as z from 'zod';
import { unknownName } from '../../../shared/kernel/base/nearest-name.ts';
import { settingNames } from '../../../shared/kernel/settings/settings.ts';

export const presets = ['development', 'production'] as const;
export type Preset = (typeof presets)[number];

const rollouts = ['all-at-once', 'linear'] as const;

export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

// The values that CloudWatch Logs accepts.
// https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_PutRetentionPolicy.html
const retentionDays = [1, 3, 5, 7, 14, 30, 60, 90, 120, 150, 180, 365, 400, 545, 731, 1096, 1827] as const;

const hostName = z
  .string()
  .regex(/^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/, 'must be a host name');
const count = (min: number, max: number) => z.int().min(min).max(max);

const domainOptions = z
  .strictObject({
    name: hostName.meta({ description: 'Host name of the public host, for instance `api.example.com`.' }),
    hostedZoneId: z
      .string()
      .regex(/^Z[A-Z0-9]{1,31}$/, 'must be the id of a Route 53 zone, which begins with Z')
      .optional()
      .meta({ description: 'Route 53 zone of its records, and of its certificate unless one is given.' }),
    certificateArn: z
      .string()
      .regex(
        /^arn:aws[\w-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/,
        'must be the ARN of a certificate in us-east-1',
      )
      .optional()
      .meta({ description: 'A certificate of your own, in us-east-1.' }),
  })
  .refine(
    ({ hostedZoneId, certificateArn }) => hostedZoneId !== undefined || certificateArn !== undefined,
    'requires a hostedZoneId, where its certificate is validated, or a certificateArn',
  );

const emailOptions = z.strictObject({
  sender: z.email().meta({ description: 'Sender address of e-mails; its domain is the SES identity.' }),
  hostedZoneId: z
    .string()
    .regex(/^Z[A-Z0-9]{1,31}$/, 'must be the id of a Route 53 zone, which begins with Z')
    .optional()
    .meta({ description: 'Route 53 zone of that domain, for the records of DKIM and SPF.' }),
  linkBase: z
    .string()
    .regex(/^https?:\/\/[^/\s?#]+$/, 'must be a scheme and a host, for instance `https://api.example.com`')
    .optional()
    .meta({ description: 'Base URL of links in e-mails. Default: the `domain` of the stage.' }),
  tenants: z
    .boolean()
    .optional()
    .meta({ description: 'Each tenant is an SES tenant, with its own reputation.' }),
});

const pinnedImage = z
  .string()
  .regex(
    /^[a-z0-9./_-]+(:[\w.-]+)?@sha256:[0-9a-f]{64}$/,
    'must end with a digest: `…@sha256:<64 hex digits>`',
  );

const consoleOptions = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(30)
    .optional()
    .meta({ description: 'Name of the console, in its menu and in the titles of its pages.' }),
  logo: z
    .string()
    .regex(/^[\w./-]+\.(svg|png)$/, 'must be the path of an SVG or PNG file in the repository')
    .optional()
    .meta({ description: 'Its logo, by its path in the repository; it is shown in a square of 20 pixels.' }),
  color: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'must be a colour such as `#3451c6`')
    .optional()
    .meta({ description: 'Its accent, darkened and lightened until texts in it are readable.' }),
});

const shape = {
  preset: z
    .enum(presets)
    .optional()
    .meta({ description: 'The defaults of all other options. Default: `production` for the stage `prod`.' }),
  region: z
    .string()
    .regex(/^[a-z]{2}(-[a-z]+)+-\d$/, 'must be an AWS region')
    .optional()
    .meta({
      description: 'The only region to which the stage is deployed. Default: the region of the credentials.',
    }),
  bootstrapQualifier: z
    .string()
    .regex(/^[a-z0-9]{1,10}$/, 'must be 1-10 lowercase letters or digits')
    .optional()
    .meta({ description: 'The CDK bootstrap qualifier of the stage. Default: that of CDK.' }),
  availabilityZones: z
    .array(z.string().regex(/^[a-z]{2}(-[a-z]+)+-\d[a-z]$/, 'must be a zone, for instance `us-east-1b`'))
    .length(2)
    .optional()
    .meta({
      description: 'The two availability zones of its networks. Default: the first two of the region.',
    }),
  domain: domainOptions
    .optional()
    .meta({ description: 'The host name of the stage, its zone and certificate.' }),
  email: emailOptions
    .optional()
    .meta({ description: 'The e-mail sender. Without one the stage sends no e-mails.' }),
  console: consoleOptions.optional().meta({ description: 'Name, logo and colour of the console.' }),
  hostLogs: z.boolean().optional().meta({ description: 'Access logs of the public host, in a bucket.' }),
  webAcl: z.boolean().optional().meta({ description: 'A web ACL in front of the public host.' }),
  webAclArn: z
    .string()
    .regex(
      /^arn:aws[\w-]*:wafv2:us-east-1:\d{12}:global\/webacl\/.+$/,
      'must be the ARN of a web ACL with the scope CLOUDFRONT',
    )
    .optional()
    .meta({ description: 'A web ACL of your own instead of the platform’s.' }),
  // https://docs.aws.amazon.com/waf/latest/APIReference/API_RateBasedStatement.html
  requestsPerAddress: count(10, 2_000_000_000)
    .optional()
    .meta({ description: 'Requests of one address in five minutes before the web ACL responds with 429.' }),
  requestsPerSecond: count(1, 10_000)
    .optional()
    .meta({ description: 'Requests per second of the whole API before it responds with 429.' }),
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html
  requestBurst: count(1, 5_000)
    .optional()
    .meta({ description: 'Burst above that rate; some regions allow only 1250.' }),
  reservedConnections: count(0, 10_000).optional().meta({
    description:
      'Lambda concurrency reserved for event streams, all together, from the account’s quota; 0 reserves none.',
  }),
  reservedDownloads: count(0, 10_000).optional().meta({
    description:
      'Lambda concurrency reserved for downloads of files and exports, all together; their clients cannot occupy more.',
  }),
  ingest: z.boolean().optional().meta({ description: 'A container service for large uploads.' }),
  ingestTasks: count(1, 10).optional().meta({
    description: 'On-demand tasks of that service that always run; further ones are Spot tasks.',
  }),
  ingestImages: z
    .strictObject({ node: pinnedImage, fetcher: pinnedImage })
    .optional()
    .meta({ description: 'The images of its two containers, each pinned to a digest.' }),
  containerInsights: z
    .boolean()
    .optional()
    .meta({ description: 'Metrics of each task of that service (Container Insights).' }),
  fixedEgress: z.boolean().optional().meta({ description: 'Webhooks leave from fixed addresses.' }),
  egressZones: count(1, 2).optional().meta({ description: 'NAT gateways and fixed addresses.' }),
  rollout: z.enum(rollouts).optional().meta({ description: 'How new code replaces old code.' }),
  tracing: z.boolean().optional().meta({
    description:
      'X-Ray traces of Lambda itself; the functions’ own calls have none, and the sampling rate cannot be changed.',
  }),
  watch: z.boolean().optional().meta({ description: 'Alarms, their topic and the dashboard.' }),
  alarmEmail: z.email().optional().meta({ description: 'Receives alarms and budget notifications.' }),
  monthlyBudgetUsd: z.number().positive().optional().meta({
    description: 'Sends an e-mail to `alarmEmail` when the stage is about to cost more per month.',
  }),
  logRetentionDays: z
    .literal(retentionDays)
    .optional()
    .meta({ description: 'Days for which logs are kept.' }),
  deletionProtection: z
    .boolean()
    .optional()
    .meta({
      description:
        'Protects stacks, table and load balancer from deletion; data, logs and addresses are kept when their ' +
        'stacks are deleted.',
    }),
  streamArn: z
    .string()
    .regex(/^arn:aws[\w-]*:dynamodb:[\w-]+:\d{12}:table\/.+\/stream\/.+$/, 'must be the ARN of a stream')
    .optional()
    .meta({ description: 'The stream of a table that was restored from a backup.' }),
  originSecret: count(1, 1_000_000).optional().meta({
    description: 'Generation of the secret between host and functions; the next number rotates it.',
  }),
  settings: z
    .partialRecord(z.enum([...settingNames, 'LOG_LEVEL']), z.string())
    .optional()
    .meta({
      description: 'Settings of the functions (`shared/kernel/settings/settings.ts`) and `LOG_LEVEL`.',
    }),
};

const stageOptions = z
  .strictObject(shape)
  .refine(({ monthlyBudgetUsd, alarmEmail }) => monthlyBudgetUsd === undefined || alarmEmail !== undefined, {
    message: 'requires an alarmEmail',
    path: ['monthlyBudgetUsd'],
  })
  .refine(({ email, domain }) => email === undefined || (email.linkBase ?? domain) !== undefined, {
    message: 'requires a domain or a linkBase for links in e-mails',
    path: ['email'],
  });

export type StageOptions = z.input<typeof stageOptions>;
export type DomainOptions = z.input<typeof domainOptions>;
export type EmailOptions = z.input<typeof emailOptions>;

/** The name and description of each option; the deployment page (lib/aws/README.md) has a row for each. */
export const stageOptionTexts: ReadonlyMap<string, string> = new Map(
  Object.entries(shape).map(([name, schema]) => [name, schema.meta()?.description ?? '']),
);

const knownNames: Readonly<Record<string, readonly string[]>> = {
  '': Object.keys(shape),
  domain: Object.keys(domainOptions.shape),
  email: Object.keys(emailOptions.shape),
  console: Object.keys(consoleOptions.shape),
  ingestImages: ['node', 'fetcher'],
  settings: [...settingNames, 'LOG_LEVEL'],
};

const nameKinds: Readonly<Record<string, string>> = { '': 'option', settings: 'setting' };

/** Validates the options of a stage. Throws one error with all mistakes, with suggestions for unknown names. */
export function parseStageOptions(stage: string, options: unknown): StageOptions {
  const result = stageOptions.safeParse(withoutUndefined(options));
  if (result.success) return result.data;
  const mistakes = result.error.issues.flatMap((issue) => {
    const path = issue.path.join('.');
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) =>
        unknownName(nameKinds[path] ?? `option of ${path}`, key, knownNames[path] ?? []),
      );
    return [`${path || 'The file'}: ${issue.message}`];
  });
  throw new Error(
    `The options of the stage ${stage} are not valid:\n${mistakes.map((one) => `  ${one}`).join('\n')}`,
  );
}

/** An undefined option has its default, as if it were missing. */
function withoutUndefined(options: unknown): unknown {
  if (typeof options !== 'object' || options === null) return options;
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

export function logLevelOf(text: string): LogLevel {
  const level = logLevels.find((known) => known === text);
  if (!level) throw new Error(`LOG_LEVEL must be one of ${logLevels.join(', ')}, got "${text}"`);
  return level;
}
