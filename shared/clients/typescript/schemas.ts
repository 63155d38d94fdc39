/** What requests and answers are made of. Written by `npm run openapi`: change the contracts instead. */

/**
 * Features that `GET /api/auth/features` lists, `prefix.*` for everything under a prefix, and `*.view`
 * for reading everything in the tenant. Features of your own modules are allowed; a name that looks
 * like a misspelled feature returns 400 with a suggestion.
 */
export type AclFeatures = string[];

/**
 * Organizations that can be selected in addition to the own organization; null means every
 * organization of the tenant.
 */
export type AclOrganizations = Uuid[] | null;

/** An action of a rule; its `type` determines the settings in `config`. */
export type Action =
  | AllowTransitionAction
  | BlockTransitionAction
  | LogAction
  | ShowErrorAction
  | ShowWarningAction
  | ShowInfoAction
  | NotifyAction
  | SetFieldAction
  | CallWebhookAction
  | EmitEventAction;

/** Result of an action, with its message, field and value, event or URL. */
export interface ActionResult {
  /** Type of the action. */
  type: string;
  /** Whether the action succeeded. */
  success: boolean;
  /** Why the action failed. */
  error?: string;
  [name: string]: unknown;
}

/** Allows the transition. */
export interface AllowTransitionAction {
  /** Type of the action. */
  type: 'ALLOW_TRANSITION';
  /** Settings of ALLOW_TRANSITION. Texts can contain `{{placeholders}}`. */
  config?: {
    /** Text for people. */
    message?: string;
  };
}

/** An API key, without its secret. */
export type ApiKey = ApiKeyFields & {
  /** Id of the key. */
  id: Uuid;
  /** Name shown to people. */
  name: string;
  /** What the key is for. */
  description: string | null;
  /** Name of that organization. */
  organizationName: string | null;
  /** When the key was created. */
  createdAt: Timestamp;
  /** When the key last authenticated a request; null for never. */
  lastUsedAt: TimestampOrNull;
};

/**
 * IPv4 and IPv6 addresses and CIDR ranges from which the key may be used, at most 10; requests from
 * other addresses return 403. An empty list allows every address.
 */
export type ApiKeyAllowedAddresses = string[];

/** Fields of `ApiKey`, `NewApiKey`. */
export interface ApiKeyFields {
  /** First characters of the secret. */
  keyPrefix: string;
  /** Organization of the key; null for a key of the whole tenant. */
  organizationId: UuidOrNull;
  /** When the key stops working; null for never. */
  expiresAt: TimestampOrNull;
  /** Requests per clock minute; null for the deployment's limit. */
  requestsPerMinute: number | null;
  /** Requests per clock hour; null for the deployment's limit. */
  requestsPerHour: number | null;
  allowedAddresses: ApiKeyAllowedAddresses;
  /** Roles whose rights the key has. */
  roles: KeyRole[];
}

/**
 * The records and other objects that the file belongs to, at most 100; of entries with the same type
 * and id the last one is used. `href` values other than paths and http(s) URLs are ignored.
 */
export type Assignments = {
  /** Type of the object that the file belongs to. */
  type: string;
  /** Its id. */
  id: string;
  /** Where the object is shown: a path or an http(s) URL. */
  href?: string | null;
  /** Label of the object. */
  label?: string | null;
}[];

/** A file that belongs to a record. */
export type Attachment = AttachmentFields &
  AttachmentAndFileVersionFields & {
    /** Custom values by key; absent when there are none. */
    customFields?: Record<string, unknown>;
  };

/** Fields of `Attachment`, `FileVersion`, `LibraryAttachment`. */
export interface AttachmentAndFileVersionFields {
  /** Safe name of the file: letters, digits, `.`, `_`, `-`. */
  fileName: string;
  /**
   * File name as it was sent, in Unicode form NFC, without folder and control characters; at most 255
   * characters. Downloads have this name.
   */
  originalName: string;
  /** Bytes. */
  fileSize: number;
  /** Media type, detected from the bytes first. */
  mimeType: string;
}

/** Fields of `Attachment`, `LibraryAttachment`. */
export interface AttachmentFields {
  /** Id of the attachment. */
  id: Uuid;
  /** URL of the file; each version has its own. */
  url: string;
  /** URL of a thumbnail; `hasThumbnail` says whether there is one. */
  thumbnailUrl: string;
  /** Whether `thumbnailUrl` shows a picture of the file. */
  hasThumbnail: boolean;
  /** Storage partition of the file. */
  partitionCode: string;
  tags: Tags;
  assignments: Assignments;
  /** Text extracted from the file; null if there is none yet. Lists contain its first 1 KB. */
  content: string | null;
  /** Status of the text extraction; `none` if the partition has it disabled or the file type has no text. */
  contentStatus: 'none' | 'pending' | 'done' | 'failed';
  /** When the file was uploaded first. */
  createdAt: Timestamp;
}

/** Who changed what, and when. */
export interface AuditAction {
  /** Id of the entry and of the event about the same change. */
  id: Uuid;
  /** What was done: `created`, `updated`, `deleted` … */
  action: string;
  /** Type of the changed resource. */
  resource: string;
  /** Id of the changed resource. */
  resourceId: string;
  /** Who did it: `api_key`, `user` or `system`. */
  actorType: string;
  /** Id of the key or the user. */
  actorId: string;
  /** Tenant of the change; null for the platform itself. */
  tenantId: UuidOrNull;
  /** Organization of the change; null for the whole tenant. */
  organizationId: UuidOrNull;
  /** Id of the request. */
  requestId: string | null;
  /**
   * Field → `before` and `after`; absent values are left out. Values that are too large to store have a
   * `note` instead.
   */
  changes: Record<string, unknown>;
  /** When the change was made. */
  createdAt: Timestamp;
}

/** Blocks the transition. */
export interface BlockTransitionAction {
  /** Type of the action. */
  type: 'BLOCK_TRANSITION';
  /** Settings of BLOCK_TRANSITION. Texts can contain `{{placeholders}}`. */
  config?: {
    /** Text for people. */
    message?: string;
  };
}

/** The result for each id of a bulk request. */
export interface BulkResponse {
  /** One result per id, in the order of the request. */
  results: BulkResult[];
  /** How many were changed. */
  changed: number;
  /** How many already had this state. */
  unchanged: number;
  /** How many failed. */
  failed: number;
}

/** The result for one id of a bulk request. */
export interface BulkResult {
  /** The id, as it was sent. */
  id: Uuid;
  /**
   * `unchanged`: it already had this state, and nothing was written. `failed`: `error` says why; the
   * other ids are still processed.
   */
  status: 'changed' | 'unchanged' | 'failed';
  /** Why it failed. */
  error?: string;
  /** The error code that a request for this id alone would return. */
  code?: string;
  /** Field → what is wrong with it. */
  details?: Record<string, string>;
}

/**
 * Sends an HTTP request through the delivery queue: to a URL, or signed to a webhook of the
 * organization.
 */
export interface CallWebhookAction {
  /** Type of the action. */
  type: 'CALL_WEBHOOK';
  /** Settings of CALL_WEBHOOK. Texts can contain `{{placeholders}}`. */
  config: unknown;
}

/** The notification after the change. */
export type ChangedNotification = Notification & {
  ok: Ok;
};

/** A comparison of a condition and its result. */
export interface Comparison {
  /** Path of the comparison in the condition; empty if the condition is this comparison. */
  path: string;
  /** Compared field. */
  field: string;
  /** Operator of the comparison. */
  operator: string;
  /** Value that the field was compared with; absent if there is none. */
  expected?: unknown;
  /** Value of the field; absent if it has none. */
  actual?: unknown;
  /** Whether the comparison is true. */
  result: boolean;
}

/**
 * How to compare. - `=`: Equal. A number equals values that convert to it (`10` and `"10"`, `0` and
 * `""`); a missing value equals only a missing value. - `==`: Alias of `=`. - `!=`: Not equal. - `>`:
 * Greater: dates are compared as times, values that convert to numbers as numbers, all others as text.
 * A missing value is less than all others. - `>=`: Greater or equal. - `<`: Less. - `<=`: Less or
 * equal. - `IN`: Equal to one element of a list. False if the other side is not a list. - `NOT_IN`:
 * The opposite of `IN`. - `CONTAINS`: A list with an equal element, or a text that contains the other
 * side; case-sensitive. - `NOT_CONTAINS`: The opposite of `CONTAINS`. - `STARTS_WITH`: A text that
 * begins with the other side. - `ENDS_WITH`: A text that ends with the other side. - `MATCHES`: A text
 * in which a pattern in RE2 syntax matches somewhere. Patterns of more than 200 characters, texts of
 * more than 10000 and repeated groups with a repetition inside never match.
 */
export type ComparisonOperator =
  | '='
  | '=='
  | '!='
  | '>'
  | '>='
  | '<'
  | '<='
  | 'IN'
  | 'NOT_IN'
  | 'CONTAINS'
  | 'NOT_CONTAINS'
  | 'STARTS_WITH'
  | 'ENDS_WITH'
  | 'MATCHES';

/**
 * A condition: a comparison of a field with a value or with another field, or a group of conditions.
 * Groups nest to any depth.
 */
export type Condition = ValueComparison | FieldComparison | EmptinessCheck | ConditionGroup;

/** Conditions combined: all of them (`AND`), any (`OR`), or not all of them (`NOT`). */
export interface ConditionGroup {
  /**
   * How the conditions combine. - `AND`: All conditions hold. - `OR`: At least one condition holds. -
   * `NOT`: Not all of the conditions hold.
   */
  operator: 'AND' | 'OR' | 'NOT';
  /** The conditions of the group, comparisons or groups again. */
  rules: Condition[];
}

/** Fields of `CreateApiKey`, `UpdateApiKey`. */
export interface CreateApiKeyFields {
  /** What the key is for. */
  description?: string | null;
  /** Ids or names of roles, at most 20. Without roles a key has no feature. */
  roles?: string[];
  /** When the key stops working, in the future; null or empty for never. */
  expiresAt?: string | null;
  /** Requests per clock minute; null for the deployment's limit. */
  requestsPerMinute?: number | null;
  /** Requests per clock hour; null for the deployment's limit. */
  requestsPerHour?: number | null;
  allowedAddresses?: ApiKeyAllowedAddresses;
}

/**
 * Fields of `CreateNotification`, `CreateNotificationBatch`, `CreateFeatureNotification`,
 * `CreateRoleNotification`.
 */
export interface CreateNotificationFields {
  /** Severity of the notification. Default: "info". */
  severity?: 'info' | 'warning' | 'success' | 'error';
  /** Title of the notification, one line. */
  title?: string | null;
  /** Name of a translation of the title. */
  titleKey?: string | null;
  /** Text of the notification. */
  body?: string | null;
  /** Name of a translation of the body. */
  bodyKey?: string | null;
  titleVariables?: NotificationTitleVariables;
  bodyVariables?: NotificationBodyVariables;
  /** Name of an icon. */
  icon?: string | null;
  /** Actions that the reader can take. */
  actions?:
    | {
        /** Id of the action. */
        id: string;
        /** Label of the action. */
        label: string;
        /** Name of a translation of the label. */
        labelKey?: string | null;
        /** Name of an icon. */
        icon?: string | null;
        /** Where the action leads: a path on the same host. */
        href?: string | null;
      }[]
    | null;
  /** The action to show first; one of `actions`. */
  primaryActionId?: string | null;
  /** Module that created the notification. */
  sourceModule?: string | null;
  /** Type of the resource it is about. */
  sourceEntityType?: string | null;
  /** Id of the resource it is about. */
  sourceEntityId?: string | null;
  /** Link of the notification: a path on the same host. */
  linkHref?: string | null;
  /**
   * Groups notifications: while a notification with the same recipient, type and group key is active, a
   * new one refreshes it.
   */
  groupKey?: string | null;
  /** When it expires; 168 hours from now by default, at most 365 days. */
  expiresAt?: string | null;
}

/** One credential value of an integration. */
export interface CredentialField {
  /** Name of the value in `credentials`. */
  key: string;
  /** Name shown to people. */
  label: string;
  /** Kind of the value. `secret`, `oauth` and `ssh_keypair` are never shown again. */
  type: 'text' | 'secret' | 'select' | 'boolean' | 'url' | 'oauth' | 'ssh_keypair';
  /** Whether the integration requires the value. */
  required?: boolean;
  /** Placeholder text for forms. */
  placeholder?: string;
  /** Where to find the value. */
  helpText?: string;
  /** Longer help, for instance how to set up the provider’s webhooks. */
  helpDetails?: Record<string, unknown>;
  /** The field applies only while another field has this value. */
  visibleWhen?: {
    /** Key of another field. */
    field: string;
    /** Value that it has. */
    equals: string | boolean;
  };
  /** Values of a `select`. */
  options?: {
    /** What is stored. */
    value: string;
    /** What is shown. */
    label: string;
  }[];
  /** OAuth: authorization URL. */
  authUrl?: string;
  /** OAuth: token URL. */
  tokenUrl?: string;
  /** OAuth: requested scopes. */
  scopes?: string[];
  /** OAuth: key of the field with the client’s id. */
  clientIdField?: string;
  /** OAuth: key of the field with the client’s secret. */
  clientSecretField?: string;
  /** SSH: kind of the key. */
  algorithm?: 'ed25519' | 'rsa';
  /** SSH: bits of an RSA key. */
  rsaBits?: 2048 | 3072 | 4096;
}

/** The credential fields of an integration. */
export interface CredentialSchema {
  /** The values, in the order in which a form shows them. */
  fields: CredentialField[];
}

/** A message whose work failed for good. */
export interface DeadLetter {
  /** Id that SQS gave it. */
  messageId: string;
  /** When it was sent to its queue. */
  sentAt: Timestamp;
  /** What it is about; null for a message that is no envelope. */
  type: string | null;
  /** Tenant of the work. */
  tenantId: string | null;
  /** Organization of the work. */
  organizationId: string | null;
  /** The message, the first 4096 characters. */
  body: string;
}

/** A queue with messages whose work failed for good. */
export interface DeadLetterQueue {
  /** Name of the queue. */
  queue: string;
  /** How many of its messages failed for good, as SQS counts them. */
  count: number;
}

/** For fields of kind attachment: limits of the files. */
export type DefinitionAttachment = {
  /** Largest file in MB. */
  maxAttachmentSizeMb?: number;
  /** Allowed file extensions. */
  acceptExtensions?: string[];
  /** Storage partition the files go to. */
  partitionCode?: string;
} | null;

/** Fields of `FieldDefinition`, `CreateDefinition`. */
export interface DefinitionFields {
  /**
   * Type of the records that have the field, `<module>.<entity>` in lower case; of the platform’s own
   * modules only `attachments.attachment`.
   */
  entityType: string;
  /** Key of the field: lower-case letters, digits, underscores. */
  key: string;
  /** Kind of the values. */
  kind:
    | 'text'
    | 'multiline'
    | 'integer'
    | 'float'
    | 'boolean'
    | 'select'
    | 'currency'
    | 'relation'
    | 'attachment'
    | 'dictionary'
    | 'phone'
    | 'date'
    | 'datetime';
}

/** Allowed values; empty allows any. */
export type DefinitionOptions = {
  /** Stored value. */
  value: string;
  /** Name shown to people. */
  label: string;
}[];

/** Rules for every value. */
export type DefinitionValidation = {
  /** Condition that the value must meet. */
  rule: 'required' | 'date' | 'integer' | 'float' | 'lt' | 'lte' | 'gt' | 'gte' | 'eq' | 'ne' | 'regex';
  /** What the value is compared with, or the RE2 pattern. */
  param?: string | number | boolean | null;
  /** Error message if the value does not meet the rule. */
  message?: string;
}[];

/** An event that webhooks can subscribe to. */
export interface DeliverableEvent {
  /** Name of the event; what to subscribe to. */
  id: string;
  /** Name for people. */
  label: string;
  /** When it is published. */
  description: string;
  /** `crud` events tell of a resource that was created, updated or deleted. */
  category: 'crud' | 'lifecycle';
  /** Module that publishes it. */
  module: string;
  /** Resource that the event is about. */
  entity: string;
  /** Always false: events that webhooks cannot receive are not listed. */
  excludeFromTriggers: boolean;
  /** Whether it reaches browsers over the event stream. */
  clientBroadcast: boolean;
  /** JSON Schema (2020-12) of `data`. New fields can be added to events. */
  schema: Record<string, unknown>;
  /** A complete sample body. */
  sample: Record<string, unknown>;
}

/** Deliveries of webhooks in one hour. */
export interface DeliveryPoint {
  /** Start of the hour. */
  at: Timestamp;
  /** Attempts that were made. */
  attempts: number;
  /** Deliveries that the receiver accepted. */
  delivered: number;
  /** Deliveries that could not be sent. */
  failed: number;
  /** Deliveries that were abandoned. */
  expired: number;
}

/**
 * Template of the text, from which the HTML is made: paragraphs are separated by empty lines.
 * Placeholders are `{{ title }}`, `{{ body }}`, `{{ link }}`, `{{ type }}`, `{{ severity }}`, `{{
 * tenantName }}` and the variables of the notification.
 */
export type EmailBody = string;

/** When a user receives mails about notifications. */
export interface EmailPreferences {
  mode: EmailPreferencesMode;
  types: EmailPreferencesTypes;
  /** Default for types that `types` does not list. */
  effectiveMode: 'instant' | 'hourly' | 'off';
}

/** When the user receives mails; null uses the setting of the tenant. */
export type EmailPreferencesMode = 'instant' | 'hourly' | 'off' | null;

/** Exceptions from `mode` by notification type. */
export type EmailPreferencesTypes = Record<string, 'instant' | 'hourly' | 'off'>;

/** Mail settings of a tenant. */
export interface EmailSettings {
  /** False ends all mails of notifications of the tenant. */
  isEnabled: boolean;
  /** Sender name; null for the name of the tenant. */
  senderName: string | null;
  /** Reply address; null for the address of the sender. */
  replyTo: string | null;
  /** When users without own preferences receive mails. */
  defaultMode: 'instant' | 'hourly' | 'off';
  mailsPerDay: EmailSettingsMailsPerDay;
  /** Domains whose addresses receive mails without confirmation. */
  domains: {
    /** Name of the domain. */
    name: string;
    /** When the domain was verified by DNS; null until then. */
    verifiedAt: TimestampOrNull;
  }[];
}

/**
 * Mails that the tenant may send on one day (UTC); null is the limit of the deployment. Only super
 * admins change it. Mails that wait for the limit are then sent within minutes.
 */
export type EmailSettingsMailsPerDay = number | null;

/** A tenant’s mail template for one notification type. */
export type EmailTemplate = EmailTemplateFields & {
  /** Id of the text. */
  id: Uuid;
  type: Type;
  /** When it was last changed. */
  updatedAt: Timestamp;
};

/** Fields of `EmailTemplate`, `SaveEmailTemplate`. */
export interface EmailTemplateFields {
  /** Template of the subject. */
  subject: string;
  body: EmailBody;
}

/** Publishes an event. */
export interface EmitEventAction {
  /** Type of the action. */
  type: 'EMIT_EVENT';
  /** Settings of EMIT_EVENT. Texts can contain `{{placeholders}}`. */
  config: unknown;
}

/** Checks a field without comparing it. */
export interface EmptinessCheck {
  field: Field;
  /**
   * What to check. - `IS_EMPTY`: Missing, blank text, an empty list or an object without keys. -
   * `IS_NOT_EMPTY`: The opposite of `IS_EMPTY`; 0 and false are not empty.
   */
  operator: 'IS_EMPTY' | 'IS_NOT_EMPTY';
}

/** A record of any entity type. */
export interface EntityRecord {
  /** Id of the record, given by the service. */
  id: Uuid;
  /** Type of the record, `<module>.<entity>` in lower case; the platform’s own modules are refused. */
  entityType: string;
  /** Your own identifier, unique per entity type in the organization. */
  externalId: string | null;
  /** Your data of the record, any JSON object. Updates are merged: keys that you leave out do not change. */
  fields: Record<string, unknown>;
  /** Custom values by key; each one is also returned as `cf_<key>`. */
  customFields: Record<string, unknown>;
  /** Tenant the record belongs to. */
  tenantId: Uuid;
  /** Organization the record belongs to. */
  organizationId: Uuid;
  /** Increases with every change. */
  version: number;
  /** When the record was created. */
  createdAt: Timestamp;
  /** When the record was last changed. */
  updatedAt: Timestamp;
  [name: string]: unknown;
}

/** Every error response. Some errors have additional fields, shown in their examples. */
export interface ApiError {
  /** Error text for people. */
  error: string;
  /** Error code for programs. */
  code:
    | 'INVALID_VALUE'
    | 'MISSING_TOGGLE'
    | 'TYPE_MISMATCH'
    | 'address_forbidden'
    | 'body_too_large'
    | 'credentials_missing'
    | 'cross_site'
    | 'current_version'
    | 'delivery_under_way'
    | 'email_disabled'
    | 'email_taken'
    | 'evaluation_failed'
    | 'external_id_taken'
    | 'file_too_large'
    | 'file_type_refused'
    | 'idempotency_conflict'
    | 'image_too_large'
    | 'image_type_mismatch'
    | 'integration_disabled'
    | 'internal'
    | 'invalid_input'
    | 'invalid_payment'
    | 'invalid_schedule'
    | 'job_disabled'
    | 'limit_reached'
    | 'login_failed'
    | 'malformed_body'
    | 'missing_feature'
    | 'not_extractable'
    | 'not_found'
    | 'not_versioned'
    | 'notification_actioned'
    | 'origin_forbidden'
    | 'own_account'
    | 'own_home'
    | 'page_too_large'
    | 'partition_code_taken'
    | 'partition_in_use'
    | 'partitions_locked'
    | 'payment_methods_unsupported'
    | 'payment_operation_conflict'
    | 'payment_operation_in_progress'
    | 'payment_provider_failed'
    | 'payment_provider_unavailable'
    | 'payment_state'
    | 'progress_job_managed'
    | 'progress_job_not_cancellable'
    | 'public_partition'
    | 'queue_unavailable'
    | 'quota_exceeded'
    | 'range_not_satisfiable'
    | 'rate_limited'
    | 'redrive_under_way'
    | 'rights_exceeded'
    | 'role_in_use'
    | 'role_name_taken'
    | 'rule_already_in_set'
    | 'rule_id_taken'
    | 'rule_set_disabled'
    | 'rule_set_full'
    | 'rule_set_id_taken'
    | 'scope_forbidden'
    | 'scope_required'
    | 'segment_in_use'
    | 'session_required'
    | 'signature_invalid'
    | 'stale'
    | 'sync_adapter_missing'
    | 'sync_connection_failed'
    | 'sync_overlap'
    | 'sync_run_state'
    | 'targeting_key_missing'
    | 'toggle_identifier_taken'
    | 'too_deep'
    | 'too_many_streams'
    | 'too_many_toggle_streams'
    | 'unauthenticated'
    | 'unavailable'
    | 'unfinished'
    | 'unknown_command'
    | 'unknown_payment_provider'
    | 'unreadable_image'
    | 'unsupported_image'
    | 'upload_under_way'
    | 'webhooks_disabled'
    | 'webhooks_unavailable';
  /** Id of the request, as in the header `x-request-id`; include it when you report a problem. */
  requestId: string;
  /** Invalid fields: `{field: message}` or `[{field, message}]`, as the operation shows. */
  details?:
    | Record<string, string>
    | {
        /** Path of the field. */
        field: string;
        /** What is wrong. */
        message: string;
      }[];
  [name: string]: unknown;
}

/**
 * The evaluation context: `targetingKey`, and any attributes that conditions can use. `tenant.id` and
 * `time` (`now`, `date`, `hour`, `weekday`, in UTC) are the platform’s own; so is `organization.id`
 * unless given.
 */
export type EvaluateInPlaygroundContext = Record<string, unknown>;

/** An event that the platform publishes. */
export interface EventType {
  /**
   * Name of the event, `<module>.<entity>.<action>`. Records of your own types have events named after
   * the type, which `<entityType>` stands for.
   */
  type: string;
  /** Module that publishes it. */
  module: string;
  /** When it is published. */
  description: string;
  /** Whether it reaches browsers over the event stream. */
  clientBroadcast: boolean;
  /** JSON Schema (2020-12) of the event’s data. Events may grow fields. */
  schema: Record<string, unknown>;
  /** Data as an event may carry it. */
  sample: Record<string, unknown>;
}

/** Fields of `ExecuteRules`, `ExecuteRule`, `ExecuteSet`. */
export interface ExecuteFields {
  /** Id of the entity, for placeholders and the log. */
  entityId?: string | null;
  /**
   * Event of the entity: rules of this event and rules without an event run. By default, all rules of
   * the entity type run.
   */
  eventType?: string | null;
  /** The entity’s data, where field paths begin. */
  data: unknown;
  /** True evaluates and reports as ever, but has no effects and leaves no log. Default: false. */
  dryRun?: boolean;
  /** True adds to each rule the comparisons that were made and the one that settled it. Default: false. */
  explain?: boolean;
}

/** The result of a rule. */
export type ExecutedRule = ExecutedRuleFields & {
  /** Type of the rule. */
  ruleType: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT';
  /**
   * SUCCESS: the condition holds. FAILURE: it does not. ERROR: the rule could not do its work. SKIPPED:
   * it was not run.
   */
  result: 'SUCCESS' | 'FAILURE' | 'ERROR' | 'SKIPPED';
  /** Why the rule was skipped. */
  reason?: string;
};

/** Fields of `ExecutedRule`, `ExecuteRule`. */
export interface ExecutedRuleFields {
  /** Id of the rule. */
  id: Uuid;
  /** The rule’s own identifier. */
  ruleId: string;
  /** Name of the rule. */
  ruleName: string;
  /** Whether the condition is true. */
  conditionResult: boolean;
  actionsExecuted: RuleActionsExecuted;
  /** In a dry run: types of the actions that would be taken. */
  actionsPlanned?: string[];
  /** First message of an action for people. */
  message?: string;
  /**
   * The fields whose absence failed the condition, as `missingFieldPolicy: fail` wants it; absent
   * otherwise.
   */
  missingFields?: string[];
  /** Milliseconds that the rule took. */
  executionTime: number;
  /** Why the rule failed. */
  error?: string;
  /** Id of the log entry. */
  logId?: string;
  /** With `explain`: why the condition is true or false. */
  trace?: Trace;
}

/** One run of a scheduled job. */
export type Execution = ExecutionFields & {
  /** Id of the run. */
  id: string;
  /** When the run was due, or was started by hand. */
  scheduledAt: Timestamp;
  /** When its latest attempt began; null before the first. */
  startedAt: TimestampOrNull;
  /** When it ended; null before. */
  completedAt: TimestampOrNull;
  /** Whether the schedule or a person started the run. */
  triggerType: 'scheduled' | 'manual';
  /** User who started it by hand. */
  triggeredByUserId: string | null;
  /** How often the run was tried. */
  attemptsMade: number;
  /** Milliseconds from startedAt to completedAt. */
  durationMs: number | null;
};

/** Fields of `Execution`, `QueueJob`. */
export interface ExecutionFields {
  /**
   * `waiting` for a worker, `active`, `completed`, `failed`, or `delayed` until its moment: within its
   * minute, or for another attempt. `paused` is reserved.
   */
  state: 'waiting' | 'active' | 'completed' | 'failed' | 'delayed' | 'paused';
  /** Progress of the run in percent, 0 to 100. */
  progress: number;
  /** Result of the run; for a skipped run, the reason. */
  result: Record<string, unknown> | null;
  /** Why the last attempt failed, in at most 2000 characters. */
  error: string | null;
}

/** A run of a scheduled job that failed. */
export interface FailedRun {
  /** Id of the run. */
  id: string;
  /** Id of the job. */
  jobId: Uuid;
  /** Name of the job when the run began. */
  jobName: string;
  /** Why the last attempt failed, in at most 2000 characters. */
  error: string;
  /** Whether the schedule or a person started the run. */
  triggerType: 'scheduled' | 'manual';
  /** How often the run was tried. */
  attemptsMade: number;
  /** When the run was due, or was started by hand. */
  scheduledAt: Timestamp;
  /** When its last attempt failed. */
  failedAt: Timestamp;
}

/** The features of one module. */
export interface FeatureModule {
  /** First part of the names. */
  module: string;
  /** In the order of their names. */
  features: {
    /** Name, as roles and users are given it. */
    feature: string;
    /** What it allows. */
    title: string;
    /** Whether the caller has it. */
    granted: boolean;
    /** Whether only super admins may grant it. */
    onlyBySuperAdmins: boolean;
  }[];
}

/** Path of the field to compare, such as `order.lines[0].sku`. */
export type Field = string;

/** Compares a field with another field. */
export interface FieldComparison {
  field: Field;
  operator: ComparisonOperator;
  /** Path of the other field. */
  compareToField: string;
}

/** A custom field of an entity type. */
export type FieldDefinition = DefinitionFields & {
  /** Id of the definition. */
  id: Uuid;
  /** Name shown to people. */
  label: string;
  /** Whether the field holds a list of values. */
  multi: boolean;
  options: DefinitionOptions;
  validation: DefinitionValidation;
  attachment: DefinitionAttachment;
  /** When the field was defined. */
  createdAt: Timestamp;
  /** When the definition was last changed. */
  updatedAt: Timestamp;
};

/** A version of a file. */
export type FileVersion = AttachmentAndFileVersionFields & {
  /** Number of the version, from 1; never used again. */
  number: number;
  /** SHA-256 of the bytes, in hexadecimal. */
  sha256: string;
  /** When the version was stored. */
  createdAt: Timestamp;
  /** The user or API key that stored it; null for files older than this field. */
  createdBy: string | null;
  /** The version whose bytes were restored; null for an upload. */
  restoredFrom: number | null;
  /** Whether the file is delivered in this version. */
  isCurrent: boolean;
};

/** Fields of `GetUserAcl`, `GetRoleAcl`. */
export interface GetAclFields {
  features: AclFeatures;
  /** May do everything in every tenant. */
  isSuperAdmin: boolean;
  organizations: AclOrganizations;
}

/** URL that receives the messages of a provider for an organization. */
export interface InboundEndpoint {
  /** Id of the endpoint, part of its URL. */
  id: Uuid;
  name: Name;
  /** What it receives. */
  description: string | null;
  /**
   * The provider that sends the messages; determines how they are verified: standard_webhooks, github,
   * generic_hmac.
   */
  providerKey: string;
  settings: InboundEndpointSettings;
  /** An inactive endpoint returns 404, like an unknown one. */
  isActive: boolean;
  /** URL to which the provider sends. */
  path: string;
  /** When the endpoint was opened. */
  createdAt: Timestamp;
  /** When it was last changed. */
  updatedAt: Timestamp;
}

/**
 * Settings of the provider. `generic_hmac` takes `signatureHeader`, `signaturePrefix`,
 * `timestampHeader`, `idHeader` and `eventTypeHeader`.
 */
export type InboundEndpointSettings = Record<string, string>;

/** An integration of an organization. */
export type Integration = IntegrationFields & {
  /** Id of the integration. */
  id: string;
  /** Name shown to people. */
  title: string;
  /** What it does. */
  description: string | null;
  /** Kind of integration. */
  category: string | null;
  /** Words that it is found by. */
  tags: string[];
  /** What it plugs into. */
  hub: string | null;
  /** Name of its adapter. */
  providerKey: string | null;
  /** Bundle that it is part of. */
  bundleId: string | null;
  /** Who wrote it. */
  author: string | null;
  /** Whose service it connects to. */
  company: string | null;
  /** Version of the integration itself. */
  version: string | null;
  /** It has credentials, its own or its bundle’s. */
  hasCredentials: boolean;
  /** It is switched on and cannot work: it lacks credentials, or its provider refuses those it has. */
  credentialsNeeded: boolean;
  /** Whether the integration is enabled. */
  isEnabled: boolean;
  /** Result of the last check; `unconfigured` without one, or while it cannot be checked. */
  healthStatus: 'healthy' | 'degraded' | 'unhealthy' | 'unconfigured';
  /** When its health was last checked. */
  lastHealthCheckedAt: string | null;
  /** Milliseconds that the last check took. */
  lastHealthLatencyMs: number | null;
  /** When the integration was last enabled. */
  enabledAt: string | null;
  /** When state or version were last changed. */
  stateUpdatedAt: string | null;
  analytics: IntegrationAnalytics;
};

/** How busy an integration was of late. */
export interface IntegrationAnalytics {
  /** When something was last logged. */
  lastActivityAt: string | null;
  /** Log entries of the last 30 days. */
  totalCount: number;
  /** How many of them are errors. */
  errorCount: number;
  /** Their share, 0 to 1. */
  errorRate: number;
  /** Number of entries on each of the last 30 UTC days, the oldest first. */
  dailyCounts: number[];
}

/** A version of the provider’s API. */
export interface IntegrationApiVersion {
  /** The version as the provider names it. */
  id: string;
  /** Name shown to people. */
  label: string;
  /** Whether it should be used. */
  status: 'stable' | 'deprecated' | 'experimental';
  /** It is used when none is chosen. */
  default?: boolean;
  /** What is new in it. */
  changelog?: string;
  /** Since when it should not be used any more. */
  deprecatedAt?: string;
  /** From this day on it cannot be chosen any more. */
  sunsetAt?: string;
  /** How to leave it. */
  migrationGuide?: string;
}

/** Integrations that share one set of credentials. */
export interface IntegrationBundle {
  /** Id of the bundle. */
  id: string;
  /** Name shown to people. */
  title: string;
  /** Description of the bundle. */
  description: string;
  /** Name of its icon. */
  icon?: string;
  /** Package that brings it. */
  package?: string;
  /** Version of the bundle itself. */
  version?: string;
  /** Who wrote it. */
  author?: string;
  credentials: CredentialSchema;
  healthCheck?: IntegrationHealthCheck;
}

/** A bundle in the list of integrations. */
export interface IntegrationBundleSummary {
  /** Id of the bundle. */
  id: string;
  /** Name shown to people. */
  title: string;
  /** Description of the bundle. */
  description: string;
  /** Name of its icon. */
  icon: string | null;
  /** How many of the integrations that match are in it. */
  integrationCount: number;
  /** How many of these are enabled. */
  enabledCount: number;
}

/** Credentials of an integration, with secrets masked. */
export interface IntegrationCredentials {
  /** Integration or bundle. */
  integrationId: string;
  schema: CredentialSchema;
  credentials: IntegrationCredentialsAndUpdateIntegrationCredentials;
  /** For every secret field, whether it is set. */
  secretFieldsConfigured: Record<string, boolean>;
  /** When credentials were last saved. */
  updatedAt: string | null;
}

/**
 * Values by name. Secrets that are set, and keys that are not declared, are shown as `__masked__`;
 * secrets that are not set are left out.
 */
export type IntegrationCredentialsAndUpdateIntegrationCredentials = Record<
  string,
  string | number | boolean | null
>;

/** An integration as it is registered. */
export interface IntegrationDefinition {
  /** Id of the integration. */
  id: string;
  /** Name shown to people. */
  title: string;
  /** What it does. */
  description?: string;
  /** `payment`, `shipping`, `data_sync`, `communication`, `webhook`, `storage` or another. */
  category?: string;
  /** What it plugs into. */
  hub?: string;
  /** Name of its adapter. */
  providerKey?: string;
  /** Bundle that it is part of. */
  bundleId?: string;
  /** Name of its icon. */
  icon?: string;
  /** URL of the documentation. */
  docsUrl?: string;
  /** Package that brings it. */
  package?: string;
  /** Version of the integration itself. */
  version?: string;
  /** Who wrote it. */
  author?: string;
  /** Whose service it connects to. */
  company?: string;
  /** Licence of the integration. */
  license?: string;
  /** Words that it is found by. */
  tags?: string[];
  detailPage?: IntegrationDetailPage;
  /** Its state before the first change. */
  defaultState?: {
    /** Whether the integration is enabled by default. */
    isEnabled?: boolean;
  };
  /** Versions that can be chosen; absent when it has none. */
  apiVersions?: IntegrationApiVersion[];
  /** Its credential fields; absent if the bundle defines them, or if it has none. */
  credentials?: CredentialSchema;
  healthCheck?: IntegrationHealthCheck;
}

/** An integration with all that belongs to it. */
export type IntegrationDetail = Integration & {
  integration: IntegrationDefinition;
  bundle?: IntegrationBundle;
  /** All integrations of its bundle, itself among them. */
  bundleIntegrations: {
    /** Id of the integration. */
    id: string;
    /** Name shown to people. */
    title: string;
    /** What it does. */
    description?: string;
    /** `payment`, `shipping`, `data_sync`, `communication`, `webhook`, `storage` or another. */
    category?: string;
    /** What it plugs into. */
    hub?: string;
    /** Name of its adapter. */
    providerKey?: string;
    /** Bundle that it is part of. */
    bundleId?: string;
    /** Name of its icon. */
    icon?: string;
    /** URL of the documentation. */
    docsUrl?: string;
    /** Package that brings it. */
    package?: string;
    /** Version of the integration itself. */
    version?: string;
    /** Who wrote it. */
    author?: string;
    /** Whose service it connects to. */
    company?: string;
    /** Licence of the integration. */
    license?: string;
    /** Words that it is found by. */
    tags?: string[];
    detailPage?: IntegrationDetailPage;
    /** Its state before the first change. */
    defaultState?: {
      /** Whether the integration is enabled by default. */
      isEnabled?: boolean;
    };
    /** Versions that can be chosen; absent when it has none. */
    apiVersions?: IntegrationApiVersion[];
    /** Its credential fields; absent if the bundle defines them, or if it has none. */
    credentials?: CredentialSchema;
    healthCheck?: IntegrationHealthCheck;
    /** Whether the integration is enabled. */
    isEnabled: boolean;
    state: IntegrationState;
  }[];
  state: IntegrationState;
  /** Names of the credentials that are saved. */
  credentialsKeys: string[];
  /** When credentials were last saved. */
  credentialsUpdatedAt: string | null;
  /**
   * Address to register with the provider for its messages, which names the organization that this is
   * the integration of; null when the provider sends none.
   */
  webhookUrl: string | null;
};

/** How an admin page shows it. */
export interface IntegrationDetailPage {
  /** Place for widgets of its own. */
  widgetSpotId?: string;
  /** Tabs that make no sense for it. */
  hiddenTabs?: string[];
}

/** Fields of `Integration`, `IntegrationState`, `UpdateIntegrationState`. */
export interface IntegrationFields {
  /** True if the provider rejects the credentials; saving new credentials resets it. */
  reauthRequired: boolean;
  /** The chosen version of the provider’s API; null for the default. */
  apiVersion: string | null;
}

/** Result of the health check of an integration. */
export interface IntegrationHealth {
  /** How it is; `unconfigured` when it cannot be checked. */
  status: 'healthy' | 'degraded' | 'unhealthy' | 'unconfigured';
  /** Result, in at most 500 characters. */
  message: string | null;
  /** Particulars. */
  details: Record<string, unknown> | null;
  /** Milliseconds that the check took. */
  latencyMs: number | null;
  /** When it was checked. */
  checkedAt: Timestamp;
}

/** How its health is checked; absent when it cannot be. */
export interface IntegrationHealthCheck {
  /** Name of the check. */
  service: string;
}

/** Something that an integration did, or that failed. */
export interface IntegrationLog {
  /** Id of the entry. */
  id: Uuid;
  /** Integration that wrote it. */
  integrationId: string;
  /** How bad it is. */
  level: 'info' | 'warn' | 'error';
  /** What happened, in at most 2000 characters. */
  message: string;
  /** Stable name of what happened. */
  code: string | null;
  /** Particulars, without secrets. */
  payload: Record<string, unknown> | null;
  /** Sync run that it happened in. */
  runId: string | null;
  /** Type of the entity it is about. */
  entityType: string | null;
  /** Id of that entity. */
  entityId: string | null;
  /** The same as `entityType`. */
  scopeEntityType: string | null;
  /** The same as `entityId`. */
  scopeEntityId: string | null;
  /** When it happened. */
  createdAt: Timestamp;
}

/** How an integration is set up in an organization. */
export type IntegrationState = IntegrationFields & {
  /** Whether the integration is enabled. */
  isEnabled: boolean;
  /** Result of the last check. */
  lastHealthStatus: 'healthy' | 'degraded' | 'unhealthy' | null;
  /** When its health was last checked. */
  lastHealthCheckedAt: string | null;
  /** Milliseconds that the last check took. */
  lastHealthLatencyMs: number | null;
  /** When the integration was last enabled. */
  enabledAt: string | null;
  /** When state or version were last changed. */
  updatedAt: string | null;
};

/**
 * Runs are skipped while this does not hold, by `tenant` and `organization` (`id`, `name`), `job`,
 * `time` (`now`, `date`, `hour`, `weekday` in UTC) and `toggles.<identifier>`, the value of a feature
 * toggle in the tenant; at most 50 of them. The execution says which comparison decided it. Null runs
 * at each time. It nests at most 100 levels and has at most 16384 bytes of JSON.
 */
export type JobCondition = Condition | null;

/** Fields of `CreateJob`, `UpdateJob`. */
export interface JobFields {
  /** What the job is for. */
  description?: string | null;
  timezone?: Timezone;
  /**
   * Queue that receives a message; one of those that `GET /api/scheduler/targets` lists. Empty counts as
   * absent.
   */
  targetQueue?: string | null;
  /** Command that is run; one of those that `GET /api/scheduler/targets` lists. Empty counts as absent. */
  targetCommand?: string | null;
  /** Payload of the message or input of the command, up to 131072 bytes of JSON. */
  targetPayload?: Record<string, unknown> | null;
  requireFeature?: JobRequireFeature;
  /** A job that is not enabled never fires. */
  isEnabled?: boolean;
  /** Tenant that the job belongs to; by default the selected one. Not for scope `system`. */
  tenantId?: UuidOrNull;
  /** Organization that the job belongs to; by default the selected one. Not for scope `system`. */
  organizationId?: UuidOrNull;
}

/**
 * Runs are skipped while this is off in the tenant: a boolean feature toggle of this identifier or,
 * where there is none, a feature that any role of the tenant grants.
 */
export type JobRequireFeature = string | null;

/** Runs of scheduled jobs in one hour. */
export interface JobRunPoint {
  /** Start of the hour. */
  at: Timestamp;
  /** Runs that completed. */
  completed: number;
  /** Runs that failed in their last attempt. */
  failed: number;
}

/**
 * Owner of the job: the selected organization, the whole tenant, or the platform (only for super
 * admins).
 */
export type JobScopeType = 'system' | 'organization' | 'tenant';

/** A role of the key. */
export interface KeyRole {
  /** Id of the role. */
  id: Uuid;
  /** Name of the role. */
  name: string;
}

/** A file as the library lists it. */
export type LibraryAttachment = AttachmentFields &
  AttachmentAndFileVersionFields & {
    /** Its title; null when it is gone. */
    partitionTitle: string | null;
    /** Kind of the record that the file belongs to. */
    entityId: string;
    /** The record that the file belongs to. */
    recordId: string;
  };

/** Everything about a file. */
export type LibraryAttachmentDetail = LibraryAttachment & {
  /** SHA-256 of the bytes, in hexadecimal. */
  sha256: string;
  /** Number of the current version, from 1. */
  version: number;
  /** Custom field that the file was uploaded into. */
  fieldKey: string | null;
  /** Its title; null when it is gone. */
  partitionLabel: string | null;
  /** When something about it last changed. */
  updatedAt: Timestamp;
  /** The file has more text than is kept. */
  contentTruncated: boolean;
  /** Why no text could be extracted. */
  contentError: string | null;
  /** Custom values by key; absent when there are none. */
  customFields?: Record<string, unknown>;
};

/** Writes to the rule log. */
export interface LogAction {
  /** Type of the action. */
  type: 'LOG';
  /** Settings of LOG. Texts can contain `{{placeholders}}`. */
  config: {
    /** Text for people. */
    message: string;
    /** Level of the log line. */
    level?: string;
  };
}

/** Always true: failures have another status. */
export type LogInOk = true;

/** A mail and its status. */
export interface LoggedMail {
  /** Id of the mail. */
  id: Uuid;
  /**
   * `notification`, `digest` (those of an hour), `confirmation` (asks an address that is no user’s) or
   * `account` (password, invitation).
   */
  kind: 'notification' | 'digest' | 'confirmation' | 'account';
  /** Type of the notification. */
  type: string;
  /** Address it is for. */
  to: string;
  /** Its subject. */
  subject: string;
  /**
   * `queued`, `sending`, `sent` (SES has accepted it), then `delivered`, `bounced` or `complained`.
   * `deferred` waits until the tenant may send more mails. `skipped` and `failed` were not sent, and
   * `reason` says why.
   */
  state:
    | 'queued'
    | 'deferred'
    | 'sending'
    | 'sent'
    | 'delivered'
    | 'bounced'
    | 'complained'
    | 'skipped'
    | 'failed';
  /**
   * Why it is in this state, where there is more to say: `daily_limit` (waits, or waited in vain, for
   * the limit of a day), `suppressed`, `paused`, `expired`, `unconfirmed`, `unsubscribed`, or what SES
   * said.
   */
  reason: string | null;
  /** How often it was handed to SES. */
  attempts: number;
  /** User that it is for; null for an address that is no user’s. */
  userId: UuidOrNull;
  /** Notification that it is about. */
  notificationId: UuidOrNull;
  /** Organization of the notification; null for the whole tenant. */
  organizationId: UuidOrNull;
  /** Id that SES gave to it. */
  sesMessageId: string | null;
  /** When it was made. */
  createdAt: Timestamp;
  /** When its state was last changed. */
  updatedAt: Timestamp;
}

/** Name shown to people. */
export type Name = string;

/** An API key with its secret. */
export type NewApiKey = ApiKeyFields & {
  /** Id of the key. */
  id: Uuid;
  /** Name shown to people. */
  name: string;
  /** The key itself. It is shown here and never again. */
  secret: string;
  /** Tenant of the key; null for a platform key without a home. */
  tenantId: UuidOrNull;
};

/** A notification as its reader sees it. */
export interface Notification {
  /** Id of the notification. */
  id: Uuid;
  type: Type;
  /** Title, one line; if there is no text, the name of its translation. */
  title: string;
  /** Text of the notification. */
  body: string | null;
  /** Name of a translation of the title. */
  titleKey: string | null;
  /** Name of a translation of the body. */
  bodyKey: string | null;
  titleVariables: NotificationTitleVariables;
  bodyVariables: NotificationBodyVariables;
  /** Name of an icon. */
  icon: string | null;
  /** Severity of the notification. */
  severity: 'info' | 'warning' | 'success' | 'error';
  /** Status for the caller; other readers can have other statuses. */
  status: 'unread' | 'read' | 'actioned' | 'dismissed';
  /** Actions that the reader can take. */
  actions: NotificationAction[];
  /** Id of the action. */
  primaryActionId: string | null;
  /** Module that created the notification. */
  sourceModule: string | null;
  /** Type of the resource it is about. */
  sourceEntityType: string | null;
  /** Id of the resource it is about. */
  sourceEntityId: string | null;
  /** Link of the notification: a path on the same host. */
  linkHref: string | null;
  /**
   * Groups notifications: while a notification with the same recipient, type and group key is active, a
   * new one refreshes it.
   */
  groupKey: string | null;
  /** How often it was said; more than one only with a group key. */
  occurrences: number;
  /** Feature whose holders it is for; null when it is for the caller alone. */
  requiredFeature: string | null;
  /** Organization of the notification; null for the whole tenant. */
  organizationId: UuidOrNull;
  /** When it was made, or last refreshed. */
  createdAt: Timestamp;
  /** When it was made. */
  firstOccurredAt: Timestamp;
  /** When the notification expires. */
  expiresAt: Timestamp;
  /** When the caller read it. */
  readAt: TimestampOrNull;
  /** When the caller took an action. */
  actionedAt: TimestampOrNull;
  /** When the caller dismissed it. */
  dismissedAt: TimestampOrNull;
  /** Id of the action that the caller took. */
  actionTaken: string | null;
  /** Grows with every change; `If-Match: "<version>"` changes exactly this version. */
  version: number;
}

/** An action of a notification. */
export interface NotificationAction {
  /** Id of the action. */
  id: string;
  /** Label of the action. */
  label: string;
  /** Name of a translation of the label. */
  labelKey: string | null;
  /** Name of an icon. */
  icon: string | null;
  /** Where the action leads: a path on the same host. */
  href: string | null;
}

/** Values for the translation of the body. */
export type NotificationBodyVariables = Record<string, string | number> | null;

/** Values for the translation of the title. */
export type NotificationTitleVariables = Record<string, string | number> | null;

/** Notifies recipients. */
export interface NotifyAction {
  /** Type of the action. */
  type: 'NOTIFY';
  /** Settings of NOTIFY. Texts can contain `{{placeholders}}`. */
  config: {
    /** Addresses: a comma-separated text or a list, at most 1 000. */
    recipients: string | string[];
    /** Text for people. */
    message: string;
    /** Subject of the notification. */
    subject?: unknown;
    /** Name of the template to use. */
    template?: unknown;
  };
}

/** An evaluation that failed. */
export interface OfrepFailure {
  /** Identifier of the toggle. */
  key: string;
  /** Why it could not be evaluated. */
  errorCode: 'TARGETING_KEY_MISSING' | 'GENERAL';
  /** The status in words. */
  errorDetails: string;
}

/** A successful evaluation. */
export interface OfrepSuccess {
  /** Identifier of the toggle. */
  key: string;
  /** The value; absent for null, which leaves the default of the code. */
  value?: unknown;
  /** Why this value. */
  reason: 'STATIC' | 'TARGETING_MATCH' | 'SPLIT' | 'DISABLED' | 'UNKNOWN';
  /** Name of the variant. */
  variant: string;
  /** `toggleId`, `source` (`override` or `default`), `reason`, and `rule`, the place of the rule from 0. */
  metadata: Record<string, string | number | boolean>;
}

/** Always true. */
export type Ok = true;

/** An organization and its place in the tree. */
export type Organization = OrganizationOption & {
  /** Tenant of the organization. */
  tenantId: Uuid;
  /** Name of that tenant. */
  tenantName: string;
  /** Name of the organization above it. */
  parentName: string | null;
  /** Organization at the top of its branch; its own id at the top. */
  rootId: Uuid;
  /** Ids from the top down to itself, joined by `/`. */
  treePath: string;
  /** Names from the top down to itself, joined by ` / `. */
  pathLabel: string;
  /** Organizations above it, from the top down. */
  ancestorIds: Uuid[];
  /** Organizations right below it, by name. */
  childIds: Uuid[];
  /** Organizations anywhere below it, depth first. */
  descendantIds: Uuid[];
  /** How many are right below it. */
  childrenCount: number;
  /** How many are anywhere below it. */
  descendantsCount: number;
  /** When the organization was created. */
  createdAt: Timestamp;
  /** When the organization was last changed. */
  updatedAt: Timestamp;
};

/** Fields of `CreateOrganization`, `UpdateOrganization`. */
export interface OrganizationFields {
  /** Tenant to act in; by default the caller's. */
  tenantId?: UuidOrNull;
  /**
   * Short name of letters, digits, hyphens and underscores, kept in lower case. When it is taken in the
   * tenant, a number is added.
   */
  slug?: string;
  /** Organization to be above it; null for the top. */
  parentId?: UuidOrNull;
  /** Organizations to be right below it; those that are there now and not in the list go to its parent. */
  childIds?: Uuid[];
  /** False closes the organization: it can no longer be selected. */
  isActive?: boolean;
}

/** An organization with those below it. */
export type OrganizationNode = OrganizationOption & {
  /** Organizations right below it, by name. */
  children: OrganizationNode[];
};

/** An organization to choose from. */
export interface OrganizationOption {
  /** Id of the organization. */
  id: Uuid;
  /** Name of the organization. */
  name: string;
  /** Short name, unique in the tenant. */
  slug: string;
  /** Organization above it; null at the top. */
  parentId: UuidOrNull;
  /** Levels above it; 0 at the top. */
  depth: number;
  /** Whether the organization is open: a closed one cannot be selected. */
  isActive: boolean;
}

/** Which rows of a list the response contains. */
export type Page = PageFields & {
  /** Rows that match, over all pages. */
  total: number;
};

/** Fields of `Page`, `ListLogs`, `ListMails`, `ListSuppressedAddresses`, `ListAuditActions`. */
export interface PageFields {
  /** Page number, from 1. */
  page: number;
  /** Requested rows per page. */
  pageSize: number;
  /** Number of pages; 0 when nothing matches. */
  totalPages: number;
}

/** Fields of `CreatePartition`, `UpdatePartition`. */
export interface PartitionFields {
  /** What the partition is for. */
  description?: string | null;
  /** Anyone who knows the URL of a file can read it. */
  isPublic?: boolean;
  /** Text is extracted from its files. */
  requiresOcr?: boolean;
  /** Files are found by the words of their texts. */
  contentSearch?: boolean;
  /** Model that extracts the text; null for the default. */
  ocrModel?: string | null;
  versionsKept?: PartitionVersionsKept;
  /** For compatibility; all files are stored in the bucket. */
  storageDriver?: 'local' | 's3';
  /** Your own settings; kept as they are. */
  configJson?: Record<string, unknown> | null;
}

/**
 * How many earlier versions of each file are kept; with 0 a new version replaces the file. A lower
 * number takes effect with the next version of a file, which deletes up to 25 of the oldest versions.
 * Default: 10.
 */
export type PartitionVersionsKept = number;

/** A payment transaction. */
export type Payment = PaymentFields & {
  /** Id of the transaction. */
  id: Uuid;
  /** Our reference of the payment, to be shown to people and other systems. */
  paymentId: Uuid;
  /** Key of the payment provider. */
  providerKey: string;
  /** The provider’s own id of the payment. */
  providerSessionId: string;
  /** The provider’s id of the money’s movement. */
  gatewayPaymentId: string | null;
  /** The provider’s id of the latest refund. */
  gatewayRefundId: string | null;
  unifiedStatus: PaymentUnifiedStatus;
  /** Amount of the payment, with all decimals of the currency. */
  amount: string;
  /** Captured amount. */
  amountReceived: string;
  /** Refunded amount. */
  amountRefunded: string;
  /** ISO 4217 code of the currency. */
  currencyCode: string;
  /** Order that it is for. */
  orderId: string | null;
  /** Description of the payment. */
  description: string | null;
  /** The customer’s bank demands the money back. */
  isDisputed: boolean;
  /** When the provider last sent a message. */
  lastWebhookAt: TimestampOrNull;
  /** When the provider was last queried. */
  lastPolledAt: TimestampOrNull;
  /** Organization that is paid. */
  organizationId: Uuid;
};

/**
 * Your own id of the customer. Each organization has its own customers: the same reference in another
 * one is another customer.
 */
export type PaymentCustomerReference = string;

/** A payment with all that happened to it. */
export type PaymentDetail = Payment & {
  /** As the session was given it. */
  metadata: Record<string, unknown> | null;
  /** Additional data of the provider. */
  gatewayMetadata: Record<string, unknown> | null;
  /** Every refund, also those made at the provider. */
  refunds: {
    /** The provider’s id of the refund. */
    id: string;
    /** Amount of the refund. */
    amount: string;
    /** Status of the refund. */
    status: 'pending' | 'succeeded' | 'failed' | 'cancelled';
    /** Why it was made. */
    reason: string | null;
    /** When it was first heard of. */
    createdAt: Timestamp;
  }[];
  /** Every dispute. */
  disputes: {
    /** The provider’s id of the dispute. */
    id: string;
    /** Disputed amount. */
    amount: string;
    /** As the provider names it. */
    status: string;
    /** Why the money is demanded. */
    reason: string | null;
    /** It is decided. */
    isClosed: boolean;
    /** When it was first heard of. */
    createdAt: Timestamp;
  }[];
  /** History of the payment, newest first: the latest 100 entries. */
  webhookLog: {
    /**
     * Source of the entry: the creation of the session, an operation, a webhook of the provider, or a
     * query.
     */
    source: 'session' | 'operation' | 'webhook' | 'refresh' | 'sweep';
    /** The provider’s type of a message, else what was done. */
    eventType: string;
    /** When. */
    receivedAt: Timestamp;
    /** Idempotency key: the id of a webhook message or of an operation. */
    idempotencyKey: string | null;
    unifiedStatus: PaymentUnifiedStatus;
    /** Whether it changed the payment. */
    processed: boolean;
  }[];
  /** When the session lapses. */
  expiresAt: TimestampOrNull;
};

/** Why a saved payment method could not be charged; absent unless `status` is `failed`. */
export interface PaymentFailure {
  /**
   * `authentication_required`: the bank asks for the customer; bring them back and confirm with
   * `clientSecret` in their browser. `declined`: the bank refuses; ask for another payment method, with
   * which `clientSecret` can be confirmed as well.
   */
  code: 'authentication_required' | 'declined';
  /** The provider’s own reason, where it gives one. */
  declineCode: string | null;
}

/** Fields of `Payment`, `PaymentState`. */
export interface PaymentFields {
  /** The provider’s own word for it. */
  gatewayStatus: string | null;
  /** `automatic` takes the money once the customer has confirmed, `manual` holds it until it is captured. */
  captureMethod: 'automatic' | 'manual';
  /** Payment page to send the customer to. */
  redirectUrl: string | null;
  /** When the payment began. */
  createdAt: Timestamp;
  /** When the payment was last updated. */
  updatedAt: Timestamp;
}

/** A payment method that a customer has saved. */
export interface PaymentMethod {
  /** The provider’s id of the payment method. */
  id: string;
  /** Key of the payment provider. */
  providerKey: string;
  customerReference: PaymentCustomerReference;
  /** Kind of payment method, as the provider names it. */
  type: string;
  /** Brand of a card. */
  brand: string | null;
  /** Last four digits of a card or account. */
  last4: string | null;
  /** Month in which a card expires, from 1. */
  expiryMonth: number | null;
  /** Year in which a card expires. */
  expiryYear: number | null;
  /** Wallet that holds the card, such as `apple_pay`. */
  wallet: string | null;
  /** The customer’s default payment method. */
  isDefault: boolean;
  /** When the provider got it. */
  createdAt: Timestamp;
}

/** A page on which a customer saves a payment method. */
export interface PaymentMethodSetup {
  /** The provider’s id of the page’s session. */
  setupId: string;
  /** Key of the payment provider. */
  providerKey: string;
  customerReference: PaymentCustomerReference;
  /** Page of the provider’s to send the customer to. */
  redirectUrl: string;
  /** Until when the page can be used. */
  expiresAt: TimestampOrNull;
  replayed?: Replayed;
}

/**
 * A text of your own that is the same in every try of one operation, like the header
 * `Idempotency-Key`. Without either, the same request within 24 hours is the same operation: two
 * refunds of the same amount need two ids.
 */
export type PaymentOperationId = string;

/** A service that takes payments. */
export interface PaymentProvider {
  /** Names it in sessions. */
  providerKey: string;
  /** Name shown to people. */
  title: string;
  /** How it takes payments. */
  description: string;
  /** Integration with its credentials. */
  integrationId: string | null;
  /** A payment may be captured in several parts. */
  capturesRepeatedly: boolean;
  /** Whether the provider reports payments by webhooks. */
  sendsWebhooks: boolean;
  /** It takes credentials. */
  requiresConfiguration: boolean;
  /** Payments can begin now. */
  isConfigured: boolean;
  /** Why they can, or cannot. `unmanaged` needs no set-up. */
  configurationStatus: 'configured' | 'missing_credentials' | 'disabled' | 'unmanaged';
}

/** A payment that has begun. */
export interface PaymentSession {
  /** Id of the transaction. */
  transactionId: Uuid;
  /** Our reference of the payment, to be shown to people and other systems. */
  paymentId: Uuid;
  /** The provider’s own id of the payment. */
  sessionId: string;
  /** Key of the payment provider. */
  providerKey: string;
  /**
   * With it the customer’s browser confirms the payment by the provider’s library. Shown this once;
   * absent when the provider needs none.
   */
  clientSecret?: string;
  /** Payment page to send the customer to; absent unless `mode` is `redirect`. */
  redirectUrl?: string;
  /** Additional data for the browser: `paymentIntentId` and `publishableKey` with Stripe. */
  providerData: Record<string, unknown> | null;
  /** How a page may render the payment form; null when the provider brings none. */
  clientSession: Record<string, unknown> | null;
  status: PaymentStatus;
  failure?: PaymentFailure;
  replayed?: Replayed;
}

/** The status of a payment. */
export type PaymentState = PaymentFields & {
  /** Id of the transaction. */
  transactionId: Uuid;
  /** Our reference of the payment, to be shown to people and other systems. */
  paymentId: Uuid;
  /** Key of the payment provider. */
  providerKey: string;
  /** The provider’s own id of the payment. */
  sessionId: string;
  status: PaymentStatus;
  /** Amount of the payment. */
  amount: number;
  /** Captured amount; refunds are not subtracted. */
  amountReceived: number;
  /** Refunded amount. */
  amountRefunded: number;
  /** ISO 4217 code of the currency. */
  currencyCode: string;
};

/**
 * Status of the payment. `pending` waits for the customer, `authorized` for a capture. After refunds
 * it is `partially_refunded` or `refunded`; a dispute leaves it as it is.
 */
export type PaymentStatus =
  | 'pending'
  | 'authorized'
  | 'captured'
  | 'partially_captured'
  | 'partially_refunded'
  | 'refunded'
  | 'cancelled'
  | 'failed'
  | 'expired'
  | 'unknown';

/**
 * Status of the payment. `pending` waits for the customer, `authorized` for a capture. After refunds
 * it is `partially_refunded` or `refunded`; a dispute leaves it as it is.
 */
export type PaymentUnifiedStatus =
  | 'pending'
  | 'authorized'
  | 'captured'
  | 'partially_captured'
  | 'partially_refunded'
  | 'refunded'
  | 'cancelled'
  | 'failed'
  | 'expired'
  | 'unknown';

/** A job of background work with everything about it. */
export type ProgressJob = ProgressJobRow & {
  /** The result. */
  resultSummary: Record<string, unknown> | null;
  /** Stack trace of the error, for developers. */
  errorStack: string | null;
  /** Who created it: `user:<id>`, `api_key:<id>` or `system:<module>`; null in old jobs. */
  createdBy: string | null;
  /** User who made it; null when a program did. */
  startedByUserId: UuidOrNull;
  /** When it was last heard of. */
  heartbeatAt: TimestampOrNull;
  /** When its cancellation was requested. */
  cancelRequestedAt: TimestampOrNull;
  /** User who requested the cancellation; null for a program. */
  cancelledByUserId: UuidOrNull;
  /** Index of the child job, from 0. */
  partitionIndex: number | null;
  /** Number of child jobs. */
  partitionCount: number | null;
  /** When it was last changed. */
  updatedAt: Timestamp;
};

/** A job of background work in a list. */
export type ProgressJobRow = ProgressJobSummary & {
  /** Job that it is a part of; null when it is none. */
  parentJobId: UuidOrNull;
  /** When it was made. */
  createdAt: Timestamp;
  /** Its tenant. */
  tenantId: Uuid;
  /** Its organization. */
  organizationId: Uuid;
};

/** A job of background work. */
export interface ProgressJobSummary {
  /** Id of the job. */
  id: Uuid;
  /** Type of the job. */
  jobType: string;
  /** Name for people. */
  name: string;
  /** Description of the job. */
  description: string | null;
  /**
   * Status of the job. A running job without an update for 60 seconds has failed, as has a job that does
   * not start within 24 hours.
   */
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
  /** Progress in percent, 0 to 100; 0 without a total. */
  progressPercent: number;
  /** Number of processed items. */
  processedCount: number;
  /** How many there are; null when it is not known. */
  totalCount: number | null;
  /** Seconds until it is done, at the pace so far; null without one. */
  etaSeconds: number | null;
  /** Whether callers can cancel the job. */
  cancellable: boolean;
  /** Your own data about the job. */
  meta: Record<string, unknown> | null;
  /** When it began. */
  startedAt: TimestampOrNull;
  /** When it ended. */
  finishedAt: TimestampOrNull;
  /** Why it failed. */
  errorMessage: string | null;
}

/** One run of a scheduled job as a queue job. */
export type QueueJob = ExecutionFields & {
  /** Id of the run. */
  id: string;
  /** Name of the job. */
  name: string;
  /** Which job the run is of. */
  data: {
    /** Id of the job. */
    scheduleId: Uuid;
    /** Name of the job when the run began. */
    scheduleName: string;
    /** Tenant of the job. */
    tenantId: string | null;
    /** Organization of the job. */
    organizationId: string | null;
  };
  /** The same as `error`. */
  failedReason: string | null;
  /** Error of each attempt, one line each. */
  stacktrace: string | null;
  /** How often the run was tried. */
  attemptsMade: number;
  /** When the run was due, or was started by hand. */
  timestamp: Timestamp;
  /** When its latest attempt began; null before the first. */
  processedOn: TimestampOrNull;
  /** When it ended; null before. */
  finishedOn: TimestampOrNull;
  /** The same as `result`. */
  returnvalue: Record<string, unknown> | null;
};

/** Fields of `CreateRecord`, `UpdateRecord`. */
export interface RecordFields {
  /** Your own identifier, unique per entity type in the organization. */
  externalId?: string | null;
  /** Your data of the record, any JSON object. Updates are merged: keys that you leave out do not change. */
  fields?: Record<string, unknown>;
  /**
   * Values of defined custom fields: `{key: value}`, `[{key, value}]`, or `cf_<key>` beside the other
   * keys.
   */
  customFields?: unknown;
}

/**
 * Present if this is the response of an earlier, equal request; the repeated request changed nothing.
 * The header `Idempotent-Replayed: true` has the same meaning.
 */
export type Replayed = true;

/** A named set of rights that users and API keys hold. */
export interface Role {
  /** Id of the role, given by the service. */
  id: Uuid;
  /** Unique in the tenant, ignoring case. `admin` and `superadmin` are reserved. */
  name: string;
  /** Users who hold the role. */
  usersCount: number;
  /** API keys that hold the role. */
  keysCount: number;
  /** Tenant the role belongs to. */
  tenantId: Uuid;
  /** The tenant again: a role belongs to exactly one. */
  tenantIds: Uuid[];
  /** Name of the tenant. */
  tenantName: string | null;
  /**
   * A change of its rights was cut off and has not reached everybody: until it is repeated, only what
   * both the old and the new rights allow is sure.
   */
  isChanging: boolean;
  /** When the role was created. */
  createdAt: Timestamp;
  /** When the role or its rights were last changed. */
  updatedAt: Timestamp;
  /** Grows with every change; `If-Match: "<revision>"` refuses to overwrite a newer one. */
  revision: number;
}

/** A business rule: a condition and what to do when it holds or fails. */
export type Rule = RuleAndCreateRuleFields & {
  /** Id of the rule, given by the service. */
  id: Uuid;
  /** What the rule is for. */
  description: string | null;
  /** Free grouping. */
  ruleCategory: string | null;
  /** Event the rule reacts to; without one it matches every event. */
  eventType: string | null;
  /** First moment at which the rule applies; null when unlimited. */
  effectiveFrom: string | null;
  /**
   * Last moment at which the rule applies, later than effectiveFrom; a date without a time counts until
   * the end of that day, UTC. Null when unlimited.
   */
  effectiveTo: string | null;
  missingFieldPolicy: RuleMissingFieldPolicy;
  /** Actions taken when the condition is true, in order; null when there are none. */
  successActions: Action[] | null;
  /** Actions taken when the condition is false, in order; null when there are none. */
  failureActions: Action[] | null;
  /** Tenant the rule belongs to. */
  tenantId: Uuid;
  /** Organization the rule belongs to. */
  organizationId: Uuid;
  /** When the rule was created. */
  createdAt: Timestamp;
  /** When the rule was last changed. */
  updatedAt: Timestamp;
  /** Who created the rule. */
  createdBy: string;
  /** Who changed the rule last. */
  updatedBy: string;
};

/** The actions taken; null when there were none to take. */
export type RuleActionsExecuted = {
  /** Whether all actions succeeded. */
  success: boolean;
  /** The result of each rule, in order. */
  results: ActionResult[];
} | null;

/** Fields of `Rule`, `CreateRule`. */
export interface RuleAndCreateRuleFields {
  /** Your own identifier, unique among the live rules of the tenant. */
  ruleId: string;
  /** Name shown to people. */
  ruleName: string;
  /** GUARD rules decide whether something is allowed; the others act. */
  ruleType: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT';
  /** Entity type that the rule applies to. */
  entityType: string;
  /** Disabled rules are never executed. */
  enabled: boolean;
  /** Rules with a higher priority run first. */
  priority: number;
  /** Set by you; raise it with every significant change. */
  version: number;
  /** Condition of the rule. Groups can nest to any depth. */
  conditionExpression: Condition;
}

/** The differences between two revisions of a rule. */
export interface RuleComparison {
  from: RuleRevisionHead;
  to: RuleRevisionHead;
  /** Fields that differ, with their values in both revisions. */
  changes: Record<
    string,
    {
      /** Value in the revision `from`. */
      from?: unknown;
      /** Value in the revision `to`. */
      to?: unknown;
    }
  >;
}

/** The results of all rules and their combined decision. */
export interface RuleExecution {
  /** False if the condition of a GUARD rule is false, or if an action blocks. */
  allowed: boolean;
  /** The rules in the order in which they ran. */
  executedRules: ExecutedRule[];
  /** Values that SET_FIELD gave to fields, by name. */
  fields: Record<string, unknown>;
  /** Milliseconds that all rules took. */
  totalExecutionTime: number;
  /** Errors with the rules that they concern. */
  errors: string[];
  /** Ids of the log entries, in the order of the rules; none in a dry run. */
  logIds?: string[];
}

/** Fields of `CreateRule`, `UpdateRule`. */
export interface RuleFields {
  /** What the rule is for. */
  description?: string | null;
  /** Free grouping. */
  ruleCategory?: string | null;
  /** Event the rule reacts to; without one it matches every event. */
  eventType?: string | null;
  /** Actions taken when the condition is true, in order; null when there are none. */
  successActions?: Action[] | null;
  /** Actions taken when the condition is false, in order; null when there are none. */
  failureActions?: Action[] | null;
  /** First moment at which the rule applies; null when unlimited. */
  effectiveFrom?: string | null;
  /**
   * Last moment at which the rule applies, later than effectiveFrom; a date without a time counts until
   * the end of that day, UTC. Null when unlimited.
   */
  effectiveTo?: string | null;
  missingFieldPolicy?: RuleMissingFieldPolicy;
}

/** One rule of one execution. */
export interface RuleLog {
  /** Id of the entry: text of digits, larger for later executions. */
  id: string;
  /** Id of the rule (not its own `ruleId`). */
  ruleId: Uuid;
  /** Name of the rule when it ran. */
  ruleName: string;
  /** Type of the rule. */
  ruleType: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT';
  /** Type of the entity that was judged. */
  entityType: string;
  /** Id of the entity; `unknown` without one. */
  entityId: string;
  /** Event of the entity. */
  eventType: string | null;
  /** SUCCESS: the condition was true. FAILURE: it was false. ERROR: the rule failed. */
  executionResult: 'SUCCESS' | 'FAILURE' | 'ERROR';
  /** Input of the rule, without secrets: `data`, `eventType`, `user`. */
  inputContext: Record<string, unknown>;
  /**
   * Result: `conditionResult`, `decidedBy` (the deciding comparison), `missingFields` (fields whose
   * absence made the rule fail), `actionsExecuted` and, for executions with `explain`, `trace`.
   */
  outputContext: Record<string, unknown>;
  /** What went wrong in the rule or its actions. */
  errorMessage: string | null;
  /** Milliseconds that the rule took. */
  executionTimeMs: number;
  /** When it ran. */
  executedAt: Timestamp;
  /** Who started the execution; `system:events` for rules triggered by an event. */
  executedBy: string;
  /** Id of the event that set it off; null for requests. */
  eventId: string | null;
  /** Tenant that the rule belongs to. */
  tenantId: Uuid;
  /** Organization that the rule belongs to. */
  organizationId: Uuid;
}

/** One rule of one execution, with the rule. */
export type RuleLogDetail = RuleLog & {
  /** The rule as it was when it ran. */
  rule: {
    /** Id of the rule. */
    id: Uuid;
    /** The rule’s own identifier. */
    ruleId: string;
    /** Name of the rule when it ran. */
    ruleName: string;
    /** Type of the rule. */
    ruleType: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT';
    /** Type of the entity that was judged. */
    entityType: string;
  };
};

/**
 * How a comparison treats a field that the data lacks. `ignore`, the default: the field is less than
 * any value, so a guard `total <= 1000` passes. `fail`: the whole condition fails, and the execution
 * names the field. IS_EMPTY, IS_NOT_EMPTY and comparisons with null are evaluated in both modes.
 */
export type RuleMissingFieldPolicy = 'ignore' | 'fail';

/** A rule as it was at one of its revisions. */
export type RuleRevision = RuleRevisionHead & {
  rule: Rule;
};

/** Who made a revision of a rule, when and how. */
export interface RuleRevisionHead {
  /** Number of the revision, from 1; the `ETag` of the rule at that time. */
  revision: number;
  /** Type of the change. `restored`: an earlier revision or the deleted rule was restored. */
  action: 'created' | 'updated' | 'deleted' | 'restored';
  /** When the revision was made. */
  changedAt: Timestamp;
  /** Who made it. */
  changedBy: string;
  /**
   * Fields that differ from the revision before; none of a revision that created, deleted or brought
   * back the rule.
   */
  changedFields: string[];
  /** The revision that was restored; null otherwise. */
  restoredFrom: number | null;
}

/** Rules that are executed together. */
export interface RuleSet {
  /** Id of the set, given by the service. */
  id: Uuid;
  /** Your own identifier, unique in the tenant. */
  setId: string;
  /** Name shown to people. */
  setName: string;
  /** What the set is for. */
  description: string | null;
  /** Disabled sets are not executed. */
  enabled: boolean;
  /** How many rules are in it. */
  memberCount: number;
  /** Tenant the set belongs to. */
  tenantId: Uuid;
  /** Organization the set belongs to. */
  organizationId: Uuid;
  /** When the set was created. */
  createdAt: Timestamp;
  /** When the set or its members were last changed. */
  updatedAt: Timestamp;
  /** Who created the set. */
  createdBy: string;
  /** Who changed it last. */
  updatedBy: string;
}

/** A rule set with its members. */
export type RuleSetDetail = RuleSet & {
  /** The rules of the set, by sequence, then by id. */
  members: RuleSetMember[];
};

/** A rule of a set. */
export interface RuleSetMember {
  /** Id of the membership. */
  id: Uuid;
  /** Id of the rule (not its own `ruleId`). */
  ruleId: Uuid;
  /** Name of the rule; null when it was deleted. */
  ruleName: string | null;
  /** Type of the rule; null when it was deleted. */
  ruleType: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT' | null;
  /** Members run in ascending sequence. */
  sequence: number;
  /** Disabled members are skipped. */
  enabled: boolean;
  /** When the rule was added. */
  addedAt: Timestamp;
}

/** The mapping of an integration’s entity type. */
export interface SavedSyncMapping {
  /** Id of the mapping. */
  id: Uuid;
  integrationId: SyncIntegrationId;
  entityType: SyncEntityType;
  mapping: SyncMapping;
  /** When the mapping was first saved. */
  createdAt: Timestamp;
  /** When it was last changed. */
  updatedAt: Timestamp;
}

/** Format of `scheduleValue`. */
export type ScheduleType = 'cron' | 'interval';

/**
 * `cron`: minute, hour, day of month, month and day of week, with lists, ranges, steps and names; if
 * both days are restricted, a time matches either of them. `interval`: a whole number and `s`, `m`,
 * `h` or `d`.
 */
export type ScheduleValue = string;

/** Something that is done again and again. */
export interface ScheduledJob {
  /** Id of the job, given by the service. */
  id: Uuid;
  /** Organization of the job; null in the other scopes. */
  organizationId: UuidOrNull;
  /** Tenant of the job; null for jobs of the platform. */
  tenantId: UuidOrNull;
  /** Name of the job. */
  name: string;
  /** What the job is for. */
  description: string | null;
  scopeType: JobScopeType;
  scheduleType: ScheduleType;
  scheduleValue: ScheduleValue;
  timezone: Timezone;
  /** What the job does when it is due. */
  targetType: 'queue' | 'command';
  /**
   * Queue that receives a message; one of those that `GET /api/scheduler/targets` lists. Empty counts as
   * absent.
   */
  targetQueue: string | null;
  /** Command that is run; one of those that `GET /api/scheduler/targets` lists. Empty counts as absent. */
  targetCommand: string | null;
  /** Payload of the message or input of the command, up to 131072 bytes of JSON. */
  targetPayload: Record<string, unknown> | null;
  requireFeature: JobRequireFeature;
  /** A job that is not enabled never fires. */
  isEnabled: boolean;
  /** When a run of the job last completed; null before the first. */
  lastRunAt: TimestampOrNull;
  /** When the job fires next; null while it is not enabled. */
  nextRunAt: TimestampOrNull;
  /** Who created the job: users, or a module of the platform. */
  sourceType: 'user' | 'module';
  /** Module that made the job; null when people did. */
  sourceModule: string | null;
  /** When the job was created. */
  createdAt: Timestamp;
  /** When the job was last changed. */
  updatedAt: Timestamp;
  /** Always null: a deleted job is not shown. */
  deletedAt: TimestampOrNull;
  /** Who created the job: `user:<id>`, `api_key:<id>` or `system:<module>`. */
  createdBy: string;
  /** Who changed the job last, in the same form. */
  updatedBy: string;
  /** User who created the job; null when an API key did. */
  createdByUserId: UuidOrNull;
  /** User who changed the job last; null when an API key did. */
  updatedByUserId: UuidOrNull;
  condition?: JobCondition;
}

/**
 * Condition on the evaluation context for members of the segment. Null matches everyone, for a segment
 * that only combines other segments. It nests at most 100 levels and has at most 16384 bytes of JSON.
 */
export type SegmentCondition = Condition | null;

/** Fields of `CreateSegment`, `UpdateSegment`. */
export interface SegmentFields {
  /** Members of the segment. */
  description?: string | null;
  condition?: SegmentCondition;
  segments?: SegmentSegments;
}

/**
 * Other segments that must match as well: global segments and, for a segment of a tenant, segments of
 * that tenant.
 */
export type SegmentSegments = Uuid[];

/** A log-in of a user that has not ended. */
export interface Session {
  /** Id of the session, as the list shows it. */
  id: string;
  /** When the user logged in. */
  createdAt: Timestamp;
  /** When the session ends unless it is refreshed. */
  expiresAt: Timestamp;
  /** IP address of the log-in, if known. */
  ipAddress: string | null;
  /** `User-Agent` of the log-in, if known; at most 256 characters. */
  userAgent: string | null;
  /** Whether this request came with the session. */
  isCurrent: boolean;
}

/** Answers a value for a field. */
export interface SetFieldAction {
  /** Type of the action. */
  type: 'SET_FIELD';
  /** Settings of SET_FIELD. Texts can contain `{{placeholders}}`. */
  config: {
    /** Name of the field to set. */
    field: string;
    /** Value to set; a text can contain `{{placeholders}}`. */
    value: unknown;
  };
}

/** Fields of `SetOverrideTargeting`, `SetTargeting`. */
export interface SetTargetingFields {
  rules?: TargetingRules;
  killSwitch?: TargetingKillSwitch;
}

/** A link under which anyone reads a file. */
export interface ShareLink {
  /** Id of the link, by which it is revoked. */
  id: Uuid;
  /** What the link is for. */
  name: string | null;
  /** The user or API key that made it. */
  createdBy: string;
  /** When it was made. */
  createdAt: Timestamp;
  /** When it stops working. */
  expiresAt: Timestamp;
}

/** Shows an error. */
export interface ShowErrorAction {
  /** Type of the action. */
  type: 'SHOW_ERROR';
  /** Settings of SHOW_ERROR. Texts can contain `{{placeholders}}`. */
  config: {
    /** Text for people. */
    message: string;
  };
}

/** Shows an information. */
export interface ShowInfoAction {
  /** Type of the action. */
  type: 'SHOW_INFO';
  /** Settings of SHOW_INFO. Texts can contain `{{placeholders}}`. */
  config: {
    /** Text for people. */
    message: string;
  };
}

/** Shows a warning. */
export interface ShowWarningAction {
  /** Type of the action. */
  type: 'SHOW_WARNING';
  /** Settings of SHOW_WARNING. Texts can contain `{{placeholders}}`. */
  config: {
    /** Text for people. */
    message: string;
  };
}

/** A group of files that share who may read them. */
export type StoragePartition = StoragePartitionFields & {
  /** Id of the partition; those of default ones are the same in every tenant. */
  id: Uuid;
  /** What the partition is for. */
  description: string | null;
  /** Anyone who knows the URL of a file can read it. */
  isPublic: boolean;
  /** Text is extracted from its files. */
  requiresOcr: boolean;
  /** Files are found by the words of their texts. */
  contentSearch: boolean;
  /** Model that extracts the text; null for the default. */
  ocrModel: string | null;
  versionsKept: PartitionVersionsKept;
  /** For compatibility; all files are stored in the bucket. */
  storageDriver: 'local' | 's3';
  /** Your own settings; kept as they are. */
  configJson: Record<string, unknown> | null;
  /** When the partition was created. */
  createdAt: Timestamp;
  /** When it was last changed. */
  updatedAt: Timestamp;
  /** Name of the environment variable that belongs to the partition. */
  envKey: string;
};

/** Fields of `StoragePartition`, `CreatePartition`, `UpdatePartition`. */
export interface StoragePartitionFields {
  /** Letters, digits, `_` and `-`; never changes. */
  code: string;
  /** Name shown to people. */
  title: string;
}

/** An address that receives no mails of the tenant. */
export interface SuppressedAddress {
  /** Id of the entry. */
  id: Uuid;
  /** The address. */
  address: string;
  /** A mail bounced for good, or its reader complained. */
  reason: 'bounce' | 'complaint';
  /** When the address was suppressed. */
  createdAt: Timestamp;
}

/** Organizations that a caller can select. */
export interface Switcher {
  /** The tree that the caller may select from. */
  items: SwitcherNode[];
  /** Organization acted in: the one in the cookie `svc_selected_org`, else the home; null for all. */
  selectedId: UuidOrNull;
  /** Whether the caller may change organizations. */
  canManage: boolean;
  /** Whether every organization of the tenant may be selected. */
  canViewAllOrganizations: boolean;
  /** Tenant acted in. */
  tenantId: UuidOrNull;
  /** Every tenant, for super admins; else empty. */
  tenants: SwitcherTenant[];
  /** Whether the caller is a super admin. */
  isSuperAdmin: boolean;
}

/** An organization in the switcher. */
export interface SwitcherNode {
  /** Id of the organization. */
  id: Uuid;
  /** Name of the organization. */
  name: string;
  /** Levels above it; 0 at the top. */
  depth: number;
  /** False for one that only leads to those that may be selected. */
  selectable: boolean;
  /** Organizations right below it, by name. */
  children: SwitcherNode[];
}

/** A tenant in the switcher. */
export interface SwitcherTenant {
  /** Id of the tenant. */
  id: Uuid;
  /** Name of the tenant. */
  name: string;
  /** Whether the tenant is open. */
  isActive: boolean;
}

/** `import` brings records into the platform, `export` takes them out. */
export type SyncDirection = 'import' | 'export';

/**
 * The name of the record type at the integration: letters, digits, `_`, `-` and `.`; file names and
 * URLs contain it unchanged. Records and their events have the type `<module>.<entity>` derived from
 * it (`recordType` of a run): `customers` becomes `external.customers`, `crm.eu.Customer` becomes
 * `crm.eu_customer`. Names of the platform’s own modules are rejected.
 */
export type SyncEntityType = string;

/** An item that a run could not take over. */
export interface SyncFailure {
  /** Batch that it was in, from 1. */
  batch: number;
  /** Id of the item at the service, if it has one; its first 1000 characters. */
  externalId: string | null;
  /** Id of the record, if there is one. */
  localId: string | null;
  /** Why it failed, in at most 1000 characters. */
  error: string;
  /** The item as it was read, shortened; null when it cannot be shown. */
  data: unknown;
  /** When it failed. */
  createdAt: Timestamp;
}

/** Id of the integration. */
export type SyncIntegrationId = string;

/** How items of a service become records, and records items. */
export interface SyncMapping {
  /** The fields that are mapped. */
  fields?: SyncMappingField[];
  /**
   * How fields that are not listed are handled: kept under their own names, where `cf_<key>` is the
   * custom field, or ignored. By default ignored, and kept when no field is listed.
   */
  otherFields?: 'keep' | 'ignore';
  /**
   * How an item that was never imported finds its record: by `externalId` (by default), or by the field
   * `sku`, `email` or `matchField`.
   */
  matchStrategy?: 'externalId' | 'sku' | 'email' | 'custom';
  /** Field of the record that `custom` compares; with `sku` and `email` another name of theirs. */
  matchField?: string;
  /**
   * Which rows are synced, by the fields of the item under the names of the service: of an import as
   * they come in, of an export as they would go out. Rows for which it does not hold are held back and
   * counted in the run. Null syncs all. It nests at most 100 levels and has at most 16384 bytes of JSON.
   */
  condition?: Condition | null;
  [name: string]: unknown;
}

/** How one field is mapped. */
export interface SyncMappingField {
  /** Field of the service; dots lead into objects. */
  externalField: string;
  /** Field of the record; dots lead into objects. */
  localField: string;
  /**
   * `core` (by default) writes the field; `relation` writes the id of another record as text;
   * `external_id` makes the value the record’s externalId; `custom_field` sets the defined custom field;
   * `metadata` writes the field inside `metadata`; `ignore` leaves the value out.
   */
  mappingKind?: 'core' | 'relation' | 'external_id' | 'custom_field' | 'metadata' | 'ignore';
  /**
   * Conversions of the value: `trim`, `lowercase`, `uppercase`, `string`, `number`, `integer`,
   * `boolean`, `date`, `json`, or with options `{name: "split", separator}`, `{name: "join",
   * separator}`, `{name: "replace", search, with}`, `{name: "lookup", values, otherwise?}`, `{name:
   * "constant", value}`, `{name: "date", unit: "s" | "ms"}`; a list is done in its order.
   */
  transform?: unknown;
  /** An item without the value fails. */
  required?: boolean;
  /** Takes the place of a value that is absent or empty. */
  defaultValue?: unknown;
  [name: string]: unknown;
}

/** An integration that can be synced with. */
export interface SyncOption {
  integrationId: SyncIntegrationId;
  /** Its name for people. */
  title: string;
  /** What it does. */
  description: string | null;
  /** Name of its adapter. */
  providerKey: string;
  /** Capabilities of the adapter. */
  direction: 'import' | 'export' | 'bidirectional';
  /** Runs are started at `POST /api/data_sync/run`. */
  runMode: 'generic';
  /**
   * Whether a run can be started: the integration is enabled and has credentials that the provider
   * accepts.
   */
  canStartRun: boolean;
  /** Types of records that it knows; null when any type of a team’s own will do. */
  supportedEntities: string[] | null;
  /** Whether credentials are saved. */
  hasCredentials: boolean;
  /** Whether the integration is enabled. */
  isEnabled: boolean;
  /** Integration that holds its state and credentials. */
  settingsPath: string;
}

/** An import or export of the records of one entity type. */
export interface SyncRun {
  /** Id of the run. */
  id: Uuid;
  integrationId: SyncIntegrationId;
  /** Name of the record type at the integration. */
  entityType: string;
  /** Type of its records in the platform and in their events. */
  recordType: string;
  direction: SyncDirection;
  /**
   * Status of the run. A `paused` run waits until its integration is enabled or has valid credentials,
   * and then continues automatically.
   */
  status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled' | 'paused';
  /** Position of the adapter. */
  cursor: string | null;
  /** Position at which the run started; null for the beginning. */
  initialCursor: string | null;
  /** Records that it created. */
  createdCount: number;
  /** Records that it changed; of an export, those that were taken. */
  updatedCount: number;
  /** Records that had not changed. */
  skippedCount: number;
  /** Items that could not be taken over; see `failures`. */
  failedCount: number;
  /** Rows that the condition of the mapping held back; absent while there are none. */
  heldBackCount?: number;
  /** Batches that are done. */
  batchesCompleted: number;
  /** Why the run failed or is paused, in at most 1000 characters. */
  lastError: string | null;
  /** Id of the job that shows its progress. */
  progressJobId: Uuid;
  /** Person or program that started the run. */
  triggeredBy: string;
  /** Whether it started at the very beginning by request. */
  fullSync: boolean;
  /** Maximum number of records per batch. */
  batchSize: number;
  /** It fails once more items than this have failed; null is never. */
  maxFailures: number | null;
  /** Earlier run that it continues, if any. */
  retryOf: string | null;
  /** When a worker began it; null before. */
  startedAt: string | null;
  /** When it ended; null before. */
  finishedAt: string | null;
  /** Milliseconds from its beginning to its end, or to now; null before. */
  durationMs: number | null;
  /** When the run was requested. */
  createdAt: Timestamp;
  /** When it last moved. */
  updatedAt: Timestamp;
}

/** A run with its progress. */
export type SyncRunDetail = SyncRun & {
  /** Progress. */
  progressJob: SyncRunProgress | null;
};

/** Runs of data sync in one hour. */
export interface SyncRunPoint {
  /** Start of the hour. */
  at: Timestamp;
  /** Runs that completed. */
  completed: number;
  /** Runs that failed. */
  failed: number;
  /** Runs that were cancelled. */
  cancelled: number;
}

/** Progress of a run. */
export interface SyncRunProgress {
  /** Id of the job. */
  id: Uuid;
  /** How the job is. */
  status: string;
  /** Hundredths that are done; 0 while the total is unknown. */
  progressPercent: number;
  /** Items that were looked at. */
  processedCount: number;
  /** Items that there are, as far as is known. */
  totalCount: number | null;
  /** Seconds that it will still take, as far as is known. */
  etaSeconds: number | null;
}

/** When a kind of sync is run again and again. */
export interface SyncSchedule {
  /** Id of the schedule. */
  id: Uuid;
  integrationId: SyncIntegrationId;
  entityType: SyncEntityType;
  direction: SyncDirection;
  scheduleType: ScheduleType;
  scheduleValue: SyncScheduleValue;
  /** IANA time zone in which a cron expression is read. */
  timezone: string;
  /** True starts each run from the beginning; false continues where the last such run ended. */
  fullSync: boolean;
  /** A disabled schedule starts no runs. */
  isEnabled: boolean;
  /** Scheduled job that starts the runs; its executions show the results. */
  scheduledJobId: Uuid;
  /** When it last started a run; null before the first. */
  lastRunAt: TimestampOrNull;
  /** When it is due next; null while it is off. */
  nextRunAt: TimestampOrNull;
  /** When it was made. */
  createdAt: Timestamp;
  /** When it was last changed. */
  updatedAt: Timestamp;
}

/**
 * `cron`: minute, hour, day of month, month and day of week. `interval`: a whole number and `s`, `m`,
 * `h` or `d`.
 */
export type SyncScheduleValue = string;

/** At most 50 words of at most 100 characters; trimmed and without duplicates. */
export type Tags = string[];

/** Fields of `GetOverrideTargeting`, `SetOverrideTargeting`, `GetTargeting`, `SetTargeting`. */
export interface TargetingFields {
  rules: TargetingRules;
  killSwitch: TargetingKillSwitch;
}

/** Switches the rules off at once. */
export interface TargetingKillSwitch {
  /** While it is, the rules decide nothing. */
  active: boolean;
  /** Served while it is active; without one `false` for a boolean toggle, else the default of the toggle. */
  value?: unknown;
}

/**
 * Up to 50 rules, evaluated in order: the first rule that matches the context returns its value. At
 * most 32768 bytes of JSON and 20 different segments.
 */
export type TargetingRules = ToggleRule[];

/** A customer of the platform with everything that is its own. */
export interface Tenant {
  /** Id of the tenant. */
  id: Uuid;
  /** Name of the tenant. */
  name: string;
  /** Whether the tenant is open: in a closed one every request is refused. */
  isActive: boolean;
  /** When the tenant was created. */
  createdAt: Timestamp;
  /** When the tenant was last changed. */
  updatedAt: Timestamp;
}

/** What a condition says of a test event. */
export interface TestedCondition {
  /** Whether an event of this content is delivered; else it is held back. */
  holds: boolean;
  /** The comparison that decided it; null when none was made. */
  decidedBy: Comparison | null;
  /** Why the condition could not be evaluated in its time; such an event is delivered. Null otherwise. */
  error: string | null;
}

/** A moment as ISO 8601 with milliseconds, in UTC. */
export type Timestamp = string;

/** A moment, or null for none. */
export type TimestampOrNull = string | null;

/**
 * IANA time zone of a cron expression. A local time that does not exist on the day of a clock change
 * is skipped; a time that exists twice fires once. Intervals have no time zone.
 */
export type Timezone = string;

/** A typed switch of the whole deployment with its default value. */
export interface Toggle {
  /** Id of the toggle, given by the service. */
  id: Uuid;
  identifier: ToggleIdentifier;
  name: Name;
  /** What the toggle is for. */
  description: string | null;
  /** Free grouping. */
  category: string | null;
  /** Type of its values; it never changes. */
  type: 'boolean' | 'string' | 'number' | 'json';
  /**
   * Value for every tenant without an own value: null, or a value of the type, at most 24576 bytes of
   * JSON.
   */
  defaultValue: unknown;
  /** When the toggle was created. */
  created_at: string;
  /** When the toggle was last changed. */
  updated_at: string;
}

/** The value of one toggle, or the code that says why not. */
export interface ToggleCheck {
  /** The requested identifier. */
  identifier: string;
  /** Type of the toggle; absent with MISSING_TOGGLE. */
  valueType?: 'boolean' | 'string' | 'number' | 'json';
  /** The value; absent with a code. */
  value?: unknown;
  source?: ToggleCheckSource;
  /** Id of the toggle. */
  toggleId?: Uuid;
  /** Why there is no value. */
  code?: 'MISSING_TOGGLE' | 'INVALID_VALUE';
  /** The status in words. */
  error?: string;
}

/** `override` when the tenant has a value of its own, else `default`. */
export type ToggleCheckSource = 'override' | 'default';

/**
 * Name of the toggle in checks; unique in the deployment. Lower-case letters, digits and underscores.
 * The identifier of a deleted toggle cannot be used again.
 */
export type ToggleIdentifier = string;

/** Whether a tenant has a value of its own of a toggle. */
export interface ToggleOverrideRow {
  /** Id of the override; empty when the tenant has no value of its own. */
  id: string;
  /** Id of the toggle. */
  toggleId: Uuid;
  /** The requested tenant. */
  tenantId: Uuid;
  /** Identifier of the toggle. */
  identifier: string;
  /** Name of the toggle. */
  name: string;
  /** Category of the toggle; empty when it has none. */
  category: string;
  /** Name of the tenant. */
  tenantName: string;
  /** Whether the tenant has a value of its own. */
  isOverride: boolean;
}

/**
 * A rule of a toggle: when it matches (`condition`, `segments`, `percentage`), and what it returns:
 * `value`, or one of `variants`. A rule without `condition`, `segments` and `percentage` matches
 * everyone.
 */
export interface ToggleRule {
  /** Name shown to people; the variant of what a `value` serves. */
  name?: string;
  /** Looks at the evaluation context; nests at most 100 levels. */
  condition?: Condition | null;
  /** Segments that must all match. */
  segments?: string[];
  /**
   * Percentage of the matching contexts that get the value, chosen by `targetingKey`, with at most three
   * decimals; the others continue with the next rule. Default: 100. When the percentage increases,
   * included contexts stay included.
   */
  percentage?: number;
  /** Draws percentage and variants anew. */
  salt?: string;
  /** Served value, of the type of the toggle. */
  value?: unknown;
  /** Served instead of a `value`, drawn by `targetingKey`. The weights add up to 100. */
  variants?: {
    /** Name of the variant, unique in the rule. */
    name: string;
    /** Served value, of the type of the toggle. */
    value: unknown;
    /** Its share in percent. */
    weight: number;
  }[];
}

/** A named condition that rules of toggles share. */
export interface ToggleSegment {
  /** Id of the segment. */
  id: Uuid;
  /** Name shown to people, unique in the tenant. */
  name: string;
  /** Members of the segment. */
  description: string | null;
  condition: SegmentCondition;
  segments: SegmentSegments;
  /** Whether it belongs to the deployment; else to the tenant. */
  isGlobal: boolean;
  /** How many toggles, own values of tenants and other segments use it. */
  uses: number;
  /** When it was created. */
  createdAt: Timestamp;
  /** When it was last changed. */
  updatedAt: Timestamp;
}

/** Why a condition holds or fails. */
export interface Trace {
  /** The first hundred comparisons made. Those that could not change the outcome were not made. */
  comparisons: Comparison[];
  /** How many comparisons were made. */
  made: number;
  /** The comparison that settled the condition; null without any. */
  decidedBy: Comparison | null;
  /**
   * Compared fields that the data does not have, the first hundred. Comparisons that test for absence
   * (IS_EMPTY, IS_NOT_EMPTY, a comparison with null) do not count.
   */
  missingFields: string[];
}

/** What kind of notification it is. */
export type Type = string;

/** Fields of `UpdateUserAcl`, `UpdateRoleAcl`. */
export interface UpdateAclFields {
  features?: AclFeatures;
  /** May do everything in every tenant. */
  isSuperAdmin?: boolean;
  organizations?: AclOrganizations;
}

/** A person who logs in. */
export interface User {
  /** Id of the user, given by the service. */
  id: Uuid;
  email: UserEmail;
  /** Name shown to people. */
  name: string | null;
  /** Home organization, where the user acts unless it selects another; null means none. */
  organizationId: UuidOrNull;
  /** Name of the home organization. */
  organizationName: string | null;
  /** Tenant the user belongs to. */
  tenantId: Uuid;
  /** Name of the tenant. */
  tenantName: string | null;
  /** Names of the roles. */
  roles: string[];
  /** Ids of the roles, in the order of `roles`. */
  roleIds: Uuid[];
  /** Whether the user can log in with a password. */
  hasPassword: boolean;
  /** Inactive users cannot log in and have no sessions. */
  isActive: boolean;
  /** When the user was created. */
  createdAt: Timestamp;
  /** When the user was last changed. */
  updatedAt: Timestamp;
  /** Grows with every change; `If-Match: "<revision>"` refuses to overwrite a newer one. */
  revision: number;
}

/** Address to log in with; unique in the tenant, ignoring case. */
export type UserEmail = string;

/** Fields of `InviteUser`, `CreateUser`, `UpdateUser`. */
export interface UserFields {
  /** Name shown to people. */
  name?: string | null;
  /** Home organization, where the user acts unless it selects another; null means none. */
  organizationId?: UuidOrNull;
  /** Roles by id or by name; together they give the rights. */
  roles?: string[];
  /** Inactive users cannot log in and have no sessions. */
  isActive?: boolean;
}

/** An id. Upper and lower case are equal; responses use lower case. */
export type Uuid = string;

/** An id, or null for none. */
export type UuidOrNull = string | null;

/** Compares a field with a value. A `compareToField` beside the value wins over it. */
export interface ValueComparison {
  field: Field;
  operator: ComparisonOperator;
  /**
   * What to compare with: text, number, boolean, null or a list of them (`IN`, `NOT_IN`). A text that
   * consists of one `{{placeholder}}` is replaced by its value; an unknown placeholder has no value.
   */
  value: unknown;
}

/** A toggle as its readers in a tenant see it. */
export interface VisibleToggle {
  /** Id of the toggle. */
  id: Uuid;
  /** Identifier of the toggle. */
  identifier: string;
  /** Name of the toggle. */
  name: string;
  /** What the toggle is for. */
  description: string | null;
  /** Free grouping. */
  category: string | null;
  /** Type of the toggle. */
  type: 'boolean' | 'string' | 'number' | 'json';
  /** Value where no rule holds and the tenant has none of its own. */
  defaultValue: unknown;
  /** Whether the tenant has a value of its own. */
  isOverride: boolean;
  /** How many rules the toggle has. */
  rules: number;
  /** Whether the kill switch of the toggle is active. */
  isKilled: boolean;
  /** Owner of the toggle. */
  owner: string | null;
  /** When the toggle should be removed. */
  expiresAt: TimestampOrNull;
  /** When it was evaluated last in any tenant; a minute late at most. */
  lastEvaluatedAt: TimestampOrNull;
  /** Why it is stale; empty when it is not. */
  staleReasons: ('expired' | 'not_evaluated')[];
}

/** Sends events to a URL. */
export type Webhook = WebhookRow & {
  /** The signing secret, unreadable. */
  maskedSecret: string;
  /** When the secret was rotated; null once the previous one does not sign any more. */
  previousSecretSetAt: string | null;
  customHeaders: WebhookCustomHeaders;
  /** Settings of the strategy; `http` has none. */
  strategyConfig: Record<string, unknown> | null;
  /**
   * Milliseconds that a whole exchange may take, from the look-up of the host to the last byte of the
   * response.
   */
  timeoutMs: number;
  /**
   * Maximum number of requests per clock minute; 0 means unlimited. Further requests wait for a later
   * minute.
   */
  rateLimitPerMinute: number;
  /** Number of consecutive failed attempts after which the webhook is disabled; 0 means never. */
  autoDisableThreshold: number;
  /** Integration that the webhook belongs to. */
  integrationId: string | null;
  /**
   * Why the service disabled the webhook: the receiver answered 410 (`gone`), or too many attempts
   * failed in a row (`failures`). Null otherwise.
   */
  disabledReason: 'gone' | 'failures' | null;
  /** When the service disabled the webhook. */
  disabledAt: string | null;
};

/**
 * Which of the subscribed events are delivered, by the body of the delivery: `type`, `timestamp` and
 * `data` with its fields. Events for which it does not hold are held back and counted. Null delivers
 * all. It nests at most 100 levels and has at most 16384 bytes of JSON.
 */
export type WebhookCondition = Condition | null;

/**
 * Further headers of each request. Names that the delivery itself needs (`content-type`, `webhook-*`,
 * `host`, …) are rejected. The values are stored encrypted and shown as `__masked__`.
 */
export type WebhookCustomHeaders = Record<string, string> | null;

/** A message to a webhook and its result. */
export type WebhookDelivery = WebhookDeliveryRow & {
  /**
   * The body of every attempt: `{type, timestamp, data}`, or what a rule sends to a URL of its own, as
   * JSON or as text; null without one.
   */
  payload: unknown;
  /** The first 4 096 bytes of the response. */
  responseBody: string | null;
  /** Headers of the response, by lower-case name. */
  responseHeaders: Record<string, string> | null;
  /** Every attempt, the first one first. */
  attempts: WebhookDeliveryAttempt[];
  /** When the delivery last changed. */
  updatedAt: Timestamp;
};

/** One attempt of a delivery. */
export interface WebhookDeliveryAttempt {
  /** Number of the attempt, from 1. */
  attemptNumber: number;
  /** When it began. */
  startedAt: Timestamp;
  /** Milliseconds that the exchange took. */
  durationMs: number;
  /** URL of the request. */
  url: string;
  /** Outcome of the attempt; with `retry`, the delivery stays pending if attempts are left. */
  outcome: 'delivered' | 'retry' | 'failed' | 'expired';
  /** HTTP status of the last response; null without a response. */
  responseStatus: number | null;
  /** Headers of the response, by lower-case name. */
  responseHeaders: Record<string, string> | null;
  /** The first 4 096 bytes of the response. */
  responseBody: string | null;
  /** Why the last attempt failed, in words. */
  errorMessage: string | null;
}

/** A delivery as lists show it. */
export interface WebhookDeliveryRow {
  /** Id of the delivery. */
  id: Uuid;
  /** Webhook that it is sent to; null for a rule’s request to a URL of its own. */
  webhookId: UuidOrNull;
  /** Name of the webhook; null without one, or once it is deleted. */
  webhookName: string | null;
  /** Name of the event. */
  eventType: string;
  /** The `webhook-id` of every attempt: receivers recognize repetitions by it. */
  messageId: string;
  /**
   * `pending` waits for its next attempt, `sending` is in progress, `delivered` received a 2xx response,
   * `expired` was abandoned (refused, out of attempts, or the webhook was inactive), `failed` could not
   * be sent at all (webhook deleted, URL not allowed).
   */
  status: 'pending' | 'sending' | 'delivered' | 'failed' | 'expired';
  /** HTTP status of the last response; null without a response. */
  responseStatus: number | null;
  /** Why the last attempt failed, in words. */
  errorMessage: string | null;
  /** Attempts made so far. */
  attemptNumber: number;
  /** The maximum number of attempts. */
  maxAttempts: number;
  /** When the next attempt is due; null when none is. */
  nextRetryAt: string | null;
  /** Milliseconds of the last exchange. */
  durationMs: number | null;
  /** URL of the last attempt, or where it was to go when the delivery was made. */
  targetUrl: string;
  /** When the delivery was queued. */
  enqueuedAt: Timestamp;
  /** When the last attempt began. */
  lastAttemptAt: string | null;
  /** When the receiver accepted it. */
  deliveredAt: string | null;
  /** When its event happened. */
  createdAt: Timestamp;
}

/** Fields of `CreateWebhook`, `UpdateWebhook`. */
export interface WebhookFields {
  /** What the webhook is for. */
  description?: string | null;
  /** Method of the requests. */
  httpMethod?: 'POST' | 'PUT' | 'PATCH';
  customHeaders?: WebhookCustomHeaders;
  /** How events are delivered; always `http`. */
  deliveryStrategy?: 'http';
  /** Settings of the strategy; `http` has none. */
  strategyConfig?: Record<string, unknown> | null;
  /** The maximum number of attempts; 0 and 1 both mean one. */
  maxRetries?: number;
  /**
   * Milliseconds that a whole exchange may take, from the look-up of the host to the last byte of the
   * response.
   */
  timeoutMs?: number;
  /**
   * Maximum number of requests per clock minute; 0 means unlimited. Further requests wait for a later
   * minute.
   */
  rateLimitPerMinute?: number;
  /** Number of consecutive failed attempts after which the webhook is disabled; 0 means never. */
  autoDisableThreshold?: number;
  /** Integration that the webhook belongs to. */
  integrationId?: string | null;
}

/** Deliveries of one webhook in one hour. */
export type WebhookPoint = DeliveryPoint & {
  /** Subscribed events that the condition of the webhook held back. */
  heldBack: number;
};

/** A webhook as lists show it. */
export interface WebhookRow {
  /** Id of the webhook, given by the service. */
  id: Uuid;
  name: Name;
  /** What the webhook is for. */
  description: string | null;
  /** URL to which events are sent. */
  url: string;
  subscribedEvents: WebhookSubscribedEvents;
  /** Method of the requests. */
  httpMethod: 'POST' | 'PUT' | 'PATCH';
  /** Whether events are sent. Switching a webhook on again sets `consecutiveFailures` to 0. */
  isActive: boolean;
  /** How events are delivered; always `http`. */
  deliveryStrategy: 'http';
  /** The maximum number of attempts; 0 and 1 both mean one. */
  maxRetries: number;
  /** Failed attempts since the last one that succeeded. */
  consecutiveFailures: number;
  /** When an attempt last succeeded. */
  lastSuccessAt: string | null;
  /** When an attempt last failed. */
  lastFailureAt: string | null;
  /** When the webhook was created. */
  createdAt: Timestamp;
  /** When its settings were last changed. */
  updatedAt: Timestamp;
  condition?: WebhookCondition;
}

/** How a webhook fared in a window of time. */
export interface WebhookStats {
  /** Id of the webhook. */
  webhookId: Uuid;
  /** Start of the time range. */
  since: Timestamp;
  /** End of the time range. */
  until: Timestamp;
  /** Deliveries made in the window. */
  total: number;
  /** Those that wait for an attempt. */
  pending: number;
  /** Deliveries in progress. */
  sending: number;
  /** Those that the receiver accepted. */
  delivered: number;
  /** Those that could not be sent. */
  failed: number;
  /** Abandoned deliveries. */
  expired: number;
  /** Attempts of all of them together. */
  attempts: number;
  /**
   * Subscribed events that the condition held back, in the hours of the window: a statistic, kept for 35
   * days. Absent without a condition.
   */
  heldBack?: number;
  /** Delivered ones among those that are decided, 0 to 1; null when none is. */
  successRate: number | null;
  /** Mean time of their last exchanges. */
  averageDurationMs: number | null;
  /** False when the window holds more deliveries than one request counts; ask for a shorter one. */
  isExact: boolean;
}

/**
 * Events to receive: names such as `sales.order.created`, `<module>.*` for all of a module, `*` for
 * all. Events of the module `webhooks` are never sent, nor those of `notifications` that webhooks
 * caused: they would loop.
 */
export type WebhookSubscribedEvents = string[];
