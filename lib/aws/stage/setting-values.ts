/**
 * Valid values of the settings in `shared/kernel/settings/settings.ts`, so that an invalid one stops a deployment or a
 * start at once.
 */

import { parseHeaderNames, parseOrigins } from '../../../shared/kernel/base/origins.ts';
import {
  booleanSetting,
  integerSetting,
  type SettingName,
  setting,
  settingNames,
} from '../../../shared/kernel/settings/settings.ts';
import { retryOffsetsSeconds } from '../../../shared/modules/webhooks/deliveries/retry-plan.ts';
import { webhookLimits } from '../../../shared/modules/webhooks/limits.ts';

type Texts = Readonly<Record<string, string | undefined>>;

interface ValueForm {
  /** Completes the sentence "must be …". */
  allowed: string;
  accepts: (name: SettingName, texts: Texts) => boolean;
}

/** Whether the functions' own parser accepts the value. */
const parsedBy =
  (parse: (name: SettingName, texts: Texts) => unknown) =>
  (name: SettingName, texts: Texts): boolean => {
    try {
      parse(name, texts);
      return true;
    } catch {
      return false;
    }
  };

const oneOf = (...values: string[]): ValueForm => ({
  allowed: values.join(' or '),
  accepts: (name, texts) => values.includes(setting(name, texts)),
});
const wholeNumber = (min: number, max = Number.MAX_SAFE_INTEGER): ValueForm => ({
  allowed: `a whole number from ${min}${max < Number.MAX_SAFE_INTEGER ? ` to ${max}` : ''}`,
  accepts: (name, texts) =>
    parsedBy(() => integerSetting(name, { ...texts }, min))(name, texts) &&
    Number(setting(name, texts)) <= max,
});
const yesOrNo: ValueForm = {
  allowed: 'true or false',
  accepts: parsedBy((name, texts) => booleanSetting(name, { ...texts })),
};
const megabytes: ValueForm = {
  allowed: 'a number of MB above 0',
  accepts: (name, texts) => Number.isFinite(Number(setting(name, texts))) && Number(setting(name, texts)) > 0,
};

const forms: Readonly<Record<SettingName, ValueForm>> = {
  RATE_LIMITS: oneOf('on', 'off'),
  RATE_LIMIT_PER_MINUTE: wholeNumber(1),
  RATE_LIMIT_PER_HOUR: wholeNumber(1),
  RATE_LIMIT_USER_PER_MINUTE: wholeNumber(1),
  RATE_LIMIT_EVALUATIONS_PER_MINUTE: wholeNumber(1),
  PASSWORD_HASH_COST: wholeNumber(15, 17),
  QUEUE_STRATEGY: oneOf('async', 'local'),
  CORS_ALLOWED_ORIGINS: {
    allowed: 'origins such as https://app.example.com, separated by commas',
    accepts: parsedBy((name, texts) => parseOrigins(setting(name, texts))),
  },
  CORS_ALLOWED_HEADERS: {
    allowed: 'names of request headers, separated by commas',
    accepts: parsedBy((name, texts) => parseHeaderNames(setting(name, texts))),
  },
  EVENT_STREAM_SECONDS: wholeNumber(1),
  EVENT_STREAM_HEARTBEAT_SECONDS: wholeNumber(1),
  EVENT_STREAMS_PER_TENANT: wholeNumber(1),
  EVENT_STREAMS_PER_ADDRESS: wholeNumber(1),
  DOWNLOADS_PER_TENANT: wholeNumber(1),
  DOWNLOADS_PER_ADDRESS: wholeNumber(1),
  STREAM_MIN_BYTES_PER_SECOND: wholeNumber(1),
  ALLOW_PRIVATE_WEBHOOKS: oneOf('true', 'false'),
  WEBHOOK_RETRY_OFFSETS: {
    allowed: `two or more numbers of seconds, separated by commas, from 0 and ascending to ${webhookLimits.deliveryRetentionDays * 86_400} at most`,
    accepts: parsedBy((_, texts) => retryOffsetsSeconds({ ...texts })),
  },
  WEBHOOK_AUTO_DISABLE_THRESHOLD: wholeNumber(1),
  WEBHOOKS_PER_ORGANIZATION: wholeNumber(1),
  INBOUND_ENDPOINTS_PER_ORGANIZATION: wholeNumber(1),
  SCHEDULED_JOBS_PER_TENANT: wholeNumber(1),
  SYNC_RUNS_PER_TENANT: wholeNumber(1),
  EMAIL_MAILS_PER_DAY: wholeNumber(1),
  WEBHOOK_ROTATION_SECONDS: wholeNumber(0),
  WEBHOOK_DELIVERY_RETENTION_DAYS: wholeNumber(1),
  EVENT_LOG_RETENTION_DAYS: wholeNumber(1, 30),
  INTEGRATION_LOG_RETENTION_DAYS: wholeNumber(1),
  UPLOAD_MAX_MB: megabytes,
  TENANT_QUOTA_MB: megabytes,
  IMAGE_RENDERS_PER_MINUTE: wholeNumber(1),
  KEPT_IMAGES_QUOTA_MB: megabytes,
  OCR_PAGES_PER_MONTH: wholeNumber(0),
  PUBLIC_FILES_REQUIRE_AUTH: yesOrNo,
  PARTITIONS_LOCKED: yesOrNo,
  OCR_DEFAULT: yesOrNo,
  TOGGLE_EVALUATION_COUNTS: yesOrNo,
  TRUSTED_ISSUERS: {
    allowed: 'http or https URLs, separated by commas',
    accepts: (name, texts) =>
      setting(name, texts)
        .split(',')
        .every((issuer) => issuer === '' || /^https?:$/.test(URL.parse(issuer)?.protocol ?? '')),
  },
  STRIPE_API_BASE: {
    allowed: 'an http or https URL',
    accepts: (name, texts) => /^https?:$/.test(URL.parse(setting(name, texts))?.protocol ?? ''),
  },
};

/** Returns a line for each setting with an invalid value, with the valid ones; empty texts count as undefined. */
export function settingProblems(texts: Texts): string[] {
  return settingNames
    .filter((name) => !forms[name].accepts(name, texts))
    .map((name) => `${name} must be ${forms[name].allowed}, got "${texts[name]}".`);
}
