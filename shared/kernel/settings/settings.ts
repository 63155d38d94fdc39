/**
 * Every deployment setting: its name (the environment variable, and the name in a stage's file), its default and its
 * meaning. The CDK app copies the values into the functions' environments, so the functions read the same names.
 */
export const settings = {
  /** `off` disables every limiter, for load tests and development. */
  RATE_LIMITS: 'on',
  /** Requests per API key in one clock minute. */
  RATE_LIMIT_PER_MINUTE: '100',
  /** Requests per API key in one clock hour. */
  RATE_LIMIT_PER_HOUR: '1000',
  /** Requests per user in one clock minute, over all sessions of the user. Sessions of API keys count for their key. */
  RATE_LIMIT_USER_PER_MINUTE: '600',
  /**
   * Evaluations of feature toggles per API key or user in one clock minute, by the OFREP endpoints; they count for no other
   * limit.
   */
  RATE_LIMIT_EVALUATIONS_PER_MINUTE: '6000',
  /** Cost of a password's hash: scrypt's N is two to the power of it. Each step doubles the time and the memory. */
  PASSWORD_HASH_COST: '15',
  /** `local` disables user access to job queues: manual runs and their history return 503. */
  QUEUE_STRATEGY: 'async',
  /** Web origins, separated by commas, whose pages may call the API with credentials. */
  CORS_ALLOWED_ORIGINS: '',
  /** Request headers, separated by commas, that these pages may send besides those of the API. */
  CORS_ALLOWED_HEADERS: 'traceparent,tracestate,baggage',
  /** Maximum duration of a connection of the event stream in seconds, up to 60; browsers then reconnect. */
  EVENT_STREAM_SECONDS: '55',
  /** Interval of the keep-alive of an event stream in seconds, at most 30. */
  EVENT_STREAM_HEARTBEAT_SECONDS: '15',
  /** Concurrent event streams of a tenant. */
  EVENT_STREAMS_PER_TENANT: '50',
  /** How many of them one client address may have open. */
  EVENT_STREAMS_PER_ADDRESS: '25',
  /** Concurrent downloads and exports of a tenant that their clients have not received yet. */
  DOWNLOADS_PER_TENANT: '20',
  /** How many of them one client address may have open. */
  DOWNLOADS_PER_ADDRESS: '10',
  /** Clients that read a streamed response more slowly are disconnected, in bytes per second. */
  STREAM_MIN_BYTES_PER_SECOND: '32768',
  /** `false` counts no evaluations of feature toggles: `last evaluated` and usage stay empty. */
  TOGGLE_EVALUATION_COUNTS: 'true',
  /** `true` lets webhooks be sent to private and local addresses, for development and tests. */
  ALLOW_PRIVATE_WEBHOOKS: 'false',
  /** Start times of a delivery's attempts, in seconds from the first. */
  WEBHOOK_RETRY_OFFSETS: '0,5,300,1800,7200,18000,36000,50400,68400,86400',
  /** Consecutive failed attempts after which a webhook is disabled, unless it has its own limit. */
  WEBHOOK_AUTO_DISABLE_THRESHOLD: '100',
  /** Maximum number of webhooks of an organization: each of its events is matched with all of them. */
  WEBHOOKS_PER_ORGANIZATION: '500',
  /** Maximum number of inbound endpoints of an organization. */
  INBOUND_ENDPOINTS_PER_ORGANIZATION: '200',
  /** Maximum number of scheduled jobs of a tenant, including those of its organizations. */
  SCHEDULED_JOBS_PER_TENANT: '2000',
  /** Maximum number of a tenant's sync runs that are pending, running or paused. */
  SYNC_RUNS_PER_TENANT: '200',
  /** Maximum number of notification e-mails of a tenant per day (UTC). */
  EMAIL_MAILS_PER_DAY: '1000',
  /** Default grace period of a replaced signing secret. */
  WEBHOOK_ROTATION_SECONDS: '86400',
  /** Days for which deliveries, their attempts and payloads are kept. */
  WEBHOOK_DELIVERY_RETENTION_DAYS: '30',
  /** Days for which the event log keeps events, up to 30. */
  EVENT_LOG_RETENTION_DAYS: '7',
  /** Days for which log entries of integrations are kept. */
  INTEGRATION_LOG_RETENTION_DAYS: '30',
  /** Largest file that may be uploaded, in MB of 1 048 576 bytes. */
  UPLOAD_MAX_MB: '25',
  /** Storage limit of a tenant in MB of 1 048 576 bytes. */
  TENANT_QUOTA_MB: '512',
  /** Maximum number of images of a tenant that are resized in one minute. */
  IMAGE_RENDERS_PER_MINUTE: '240',
  /** Resized images of a tenant that are kept in one calendar month (UTC), in MB of 1 048 576 bytes. */
  KEPT_IMAGES_QUOTA_MB: '512',
  /** Pages of a tenant that are recognized in one calendar month (UTC); `0` recognizes none. */
  OCR_PAGES_PER_MONTH: '10000',
  /** `true` requires credentials for files of public partitions as well. */
  PUBLIC_FILES_REQUIRE_AUTH: 'false',
  /** `true` refuses to create, change and delete storage partitions. */
  PARTITIONS_LOCKED: 'false',
  /** Default of partitions for text extraction. */
  OCR_DEFAULT: 'true',
  /**
   * Issuers of tokens, separated by commas, that may have private addresses and plain HTTP, such as a provider on a
   * developer's machine.
   */
  TRUSTED_ISSUERS: '',
  /** URL of Stripe’s API, or of an emulator. */
  STRIPE_API_BASE: 'https://api.stripe.com',
} as const satisfies Record<string, string>;

export type SettingName = keyof typeof settings;
export const settingNames = Object.keys(settings) as SettingName[];

/** The value of a setting as text, from the environment or its default. Never throws. */
export function setting(name: SettingName, env: Record<string, string | undefined> = process.env): string {
  const value = env[name];
  return value === undefined || value === '' ? settings[name] : value;
}

/**
 * The value of a whole-number setting, at least `min`. Throws for any other text, so that an invalid deployment stops
 * early.
 */
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

const trueWords = new Set(['1', 'true', 'yes', 'y', 'on', 'enable', 'enabled']);
const falseWords = new Set(['0', 'false', 'no', 'n', 'off', 'disable', 'disabled']);

/** The value of a boolean setting, in any of the usual words. Throws for any other text. */
export function booleanSetting(
  name: SettingName,
  env: Record<string, string | undefined> = process.env,
): boolean {
  const word = setting(name, env).trim().toLowerCase();
  if (trueWords.has(word)) return true;
  if (falseWords.has(word)) return false;
  throw new Error(`${name} must be true or false, got "${word}"`);
}

const bytesPerMb = 1_048_576;

/** The value of a setting in MB (with fractions) as whole bytes; its default for an invalid number. */
export function megabyteSetting(
  name: SettingName,
  env: Record<string, string | undefined> = process.env,
): number {
  const mb = Number(setting(name, env));
  const positive = Number.isFinite(mb) && mb > 0 ? mb : Number(settings[name]);
  return Math.floor(positive * bytesPerMb);
}
