/**
 * Every deployment setting: its name (the environment variable and the CDK context key), its default and its
 * meaning. The CDK app copies the values into the functions' environments, so the functions read the same names.
 */
export const settings = {
  RATE_LIMITS: { default: 'on', meaning: '`off` disables every limiter, for load tests and development.' },
  RATE_LIMIT_PER_MINUTE: { default: '100', meaning: 'Requests per API key in one clock minute.' },
  RATE_LIMIT_PER_HOUR: { default: '1000', meaning: 'Requests per API key in one clock hour.' },
  QUEUE_STRATEGY: {
    default: 'async',
    meaning:
      '`local` switches off what people do with job queues: runs by hand and their history answer 503.',
  },
  CORS_ALLOWED_ORIGINS: {
    default: '',
    meaning: 'Web origins, separated by commas, whose pages may call the API with credentials.',
  },
  EVENT_STREAM_SECONDS: {
    default: '55',
    meaning: 'How long one connection of the event stream lasts, up to 60; browsers then connect again.',
  },
  EVENT_STREAM_HEARTBEAT_SECONDS: {
    default: '15',
    meaning: 'How often an event stream says that it is alive, at least every 30.',
  },
  EVENT_STREAMS_PER_TENANT: { default: '50', meaning: 'Event streams that a tenant may have open at once.' },
  ALLOW_PRIVATE_WEBHOOKS: {
    default: 'false',
    meaning: '`true` lets webhooks be sent to private and local addresses, for development and tests.',
  },
  WEBHOOK_RETRY_OFFSETS: {
    default: '0,5,300,1800,7200,18000,36000,50400,68400,86400',
    meaning: 'When the attempts of a delivery begin, in seconds from the first.',
  },
  WEBHOOK_AUTO_DISABLE_THRESHOLD: {
    default: '100',
    meaning:
      'Failed attempts in a row after which a webhook is switched off, unless it says otherwise itself.',
  },
  WEBHOOK_ROTATION_SECONDS: {
    default: '86400',
    meaning: 'How long a replaced signing secret goes on signing, unless the rotation says otherwise.',
  },
  WEBHOOK_DELIVERY_RETENTION_DAYS: {
    default: '30',
    meaning: 'Days for which deliveries, their attempts and payloads are kept.',
  },
  INTEGRATION_LOG_RETENTION_DAYS: {
    default: '30',
    meaning: 'Days for which log entries of integrations are kept.',
  },
  STRIPE_API_BASE: {
    default: 'https://api.stripe.com',
    meaning: 'Where Stripe’s API is; another address for a stand-in.',
  },
} as const satisfies Record<string, { default: string; meaning: string }>;

export type SettingName = keyof typeof settings;
export const settingNames = /* @__PURE__ */ Object.keys(settings) as SettingName[];

/** The value of one setting as text, from the environment or its default. Throws nothing. */
export function setting(name: SettingName, env: Record<string, string | undefined> = process.env): string {
  const value = env[name];
  return value === undefined || value === '' ? settings[name].default : value;
}

/** The value of a whole-number setting, at least `min`. Throws for any other text: a bad deployment stops early. */
export function integerSetting(
  name: SettingName,
  env: Record<string, string | undefined> = process.env,
  min = 1,
): number {
  const text = setting(name, env);
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < min)
    throw new Error(`${name} must be a ${min > 0 ? 'positive ' : ''}whole number, got "${text}"`);
  return value;
}
