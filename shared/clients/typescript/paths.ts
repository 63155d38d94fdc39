/** Every operation, by path and method. Written by `npm run openapi`: change the contracts instead. */
import type {
  ApiError,
  ApiKey,
  Assignments,
  Attachment,
  AuditAction,
  BulkResponse,
  ChangedNotification,
  Condition,
  CreateApiKeyFields,
  CreateNotificationFields,
  DeadLetter,
  DeadLetterQueue,
  DefinitionAttachment,
  DefinitionFields,
  DefinitionOptions,
  DefinitionValidation,
  DeliverableEvent,
  DeliveryPoint,
  EmailBody,
  EmailPreferences,
  EmailPreferencesMode,
  EmailPreferencesTypes,
  EmailSettings,
  EmailSettingsMailsPerDay,
  EmailTemplate,
  EmailTemplateFields,
  EntityRecord,
  EvaluateInPlaygroundContext,
  EventType,
  ExecutedRuleFields,
  ExecuteFields,
  Execution,
  FailedRun,
  FeatureModule,
  FieldDefinition,
  FileVersion,
  GetAclFields,
  InboundEndpoint,
  InboundEndpointSettings,
  Integration,
  IntegrationBundleSummary,
  IntegrationCredentials,
  IntegrationCredentialsAndUpdateIntegrationCredentials,
  IntegrationDetail,
  IntegrationFields,
  IntegrationHealth,
  IntegrationLog,
  JobCondition,
  JobFields,
  JobRunPoint,
  JobScopeType,
  LibraryAttachment,
  LibraryAttachmentDetail,
  LoggedMail,
  LogInOk,
  Name,
  NewApiKey,
  Notification,
  OfrepFailure,
  OfrepSuccess,
  Ok,
  Organization,
  OrganizationFields,
  OrganizationNode,
  OrganizationOption,
  Page,
  PageFields,
  PartitionFields,
  Payment,
  PaymentCustomerReference,
  PaymentDetail,
  PaymentMethod,
  PaymentMethodSetup,
  PaymentOperationId,
  PaymentProvider,
  PaymentSession,
  PaymentState,
  PaymentStatus,
  ProgressJob,
  ProgressJobRow,
  ProgressJobSummary,
  QueueJob,
  RecordFields,
  Replayed,
  Role,
  Rule,
  RuleActionsExecuted,
  RuleAndCreateRuleFields,
  RuleComparison,
  RuleExecution,
  RuleFields,
  RuleLog,
  RuleLogDetail,
  RuleRevision,
  RuleRevisionHead,
  RuleSet,
  RuleSetDetail,
  RuleSetMember,
  SavedSyncMapping,
  ScheduledJob,
  ScheduleType,
  ScheduleValue,
  SegmentFields,
  Session,
  SetTargetingFields,
  ShareLink,
  StoragePartition,
  StoragePartitionFields,
  SuppressedAddress,
  Switcher,
  SyncDirection,
  SyncEntityType,
  SyncFailure,
  SyncIntegrationId,
  SyncMapping,
  SyncOption,
  SyncRun,
  SyncRunDetail,
  SyncRunPoint,
  SyncSchedule,
  SyncScheduleValue,
  Tags,
  TargetingFields,
  Tenant,
  TestedCondition,
  Timestamp,
  TimestampOrNull,
  Timezone,
  Toggle,
  ToggleCheck,
  ToggleCheckSource,
  ToggleIdentifier,
  ToggleOverrideRow,
  ToggleSegment,
  Trace,
  Type,
  UpdateAclFields,
  User,
  UserEmail,
  UserFields,
  Uuid,
  UuidOrNull,
  VisibleToggle,
  Webhook,
  WebhookCondition,
  WebhookDelivery,
  WebhookDeliveryRow,
  WebhookFields,
  WebhookPoint,
  WebhookRow,
  WebhookStats,
  WebhookSubscribedEvents,
} from './schemas.ts';

interface Json<Body> {
  content: { 'application/json': Body };
}

type Failures<Status extends number> = Record<Status, Json<ApiError>>;

interface Selection {
  /**
   * UUID of the organization to use; by default the caller's own. `__all__` reads all organizations that
   * the caller may see. The cookie `svc_selected_org` has the same effect; the query has precedence.
   */
  organizationId?: string;
  /** Tenant to use; by default the caller's own. */
  tenantId?: string;
}

export interface paths {
  '/api/business_rules/execute': {
    /**
     * `executeRules`: Execute the rules of an entity type. Runs every enabled rule of the entity type that
     * is in effect now, in the selected organization: the highest priority first, then by `ruleId`. All of
     * them run, even after one of them blocks. If a condition is true, the rule’s success actions are
     * executed, otherwise its failure actions. Effects and log entries are written together or not at all.
     * When more than 100 rules match, no rule runs and `allowed` is false. A rule has 5 s, all rules
     * together 20 s; rules triggered by an event 5 s. Needs the feature `business_rules.rules.execute`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<
        ExecuteFields & {
          /** Type of the entity; its rules are executed. */
          entityType: string;
        }
      >;
      responses: {
        /** The result of the rules. */
        200: Json<RuleExecution>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/business_rules/execute/{ruleId}': {
    /**
     * `executeRule`: Execute one rule. Runs one rule of any entity type and event. A rule that is disabled
     * or not in effect does not run: `success` is false and `error` gives the reason. Needs the feature
     * `business_rules.rules.execute`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the rule (not its own `ruleId`). */
          ruleId: Uuid;
        };
        query?: Selection;
        header?: never;
      };
      requestBody: Json<
        ExecuteFields & {
          /** Type of the entity; by default that of the rule. */
          entityType?: string | null;
        }
      >;
      responses: {
        /** The result of the rule. */
        200: Json<
          ExecutedRuleFields & {
            /** Whether the rule was run without an error. */
            success: boolean;
            /** False if the condition of a GUARD rule is false, or if an action blocks. */
            allowed: boolean;
            /** Values that SET_FIELD gave to fields, by name. */
            fields: Record<string, unknown>;
          }
        >;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         * Also carries `{"success":false,"conditionResult":false,"actionsExecuted":null,"executionTime":0}`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/business_rules/logs': {
    /**
     * `listLogs`: List rule log entries. One entry per executed rule in the selected organization, newest
     * first. Dry runs are not logged. Values of fields whose names look like secrets (such as `password`)
     * are left out. Entries are kept for 90 days. Filters are combined with AND. Needs the feature
     * `business_rules.logs.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Only entries with exactly this id. */
          id?: string;
          /** Text to find in ruleName, entityId or errorMessage, ignoring case. */
          search?: string;
          /** Only entries of the rule with this id. */
          ruleId?: Uuid;
          /** Only entries with exactly this entityId. */
          entityId?: string;
          /** Only entries with exactly this entityType. */
          entityType?: string;
          /** Only entries with exactly this eventType. */
          eventType?: string;
          /** SUCCESS: the condition was true. FAILURE: it was false. ERROR: the rule failed. */
          executionResult?: 'SUCCESS' | 'FAILURE' | 'ERROR';
          /** Only entries with exactly this executedBy. */
          executedBy?: string;
          /** Only entries of this time or later; an age such as `7d` counts back from now. */
          executedAtFrom?: string;
          /** Only entries of this time or earlier. */
          executedAtTo?: string;
          /** Field to sort by; equal values are sorted by id. Default: "executedAt". */
          sortField?: 'executedAt' | 'id' | 'ruleId' | 'entityType' | 'executionResult' | 'executionTimeMs';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of entries. */
        200: {
          content: {
            'application/json': PageFields & {
              /** The entries of the page. */
              items: RuleLog[];
              /** Entries that match, over all pages; see `totalIsExact`. */
              total: number;
              /**
               * False when the log is longer than one request can read: then `total` is the number of matches so
               * far, and use `executedAtFrom` and `executedAtTo` to read the rest.
               */
              totalIsExact: boolean;
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `deleteLogs`: Delete old log entries. Permanently deletes the entries of the selected organization
     * that are older than the given age or time. Deleting a very long log takes several requests: repeat
     * the request while `finished` is false. Needs the feature `business_rules.logs.delete`.
     */
    delete: {
      parameters: {
        path?: never;
        query: Selection & {
          /** Entries before this time are deleted. */
          olderThan: string;
        };
        header?: never;
      };
      responses: {
        /** Entries are deleted. */
        200: Json<{
          ok: Ok;
          /** How many entries this request deleted. */
          deleted: number;
          /** Whether no older entry is left. */
          finished: boolean;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/business_rules/logs/export': {
    /**
     * `exportLogs`: Export the log as a file. Returns all matching entries as a file, newest first, as
     * `format` does on the list of entries. Cells of CSV files that would start a formula are escaped.
     * Needs the feature `business_rules.logs.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Only entries of the rule with this id. */
          ruleId?: Uuid;
          /** Only entries with exactly this entityId. */
          entityId?: string;
          /** Only entries with exactly this entityType. */
          entityType?: string;
          /** Only entries with exactly this eventType. */
          eventType?: string;
          /** SUCCESS: the condition was true. FAILURE: it was false. ERROR: the rule failed. */
          executionResult?: 'SUCCESS' | 'FAILURE' | 'ERROR';
          /** Only entries with exactly this executedBy. */
          executedBy?: string;
          /** Only entries of this time or later; an age such as `7d` counts back from now. */
          executedAtFrom?: string;
          /** Only entries of this time or earlier. */
          executedAtTo?: string;
          /** Format of the file. Default: "csv". */
          format?: 'csv' | 'json' | 'xml' | 'markdown';
        };
        header?: never;
      };
      responses: {
        /** The file. */
        200: {
          content: {
            'text/csv': string;
            'application/json': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/business_rules/logs/stats': {
    /**
     * `getLogStats`: Get statistics of the rule log. Returns how many rules ran, how many conditions were
     * true and how long the rules took. `groupBy` groups them by rule, entity type, result, hour or day,
     * for example to find the slowest rules. Needs the feature `business_rules.logs.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Only entries of the rule with this id. */
          ruleId?: Uuid;
          /** Only entries with exactly this entityId. */
          entityId?: string;
          /** Only entries with exactly this entityType. */
          entityType?: string;
          /** Only entries with exactly this eventType. */
          eventType?: string;
          /** SUCCESS: the condition was true. FAILURE: it was false. ERROR: the rule failed. */
          executionResult?: 'SUCCESS' | 'FAILURE' | 'ERROR';
          /** Only entries with exactly this executedBy. */
          executedBy?: string;
          /** Only entries of this time or later; by default of the last seven days. Default: "7d". */
          executedAtFrom?: string;
          /** Only entries of this time or earlier. */
          executedAtTo?: string;
          /** What to group the figures by. */
          groupBy?: 'rule' | 'entityType' | 'result' | 'hour' | 'day';
        };
        header?: never;
      };
      responses: {
        /** The figures. */
        200: Json<{
          /** Rules that ran. */
          executions: number;
          /** How many conditions were true. */
          success: number;
          /** How many guards and validations were false, and how many other rules took their failure actions. */
          failure: number;
          /**
           * How many rules of the other types did nothing: their condition was false and they have no failure
           * actions. The log shows them as FAILURE.
           */
          notApplied: number;
          /** How many rules failed with an error. */
          error: number;
          /** Share of true conditions among the rules that applied, 0 to 1; 0 if no rule applied. */
          successRate: number;
          /** Mean time of a rule in milliseconds. */
          averageTimeMs: number;
          /** Median time of a rule in milliseconds. */
          p50TimeMs: number;
          /** 95th percentile of the time in milliseconds. */
          p95TimeMs: number;
          /** 99th percentile of the time in milliseconds. */
          p99TimeMs: number;
          /** The longest time of a rule. */
          maxTimeMs: number;
          /** Start of the time range. */
          from: Timestamp;
          /** Its end. */
          to: Timestamp;
          /**
           * False when the log is longer than one request can read: then the figures are of the latest entries,
           * and use `executedAtFrom` and `executedAtTo` to read the rest.
           */
          isExact: boolean;
          /** With `groupBy`: the figures of each group, the largest first; hours and days in order. */
          groups?: {
            /** Id of the rule, entity type, result, hour or day of the group. */
            key: string;
            /** Name of the group for people. */
            name: string;
            /** Rules that ran. */
            executions: number;
            /** How many conditions were true. */
            success: number;
            /** How many guards and validations were false, and how many other rules took their failure actions. */
            failure: number;
            /**
             * How many rules of the other types did nothing: their condition was false and they have no failure
             * actions. The log shows them as FAILURE.
             */
            notApplied: number;
            /** How many rules failed with an error. */
            error: number;
            /** Share of true conditions among the rules that applied, 0 to 1; 0 if no rule applied. */
            successRate: number;
            /** Mean time of a rule in milliseconds. */
            averageTimeMs: number;
            /** Median time of a rule in milliseconds. */
            p50TimeMs: number;
            /** 95th percentile of the time in milliseconds. */
            p95TimeMs: number;
            /** 99th percentile of the time in milliseconds. */
            p99TimeMs: number;
            /** The longest time of a rule. */
            maxTimeMs: number;
          }[];
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/business_rules/logs/{id}': {
    /**
     * `getLog`: Read a rule log entry. Returns one log entry with the rule as it was when it ran. Needs
     * the feature `business_rules.logs.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the entry. */
          id: string;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The entry. */
        200: Json<RuleLogDetail>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/business_rules/operators': {
    /**
     * `listOperators`: List operators, actions and placeholders. Returns the operators, actions and
     * placeholders of the rule language, for rule editors. Needs the feature `business_rules.rules.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      responses: {
        /** The language. */
        200: Json<{
          /** Operators of comparisons. */
          comparisonOperators: {
            /** The operator. */
            operator: string;
            /** When it holds. */
            description: string;
            /** False for operators that need no value to compare with. */
            takesValue: boolean;
          }[];
          /** Operators of groups. */
          logicalOperators: {
            /** The operator. */
            operator: string;
            /** When it holds. */
            description: string;
          }[];
          /** Types of actions. */
          actions: {
            /** Type of the action. */
            type: string;
            /** What it does. */
            description: string;
            /** Keys that `config` must have; of several spellings one is enough. */
            required: string[][];
            /** Keys that `config` may have. */
            optional: string[];
          }[];
          /** Names for `{{placeholders}}`. */
          placeholders: {
            /** Name between the braces. */
            name: string;
            /** Value of the placeholder. */
            description: string;
            /** Whether conditions can use it, too. */
            inConditions: boolean;
          }[];
          /** Limits of a condition. Groups can nest to any depth. */
          limits: {
            /** Conditions in one group. */
            rulesPerGroup: number;
            /** Characters of a field path. */
            fieldPathCharacters: number;
            /** Characters of a pattern of MATCHES. */
            patternCharacters: number;
            /** Characters of a text that MATCHES examines; fewer if the pattern contains counted repetitions. */
            matchedTextCharacters: number;
          };
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/business_rules/rules': {
    /**
     * `listRules`: List and search business rules. Returns rules of the selected organization, by default
     * the highest priority first. Filters are combined with AND. When the rows of a page are too large for
     * one response, the error names a page size that fits. A list filtered by `id` or `ruleId` is strongly
     * consistent: it contains a new rule at once. Needs the feature `business_rules.rules.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 100. Default: 20. */
          pageSize?: number;
          /** Text in ruleName or ruleId, ignoring case. */
          search?: string;
          /** Only the row with this id. */
          id?: Uuid;
          /** Only rules with exactly this ruleId. */
          ruleId?: string;
          /** Only rules of this type. */
          ruleType?: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT';
          /** Only rules with exactly this entityType. */
          entityType?: string;
          /** Only rules with exactly this eventType. */
          eventType?: string;
          /** Only rules with exactly this ruleCategory. */
          ruleCategory?: string;
          /** Only enabled, or only disabled rules. */
          enabled?: boolean;
          /** Field to sort by; by default priority, then ruleId. */
          sortField?:
            | 'ruleName'
            | 'priority'
            | 'createdAt'
            | 'updatedAt'
            | 'ruleId'
            | 'ruleType'
            | 'entityType';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of rules. */
        200: {
          content: {
            'application/json': {
              /** The rules of the page. */
              data: Rule[];
              /** Where the page stands in the list. */
              pagination: {
                /** Page number, from 1. */
                page: number;
                /** Requested rows per page. */
                pageSize: number;
                /** Rows that match, over all pages. */
                total: number;
                /** Number of pages; 0 when nothing matches. */
                totalPages: number;
              };
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createRule`: Create a business rule. Creates a rule in the selected organization. The `ruleId` must
     * be unique in the tenant. Needs the feature `business_rules.rules.create`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      /** At most 262144 bytes. */
      requestBody: Json<RuleFields & RuleAndCreateRuleFields & {}>;
      responses: {
        /** The rule as created. */
        201: Json<Rule>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409>;
    };
    /**
     * `updateRule`: Change a business rule. Changes the given fields only. With `If-Match`, the request
     * fails if the rule has changed since. Needs the feature `business_rules.rules.edit`.
     */
    put: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      /** At most 262144 bytes. */
      requestBody: Json<
        RuleFields & {
          /** Your own identifier, unique among the live rules of the tenant. */
          ruleId?: string;
          /** Name shown to people. */
          ruleName?: string;
          /** GUARD rules decide whether something is allowed; the others act. */
          ruleType?: 'GUARD' | 'VALIDATION' | 'CALCULATION' | 'ACTION' | 'ASSIGNMENT';
          /** Entity type that the rule applies to. */
          entityType?: string;
          /** Condition of the rule. Groups can nest to any depth. */
          conditionExpression?: Condition;
          /** Disabled rules are never executed. */
          enabled?: boolean;
          /** Rules with a higher priority run first. */
          priority?: number;
          /** Set by you; raise it with every significant change. */
          version?: number;
          /** Id of the rule to change. */
          id: Uuid;
        }
      >;
      responses: {
        /** The rule as changed. */
        200: Json<Rule>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
    /**
     * `deleteRule`: Delete a business rule. Marks the rule as deleted: lists and reads no longer show it,
     * and its `ruleId` can be used again. Needs the feature `business_rules.rules.delete`.
     */
    delete: {
      parameters: {
        path?: never;
        query: Selection & {
          /** Id of the rule. */
          id: Uuid;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The rule is deleted. */
        204: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/business_rules/rules/bulk-delete': {
    /**
     * `bulkDeleteRules`: Delete several rules. Deletes up to 100 rules of the selected organizations. Each
     * id has its own transaction, event and audit entry; if one fails, the others continue. The response
     * is 200 with one result per id. Repeating the request changes nothing more. The last write wins. The
     * request counts once against rate limits and costs one read of all ids per selected organization and
     * one transaction per changed row. An id that does not exist, or no longer exists, has the result
     * `unchanged`. Needs the feature `business_rules.rules.delete`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** Ids of the rules, 1 to 100; duplicates are ignored. */
        ids: Uuid[];
      }>;
      responses: {
        /** The result for each rule. */
        200: Json<BulkResponse>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/business_rules/rules/bulk-update': {
    /**
     * `bulkUpdateRules`: Enable or disable several rules. Enables or disables up to 100 rules of the
     * selected organizations. Each id has its own transaction, event and audit entry; if one fails, the
     * others continue. The response is 200 with one result per id. Repeating the request changes nothing
     * more. The last write wins. The request counts once against rate limits and costs one read of all ids
     * per selected organization and one transaction per changed row. Needs the feature
     * `business_rules.rules.edit`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** Ids of the rules, 1 to 100; duplicates are ignored. */
        ids: Uuid[];
        /** Whether the rules are executed from now on. */
        enabled: boolean;
      }>;
      responses: {
        /** The result for each rule. */
        200: Json<BulkResponse>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/business_rules/rules/validate': {
    /**
     * `validateRule`: Check a rule before it is saved. Checks the given fields of a rule as saving would,
     * and warns about settings that are valid but probably a mistake. With `data`, the response also says
     * what the rule would do and why. Nothing is stored or executed. Needs the feature
     * `business_rules.rules.view`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      /** At most 524288 bytes. */
      requestBody: Json<{
        /** The condition to check. */
        conditionExpression?: unknown;
        /** Actions to check. */
        successActions?: unknown;
        /** Actions to check. */
        failureActions?: unknown;
        /** Entity data to test the rule with; no action is executed. */
        data?: unknown;
        [name: string]: unknown;
      }>;
      responses: {
        /** The verdict. */
        200: Json<{
          /** Whether it could be saved. */
          valid: boolean;
          /** Field → what is wrong with it. */
          errors: Record<string, string>;
          /** Settings that are valid but probably a mistake. */
          warnings: string[];
          /** With `data`: what the rule would do; null without, or when it is not valid. */
          evaluation: {
            /** Whether the condition is true. */
            conditionResult: boolean;
            actionsExecuted: RuleActionsExecuted;
            /** False if the condition of a GUARD rule is false, or if an action blocks. */
            allowed: boolean;
            /** Values that SET_FIELD gave to fields, by name. */
            fields: Record<string, unknown>;
            /** With `explain`: why the condition is true or false. */
            trace?: Trace;
            /**
             * Fields of the whole condition that the data does not have, also where no comparison looked at them;
             * each is a warning, too.
             */
            missingFields: string[];
            /** Why the rule failed. */
            error?: string;
          } | null;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/business_rules/rules/{id}': {
    /**
     * `getRule`: Read a business rule. Returns 404 for a deleted rule and for a rule of another tenant or
     * organization. Needs the feature `business_rules.rules.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the rule. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The rule. */
        200: Json<Rule>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/business_rules/rules/{id}/restore': {
    /**
     * `restoreRule`: Restore a deleted rule. Restores the rule as it was: enabled or not, in its rule
     * sets, with its id and history. Returns 409 if another rule uses its `ruleId` now, and 404 if the
     * rule is not deleted. Needs the feature `business_rules.rules.create`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the rule. */
          id: Uuid;
        };
        query?: Selection;
        header?: never;
      };
      responses: {
        /** The rule. */
        200: Json<Rule>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409>;
    };
  };
  '/api/business_rules/rules/{id}/revisions': {
    /**
     * `listRuleRevisions`: List the revisions of a rule. Returns who changed which fields of a rule,
     * newest revision first; deleted rules are included. The latest 100 revisions of a rule are kept,
     * including the current one, also while the rule is deleted. Rules created before revisions were
     * recorded have the revisions since then. Strongly consistent; one read for the rule and one for the
     * page. Needs the feature `business_rules.rules.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the rule. */
          id: Uuid;
        };
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** One page of revisions. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: RuleRevisionHead[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/business_rules/rules/{id}/revisions/compare': {
    /**
     * `compareRuleRevisions`: Compare two revisions of a rule. Returns the fields that differ between two
     * revisions, with both values. The latest 100 revisions of a rule are kept, including the current one,
     * also while the rule is deleted. Rules created before revisions were recorded have the revisions
     * since then. Needs the feature `business_rules.rules.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the rule. */
          id: Uuid;
        };
        query: Selection & {
          /** Number of one revision. */
          from: number;
          /** Number of the other. */
          to: number;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** What differs. */
        200: Json<RuleComparison>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/business_rules/rules/{id}/revisions/{revision}': {
    /**
     * `getRuleRevision`: Read a revision of a rule. Returns the whole rule as it was in that revision,
     * also for deleted rules. The latest 100 revisions of a rule are kept, including the current one, also
     * while the rule is deleted. Rules created before revisions were recorded have the revisions since
     * then. Needs the feature `business_rules.rules.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the rule. */
          id: Uuid;
          /** Number of the revision. */
          revision: number;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The revision. */
        200: Json<RuleRevision>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/business_rules/rules/{id}/revisions/{revision}/restore': {
    /**
     * `restoreRuleRevision`: Restore a revision of a rule. Sets all fields of a rule to those of one of
     * its revisions and stores the result as a new revision, so the history stays complete. Returns 409 if
     * another rule uses the `ruleId` of that revision, and 412 if `If-Match` names an older revision.
     * Restore a deleted rule first: it returns 404 here. Needs the feature `business_rules.rules.edit`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the rule. */
          id: Uuid;
          /** Number of the revision. */
          revision: number;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The rule as restored. */
        200: Json<Rule>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
  };
  '/api/business_rules/sets': {
    /**
     * `listSets`: List and search rule sets. Returns rule sets of the selected organization, by default
     * sorted by `setId`. Filters are combined with AND. Needs the feature `business_rules.rules.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in setName or setId, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'setId' | 'setName' | 'enabled' | 'createdAt' | 'updatedAt';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only sets with this text in their setId, ignoring case. */
          setId?: string;
          /** Only enabled, or only disabled sets. */
          enabled?: boolean;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of sets. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: RuleSet[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createSet`: Create a rule set. Creates an empty set in the selected organization. The `setId` must
     * be unique in the tenant. Needs the feature `business_rules.rules.create`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** Your own identifier, unique in the tenant. */
        setId: string;
        /** Name shown to people. */
        setName: string;
        /** What the set is for. */
        description?: string | null;
        /** Disabled sets are not executed. Default: true. */
        enabled?: boolean;
      }>;
      responses: {
        /** The set as created. */
        201: Json<RuleSet>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409>;
    };
    /**
     * `updateSet`: Change a rule set. Changes the given fields and leaves all others as they are.
     * `memberIds` orders all members at once; it returns 400 unless it names each membership of the set
     * once. Needs the feature `business_rules.rules.edit`.
     */
    put: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<{
        /** Your own identifier, unique in the tenant. */
        setId?: string;
        /** Name shown to people. */
        setName?: string;
        /** What the set is for. */
        description?: string | null;
        /** Disabled sets are not executed. */
        enabled?: boolean;
        /** Id of the set to change. */
        id: Uuid;
        /**
         * Ids of all memberships in the order in which their rules run; they get the sequences 10, 20, 30 and
         * so on.
         */
        memberIds?: Uuid[];
      }>;
      responses: {
        /** The set as changed. */
        200: Json<
          RuleSet & {
            ok: Ok;
          }
        >;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
    /**
     * `deleteSet`: Delete a rule set. Marks the set as deleted; its `setId` can be used again. Its rules
     * are kept. Needs the feature `business_rules.rules.delete`.
     */
    delete: {
      parameters: {
        path?: never;
        query: Selection & {
          /** Id of the set (not its own `setId`). */
          id: Uuid;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The set is deleted. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/business_rules/sets/{id}': {
    /**
     * `getSet`: Read a rule set with its members. Returns 404 for a deleted set and for a set of another
     * tenant or organization. Needs the feature `business_rules.rules.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the set (not its own `setId`). */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The set. */
        200: Json<RuleSetDetail>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/business_rules/sets/{id}/execute': {
    /**
     * `executeSet`: Execute a rule set. Runs the enabled members of an enabled set in ascending sequence.
     * A GUARD rule that blocks ends the execution: later members are SKIPPED. Members that are disabled,
     * not in effect, or for another entity type or event than the request names are SKIPPED, too. Needs
     * the feature `business_rules.rules.execute`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the set (not its own `setId`). */
          id: Uuid;
        };
        query?: Selection;
        header?: never;
      };
      requestBody: Json<
        ExecuteFields & {
          /** Type of the entity; by default that of the rule. */
          entityType?: string | null;
        }
      >;
      responses: {
        /** The results of the rules of the set. */
        200: Json<
          RuleExecution & {
            /** Your own identifier, unique in the tenant. */
            setId: string;
            /** Name shown to people. */
            setName: string;
          }
        >;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409>;
    };
  };
  '/api/business_rules/sets/{id}/members': {
    /**
     * `addSetMember`: Add a rule to a set. Adds a rule of the set’s organization. A set can contain each
     * rule once and at most 100 rules. Needs the feature `business_rules.rules.edit`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the set (not its own `setId`). */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<{
        /** Id of the rule to add (not its own `ruleId`). */
        ruleId: Uuid;
        /** Members run in ascending sequence. Default: 0. */
        sequence?: number;
        /** Disabled members are skipped. Default: true. */
        enabled?: boolean;
      }>;
      responses: {
        /** The new member. */
        201: Json<RuleSetMember>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
    /**
     * `updateSetMember`: Change a member of a rule set. Changes the position of a member, or whether it
     * runs. Needs the feature `business_rules.rules.edit`.
     */
    put: {
      parameters: {
        path: {
          /** Id of the set (not its own `setId`). */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<{
        /** Members run in ascending sequence. */
        sequence?: number;
        /** Disabled members are skipped. */
        enabled?: boolean;
        /** Id of the membership to change. */
        memberId: Uuid;
      }>;
      responses: {
        /** The member is changed. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
    /**
     * `removeSetMember`: Remove a rule from a set. Removes the rule from the set. The rule itself is kept.
     * Needs the feature `business_rules.rules.edit`.
     */
    delete: {
      parameters: {
        path: {
          /** Id of the set (not its own `setId`). */
          id: Uuid;
        };
        query: Selection & {
          /** Id of the membership to end. */
          memberId: Uuid;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The rule is out of the set. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/scheduler/failed-runs': {
    /**
     * `listFailedRuns`: List the runs that failed, of all jobs. Runs of the selected organizations and of
     * the tenant as a whole whose last attempt failed, the latest first; super admins see those of the
     * platform too. They are kept as long as the history of their jobs. Needs the feature
     * `scheduler.jobs.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Only runs that failed at or after this moment. */
          since?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of runs. */
        200: Json<{
          /** The runs of the page. */
          data: FailedRun[];
          /** Where the page stands in the list. */
          meta: {
            /** Runs that match, over all pages; see `totalIsExact`. */
            total: number;
            /** False when there are more than one request looks at. */
            totalIsExact: boolean;
            /** Requested rows per page. */
            pageSize: number;
            /** Page number, from 1. */
            page: number;
          };
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/scheduler/firings': {
    /**
     * `previewFirings`: Preview the next times of a schedule. Returns the next times of a job (`jobId`),
     * enabled or not, or of a schedule that is not stored yet (`scheduleType`, `scheduleValue` and
     * `timezone`, by default UTC), which is validated as for a new job. An interval that is not stored yet
     * is counted from now. Local times that do not exist because the clock is moved forward are skipped,
     * as in real runs. Needs the feature `scheduler.jobs.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Job whose next times are returned; without it, send a schedule in the other keys. */
          jobId?: Uuid;
          /** Format of `scheduleValue`. */
          scheduleType?: 'cron' | 'interval';
          /**
           * `cron`: minute, hour, day of month, month and day of week, with lists, ranges, steps and names; if
           * both days are restricted, a time matches either of them. `interval`: a whole number and `s`, `m`,
           * `h` or `d`.
           */
          scheduleValue?: string;
          /**
           * IANA time zone of a cron expression. A local time that does not exist on the day of a clock change
           * is skipped; a time that exists twice fires once. Intervals have no time zone.
           */
          timezone?: string;
          /** Start of the search for next times; default: now. */
          after?: string;
          /** How many firings, at most 50. Default: 5. */
          count?: number;
        };
        header?: never;
      };
      responses: {
        /** The firings. */
        200: Json<{
          scheduleType: ScheduleType;
          scheduleValue: ScheduleValue;
          timezone: Timezone;
          /** The earliest first. */
          firings: Timestamp[];
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 422>;
    };
  };
  '/api/scheduler/jobs': {
    /**
     * `listJobs`: List and search scheduled jobs. Returns jobs of the selected organizations and of the
     * whole tenant; super admins also see jobs of the platform. Newest first by default. Filters are
     * combined with AND. A list filtered by `id` is strongly consistent. Needs the feature
     * `scheduler.jobs.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 100. Default: 20. */
          pageSize?: number;
          /** Text to find in name or description, ignoring case. */
          search?: string;
          /** Only the job with this id. */
          id?: Uuid;
          /** Only jobs of this scope. */
          scopeType?: 'system' | 'organization' | 'tenant';
          /** True for enabled jobs only, false for disabled ones only. */
          isEnabled?: boolean;
          /** Only jobs of this source. */
          sourceType?: 'user' | 'module';
          /** Only jobs that this module made. */
          sourceModule?: string;
          /** Field to sort by; `createdAt` by default. */
          sortBy?: 'name' | 'nextRunAt' | 'createdAt';
          /** Direction of the sort; `desc` by default. */
          sortOrder?: 'asc' | 'desc';
          /** Alias of `sortBy`. */
          sortField?: 'name' | 'nextRunAt' | 'createdAt';
          /** Alias of `sortOrder`. */
          sortDir?: 'asc' | 'desc';
          /** Alias of `sortBy`. */
          sort?: 'name' | 'nextRunAt' | 'createdAt';
          /** Alias of `sortOrder`. */
          order?: 'asc' | 'desc';
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of jobs. */
        200: {
          content: {
            'application/json': {
              /** The jobs of the page. */
              data: ScheduledJob[];
              /** Where the page stands in the list. */
              meta: {
                /** Jobs that match, over all pages. */
                total: number;
                /** Requested rows per page. */
                pageSize: number;
                /** Page number, from 1. */
                page: number;
              };
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createJob`: Create a scheduled job. The job runs from its `nextRunAt` on, each time within a
     * minute. If the command needs a feature, the caller must hold it; the command runs with the rights
     * that this user has at the time of the run. Jobs of the whole tenant are created, changed, run and
     * deleted only by callers who may select all of its organizations; others see them. A tenant has at
     * most 2 000 jobs (`SCHEDULED_JOBS_PER_TENANT` of the deployment). Needs the feature
     * `scheduler.jobs.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<
        JobFields & {
          /** Name of the job. */
          name: string;
          scopeType: JobScopeType;
          scheduleType: ScheduleType;
          scheduleValue: ScheduleValue;
          /** What the job does when it is due. */
          targetType: 'queue' | 'command';
          condition?: JobCondition;
        }
      >;
      responses: {
        /** The job as created. */
        200: Json<ScheduledJob>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 409 | 422>;
    };
    /**
     * `updateJob`: Change a scheduled job. Changes the given fields and leaves all others as they are. A
     * new `scheduleType` requires a new `scheduleValue`. A new `targetType` requires its target and clears
     * the previous queue, command and payload. A new `scopeType` moves the job to the selected
     * organization, the tenant or the platform, under the same rules as creating it there: id and schedule
     * are kept, and it runs with the rights of the caller from then on. A move between a tenant and the
     * platform does not move the history. Intervals are counted from the change of the schedule. With
     * `If-Match`, the request fails if the job has changed since. Needs the feature
     * `scheduler.jobs.manage`.
     */
    put: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<
        JobFields & {
          /** Name of the job. */
          name?: string;
          scopeType?: JobScopeType;
          scheduleType?: ScheduleType;
          scheduleValue?: ScheduleValue;
          /** What the job does when it is due. */
          targetType?: 'queue' | 'command';
          condition?: JobCondition;
          /** Id of the job to change. */
          id: Uuid;
        }
      >;
      responses: {
        /** The job as changed. */
        200: Json<ScheduledJob>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 409 | 412 | 422 | 503>;
    };
    /**
     * `deleteJob`: Delete a scheduled job. The job stops running and is no longer shown. It can be
     * restored for 30 days. Send the id in the body or in the query. Needs the feature
     * `scheduler.jobs.manage`.
     */
    delete: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Id of the job. */
          id?: Uuid;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody?: Json<{
        /** Id of the job. */
        id?: Uuid;
      }>;
      responses: {
        /** The job is deleted. */
        200: Json<{
          /** Always true. */
          ok: boolean;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 412>;
    };
  };
  '/api/scheduler/jobs/bulk-delete': {
    /**
     * `bulkDeleteJobs`: Delete several scheduled jobs. Deletes up to 100 jobs. Each can be restored for 30
     * days. Each id has its own transaction, event and audit entry; if one fails, the others continue. The
     * response is 200 with one result per id. Repeating the request changes nothing more. The last write
     * wins. The request counts once against rate limits and costs one read of all ids per selected
     * organization and one transaction per changed row. An id that does not exist, or no longer exists,
     * has the result `unchanged`. Needs the feature `scheduler.jobs.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** Ids of the jobs, 1 to 100; duplicates are ignored. */
        ids: Uuid[];
      }>;
      responses: {
        /** The result for each job. */
        200: Json<BulkResponse>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/scheduler/jobs/bulk-update': {
    /**
     * `bulkUpdateJobs`: Enable or disable several scheduled jobs. Enables or disables up to 100 jobs. Each
     * id has its own transaction, event and audit entry; if one fails, the others continue. The response
     * is 200 with one result per id. Repeating the request changes nothing more. The last write wins. The
     * request counts once against rate limits and costs one read of all ids per selected organization and
     * one transaction per changed row. The schedules are updated one after another. If a result has the
     * code `unfinished`, the job is stored but its schedule is not updated yet: repeat the request. Needs
     * the feature `scheduler.jobs.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** Ids of the jobs, 1 to 100; duplicates are ignored. */
        ids: Uuid[];
        /** Whether the jobs fire from now on. */
        isEnabled: boolean;
      }>;
      responses: {
        /** The result for each job. */
        200: Json<BulkResponse>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/scheduler/jobs/undo': {
    /**
     * `undoDeleteJob`: Restore a deleted job. Within 30 days of its deletion, a job can be restored as it
     * was: enabled or not, with its history. Returns 404 if the job is not deleted. Needs the feature
     * `scheduler.jobs.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** Id of the job. */
        id: Uuid;
      }>;
      responses: {
        /** The job. */
        200: Json<ScheduledJob>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 409 | 503>;
    };
  };
  '/api/scheduler/jobs/{id}': {
    /**
     * `getJob`: Read a scheduled job. Returns a job of a selected organization, of the whole tenant or,
     * for super admins, of the platform. Returns 404 for a deleted job and for a job of another tenant or
     * organization. The `ETag` changes with edits only, not when a run updates `lastRunAt` and
     * `nextRunAt`. Needs the feature `scheduler.jobs.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the job. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The job. */
        200: Json<ScheduledJob>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/scheduler/jobs/{id}/executions': {
    /**
     * `listExecutions`: List the runs of a scheduled job. Returns runs that started or are due within the
     * current minute, newest first. Completed runs are kept for 30 days, failed runs for 90 days; for jobs
     * that run very often, at least one day. Needs the feature `scheduler.jobs.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the job. */
          id: Uuid;
        };
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 100. Default: 20. */
          pageSize?: number;
          /** Only runs in this state. */
          state?: 'waiting' | 'active' | 'completed' | 'failed' | 'delayed' | 'paused';
          /** Only runs that were started in this way. */
          triggerType?: 'scheduled' | 'manual';
        };
        header?: never;
      };
      responses: {
        /** One page of runs. */
        200: Json<{
          /** The runs of the page. */
          data: Execution[];
          /** Where the page stands in the list. */
          meta: {
            /** Runs that match, over all pages; see `totalIsExact`. */
            total: number;
            /** False when the history is longer than one request can read. */
            totalIsExact: boolean;
            /** Requested rows per page. */
            pageSize: number;
            /** Page number, from 1. */
            page: number;
          };
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 503>;
    };
  };
  '/api/scheduler/queue-jobs/{jobId}': {
    /**
     * `getQueueJob`: Read one run of a scheduled job. Use the id that starting the job returned, or an id
     * from the list of its runs. Needs the feature `scheduler.jobs.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the run. */
          jobId: string;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The run. */
        200: Json<QueueJob>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 503>;
    };
  };
  '/api/scheduler/targets': {
    /**
     * `listTargets`: List the targets of jobs. Returns the queues that a job can send to and the commands
     * that it can run. A command runs with the rights of the user who saved it, within the scope of the
     * job: `webhooks.publish_event` publishes an event (payload `{type, data, id?}`, feature
     * `events.publish`), `business_rules.execute_set` executes a rule set of the organization
     * (`{ruleSetId, entityType?, entityId?, eventType?, data?, dryRun?}`, feature
     * `business_rules.rules.execute`), `scheduler.test.echo` returns its payload. Each command takes
     * effect once per run, even if the run is attempted several times. Needs the feature
     * `scheduler.jobs.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      responses: {
        /** Queues and commands. */
        200: Json<{
          /** Every queue that a job may name, by name. */
          queues: {
            /** Name of the queue. */
            value: string;
            /** Title for people. */
            label: string;
            /** What the queue is for, in a sentence. */
            summary: string;
          }[];
          /** Every command that a job may name, by name. */
          commands: {
            /** Name of the command. */
            value: string;
            /** Title for people. */
            label: string;
            /** What the command is for, in a sentence. */
            summary: string;
          }[];
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/scheduler/trigger': {
    /**
     * `triggerJob`: Run a scheduled job now. Starts an extra run; the schedule does not change. A job can
     * be started 10 times a minute and 100 times an hour. Needs the feature `scheduler.jobs.trigger`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** Id of the job. */
        id: Uuid;
      }>;
      responses: {
        /** The run waits for a worker. */
        200: Json<{
          /** Always true. */
          ok: boolean;
          /** Id of the run, for `GET /api/scheduler/queue-jobs/{jobId}`. */
          jobId: string;
          /** The status in words. */
          message: string;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 422 | 503>;
    };
  };
  '/api/feature_toggles/check/batch': {
    /**
     * `checkToggles`: Check many toggles at once. Returns the values of up to 100 toggles of any type. If
     * one toggle has no value, its entry has an error code instead; the others are returned.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      requestBody: Json<{
        /** Identifiers of 1 to 100 toggles; duplicates are ignored. */
        identifiers: string[];
      }>;
      responses: {
        /** Each value and where it comes from. */
        200: Json<{
          /** One entry per identifier, in the requested order. */
          results: ToggleCheck[];
          /** The requested tenant. */
          tenantId: Uuid;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/feature_toggles/check/boolean': {
    /**
     * `checkBooleanToggle`: Check a boolean toggle. Returns the tenant's own value, or the default if it
     * has none. A check after a write returns the written value. With `If-None-Match`, an unchanged value
     * returns 304.
     */
    get: {
      parameters: {
        path?: never;
        query: {
          /** Identifier of the toggle. */
          identifier: string;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The value and where it comes from. */
        200: Json<{
          /** The value. */
          enabled: boolean;
          source: ToggleCheckSource;
          /** Id of the toggle. */
          toggleId: Uuid;
          /** The requested identifier. */
          identifier: string;
          /** The requested tenant. */
          tenantId: Uuid;
        }>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 404>;
    };
  };
  '/api/feature_toggles/check/json': {
    /**
     * `checkJsonToggle`: Check a JSON toggle. Returns the tenant's own value, or the default if it has
     * none. A check after a write returns the written value. With `If-None-Match`, an unchanged value
     * returns 304.
     */
    get: {
      parameters: {
        path?: never;
        query: {
          /** Identifier of the toggle. */
          identifier: string;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The value and where it comes from. */
        200: Json<{
          /** Always `json`. */
          valueType: 'json';
          /** The value. */
          value: unknown;
          source: ToggleCheckSource;
          /** Id of the toggle. */
          toggleId: Uuid;
          /** The requested identifier. */
          identifier: string;
          /** The requested tenant. */
          tenantId: Uuid;
        }>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 404>;
    };
  };
  '/api/feature_toggles/check/number': {
    /**
     * `checkNumberToggle`: Check a number toggle. Returns the tenant's own value, or the default if it has
     * none. A check after a write returns the written value. With `If-None-Match`, an unchanged value
     * returns 304.
     */
    get: {
      parameters: {
        path?: never;
        query: {
          /** Identifier of the toggle. */
          identifier: string;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The value and where it comes from. */
        200: Json<{
          /** Always `number`. */
          valueType: 'number';
          /** The value. */
          value: number;
          source: ToggleCheckSource;
          /** Id of the toggle. */
          toggleId: Uuid;
          /** The requested identifier. */
          identifier: string;
          /** The requested tenant. */
          tenantId: Uuid;
        }>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 404>;
    };
  };
  '/api/feature_toggles/check/string': {
    /**
     * `checkStringToggle`: Check a string toggle. Returns the tenant's own value, or the default if it has
     * none. A check after a write returns the written value. With `If-None-Match`, an unchanged value
     * returns 304.
     */
    get: {
      parameters: {
        path?: never;
        query: {
          /** Identifier of the toggle. */
          identifier: string;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The value and where it comes from. */
        200: Json<{
          /** Always `string`. */
          valueType: 'string';
          /** The value. */
          value: string;
          source: ToggleCheckSource;
          /** Id of the toggle. */
          toggleId: Uuid;
          /** The requested identifier. */
          identifier: string;
          /** The requested tenant. */
          tenantId: Uuid;
        }>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 404>;
    };
  };
  '/api/feature_toggles/global': {
    /**
     * `listToggles`: List and search feature toggles. Returns the toggles of the deployment, by default
     * sorted by identifier. Filters are combined with AND. For super admins. For super admins only.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in identifier, name, description or category, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'id' | 'category' | 'identifier' | 'name' | 'createdAt' | 'updatedAt' | 'type';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only toggles with this text in the identifier, ignoring case. */
          identifier?: string;
          /** Only toggles with this text in the name, ignoring case. */
          name?: string;
          /** Only toggles with this text in the category, ignoring case. */
          category?: string;
          /** Only toggles of this type. */
          type?: 'boolean' | 'string' | 'number' | 'json';
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of toggles. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: Toggle[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createToggle`: Create a feature toggle. Creates a toggle that every tenant can check immediately.
     * For super admins. For super admins only.
     */
    post: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      /** At most 65536 bytes. */
      requestBody: Json<{
        identifier: ToggleIdentifier;
        name: Name;
        /** What the toggle is for. */
        description?: string | null;
        /** Free grouping. */
        category?: string | null;
        /** Type of its values; it never changes. */
        type: 'boolean' | 'string' | 'number' | 'json';
        /**
         * Value for every tenant without an own value: null, or a value of the type, at most 24576 bytes of
         * JSON.
         */
        defaultValue?: unknown;
      }>;
      responses: {
        /** The toggle is created. */
        201: Json<{
          /** Id of the toggle. */
          id: Uuid;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409>;
    };
    /**
     * `updateToggle`: Change a feature toggle. Changes the given fields and leaves all others as they are.
     * The type never changes: a `type` that is sent is ignored. Tenants keep their own values, also under
     * a new identifier. For super admins. For super admins only.
     */
    put: {
      parameters: {
        path?: never;
        query?: never;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      /** At most 65536 bytes. */
      requestBody: Json<{
        /** Id of the toggle to change. */
        id: Uuid;
        identifier?: ToggleIdentifier;
        name?: Name;
        /** What the toggle is for. */
        description?: string | null;
        /** Free grouping. */
        category?: string | null;
        /**
         * Value for every tenant without an own value: null, or a value of the type, at most 24576 bytes of
         * JSON.
         */
        defaultValue?: unknown;
      }>;
      responses: {
        /** The toggle is changed. */
        200: Json<{
          /** Id of the toggle. */
          id: Uuid;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
    /**
     * `deleteToggle`: Delete a feature toggle. Marks the toggle as deleted: checks no longer find it, and
     * its identifier cannot be used again. Send the id in the body or as a query parameter. For super
     * admins. For super admins only.
     */
    delete: {
      parameters: {
        path?: never;
        query?: {
          /** Id of the toggle. */
          id?: Uuid;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody?: Json<{
        /** Id of the toggle. */
        id?: Uuid;
      }>;
      responses: {
        /** The toggle is deleted. */
        200: Json<{
          /** Id of the toggle. */
          id: Uuid;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/feature_toggles/global/bulk-delete': {
    /**
     * `bulkDeleteToggles`: Delete several feature toggles. Deletes up to 100 toggles. Their identifiers
     * cannot be used again. Each id has its own transaction, event and audit entry; if one fails, the
     * others continue. The response is 200 with one result per id. Repeating the request changes nothing
     * more. The last write wins. The request counts once against rate limits and costs one read of all ids
     * per selected organization and one transaction per changed row. An id that does not exist, or no
     * longer exists, has the result `unchanged`. For super admins. For super admins only.
     */
    post: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      requestBody: Json<{
        /** Ids of the toggles, 1 to 100; duplicates are ignored. */
        ids: Uuid[];
      }>;
      responses: {
        /** The result for each toggle. */
        200: Json<BulkResponse>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/feature_toggles/global/bulk-update': {
    /**
     * `bulkUpdateToggles`: Set the default of several boolean toggles. Sets the same boolean default for
     * up to 100 toggles. Tenants keep their own values. Each id has its own transaction, event and audit
     * entry; if one fails, the others continue. The response is 200 with one result per id. Repeating the
     * request changes nothing more. The last write wins. The request counts once against rate limits and
     * costs one read of all ids per selected organization and one transaction per changed row. For super
     * admins. For super admins only.
     */
    post: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      requestBody: Json<{
        /** Ids of the toggles, 1 to 100; duplicates are ignored. */
        ids: Uuid[];
        /** Default value of the toggles, which must be of type boolean or json. */
        defaultValue: boolean;
      }>;
      responses: {
        /** The result for each toggle. */
        200: Json<BulkResponse>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/feature_toggles/global/{id}': {
    /**
     * `getToggle`: Read a feature toggle. Returns 404 for a deleted toggle. For super admins. For super
     * admins only.
     */
    get: {
      parameters: {
        path: {
          /** Id of the toggle. */
          id: Uuid;
        };
        query?: never;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The toggle. */
        200: Json<Toggle>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/feature_toggles/global/{id}/override': {
    /**
     * `getOverride`: Read the value of a toggle in a tenant. Returns the selected tenant's own value, or
     * the default with an empty `id` if it has none. For super admins. For super admins only.
     */
    get: {
      parameters: {
        path: {
          /** Id of the toggle. */
          id: Uuid;
        };
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The value and where it comes from. */
        200: Json<{
          /** Id of the override; empty when the tenant has no value of its own. */
          id: string;
          /** The effective value in the tenant: its own value or the default. */
          value: unknown;
          /** Name of the tenant. */
          tenantName: string;
          /** The requested tenant. */
          tenantId: Uuid;
          /** Type of the toggle. */
          toggleType: 'boolean' | 'string' | 'number' | 'json';
        }>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/feature_toggles/global/{id}/override/targeting': {
    /**
     * `getOverrideTargeting`: Read the targeting of a tenant’s own value. Returns the rules and the kill
     * switch that replace those of the toggle in the selected tenant. Needs the feature
     * `feature_toggles.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the toggle. */
          id: Uuid;
        };
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The targeting. */
        200: Json<
          TargetingFields & {
            /** Id of the toggle. */
            toggleId: Uuid;
            /** Identifier of the toggle. */
            identifier: string;
            /** The requested tenant. */
            tenantId: Uuid;
            /** Whether the tenant has a value of its own. */
            isOverride: boolean;
            /** The value in the tenant if no rule matches. */
            value: unknown;
          }
        >;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `setOverrideTargeting`: Change the targeting of a tenant’s own value. Changes the given fields in
     * the selected tenant. If the tenant has no own value yet, it gets the default as its own value. Rules
     * can use global segments and segments of the tenant. For super admins. For super admins only.
     */
    put: {
      parameters: {
        path: {
          /** Id of the toggle. */
          id: Uuid;
        };
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      /** At most 262144 bytes. */
      requestBody: Json<SetTargetingFields & {}>;
      responses: {
        /** The targeting as it is now. */
        200: Json<
          TargetingFields & {
            /** Id of the toggle. */
            toggleId: Uuid;
            /** Identifier of the toggle. */
            identifier: string;
            /** The requested tenant. */
            tenantId: Uuid;
            /** Whether the tenant has a value of its own. */
            isOverride: boolean;
            /** The value in the tenant if no rule matches. */
            value: unknown;
          }
        >;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/feature_toggles/global/{id}/targeting': {
    /**
     * `getTargeting`: Read the targeting of a toggle. Returns the rules, kill switch, owner and expiry of
     * a toggle. Needs the feature `feature_toggles.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the toggle. */
          id: Uuid;
        };
        query?: never;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The targeting. */
        200: Json<
          TargetingFields & {
            /** Id of the toggle. */
            toggleId: Uuid;
            /** Identifier of the toggle. */
            identifier: string;
            /** Type of the toggle. */
            type: 'boolean' | 'string' | 'number' | 'json';
            /** Value if no rule matches. */
            defaultValue: unknown;
            /** Owner of the toggle: a person or a team. */
            owner: string | null;
            /** When the toggle should be removed. */
            expiresAt: TimestampOrNull;
          }
        >;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `setTargeting`: Change the targeting of a toggle. Changes the given fields; the next evaluation uses
     * them. Rules can use global segments. When you increase a percentage, the contexts that were included
     * stay included. For super admins. For super admins only.
     */
    put: {
      parameters: {
        path: {
          /** Id of the toggle. */
          id: Uuid;
        };
        query?: never;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      /** At most 262144 bytes. */
      requestBody: Json<
        SetTargetingFields & {
          /** Owner of the toggle: a person or a team. */
          owner?: string | null;
          /** When the toggle should be removed; from then on it is listed as stale. It can still be evaluated. */
          expiresAt?: string | null;
        }
      >;
      responses: {
        /** The targeting as it is now. */
        200: Json<
          TargetingFields & {
            /** Id of the toggle. */
            toggleId: Uuid;
            /** Identifier of the toggle. */
            identifier: string;
            /** Type of the toggle. */
            type: 'boolean' | 'string' | 'number' | 'json';
            /** Value if no rule matches. */
            defaultValue: unknown;
            /** Owner of the toggle: a person or a team. */
            owner: string | null;
            /** When the toggle should be removed. */
            expiresAt: TimestampOrNull;
          }
        >;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/feature_toggles/overrides': {
    /**
     * `listOverrides`: List the toggles of a tenant with its overrides. Returns one row per toggle;
     * `isOverride` is true if the selected tenant has its own value. For super admins. For super admins
     * only.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 25. */
          pageSize?: number;
          /** Text to find in identifier, name, description or category, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'identifier' | 'name' | 'category';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only toggles with this text in the identifier, ignoring case. */
          identifier?: string;
          /** Only toggles with this text in the name, ignoring case. */
          name?: string;
          /** Only toggles with this text in the category, ignoring case. */
          category?: string;
          /** Only the row of the toggle with this id. */
          id?: Uuid;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of toggles. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: ToggleOverrideRow[];
              /** Whether the caller is a super admin. */
              isSuperAdmin: boolean;
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `setOverride`: Set or remove a tenant's own value of a toggle. Sets the value for the selected
     * tenant; the next check returns it. Removing a value that is not set changes nothing. For super
     * admins. For super admins only.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      /** At most 65536 bytes. */
      requestBody: Json<{
        /** Id of the toggle. */
        toggleId: Uuid;
        /** True gives the tenant a value of its own, false takes it away. */
        isOverride: boolean;
        /**
         * The value, of the type of the toggle. Without it the tenant keeps its value, or starts with the
         * default of the toggle. Ignored when isOverride is false.
         */
        overrideValue?: unknown;
      }>;
      responses: {
        /** The value is set or taken away. */
        200: Json<{
          /** Always true. */
          ok: boolean;
          /** Id of the override; null when it was taken away. */
          overrideToggleId: UuidOrNull;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/feature_toggles/playground': {
    /**
     * `evaluateInPlayground`: Test a toggle with a context. Evaluates a toggle in the selected tenant and
     * explains the result. The evaluation is not counted. Needs the feature `feature_toggles.view`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      /** At most 262144 bytes. */
      requestBody: Json<{
        /** Identifier of the toggle. */
        identifier: string;
        context?: EvaluateInPlaygroundContext;
        /** Evaluate as if it were then; now by default. */
        at?: string;
      }>;
      responses: {
        /** The value, and why. */
        200: Json<{
          /** Identifier of the toggle. */
          identifier: string;
          /** Type of the toggle. */
          type: 'boolean' | 'string' | 'number' | 'json';
          /** What is served. */
          value: unknown;
          /** Name of the variant or rule; `default`, `override` or `disabled` where no rule decides. */
          variant: string;
          /**
           * `STATIC`: there are no rules. `TARGETING_MATCH`: a rule holds. `SPLIT`: a percentage or variants
           * decide. `DISABLED`: a kill switch is active. `DEFAULT`: no rule holds. `ERROR`: an evaluation
           * failed, and the default is served.
           */
          reason: 'STATIC' | 'TARGETING_MATCH' | 'SPLIT' | 'DISABLED' | 'DEFAULT' | 'ERROR';
          /** `override` where the tenant has a value of its own, else `default`. */
          source: 'override' | 'default';
          /** The rule that decided; null for none. */
          rule: {
            /** Its place among the rules, from 0. */
            index: number;
            /** Its name, if it has one. */
            name: string | null;
          } | null;
          /** With the reason `ERROR`: why. */
          error: {
            /** Code of OpenFeature. */
            code: 'TARGETING_KEY_MISSING' | 'GENERAL';
            /** The status in words. */
            message: string;
          } | null;
          context: EvaluateInPlaygroundContext;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/feature_toggles/segments': {
    /**
     * `listSegments`: List segments. Returns global segments and segments of the selected tenant, sorted
     * by name. Needs the feature `feature_toggles.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in name or description, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'name' | 'createdAt' | 'updatedAt';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only the segment with this id. */
          id?: Uuid;
          /** Only global segments, or only those of the tenant. */
          isGlobal?: boolean;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** One page of segments. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: ToggleSegment[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `createSegment`: Create a segment. Creates a segment in the selected tenant or, with `isGlobal`, for
     * all tenants. Only super admins can change global segments. Needs the feature
     * `feature_toggles.segments.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<
        SegmentFields & {
          /** Name shown to people, unique in the tenant. */
          name: string;
          /** A segment of the deployment, for every tenant. For super admins. */
          isGlobal?: boolean;
        }
      >;
      responses: {
        /** The segment is created. */
        201: Json<{
          /** Id of the segment. */
          id: Uuid;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<412>;
    };
    /**
     * `updateSegment`: Change a segment. Changes the given fields; the next evaluation uses them. Only
     * super admins can change global segments. Needs the feature `feature_toggles.segments.manage`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<
        SegmentFields & {
          /** Id of the segment to change. */
          id: Uuid;
          /** Name shown to people, unique in the tenant. */
          name?: string;
        }
      >;
      responses: {
        /** The segment is changed. */
        200: Json<{
          /** Id of the segment. */
          id: Uuid;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
    /**
     * `deleteSegment`: Delete a segment. Returns 409 while rules or other segments use it. Only super
     * admins can change global segments. Needs the feature `feature_toggles.segments.manage`.
     */
    delete: {
      parameters: {
        path?: never;
        query?: {
          /** Id of the segment. */
          id?: Uuid;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody?: Json<{
        /** Id of the segment. */
        id?: Uuid;
      }>;
      responses: {
        /** The segment is deleted. */
        200: Json<{
          /** Id of the segment. */
          id: Uuid;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
  };
  '/api/feature_toggles/toggles': {
    /**
     * `listVisibleToggles`: List the toggles that a tenant can use. Returns all toggles with owner, expiry
     * and last evaluation, and the reasons why a toggle is stale. Needs the feature
     * `feature_toggles.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in identifier, name, description or category, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'id' | 'category' | 'identifier' | 'name' | 'createdAt' | 'updatedAt' | 'type';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only toggles with this text in the identifier, ignoring case. */
          identifier?: string;
          /** Only toggles with this text in the name, ignoring case. */
          name?: string;
          /** Only toggles with this text in the category, ignoring case. */
          category?: string;
          /** Only toggles of this type. */
          type?: 'boolean' | 'string' | 'number' | 'json';
          /**
           * Only toggles that are stale: expired, or not evaluated in any tenant for `staleDays`; or only
           * others.
           */
          stale?: boolean;
          /** Days without an evaluation; 30 by default. Default: 30. */
          staleDays?: number;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of toggles. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: VisibleToggle[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
  };
  '/api/feature_toggles/toggles/{id}/usage': {
    /**
     * `getToggleUsage`: Read how often a toggle was evaluated. Returns the evaluations of the toggle in
     * the selected tenant by day (UTC) and value, latest day first. Counts are kept for 90 days and
     * written in batches: the last minute may be missing. Playground evaluations are not counted. Needs
     * the feature `feature_toggles.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the toggle. */
          id: Uuid;
        };
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The counts. */
        200: Json<{
          /** Id of the toggle. */
          toggleId: Uuid;
          /** When it was evaluated last in any tenant. */
          lastEvaluatedAt: TimestampOrNull;
          /** Days with evaluations. */
          days: {
            /** The day. */
            date: string;
            /** Evaluations of the day. */
            total: number;
            /** The values, the most frequent first. */
            values: {
              /** The value as JSON, shortened; `…` for all beyond the first 20. */
              value: string;
              /** Evaluations that served it. */
              count: number;
            }[];
          }[];
        }>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/ofrep/v1/evaluate/flags': {
    /**
     * `evaluateFlags`: Evaluate all toggles (OFREP). For OpenFeature providers in browsers and apps, which
     * evaluate all toggles for one context and cache the values. With `If-None-Match`, unchanged values
     * return 304. `eventStreams` contains the URL of a stream of changes, for callers with an API key or a
     * session cookie. These requests have their own rate limit: 6 000 per minute and API key by default.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** What an event of the stream named; accepted and not needed. */
          flagConfigEtag?: string;
          /** What an event of the stream named; accepted and not needed. */
          flagConfigLastModified?: string;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      /** At most 262144 bytes. */
      requestBody: Json<{
        /**
         * The evaluation context: `targetingKey`, which splits and percentages draw by, and any attributes. At
         * most 32 KB.
         */
        context: Record<string, unknown>;
      }>;
      responses: {
        /** The evaluations. */
        200: Json<{
          /** One entry per toggle, by identifier. */
          flags: (OfrepSuccess | OfrepFailure)[];
          /** Streams that tell when to evaluate again. */
          eventStreams: {
            /** Server-sent events. */
            type: 'sse';
            /** Where to listen. */
            endpoint: {
              /** Path and query on the host of this request. */
              requestUri: string;
            };
            /** After so many seconds in the background a client should close it. */
            inactivityDelaySec: number;
          }[];
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/ofrep/v1/evaluate/flags/{key}': {
    /**
     * `evaluateFlag`: Evaluate one toggle (OFREP). For OpenFeature providers on servers, which send the
     * context with each evaluation. Errors contain `key`, `errorCode` and `errorDetails`. These requests
     * have their own rate limit: 6 000 per minute and API key by default.
     */
    post: {
      parameters: {
        path: {
          /** Identifier of the toggle. */
          key: string;
        };
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      /** At most 262144 bytes. */
      requestBody: Json<{
        /**
         * The evaluation context: `targetingKey`, which splits and percentages draw by, and any attributes. At
         * most 32 KB.
         */
        context: Record<string, unknown>;
      }>;
      responses: {
        /** The evaluation. */
        200: Json<OfrepSuccess>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 404>;
    };
  };
  '/ofrep/v1/streams': {
    /**
     * `streamToggleChanges`: Stream changes of toggles (OFREP). Server-sent events for `EventSource`:
     * `{"type":"refetchEvaluation","etag":"…"}` whenever a toggle, a segment or a value of the tenant has
     * changed. The response of the bulk evaluation contains the URL; its token names tenant and key, is
     * valid for one to two days and grants nothing else. A connection ends after at most one minute; the
     * client reconnects and then receives what it missed. A new connection starts with an event, because
     * values may have changed since the evaluation. A tenant can have 50 open connections by default, in
     * addition to event streams.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** From the bulk evaluation; without one the caller needs credentials. */
          token?: string;
        };
        header?: never;
      };
      responses: {
        /** A stream of frames. */
        200: {
          content: {
            'text/event-stream': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<503>;
    };
  };
  '/api/entities/definitions': {
    /**
     * `listDefinitions`: List the custom fields of an entity type. Returns all custom fields that the
     * tenant defined for the type, sorted by key. Every caller of the tenant can read them. The ETag is
     * the version of all definitions of the type: send it as `If-Match` when you define or delete one of
     * them.
     */
    get: {
      parameters: {
        path?: never;
        query: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Only the row with this id. */
          id?: Uuid;
          /** Text to find in key or label, ignoring case. */
          search?: string;
          /**
           * Type of the records that have the field, `<module>.<entity>` in lower case; of the platform’s own
           * modules only `attachments.attachment`.
           */
          entityType: string;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The definitions. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: FieldDefinition[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `createDefinition`: Define a custom field. Defines a field, or replaces the definition with the same
     * key. Records keep their values of a replaced field. Needs the feature `entities.definitions.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<
        DefinitionFields & {
          /** Name shown to people. */
          label?: string;
          /** Whether the field holds a list of values. */
          multi?: boolean;
          options?: DefinitionOptions;
          validation?: DefinitionValidation;
          attachment?: DefinitionAttachment;
        }
      >;
      responses: {
        /** The id of the definition. */
        201: Json<{
          /** Id of the definition or record. */
          id: Uuid;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<412>;
    };
    /**
     * `deleteDefinition`: Delete a custom field. Deletes the definition. Records keep their values, but
     * the values are no longer validated, filtered or shown. Needs the feature
     * `entities.definitions.manage`.
     */
    delete: {
      parameters: {
        path?: never;
        query: {
          /**
           * Type of the records that have the field, `<module>.<entity>` in lower case; of the platform’s own
           * modules only `attachments.attachment`.
           */
          entityType: string;
          /** Key of the field: lower-case letters, digits, underscores. */
          key: string;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The definition is gone. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/entities/records': {
    /**
     * `listRecords`: List and search records of one entity type. Returns records of the selected
     * organization, newest first. `cf_<key>=value` filters by a custom field, depending on its kind;
     * `cf_<key>In=a,b` matches any of the values. A key that the type does not define returns 400 and
     * suggests the nearest key; for a type without custom fields such filters are ignored. `id` and
     * `externalId` find a record as soon as it is created. Needs the feature `entities.records.view`.
     */
    get: {
      parameters: {
        path?: never;
        query: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Type of the record, `<module>.<entity>` in lower case; the platform’s own modules are refused. */
          entityType: string;
          /** Only the record with this id, if it matches the other filters. */
          id?: Uuid;
          /** Only the record with this externalId. */
          externalId?: string;
          /**
           * Text to find in externalId or the record’s own texts, ignoring case. The first 512 characters of a
           * record are searched: externalId, then the texts and numbers of `fields`, nested ones last.
           */
          search?: string;
          /** createdAt, updatedAt, externalId or `cf_<key>`; by default the newest record comes first. */
          sortField?: string;
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of records. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: EntityRecord[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createRecord`: Create a record. Creates a record and publishes `<entityType>.created`. Custom
     * fields must be defined first. Needs the feature `entities.records.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      /** At most 262144 bytes. */
      requestBody: Json<
        RecordFields & {
          /** Type of the record, `<module>.<entity>` in lower case; the platform’s own modules are refused. */
          entityType: string;
          [name: string]: unknown;
        }
      >;
      responses: {
        /** The id of the record. */
        201: Json<{
          /** Id of the definition or record. */
          id: Uuid;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409>;
    };
    /**
     * `updateRecord`: Change a record. Changes the given fields and custom fields, leaves all others as
     * they are, and publishes `<entityType>.updated`. Needs the feature `entities.records.manage`.
     */
    put: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      /** At most 262144 bytes. */
      requestBody: Json<
        RecordFields & {
          /** Id of the record to change. */
          id: Uuid;
          [name: string]: unknown;
        }
      >;
      responses: {
        /** The record as changed. */
        200: Json<EntityRecord>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
    /**
     * `deleteRecord`: Delete a record. Deletes the record and publishes `<entityType>.deleted`. Needs the
     * feature `entities.records.manage`.
     */
    delete: {
      parameters: {
        path?: never;
        query: Selection & {
          /** Id of the definition or record. */
          id: Uuid;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The record is deleted. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/attachments': {
    /**
     * `listAttachments`: List the files of a record. Returns all files of the record, newest first, or one
     * page if you send both `page` and `pageSize`. `cf_<key>=value` filters by a custom field that is
     * defined for `attachments.attachment`, depending on its kind; `cf_<key>In=a,b` matches any of the
     * values. A key that is not defined returns 400 and suggests the nearest key; if no custom fields are
     * defined such filters are ignored. Filter values longer than 200 characters match nothing. Needs the
     * feature `attachments.view`.
     */
    get: {
      parameters: {
        path?: never;
        query: Selection & {
          /** Kind of the record that files belong to. */
          entityId: string;
          /** The record that files belong to. */
          recordId: string;
          /** Only the row with this id. */
          id?: Uuid;
          /** Text to find in names of files, safe and as sent, ignoring case. */
          search?: string;
          /** Page number, from 1; requires pageSize. */
          page?: number;
          /** Files per page, at most 200; requires page. */
          pageSize?: number;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** The files. */
        200: {
          content: {
            'application/json': {
              /** The files, newest first. */
              items: Attachment[];
              /** Files of the record; with paging only. */
              total?: number;
              /** Page number; with paging only. */
              page?: number;
              /** Requested files per page; with paging only. */
              pageSize?: number;
              /** Number of pages, 0 when the record has no files; with paging only. */
              totalPages?: number;
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `uploadAttachment`: Upload a file. A multipart form with the parts `entityId`, `recordId` and
     * `file`, in any order. Optional parts: `fieldKey` (a custom field of the entity, whose limits of size
     * and extensions and whose partition then apply), `partitionCode`, `tags` (a JSON array),
     * `assignments` (a JSON array of `{type, id, href?, label?}`), `customFields` (a JSON object) or
     * `cf_<key>`; optional parts that cannot be parsed are ignored. The record becomes an assignment
     * unless `entityId` is `attachments:library`. Executable files and active content (HTML, SVG, XML) are
     * rejected, under any name. Needs the feature `attachments.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      /** At most 27262976 bytes. */
      requestBody: {
        content: {
          'multipart/form-data': {
            /** Kind of the record that the file belongs to. */
            entityId: string;
            /** The record that the file belongs to. */
            recordId: string;
            /** The file. */
            file: Blob;
            /** Custom field of the entity whose limits and partition apply. */
            fieldKey?: string;
            /** Storage partition to use. */
            partitionCode?: string;
            /** JSON array of texts. */
            tags?: string;
            /** JSON array of `{type, id, href?, label?}`. */
            assignments?: string;
            /** JSON object of custom values; parts named `cf_<key>` are used, too. */
            customFields?: string;
          };
        };
      };
      responses: {
        /** The file is stored. */
        200: Json<{
          ok: Ok;
          item: Attachment;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 403 | 413>;
    };
    /**
     * `deleteAttachment`: Delete a file. Deletes the attachment with its thumbnails, the file and all
     * versions. Needs the feature `attachments.manage`.
     */
    delete: {
      parameters: {
        path?: never;
        query: Selection & {
          /** Id of the attachment. */
          id: Uuid;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The file is deleted. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/attachments/file/{id}': {
    /**
     * `downloadFile`: Download a file. Returns the current version of the file as it was uploaded, byte
     * for byte. Files of a public partition need no credentials unless the deployment requires them. Files
     * of private partitions are for callers of their organization and for super admins: requests without
     * credentials return 401, requests with other credentials 404. An invalid key or token in a header is
     * rejected; a cookie of a session that has ended, or of an organization that no longer exists, is
     * ignored. Browsers show images (AVIF, BMP, GIF, JPEG, PNG and WebP) and save every other file, sent
     * as `application/octet-stream`. A request with one `Range` of bytes returns 206 and that part, so
     * that interrupted downloads can continue; a request with several ranges returns the whole file.
     * `If-Range` takes the `ETag`, which changes only with the bytes. `HEAD` returns the headers only.
     */
    get: {
      parameters: {
        path: {
          /** Id of the attachment. */
          id: Uuid;
        };
        query?: Selection & {
          /** True has browsers save the file instead of showing it. */
          download?: boolean;
          /** Separates cached versions; every value returns the current version. */
          v?: number;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The file; with 206 a part of it. */
        200: {
          content: {
            'application/octet-stream': string;
            'image/avif': string;
            'image/bmp': string;
            'image/gif': string;
            'image/jpeg': string;
            'image/png': string;
            'image/webp': string;
          };
        };
        /** The requested range. */
        206: {
          content: {
            'application/octet-stream': string;
            'image/avif': string;
            'image/bmp': string;
            'image/gif': string;
            'image/jpeg': string;
            'image/png': string;
            'image/webp': string;
          };
        };
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 416>;
    };
  };
  '/api/attachments/image/{id}': {
    /**
     * `getImage`: Show an image, optionally resized. Returns a JPEG, PNG, GIF or WebP image in the
     * requested size and its own format, rotated upright and without metadata; of an animation, the first
     * frame. Without `width` and `height`, the image is returned as it was uploaded. The path after the id
     * is ignored: `/api/attachments/image/{id}/front-view.jpg` returns the same image. Files of a public
     * partition need no credentials unless the deployment requires them. Files of private partitions are
     * for callers of their organization and for super admins: requests without credentials return 401,
     * requests with other credentials 404. An invalid key or token in a header is rejected; a cookie of a
     * session that has ended, or of an organization that no longer exists, is ignored. The first 64 sizes
     * of an image are stored for 30 days; other sizes are rendered for each request. A tenant can resize
     * 240 images per minute (`IMAGE_RENDERS_PER_MINUTE` of the deployment), with and without credentials
     * together; beyond that the response is 429, but stored sizes are still returned. Images of more than
     * 40 million pixels, 2000 frames or 25 MB are rejected, as are files whose bytes do not match their
     * type.
     */
    get: {
      parameters: {
        path: {
          /** Id of the attachment. */
          id: Uuid;
        };
        query?: Selection & {
          /** Separates cached versions; every value returns the current version. */
          v?: number;
          /** Width in pixels, 1 to 4000; a side that you leave out keeps the proportions. */
          width?: number;
          /** Height in pixels, 1 to 4000; a side that you leave out keeps the proportions. */
          height?: number;
          /**
           * `cover` fills the size and crops the image; `contain` shows the whole image and fills the rest,
           * transparent or, in a JPEG, white. Default: "cover".
           */
          cropType?: 'cover' | 'contain';
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The image. */
        200: {
          content: {
            'image/jpeg': string;
            'image/png': string;
            'image/gif': string;
            'image/webp': string;
          };
        };
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 404 | 413>;
    };
  };
  '/api/attachments/library': {
    /**
     * `listLibrary`: Search the library. Returns files of the selected organization, newest first, with
     * the available tags and partitions. `availableTags` contains the tags of all files, not only of the
     * files found, and at most 1000 tags. `cf_<key>=value` filters by a custom field that is defined for
     * `attachments.attachment`, depending on its kind; `cf_<key>In=a,b` matches any of the values. A key
     * that is not defined returns 400 and suggests the nearest key; if no custom fields are defined such
     * filters are ignored. Filter values longer than 200 characters match nothing. Needs the feature
     * `attachments.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 100. Default: 50. */
          pageSize?: number;
          /** Text to find in names of files, safe and as sent, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'createdAt' | 'fileName' | 'fileSize';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only files of this partition. */
          partition?: string;
          /**
           * Only files that have all of these words in their text, as whole words, in any case and with or
           * without accents. The first 500 different words of a file are searched, where its partition wants
           * that. `content` is then the beginning of the text.
           */
          contentSearch?: string;
          /** Only files that have all of these tags, separated by commas, in exactly this spelling. */
          tags?: string;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of files. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: LibraryAttachment[];
              /** Tags in use, sorted. */
              availableTags: string[];
              /** Partitions, by title. */
              partitions: {
                /** Code of the partition. */
                code: string;
                /** Its title. */
                title: string;
                /** What it is for. */
                description: string | null;
                /** Anyone who knows the URL of a file can read it. */
                isPublic: boolean;
              }[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
  };
  '/api/attachments/library/{id}': {
    /**
     * `getLibraryItem`: Read a file of the library. Returns the details of a file with the label of its
     * partition, its custom values and the whole extracted text, up to 2 MB. Needs the feature
     * `attachments.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the attachment. */
          id: string;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The file. */
        200: Json<{
          item: LibraryAttachmentDetail;
        }>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateLibraryItem`: Change tags, assignments and custom fields. A list that you send replaces the
     * stored list. Custom values are changed one by one; null clears a value. Fields that you leave out do
     * not change. Needs the feature `attachments.manage`.
     */
    patch: {
      parameters: {
        path: {
          /** Id of the attachment. */
          id: string;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody?: Json<{
        tags?: Tags;
        /** Records and other objects that the file belongs to; replaces the stored list. */
        assignments?: {
          /** Type of the object. */
          type: string;
          /** Its id. */
          id: string;
          /** Where the object is shown: a path or an http(s) URL. */
          href?: string | null;
          /** Label of the object. */
          label?: string | null;
        }[];
        /**
         * Custom values: `{key: value}`, `[{key, value}]`, or `cf_<key>` beside the other keys. Once fields
         * are defined for `attachments.attachment`, values must be of these fields and keep their rules.
         */
        customFields?: unknown;
        [name: string]: unknown;
      }>;
      responses: {
        /** The file’s tags, assignments and custom values as they are now. */
        200: Json<{
          ok: Ok;
          /** What can be changed about the file. */
          item: {
            /** Id of the attachment. */
            id: Uuid;
            tags: Tags;
            assignments: Assignments;
            /** Custom values by key; absent when there are none. */
            customFields?: Record<string, unknown>;
          };
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
    /**
     * `deleteLibraryItem`: Delete a file of the library. Deletes the attachment with its thumbnails, the
     * file and all versions. Needs the feature `attachments.manage`.
     */
    delete: {
      parameters: {
        path: {
          /** Id of the attachment. */
          id: string;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The file is deleted. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/attachments/library/{id}/extract': {
    /**
     * `extractContent`: Extract the text of a file again. Text is extracted automatically after an upload.
     * Use this operation if the extraction failed or if text extraction was enabled for the partition
     * later. It continues after the response: `contentStatus` shows the state; the event
     * `attachments.attachment.extracted` or `attachments.attachment.extraction_failed` is published at the
     * end. Pages that need text recognition count against the monthly limit of the tenant
     * (`OCR_PAGES_PER_MONTH`). Needs the feature `attachments.manage`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the attachment. */
          id: string;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The extraction starts. */
        202: Json<{
          ok: Ok;
          /** The file and the status of its text extraction. */
          item: {
            /** Id of the attachment. */
            id: Uuid;
            /** Status of the text extraction; `none` if the partition has it disabled or the file type has no text. */
            contentStatus: 'none' | 'pending' | 'done' | 'failed';
          };
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
  };
  '/api/attachments/library/{id}/shares': {
    /**
     * `listShares`: List the share links of a file. Returns the links that are valid now, newest first,
     * without their URLs. Needs the feature `attachments.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the attachment. */
          id: string;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The links. */
        200: Json<{
          /** The links, the newest first. */
          items: ShareLink[];
        }>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `createShare`: Share a file by a link. Creates a signed URL with which anyone can download the file
     * without credentials, from any partition, until the link expires, is revoked or the file is deleted.
     * The URL is shown only in this response. A file can have 50 links at a time. Needs the feature
     * `attachments.manage`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the attachment. */
          id: string;
        };
        query?: Selection;
        header?: never;
      };
      requestBody?: Json<{
        /** What the link is for. */
        name?: string;
        /** How long the link is valid, 60 seconds to 30 days. Default: 604800. */
        expiresInSeconds?: number;
      }>;
      responses: {
        /** The link. */
        201: Json<
          ShareLink & {
            /** URL of the file; it is not shown again. */
            url: string;
          }
        >;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409>;
    };
  };
  '/api/attachments/library/{id}/shares/{shareId}': {
    /**
     * `revokeShare`: Revoke a share link. The URL of the link returns 404 from the next request on. Needs
     * the feature `attachments.manage`.
     */
    delete: {
      parameters: {
        path: {
          /** Id of the attachment. */
          id: string;
          /** Id of the link. */
          shareId: Uuid;
        };
        query?: Selection;
        header?: never;
      };
      responses: {
        /** The link is revoked. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/attachments/library/{id}/versions': {
    /**
     * `listVersions`: List the versions of a file. Returns all stored versions, the current one first,
     * then at most 100 earlier ones. Needs the feature `attachments.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the attachment. */
          id: string;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The versions. */
        200: Json<{
          /** The versions, the current one first. */
          items: FileVersion[];
        }>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/attachments/library/{id}/versions/uploads': {
    /**
     * `beginVersionUpload`: Begin a direct upload of a new version. Returns a form with which a browser
     * uploads the file directly to the bucket, as `POST /api/attachments/uploads` does for a new file.
     * Then complete the upload with its id (`POST /api/attachments/uploads/{id}/complete`). Id, record,
     * tags, assignments, custom values and share links do not change. Text is extracted again and resized
     * images are rendered again. Earlier versions stay readable; the partition limits how many are kept
     * (`versionsKept`, 10 by default), and the oldest ones are deleted. All kept versions count against
     * the storage of the tenant. An `If-Match` is checked now and when the upload is completed. Needs the
     * feature `attachments.manage`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the attachment. */
          id: string;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<{
        /** Name of the file. */
        fileName: string;
        /** Size in bytes, if known; it is checked at once, and the form accepts no larger file. */
        fileSize?: number;
        /** Media type according to the client. */
        mimeType?: string;
      }>;
      responses: {
        /** The form. */
        201: Json<{
          /** Id with which you complete the upload. */
          uploadId: Uuid;
          /** URL to which the form is sent. */
          uploadUrl: string;
          /** Form fields to send before the file. */
          fields: Record<string, string>;
          /** When the form expires. */
          expiresInSeconds: number;
          /** Size limit of the file in bytes. */
          maxBytes: number;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 404 | 412 | 413>;
    };
  };
  '/api/attachments/library/{id}/versions/{version}': {
    /**
     * `deleteVersion`: Delete an earlier version of a file. Deletes the version and its bytes. Returns 409
     * for the current version: delete the file instead, or restore another version first. Needs the
     * feature `attachments.manage`.
     */
    delete: {
      parameters: {
        path: {
          /** Id of the attachment. */
          id: string;
          /** Number of the version. */
          version: number;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The version is deleted. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
  };
  '/api/attachments/library/{id}/versions/{version}/file': {
    /**
     * `downloadVersion`: Download one version of a file. Returns the bytes of any version, for callers who
     * can see the file in the library: earlier versions of a public file are not public. Ranges and `HEAD`
     * work as in `GET /api/attachments/file/{id}`. Needs the feature `attachments.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the attachment. */
          id: string;
          /** Number of the version. */
          version: number;
        };
        query?: Selection & {
          /** True has browsers save the file instead of showing it. */
          download?: boolean;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The file; with 206 a part of it. */
        200: {
          content: {
            'application/octet-stream': string;
            'image/avif': string;
            'image/bmp': string;
            'image/gif': string;
            'image/jpeg': string;
            'image/png': string;
            'image/webp': string;
          };
        };
        /** The requested range. */
        206: {
          content: {
            'application/octet-stream': string;
            'image/avif': string;
            'image/bmp': string;
            'image/gif': string;
            'image/jpeg': string;
            'image/png': string;
            'image/webp': string;
          };
        };
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 416>;
    };
  };
  '/api/attachments/library/{id}/versions/{version}/restore': {
    /**
     * `restoreVersion`: Restore an earlier version of a file. Copies the version and makes the copy the
     * current version, with the next number. Id, record, tags, assignments, custom values and share links
     * do not change. Text is extracted again and resized images are rendered again. Earlier versions stay
     * readable; the partition limits how many are kept (`versionsKept`, 10 by default), and the oldest
     * ones are deleted. All kept versions count against the storage of the tenant. Returns 409 for the
     * current version. Needs the feature `attachments.manage`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the attachment. */
          id: string;
          /** Number of the version. */
          version: number;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The file in its new version. */
        200: Json<{
          ok: Ok;
          item: Attachment;
          version: FileVersion;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412 | 413>;
    };
  };
  '/api/attachments/partitions': {
    /**
     * `listPartitions`: List storage partitions. Returns the default partitions, which every tenant has,
     * then the tenant’s own partitions, oldest first. Needs the feature `attachments.manage`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      responses: {
        /** All partitions. */
        200: Json<{
          /** The partitions, oldest first. */
          items: StoragePartition[];
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `createPartition`: Create a storage partition. The code must be unique in the tenant and differ from
     * those of the default partitions. Returns 403 if the deployment manages partitions
     * (`PARTITIONS_LOCKED`). Needs the feature `attachments.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      requestBody: Json<PartitionFields & StoragePartitionFields & {}>;
      responses: {
        /** The partition. */
        201: Json<{
          item: StoragePartition;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 409>;
    };
    /**
     * `updatePartition`: Change a storage partition. Changes the given fields and leaves all others as
     * they are; the code cannot be changed. Only super admins can change default partitions, which every
     * tenant has. Returns 403 if the deployment manages partitions. Needs the feature
     * `attachments.manage`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<
        PartitionFields &
          StoragePartitionFields & {
            /** Id of the partition. */
            id: Uuid;
          }
      >;
      responses: {
        /** The partition as changed. */
        200: Json<{
          item: StoragePartition;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 412>;
    };
    /**
     * `deletePartition`: Delete a storage partition. Default partitions and partitions that contain files
     * cannot be deleted. Returns 403 if the deployment manages partitions. Needs the feature
     * `attachments.manage`.
     */
    delete: {
      parameters: {
        path?: never;
        query: {
          /** Id of the partition. */
          id: Uuid;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The partition is deleted. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 409 | 412>;
    };
  };
  '/api/attachments/shared/{token}': {
    /**
     * `downloadSharedFile`: Download a file by a share link. Returns the current version of the shared
     * file, byte for byte. The signed URL is the credential. A URL that is wrong, expired or revoked
     * returns 404, whether or not the file exists. All links of a tenant together serve 600 requests per
     * minute, and a client can try 60 invalid URLs per minute; beyond that the response is 429. Ranges and
     * `HEAD` work as in `GET /api/attachments/file/{id}`.
     */
    get: {
      parameters: {
        path: {
          /** The last path segment of the URL. */
          token: string;
        };
        query?: {
          /** True has browsers save the file instead of showing it. */
          download?: boolean;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The file; with 206 a part of it. */
        200: {
          content: {
            'application/octet-stream': string;
            'image/avif': string;
            'image/bmp': string;
            'image/gif': string;
            'image/jpeg': string;
            'image/png': string;
            'image/webp': string;
          };
        };
        /** The requested range. */
        206: {
          content: {
            'application/octet-stream': string;
            'image/avif': string;
            'image/bmp': string;
            'image/gif': string;
            'image/jpeg': string;
            'image/png': string;
            'image/webp': string;
          };
        };
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 416 | 429>;
    };
  };
  '/api/attachments/transfer': {
    /**
     * `transferAttachments`: Move files to another record. Moves files to another record of the same
     * entity type. Assignments to the old record become assignments to the new record. Unknown ids are
     * ignored; if no id matches, the response is 404. `If-Match` contains the ETags of all files to move,
     * separated by commas: if one of them has changed, no file is moved. Needs the feature
     * `attachments.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<{
        /** Kind of the record that files belong to. */
        entityId: string;
        /** Files to move. */
        attachmentIds: Uuid[];
        /** Record from which the files are moved. */
        fromRecordId?: string;
        /** Record to which the files are moved. */
        toRecordId: string;
      }>;
      responses: {
        /** The files have moved. */
        200: Json<{
          ok: Ok;
          /** Number of moved files. */
          updated: number;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/attachments/uploads': {
    /**
     * `beginUpload`: Begin a direct upload. Returns a form with which a browser uploads the file directly
     * to the bucket: send `fields` first, then `file`, as a multipart form to `uploadUrl`. Then complete
     * the upload. Names and sizes that are not allowed are rejected at once. Needs the feature
     * `attachments.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** Kind of the record that files belong to. */
        entityId: string;
        /** The record that files belong to. */
        recordId: string;
        /** Name of the file. */
        fileName: string;
        /** Size in bytes, if known; it is checked at once, and the form accepts no larger file. */
        fileSize?: number;
        /** Media type according to the client. */
        mimeType?: string;
        /** Custom field whose limits apply. */
        fieldKey?: string;
        /** Storage partition to use. */
        partitionCode?: string;
        tags?: Tags;
        assignments?: Assignments;
        /**
         * Custom values: `{key: value}`, `[{key, value}]`, or `cf_<key>` beside the other keys. Once fields
         * are defined for `attachments.attachment`, values must be of these fields and keep their rules.
         */
        customFields?: unknown;
        [name: string]: unknown;
      }>;
      responses: {
        /** The form. */
        201: Json<{
          /** Id that the attachment will have. */
          attachmentId: Uuid;
          /** URL to which the form is sent. */
          uploadUrl: string;
          /** Form fields to send before the file. */
          fields: Record<string, string>;
          /** When the form expires. */
          expiresInSeconds: number;
          /** Size limit of the file in bytes. */
          maxBytes: number;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 403 | 413>;
    };
  };
  '/api/attachments/uploads/{id}/complete': {
    /**
     * `completeUpload`: Complete a direct upload. Validates the file as in an ordinary upload and stores
     * the attachment or its new version. Repeating the request returns the same response. Returns 404 if
     * the upload does not exist, has expired or its file has not been uploaded. An `If-Match` sent when a
     * new version was begun is checked again. Needs the feature `attachments.manage`.
     */
    post: {
      parameters: {
        path: {
          /** Id that the upload was begun with. */
          id: string;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The file is stored. */
        200: Json<{
          ok: Ok;
          item: Attachment;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 403 | 404 | 409 | 412 | 413>;
    };
  };
  '/api/attachments/usage': {
    /**
     * `getUsage`: Get the storage usage of the tenant. Returns the bytes and files of all organizations of
     * the tenant by partition, and its storage limit. Needs the feature `attachments.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      responses: {
        /** What is stored. */
        200: Json<{
          /** Bytes stored, all versions of files; uploads that are being stored count. */
          bytes: number;
          /** Files stored, each once. */
          files: number;
          /** Storage limit of the tenant in bytes. */
          quotaBytes: number;
          /** The largest file that may be uploaded. */
          maxUploadBytes: number;
          /** Partitions with files, by code. */
          partitions: {
            /** Code of the partition. */
            code: string;
            /** Bytes stored, all versions of files; uploads that are being stored count. */
            bytes: number;
            /** Files stored, each once. */
            files: number;
          }[];
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/attachments/versions': {
    /**
     * `uploadVersion`: Upload a new version of a file. A multipart form with the parts `attachmentId` and
     * `file`, in any order. The file is validated like an upload, with the limits of the field and the
     * partition of the attachment, and becomes the current version. Id, record, tags, assignments, custom
     * values and share links do not change. Text is extracted again and resized images are rendered again.
     * Earlier versions stay readable; the partition limits how many are kept (`versionsKept`, 10 by
     * default), and the oldest ones are deleted. All kept versions count against the storage of the
     * tenant. Send `If-Match` with the ETag of the file to make sure that no other version has been stored
     * since. Needs the feature `attachments.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      /** At most 27262976 bytes. */
      requestBody: {
        content: {
          'multipart/form-data': {
            /** Id of the attachment that gets a new version. */
            attachmentId: string;
            /** The file. */
            file: Blob;
          };
        };
      };
      responses: {
        /** The file in its new version. */
        200: Json<{
          ok: Ok;
          item: Attachment;
          version: FileVersion;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 404 | 412 | 413>;
    };
  };
  '/api/events': {
    /**
     * `listEvents`: List the events of the platform. Returns every event that the platform publishes, with
     * the JSON Schema of its data and a sample. Events that you publish yourself are not listed. Every
     * caller may read the list.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in type or description, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'type' | 'module';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only the event with this type, which is its id. */
          id?: string;
          /** Only events of this module. */
          module?: string;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of events. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: EventType[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `publishEvent`: Publish an event. Publishes an event of your own module in the selected tenant and
     * organization: webhooks, event-driven rules and queues receive it like events of the platform. The
     * response means that the event is stored; it is delivered at least once, usually within two seconds.
     * The body can have up to 256 KB, and receivers get the whole event. Needs the feature
     * `events.publish`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      /** At most 262144 bytes. */
      requestBody: Json<{
        /** `<module>.<entity>.<action>` in lower case; the platform’s own modules publish for themselves. */
        type: string;
        /** Data of the event, any JSON object. `tenantId` and `organizationId` are added. */
        data: Record<string, unknown>;
        /**
         * Your own id of the event: an id that was accepted before in the tenant within 14 days is accepted,
         * but the event is not published again.
         */
        id?: string;
      }>;
      responses: {
        /** The event will be published. */
        202: Json<{
          /** Id of the event: yours, or a new one. */
          id: string;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/events/stream': {
    /**
     * `streamEvents`: Stream events. Server-sent events for `EventSource`. Each frame has an `id:` and one
     * `data:` line with the JSON `{id, payload, timestamp, organizationId, eventId, version}`: event type,
     * data, time in milliseconds, organization (empty for the whole tenant), event id, and the revision of
     * the changed resource. The stream contains the events with `clientBroadcast` of `GET /api/events` of
     * the selected organization (with the cookie `svc_selected_org=__all__`, of all organizations that the
     * caller may select) and of the whole tenant. Callers receive only events of modules whose view
     * feature they hold (`webhooks.view`, `progress.view`, `notifications.view`, or `<module>.view`);
     * events for specific users, roles or holders of a feature (`recipientUserId`, `recipientUserIds`,
     * `recipientRoleId`, `recipientRoleIds`, `requiredFeature` in their data) are sent to these only. A
     * frame has up to 4096 bytes: larger events have the payload `{truncated: true, id, entityId,
     * entityType}`. A connection ends after at most 60 seconds and sends a keep-alive every 15 seconds.
     * Browsers reconnect automatically and receive each missed event once and in order (`Last-Event-ID`):
     * frames are kept for 10 minutes. A client that reconnects later receives an event named `missed` and
     * should reload its data. A tenant can have 50 open streams by default. Every caller may connect.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /**
           * `id:` of the last received frame, to continue from there. For clients that cannot send the header
           * `Last-Event-ID`; browsers send the header automatically, and it has precedence.
           */
          lastEventId?: string;
        };
        header?: never;
      };
      responses: {
        /** A stream of frames. */
        200: {
          content: {
            'text/event-stream': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<503>;
    };
  };
  '/api/webhooks': {
    /**
     * `listWebhooks`: List and search webhooks. Returns the webhooks of the selected organization, newest
     * first. Needs the feature `webhooks.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in name or URL, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'createdAt' | 'updatedAt' | 'name';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** True for active webhooks only, false for inactive webhooks only. */
          isActive?: boolean;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of webhooks. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: WebhookRow[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createWebhook`: Create a webhook. The webhook receives the subscribed events of the organization
     * from now on, signed according to Standard Webhooks. An event of the whole tenant is sent to the
     * webhooks of all its organizations. The response contains the signing secret, which is not shown
     * again. An organization can have 500 webhooks (`WEBHOOKS_PER_ORGANIZATION` of the deployment). Needs
     * the feature `webhooks.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<
        WebhookFields & {
          name: Name;
          /**
           * URL to which events are sent: http or https, without user name and password; private and special
           * addresses are not allowed.
           */
          url: string;
          subscribedEvents: WebhookSubscribedEvents;
          condition?: WebhookCondition;
        }
      >;
      responses: {
        /** The webhook, and its secret. */
        201: Json<
          Webhook & {
            /** The signing secret: `whsec_` and 24 random bytes in base64. It is not shown again. */
            secret: string;
          }
        >;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409>;
    };
  };
  '/api/webhooks/bulk-delete': {
    /**
     * `bulkDeleteWebhooks`: Delete several webhooks. Deletes up to 100 webhooks of the selected
     * organizations. Each id has its own transaction, event and audit entry; if one fails, the others
     * continue. The response is 200 with one result per id. Repeating the request changes nothing more.
     * The last write wins. The request counts once against rate limits and costs one read of all ids per
     * selected organization and one transaction per changed row. An id that does not exist, or no longer
     * exists, has the result `unchanged`. Needs the feature `webhooks.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** Ids of the webhooks, 1 to 100; duplicates are ignored. */
        ids: Uuid[];
      }>;
      responses: {
        /** The result for each webhook. */
        200: Json<BulkResponse>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/webhooks/bulk-update': {
    /**
     * `bulkUpdateWebhooks`: Enable or disable several webhooks. Enables or disables up to 100 webhooks of
     * the selected organizations. Enabling a webhook resets its count of consecutive failures. Each id has
     * its own transaction, event and audit entry; if one fails, the others continue. The response is 200
     * with one result per id. Repeating the request changes nothing more. The last write wins. The request
     * counts once against rate limits and costs one read of all ids per selected organization and one
     * transaction per changed row. Needs the feature `webhooks.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** Ids of the webhooks, 1 to 100; duplicates are ignored. */
        ids: Uuid[];
        /** Whether the webhooks send from now on. */
        isActive: boolean;
      }>;
      responses: {
        /** The result for each webhook. */
        200: Json<BulkResponse>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/webhooks/deliveries': {
    /**
     * `listDeliveries`: List and search deliveries. Returns the delivery log of the organization, newest
     * first, kept for 30 days. If you have many webhooks, filter by webhook: then only the log of that
     * webhook is read. A list filtered by `id` reads only that delivery. Needs the feature
     * `webhooks.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in event type, message id, URL or error, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'createdAt';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only deliveries to this webhook. */
          webhookId?: Uuid;
          /** Name of the event. */
          eventType?: string;
          /** Only deliveries with one of these states, separated by commas. */
          status?: ('pending' | 'sending' | 'delivered' | 'failed' | 'expired')[];
          /** Only deliveries of events at or after this moment. */
          fromDate?: string;
          /** Only deliveries of events at or before this moment; a date alone means its end. */
          toDate?: string;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of deliveries. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: WebhookDeliveryRow[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/webhooks/deliveries/{id}': {
    /**
     * `getDelivery`: Read a delivery. Returns a delivery with its payload and every attempt. Needs the
     * feature `webhooks.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the delivery. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The delivery. */
        200: Json<WebhookDelivery>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/webhooks/deliveries/{id}/retry': {
    /**
     * `retryDelivery`: Retry a delivery. Queues another attempt now, with the same message id and payload
     * in any status of the delivery. If all attempts are used up, one more is added. Returns 409 while an
     * attempt is in progress. Needs the feature `webhooks.manage`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the delivery. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The attempt is queued. */
        200: Json<{
          /** Always true. */
          success: true;
          delivery: WebhookDelivery;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
  };
  '/api/webhooks/events': {
    /**
     * `listWebhookEvents`: List the events that webhooks can subscribe to. Returns every event of the
     * platform that webhooks can subscribe to, sorted by name, with the schema of its data and a sample
     * body. Webhooks can also subscribe to events that you publish yourself. Needs the feature
     * `webhooks.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      responses: {
        /** All events. */
        200: Json<{
          /** The events by name. */
          data: DeliverableEvent[];
          /** How many there are. */
          total: number;
          /**
           * Events whose names depend on your data, such as `<entityType>.created`: to subscribe to one, replace
           * `<…>` with your own type, provider or event.
           */
          templates: DeliverableEvent[];
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/webhooks/{id}': {
    /**
     * `getWebhook`: Read a webhook. Returns all settings of a webhook and the health of its deliveries.
     * Needs the feature `webhooks.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the webhook. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The webhook. */
        200: Json<Webhook>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateWebhook`: Change a webhook. Changes the given fields and leaves all others as they are.
     * Pending deliveries use the changed settings. Values of `customHeaders` that are `__masked__` keep
     * the stored value; if scheme, host or port of `url` changes, send the values again (otherwise 400).
     * Needs the feature `webhooks.manage`.
     */
    put: {
      parameters: {
        path: {
          /** Id of the webhook. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<
        WebhookFields & {
          name?: Name;
          /**
           * URL to which events are sent: http or https, without user name and password; private and special
           * addresses are not allowed.
           */
          url?: string;
          subscribedEvents?: WebhookSubscribedEvents;
          condition?: WebhookCondition;
          /** Whether events are sent. Switching a webhook on again sets `consecutiveFailures` to 0. */
          isActive?: boolean;
        }
      >;
      responses: {
        /** The webhook as changed. */
        200: Json<Webhook>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
    /**
     * `deleteWebhook`: Delete a webhook. Stops sending; pending deliveries fail. The delivery log stays
     * readable. Needs the feature `webhooks.manage`.
     */
    delete: {
      parameters: {
        path: {
          /** Id of the webhook. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The webhook is deleted. */
        200: Json<{
          /** Always true. */
          success: true;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/webhooks/{id}/recover': {
    /**
     * `recoverWebhook`: Recover failed deliveries of a webhook. Queues one more attempt of every delivery
     * in the time range that failed or expired. This runs in the background; the delivery log shows the
     * progress. Needs the feature `webhooks.manage`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the webhook. */
          id: Uuid;
        };
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** Deliveries made at or after this moment, at most 30 days ago; by default a day before `until`. */
        since?: string;
        /** Deliveries made at or before this time; default: now. */
        until?: string;
      }>;
      responses: {
        /** The recovery has begun. */
        202: Json<{
          /** Always true. */
          success: true;
          /** Id of the recovery, also in its event. */
          id: Uuid;
          /** Start of the time range. */
          since: Timestamp;
          /** End of the time range. */
          until: Timestamp;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409>;
    };
  };
  '/api/webhooks/{id}/rotate-secret': {
    /**
     * `rotateWebhookSecret`: Rotate the signing secret. Issues a new secret. During the grace period, each
     * request is signed with both secrets; a second rotation in that time ends the older secret at once.
     * Needs the feature `webhooks.secrets`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the webhook. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody?: Json<{
        /**
         * How long requests are also signed with the previous secret; 0 ends it at once. Default: 24 hours, or
         * the setting of the deployment.
         */
        gracePeriodSeconds?: number;
      }>;
      responses: {
        /** The new secret. */
        200: Json<{
          /** Always true. */
          success: true;
          /** The signing secret: `whsec_` and 24 random bytes in base64. It is not shown again. */
          secret: string;
          /** When the previous secret was replaced. */
          previousSecretSetAt: Timestamp;
          /** When the previous secret stops signing. */
          previousSecretExpiresAt: Timestamp;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/webhooks/{id}/series': {
    /**
     * `getWebhookSeries`: Show the deliveries of a webhook by hour. Returns one point per hour of the time
     * range. A delivery counts in the hour in which it ended, an attempt in the hour in which it was made,
     * and an event that the condition held back in the hour in which it happened. The numbers are
     * approximate: after a crash, a count may be missing or doubled. They are kept for 35 days; for older
     * webhooks they start when counting was introduced. Needs the feature `webhooks.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the webhook. */
          id: Uuid;
        };
        query?: Selection & {
          /** Beginning of the window, at most 168 hours before `until`; by default 24 hours before it. */
          since?: string;
          /** End of the time range; default: now. */
          until?: string;
        };
        header?: never;
      };
      responses: {
        /** The points. */
        200: Json<{
          /** Id of the webhook. */
          webhookId: Uuid;
          /** Beginning of the first hour. */
          since: Timestamp;
          /** End of the time range. */
          until: Timestamp;
          /** The earliest hour first. */
          points: WebhookPoint[];
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/webhooks/{id}/stats': {
    /**
     * `getWebhookStats`: Count the deliveries of a webhook. Counts deliveries by status in a time range,
     * by default the last 24 hours. Needs the feature `webhooks.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the webhook. */
          id: Uuid;
        };
        query?: Selection & {
          /** Deliveries made at or after this moment, at most 30 days ago; by default a day before `until`. */
          since?: string;
          /** Deliveries made at or before this time; default: now. */
          until?: string;
        };
        header?: never;
      };
      responses: {
        /** The counts. */
        200: Json<WebhookStats>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/webhooks/{id}/test': {
    /**
     * `testWebhook`: Send a test delivery. Sends a signed event at once, records it as a delivery with a
     * single attempt, and returns the result: 200 even if the receiver rejected it. An inactive webhook
     * sends nothing, and the delivery says so. The test is sent even if the condition of the webhook
     * fails; `condition` shows the result of the condition. Waits at most 20 seconds for the receiver, or
     * the webhook’s own timeout. Needs the feature `webhooks.test`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the webhook. */
          id: Uuid;
        };
        query?: Selection;
        header?: never;
      };
      /** At most 262144 bytes. */
      requestBody?: Json<{
        /** Type of the test event; `webhooks.test.ping` unless given. */
        eventType?: string;
        /**
         * Data of the test event; `{ping, webhookId, testedAt}` unless given. `tenantId` and `organizationId`
         * are added.
         */
        payload?: Record<string, unknown>;
      }>;
      responses: {
        /** The result. */
        200: Json<{
          /** Always true. */
          success: true;
          delivery: WebhookDelivery;
          condition?: TestedCondition;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409>;
    };
  };
  '/api/webhooks/inbound-endpoints': {
    /**
     * `listInboundEndpoints`: List inbound endpoints. Returns the URLs to which providers send messages
     * for the organization, newest first. Needs the feature `webhooks.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in the name, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'createdAt' | 'updatedAt' | 'name';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only endpoints of this provider. */
          providerKey?: string;
          /** True for active endpoints only, false for inactive endpoints only. */
          isActive?: boolean;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of endpoints. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: InboundEndpoint[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createInboundEndpoint`: Create an inbound endpoint. Creates a URL for a provider’s messages. Each
     * verified message is published once as the event `inbound.<providerKey>.<event>`, which webhooks,
     * rules and the event stream receive. An organization can have 200 endpoints
     * (`INBOUND_ENDPOINTS_PER_ORGANIZATION` of the deployment). Needs the feature `webhooks.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        name: Name;
        /**
         * The provider that sends the messages; determines how they are verified: standard_webhooks, github,
         * generic_hmac.
         */
        providerKey: string;
        /** What it receives. */
        description?: string | null;
        settings?: InboundEndpointSettings;
        /**
         * A secret that the provider issued. Without one the service makes one; secrets of `standard_webhooks`
         * begin with `whsec_`.
         */
        secret?: string;
      }>;
      responses: {
        /** The endpoint, and its secret. */
        201: Json<
          InboundEndpoint & {
            /** The secret. It is not shown again. */
            secret: string;
          }
        >;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409>;
    };
  };
  '/api/webhooks/inbound-endpoints/{id}': {
    /**
     * `getInboundEndpoint`: Read an inbound endpoint. Returns all settings except the secret. Needs the
     * feature `webhooks.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the endpoint. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The endpoint. */
        200: Json<InboundEndpoint>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateInboundEndpoint`: Change an inbound endpoint. Changes the given fields and leaves all others
     * as they are. Needs the feature `webhooks.manage`.
     */
    put: {
      parameters: {
        path: {
          /** Id of the endpoint. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<{
        name?: Name;
        /** What it receives. */
        description?: string | null;
        settings?: InboundEndpointSettings;
        /** An inactive endpoint returns 404, like an unknown one. */
        isActive?: boolean;
      }>;
      responses: {
        /** The endpoint as changed. */
        200: Json<InboundEndpoint>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
    /**
     * `deleteInboundEndpoint`: Delete an inbound endpoint. Its URL returns 404 from now on. Needs the
     * feature `webhooks.manage`.
     */
    delete: {
      parameters: {
        path: {
          /** Id of the endpoint. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The endpoint is deleted. */
        200: Json<{
          /** Always true. */
          success: true;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/webhooks/inbound-endpoints/{id}/rotate-secret': {
    /**
     * `rotateInboundSecret`: Replace the secret of an inbound endpoint. Stores the secret that the
     * provider issued, or generates one. The old secret is rejected from now on. Needs the feature
     * `webhooks.secrets`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the endpoint. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody?: Json<{
        /**
         * A secret that the provider issued. Without one the service makes one; secrets of `standard_webhooks`
         * begin with `whsec_`.
         */
        secret?: string;
      }>;
      responses: {
        /** The new secret. */
        200: Json<{
          /** Always true. */
          success: true;
          /** The secret. It is not shown again. */
          secret: string;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/webhooks/inbound/{endpointId}': {
    /**
     * `receiveWebhook`: Receive a webhook of a provider. Accepts a message that the provider has signed,
     * acknowledges it at once and processes it from a queue. A repeated message is acknowledged but
     * ignored within 14 days. At most 60 messages per minute and endpoint.
     */
    post: {
      parameters: {
        path: {
          /** Id of the endpoint. */
          endpointId: string;
        };
        query?: never;
        header?: never;
      };
      /** Anything, as the sender signed it. At most 262144 bytes. */
      requestBody: {
        content: {
          '*/*': string | Blob;
        };
      };
      responses: {
        /** The message is accepted. */
        200: Json<{
          ok: Ok;
          /** Present if the message was received before. */
          duplicate?: true;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<401 | 404 | 429 | 503>;
    };
  };
  '/api/notifications': {
    /**
     * `listNotifications`: List the notifications of the caller. Returns the caller’s notifications,
     * newest first. A user receives notifications addressed to them in any organization, and notifications
     * for holders of their features in the selected organization and in the whole tenant. An API key
     * receives only the latter. Needs the feature `notifications.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Only the row with this id. */
          id?: Uuid;
          /** Text to find in title or body, ignoring case. */
          search?: string;
          /**
           * Only notifications with one of these statuses, separated by commas: unread, read, actioned,
           * dismissed. Default: all except dismissed.
           */
          status?: ('unread' | 'read' | 'actioned' | 'dismissed')[];
          /** Only of this type. */
          type?: string;
          /** Only of this severity. */
          severity?: 'info' | 'warning' | 'success' | 'error';
          /** Only about something of this type. */
          sourceEntityType?: string;
          /** Only about this. */
          sourceEntityId?: string;
          /** Only those made or refreshed at or after this moment. */
          since?: string;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of notifications. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: Notification[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createNotification`: Notify a user. Creates a notification for one user of the tenant. With a
     * `groupKey`, an active notification with the same recipient, type and key is refreshed: it becomes
     * unread again, keeps its id and counts one more occurrence. Needs the feature `notifications.create`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      /** At most 131072 bytes. */
      requestBody: Json<
        CreateNotificationFields & {
          /** Recipient of the notification. */
          recipientUserId: Uuid;
          type: Type;
        }
      >;
      responses: {
        /** The notification is created. */
        201: Json<{
          ok: Ok;
          /** Id of the notification. */
          id: Uuid;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/notifications/batch': {
    /**
     * `createNotificationBatch`: Notify several users. Creates the same notification for up to 1000 users:
     * for all or, if one of them does not exist, for none. More than 49 recipients are processed through a
     * queue and receive it within seconds. With a `groupKey`, an active notification with the same
     * recipient, type and key is refreshed: it becomes unread again, keeps its id and counts one more
     * occurrence. Needs the feature `notifications.create`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      /** At most 131072 bytes. */
      requestBody: Json<
        CreateNotificationFields & {
          /** Recipients; each receives one notification. */
          recipientUserIds: Uuid[];
          type: Type;
        }
      >;
      responses: {
        /** The notifications are created. */
        201: Json<{
          ok: Ok;
          /** Number of created notifications. */
          count: number;
          /** Their ids. */
          ids: Uuid[];
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/notifications/feature': {
    /**
     * `createFeatureNotification`: Notify the holders of a feature. Creates one notification for the
     * holders of the feature in the organization, or in the whole tenant when the caller selects no
     * organization: users and API keys. Features are checked when notifications are read: readers who get
     * the feature later see it, readers who lose it do not. Each reader reads, dismisses and acts on it
     * separately. With a `groupKey`, an active notification with the same recipient, type and key is
     * refreshed: it becomes unread again, keeps its id and counts one more occurrence. Needs the feature
     * `notifications.create`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      /** At most 131072 bytes. */
      requestBody: Json<
        CreateNotificationFields & {
          /** Feature whose holders receive the notification. */
          requiredFeature: string;
          type: Type;
        }
      >;
      responses: {
        /** The notification is created. */
        201: Json<{
          ok: Ok;
          /** Number of created notifications. */
          count: number;
          /** Their ids. */
          ids: Uuid[];
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/notifications/mark-all-read': {
    /**
     * `readAllNotifications`: Mark all notifications of the caller as read. Marks all unread notifications
     * as read and returns their number. A user receives notifications addressed to them in any
     * organization, and notifications for holders of their features in the selected organization and in
     * the whole tenant. An API key receives only the latter. Needs the feature `notifications.view`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      responses: {
        /** All are read. */
        200: Json<{
          ok: Ok;
          /** Notifications that were unread. */
          count: number;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/notifications/role': {
    /**
     * `createRoleNotification`: Notify the holders of a role. Creates the notification for each active
     * user who holds the role now and whom the caller may see. More than 49 recipients are processed
     * through a queue and receive it within seconds. With a `groupKey`, an active notification with the
     * same recipient, type and key is refreshed: it becomes unread again, keeps its id and counts one more
     * occurrence. Needs the feature `notifications.create`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      /** At most 131072 bytes. */
      requestBody: Json<
        CreateNotificationFields & {
          /** Role whose holders receive the notification. */
          roleId: Uuid;
          type: Type;
        }
      >;
      responses: {
        /** The notifications are created. */
        201: Json<{
          ok: Ok;
          /** Number of created notifications. */
          count: number;
          /** Their ids. */
          ids: Uuid[];
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/notifications/unread-count': {
    /**
     * `countUnreadNotifications`: Count the unread notifications of the caller. Returns how many of the
     * caller’s notifications are unread. A user receives notifications addressed to them in any
     * organization, and notifications for holders of their features in the selected organization and in
     * the whole tenant. An API key receives only the latter. Needs the feature `notifications.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      responses: {
        /** The count. */
        200: Json<{
          /** Unread notifications. */
          unreadCount: number;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/notifications/{id}/action': {
    /**
     * `actOnNotification`: Act on a notification. Records that the caller took one of the actions, once,
     * and returns the link of the action. The creator of the notification defines what the action means
     * and receives the event `notifications.notification.actioned`. Needs the feature
     * `notifications.view`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the notification. */
          id: Uuid;
        };
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<{
        /** Id of the action. */
        actionId: string;
      }>;
      responses: {
        /** The action is recorded. */
        200: Json<{
          ok: Ok;
          /** The recorded action. */
          result: {
            /** Id of the action. */
            actionId: string;
            /** Status of the notification now. */
            status: 'actioned';
            /** When the action was recorded. */
            actionedAt: Timestamp;
          };
          /** Link of the action, else of the notification; null if there is none. */
          href: string | null;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
  };
  '/api/notifications/{id}/dismiss': {
    /**
     * `dismissNotification`: Dismiss a notification. Removes the notification from the caller’s list and
     * count. `status=dismissed` lists it until it expires. Needs the feature `notifications.view`.
     */
    put: {
      parameters: {
        path: {
          /** Id of the notification. */
          id: Uuid;
        };
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The notification as it is now. */
        200: Json<ChangedNotification>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/notifications/{id}/read': {
    /**
     * `readNotification`: Mark a notification as read. Marks the notification as read by the caller. A
     * notification that is not unread does not change. Needs the feature `notifications.view`.
     */
    put: {
      parameters: {
        path: {
          /** Id of the notification. */
          id: Uuid;
        };
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The notification as it is now. */
        200: Json<ChangedNotification>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/notifications/{id}/restore': {
    /**
     * `restoreNotification`: Restore a dismissed notification. Restores the status that the notification
     * had before the caller dismissed it. A notification that is not dismissed does not change. Needs the
     * feature `notifications.view`.
     */
    put: {
      parameters: {
        path: {
          /** Id of the notification. */
          id: Uuid;
        };
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The notification as it is now. */
        200: Json<ChangedNotification>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/auth/password/forgot': {
    /**
     * `requestPasswordReset`: Request a password reset link. Sends a link that can be used once within 30
     * minutes, if the address belongs to an active user; a user of several tenants gets one link per
     * tenant. The response is the same for every address. At most 60 requests in 15 minutes from one
     * client address, and 5 per hour for one e-mail address.
     */
    post: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      requestBody: Json<{
        /** Address of the account. */
        email: string;
      }>;
      responses: {
        /** If the account exists, the mail will be sent. */
        202: Json<{
          ok: Ok;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409 | 429>;
    };
  };
  '/api/auth/password/reset': {
    /**
     * `showPasswordReset`: Show the password reset page. Returns the page that the link opens. Opening the
     * page does not use up the link.
     */
    get: {
      parameters: {
        path?: never;
        query: {
          /** The secret part of the link. */
          token: string;
        };
        header?: never;
      };
      responses: {
        /** The page. */
        200: {
          content: {
            'text/html': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `resetPassword`: Choose a new password. Takes the form of the password reset page. Sets the
     * password, uses up the link and ends all sessions of the user. Returns 404 if the link has expired,
     * was used, or the password has been changed since. At most 60 requests in 15 minutes from one client
     * address.
     */
    post: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      /** At most 16384 bytes. */
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            /** The secret part of the link. */
            token: string;
            /** 8 to 256 characters with a digit, an upper-case letter and a special character. */
            password: string;
          };
          'multipart/form-data': {
            /** The secret part of the link. */
            token: string;
            /** 8 to 256 characters with a digit, an upper-case letter and a special character. */
            password: string;
          };
        };
      };
      responses: {
        /** The password is set. */
        200: {
          content: {
            'text/html': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 429>;
    };
  };
  '/api/auth/users/invite': {
    /**
     * `inviteUser`: Invite a user. Creates a user without a password and mails a link to set one, which
     * can be used once within 30 minutes. The response contains the link, too: if the deployment sends no
     * mails, pass it on yourself. You can only assign roles whose rights you hold. Needs the feature
     * `auth.users.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      requestBody: Json<
        UserFields & {
          email: UserEmail;
        }
      >;
      responses: {
        /** The user is created. */
        201: Json<{
          /** Id of the user. */
          id: Uuid;
          /** Whether a mail will be sent; false if the deployment has no sender. */
          isMailed: boolean;
          /** Where the user chooses a password. */
          link: string;
          /** Until when the link is valid. */
          expiresAt: Timestamp;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 409>;
    };
  };
  '/api/email/confirm': {
    /**
     * `showConfirmation`: Show the page that confirms an address. Returns a page that names the sender of
     * the mails and has a button to confirm the address.
     */
    get: {
      parameters: {
        path?: never;
        query: {
          /** The signed part of the link in a mail. */
          token: string;
        };
        header?: never;
      };
      responses: {
        /** The page. */
        200: {
          content: {
            'text/html': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `confirmAddress`: Confirm an address with the link in a mail. Confirms an address that belongs to no
     * user: it receives the tenant’s mails from now on.
     */
    post: {
      parameters: {
        path?: never;
        query: {
          /** The signed part of the link in a mail. */
          token: string;
        };
        header?: never;
      };
      /** Anything, as the sender signed it. At most 16384 bytes. */
      requestBody?: {
        content: {
          '*/*': string | Blob;
        };
      };
      responses: {
        /** The address is confirmed. */
        200: {
          content: {
            'text/html': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/email/domains': {
    /**
     * `verifyEmailDomain`: Verify a domain of the tenant. Looks up the TXT record that proves that the
     * tenant owns the domain. Addresses of a verified domain receive mails without confirmation. Call the
     * operation once to get the record, and again when the record is in DNS. Needs the feature
     * `email.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      requestBody: Json<{
        /** Name of the domain. */
        domain: string;
      }>;
      responses: {
        /** Whether the domain is verified, and the record that verifies it. */
        200: Json<{
          /** Name of the domain. */
          domain: string;
          /** Whether DNS has the record. */
          isVerified: boolean;
          /** The DNS record to add. */
          record: {
            /** Type of the record. */
            type: 'TXT';
            /** Its name. */
            name: string;
            /** Its value. */
            value: string;
          };
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409>;
    };
  };
  '/api/email/log': {
    /**
     * `listMails`: List the mails of the tenant. Returns the mail log, newest first. Entries are kept for
     * 30 days and do not contain the text of the mails. Needs the feature `email.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Only the row with this id. */
          id?: Uuid;
          /** Text to find in address or subject, ignoring case. */
          search?: string;
          /** Only in this state. */
          state?:
            | 'queued'
            | 'deferred'
            | 'sending'
            | 'sent'
            | 'delivered'
            | 'bounced'
            | 'complained'
            | 'skipped'
            | 'failed';
          /** Only of this kind. */
          kind?: 'notification' | 'digest' | 'confirmation' | 'account';
          /** Only about notifications of this type. */
          type?: string;
          /** Only to this user. */
          userId?: Uuid;
          /** Only mails of this time or later. */
          from?: string;
          /** Only mails of this time or earlier. */
          until?: string;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of mails. */
        200: {
          content: {
            'application/json': PageFields & {
              /** The entries of the page. */
              items: LoggedMail[];
              /** Entries that match, over all pages; see `totalIsExact`. */
              total: number;
              /** False when the list is longer than one request can read. */
              totalIsExact: boolean;
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/email/preferences': {
    /**
     * `getEmailPreferences`: Read the mail preferences of a user. Returns which notifications the user
     * receives by mail, and when. Users can access their own preferences; those of other users require the
     * feature `email.manage`. Calls with an API key must name a user.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** User of the preferences; by default the caller. */
          userId?: Uuid;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The preferences. */
        200: Json<EmailPreferences>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateEmailPreferences`: Change the mail preferences of a user. Changes the given fields and leaves
     * all others as they are. Users can access their own preferences; those of other users require the
     * feature `email.manage`. Calls with an API key must name a user.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** User of the preferences; by default the caller. */
          userId?: Uuid;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<{
        mode?: EmailPreferencesMode;
        types?: EmailPreferencesTypes;
      }>;
      responses: {
        /** The preferences after the change. */
        200: Json<EmailPreferences>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/email/preview': {
    /**
     * `previewEmail`: Preview a mail. Renders the given text, or else the current text of the mail type,
     * with the given values or with example values. The unsubscribe link belongs to an example address.
     * Needs the feature `email.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      requestBody: Json<{
        type: Type;
        /** Template of the subject. */
        subject?: string;
        body?: EmailBody;
        /** Values of placeholders. */
        variables?: Record<string, string | number>;
      }>;
      responses: {
        /** The mail. */
        200: Json<{
          /** The subject. */
          subject: string;
          /** The plain text. */
          text: string;
          /** The HTML. */
          html: string;
          /** The link that ends such mails. */
          unsubscribeUrl: string;
          /** The link that confirms an address. */
          confirmUrl: string;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/email/resume': {
    /**
     * `resumeEmail`: Resume the mails of a paused tenant. Ends a pause early, after its cause is fixed.
     * Earlier bounces and complaints no longer pause the tenant. Only super admins may call it; a tenant
     * that is not paused does not change. For super admins only.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      responses: {
        /** Mails are sent again. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/email/settings': {
    /**
     * `getEmailSettings`: Read the settings of mails. Returns the mail settings of the tenant, or the
     * defaults. Needs the feature `email.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The settings. */
        200: Json<EmailSettings>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `updateEmailSettings`: Change the settings of mails. Changes the given fields and leaves all others
     * as they are. Needs the feature `email.manage`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<{
        /** False ends all mails of notifications of the tenant. */
        isEnabled?: boolean;
        /** Sender name; null for the name of the tenant. */
        senderName?: string | null;
        /** Reply address; null for the address of the sender. */
        replyTo?: string | null;
        /** When users without own preferences receive mails. */
        defaultMode?: 'instant' | 'hourly' | 'off';
        mailsPerDay?: EmailSettingsMailsPerDay;
      }>;
      responses: {
        /** The settings after the change. */
        200: Json<EmailSettings>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<412>;
    };
  };
  '/api/email/status': {
    /**
     * `getEmailStatus`: Get the status of mail sending. Returns whether the deployment has a mail sender,
     * whether the tenant sends mails, how many were sent today (UTC), and whether sending is paused. A
     * tenant is paused for 24 hours when 3 % of a day’s mails bounce or 0.1 % cause complaints. Needs the
     * feature `email.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      responses: {
        /** The state of the channel. */
        200: Json<{
          /** Whether mails of the tenant are sent now. */
          isEnabled: boolean;
          /**
           * Why mails are not sent: the deployment has no sender, the tenant has disabled mails, or sending is
           * paused.
           */
          blockedReason: 'no_sender' | 'disabled' | 'paused' | null;
          /** Address that mails come from. */
          sender: string | null;
          /** Mails of the day, up to the limit. */
          sentToday: number;
          /** Mails that bounced today. */
          bouncedToday: number;
          /** Mails with complaints today. */
          complainedToday: number;
          /** Mails that the tenant may send in one day (UTC); more wait for the next day. */
          dailyLimit: number;
          /** Until when sending is paused. */
          pausedUntil: TimestampOrNull;
          /** Why it is paused. */
          pausedReason: string | null;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/email/suppressions': {
    /**
     * `listSuppressedAddresses`: List suppressed addresses. Returns addresses whose mails bounced
     * permanently or whose recipients complained; they receive no mails. Needs the feature `email.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Only the row with this id. */
          id?: Uuid;
          /** Text to find in the address, ignoring case. */
          search?: string;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of addresses. */
        200: {
          content: {
            'application/json': PageFields & {
              /** The entries of the page. */
              items: SuppressedAddress[];
              /** Entries that match, over all pages; see `totalIsExact`. */
              total: number;
              /** False when the list is longer than one request can read. */
              totalIsExact: boolean;
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `removeSuppressedAddress`: Remove an address from the suppression list. For an address that works
     * again, or whose recipient wants mails again. Removing an address that is not suppressed changes
     * nothing. Needs the feature `email.manage`.
     */
    delete: {
      parameters: {
        path?: never;
        query?: {
          /** The address. */
          address?: string;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      requestBody?: Json<{
        /** The address. */
        address?: string;
      }>;
      responses: {
        /** The address is confirmed. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/email/templates': {
    /**
     * `listEmailTemplates`: List the custom mail templates. Returns the tenant’s mail templates, sorted by
     * notification type. Other types use the default template. Needs the feature `email.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Only the row with this id. */
          id?: Uuid;
          /** Text to find in type or subject, ignoring case. */
          search?: string;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of texts. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: EmailTemplate[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/email/templates/{type}': {
    /**
     * `saveEmailTemplate`: Save the mail template of a type. Mails about notifications of this type use
     * the template from now on. If rendering it fails, the error is logged and the mail uses the default
     * template. Also for `email.digest.due` and `email.confirmation`. Needs the feature `email.manage`.
     */
    put: {
      parameters: {
        path: {
          /** What kind of notification it is. */
          type: string;
        };
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<EmailTemplateFields & {}>;
      responses: {
        /** The text is saved. */
        200: Json<EmailTemplate>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409 | 412>;
    };
    /**
     * `deleteEmailTemplate`: Delete the mail template of a type. Deletes the tenant’s template; mails of
     * the type use the default template again. Needs the feature `email.manage`.
     */
    delete: {
      parameters: {
        path: {
          /** What kind of notification it is. */
          type: string;
        };
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** Mails use the default template. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/email/unsubscribe': {
    /**
     * `showUnsubscribe`: Show the unsubscribe page. Returns a page that says which mails the link ends,
     * with a button to confirm. Opening the page alone ends nothing, because mail programs open links,
     * too.
     */
    get: {
      parameters: {
        path?: never;
        query: {
          /** The signed part of the link in a mail. */
          token: string;
        };
        header?: never;
      };
      responses: {
        /** The page. */
        200: {
          content: {
            'text/html': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `unsubscribe`: Unsubscribe with the link in a mail. Ends mails of this notification type, or all
     * digests, for the recipient of the mail (RFC 8058). The link is the only credential; the body is
     * ignored.
     */
    post: {
      parameters: {
        path?: never;
        query: {
          /** The signed part of the link in a mail. */
          token: string;
        };
        header?: never;
      };
      /** Anything, as the sender signed it. At most 16384 bytes. */
      requestBody?: {
        content: {
          '*/*': string | Blob;
        };
      };
      responses: {
        /** The recipient receives no more mails of this type. */
        200: {
          content: {
            'text/html': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/integrations': {
    /**
     * `listIntegrations`: List and search integrations. Returns every integration of the deployment with
     * its state in the organization, sorted by title. Filters are combined with AND. A page beyond the
     * last is empty. Needs the feature `integrations.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in title, description or tags, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'title' | 'category' | 'enabledAt' | 'healthStatus';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only the integration with this id. */
          id?: string;
          /** The same as `search`. */
          q?: string;
          /** The same as `sortField`. */
          sort?: 'title' | 'category' | 'enabledAt' | 'healthStatus';
          /** The same as `sortDir`. */
          order?: 'asc' | 'desc';
          /** Only integrations of this category. */
          category?: string;
          /** Only integrations of this bundle. */
          bundleId?: string;
          /** True for enabled integrations only, false for disabled ones only. */
          isEnabled?: boolean;
          /** Only those that are switched on and need credentials, or only others. */
          credentialsNeeded?: boolean;
          /** Only those with this health. */
          healthStatus?: 'healthy' | 'degraded' | 'unhealthy' | 'unconfigured';
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of integrations, and the bundles of those that match. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: Integration[];
              /** Bundles of all rows that match. */
              bundles: IntegrationBundleSummary[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/integrations/logs': {
    /**
     * `listIntegrationLogs`: List integration log entries. Returns the log of the organization’s
     * integrations, newest first. Filters are combined with AND. Entries are kept for 30 days by default.
     * Needs the feature `integrations.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Only the row with this id. */
          id?: Uuid;
          /** Text to find in message or code, ignoring case. */
          search?: string;
          /** Only entries of this integration. */
          integrationId?: string;
          /** Only entries of this level. */
          level?: 'info' | 'warn' | 'error';
          /** Only entries of this sync run. */
          runId?: string;
          /** Only entries about this type. */
          entityType?: string;
          /** Only entries about this entity, by the id that its source gave it. */
          entityId?: string;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of entries. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: IntegrationLog[];
              /**
               * False when the log is longer than one request can read: then `total` is the number of matches so
               * far.
               */
              totalIsExact: boolean;
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/integrations/{id}': {
    /**
     * `getIntegration`: Read an integration. Returns the fields of its list row, its definition, bundle
     * and state, and its activity of the last 30 days. Needs the feature `integrations.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the integration. */
          id: string;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The integration. */
        200: Json<IntegrationDetail>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/integrations/{id}/credentials': {
    /**
     * `getIntegrationCredentials`: Read the credentials of an integration. Returns the schema and the
     * saved values, without secrets. An integration without own credentials uses those of its bundle; the
     * id of the bundle is accepted, too. Needs the feature `integrations.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the integration. */
          id: string;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The credentials. */
        200: Json<IntegrationCredentials>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateIntegrationCredentials`: Save the credentials of an integration. Replaces all saved
     * credentials; `__masked__` in a secret field keeps the stored secret, an empty string removes it, and
     * keys that the schema does not declare are treated as secrets. If scheme, host or port of a URL
     * changes, send the secrets again (otherwise 400 with `details`); a change of the path keeps them.
     * `{}` removes all credentials. Values are encrypted with a key of the tenant. `reauthRequired` is
     * cleared. All integrations of a bundle share its credentials. Needs the feature
     * `integrations.credentials.manage`.
     */
    put: {
      parameters: {
        path: {
          /** Id of the integration. */
          id: string;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      /** At most 524288 bytes. */
      requestBody: Json<{
        credentials: IntegrationCredentialsAndUpdateIntegrationCredentials;
      }>;
      responses: {
        /** Saved. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/integrations/{id}/health': {
    /**
     * `checkIntegrationHealth`: Check the health of an integration. Calls the provider with the saved
     * credentials, for at most 10 seconds. The result is stored and logged; if the provider rejects the
     * credentials, `reauthRequired` is set. Enabled integrations are also checked every 15 minutes. Needs
     * the feature `integrations.manage`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the integration. */
          id: string;
        };
        query?: Selection;
        header?: never;
      };
      responses: {
        /** Result of the check. */
        200: Json<IntegrationHealth>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/integrations/{id}/state': {
    /**
     * `updateIntegrationState`: Enable or disable an integration. Changes the given fields and leaves all
     * others as they are. `webhook_custom` enables or disables deliveries, retries, tests and inbound
     * webhooks of the organization. Needs the feature `integrations.manage`.
     */
    put: {
      parameters: {
        path: {
          /** Id of the integration. */
          id: string;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<{
        /** Whether the integration is enabled. */
        isEnabled?: boolean;
        /** True if the provider rejects the credentials; saving new credentials resets it. */
        reauthRequired?: boolean;
      }>;
      responses: {
        /** The state as changed. */
        200: Json<
          IntegrationFields & {
            /** Whether the integration is enabled. */
            isEnabled: boolean;
            /** When it was changed. */
            updatedAt: string | null;
          }
        >;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/integrations/{id}/version': {
    /**
     * `updateIntegrationVersion`: Select the version of a provider’s API. Selects one of the versions that
     * the integration declares, unless it has been shut down. Needs the feature `integrations.manage`.
     */
    put: {
      parameters: {
        path: {
          /** Id of the integration. */
          id: string;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<{
        /** A version that the integration declares. */
        apiVersion: string;
      }>;
      responses: {
        /** The version, and the one before. */
        200: Json<{
          /** A version that the integration declares. */
          apiVersion: string;
          /** The previous version. */
          previousVersion: string;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412 | 422>;
    };
  };
  '/api/data_sync/mappings': {
    /**
     * `listSyncMappings`: List mappings. Returns the saved mappings of the selected organization, newest
     * first. Needs the feature `data_sync.configure`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in integrationId and entityType, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'createdAt' | 'updatedAt' | 'integrationId' | 'entityType';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Id of the integration. */
          integrationId?: string;
          /**
           * The name of the record type at the integration: letters, digits, `_`, `-` and `.`; file names and
           * URLs contain it unchanged. Records and their events have the type `<module>.<entity>` derived from
           * it (`recordType` of a run): `customers` becomes `external.customers`, `crm.eu.Customer` becomes
           * `crm.eu_customer`. Names of the platform’s own modules are rejected.
           */
          entityType?: string;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of mappings. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: SavedSyncMapping[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `saveSyncMapping`: Save the mapping of an entity type. Saves how items of an integration are
     * converted into records of the type, and records into items; the next batch of a run uses it. There
     * is one mapping per integration and entity type: saving it again replaces it. Needs the feature
     * `data_sync.configure`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      /** At most 131072 bytes. */
      requestBody: Json<{
        integrationId: SyncIntegrationId;
        entityType: SyncEntityType;
        mapping: SyncMapping;
      }>;
      responses: {
        /** The mapping that was there is replaced. */
        200: Json<SavedSyncMapping>;
        /** The mapping as saved. */
        201: Json<SavedSyncMapping>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/data_sync/mappings/{id}': {
    /**
     * `getSyncMapping`: Read a mapping. Returns a mapping as it was saved. Needs the feature
     * `data_sync.configure`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the mapping. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The mapping. */
        200: Json<SavedSyncMapping>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateSyncMapping`: Replace a mapping. Replaces the mapping. Integration and entity type cannot be
     * changed. Needs the feature `data_sync.configure`.
     */
    put: {
      parameters: {
        path: {
          /** Id of the mapping. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      /** At most 131072 bytes. */
      requestBody: Json<{
        mapping: SyncMapping;
      }>;
      responses: {
        /** The mapping as changed. */
        200: Json<SavedSyncMapping>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
    /**
     * `deleteSyncMapping`: Delete a mapping. From the next batch on, the default mapping of the adapter is
     * used, or every field keeps its name. Needs the feature `data_sync.configure`.
     */
    delete: {
      parameters: {
        path: {
          /** Id of the mapping. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The mapping is deleted. */
        200: Json<{
          /** Always true. */
          deleted: true;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/data_sync/options': {
    /**
     * `listSyncOptions`: List integrations that can sync. Returns every integration with a sync adapter,
     * and whether a run can be started now. Needs the feature `data_sync.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      responses: {
        /** The integrations by title. */
        200: Json<{
          /** The integrations. */
          items: SyncOption[];
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/data_sync/run': {
    /**
     * `startSyncRun`: Start a sync run. Imports or exports the records of one entity type in the
     * background. In an organization, one run per integration, entity type and direction can be active at
     * a time; a tenant can have 200 active runs (`SYNC_RUNS_PER_TENANT` of the deployment). Needs the
     * feature `data_sync.run`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /**
           * Your own text of at most 255 characters, the same in every attempt of one request. Within 24 hours,
           * the same request returns the first response; a different request with the same key returns 409.
           */
          'Idempotency-Key'?: string;
        };
      };
      requestBody: Json<{
        integrationId: SyncIntegrationId;
        entityType: SyncEntityType;
        direction: SyncDirection;
        /**
         * True starts from the beginning; false continues where the last such run ended. Unchanged records are
         * skipped in both cases. Default: false.
         */
        fullSync?: boolean;
        /** Maximum number of records per batch. Default: 100. */
        batchSize?: number;
        /** Person or program that starts the run; by default the caller. */
        triggeredBy?: string;
        /** The run fails once more items than this have failed; without it, failed items never stop a run. */
        maxFailures?: number;
      }>;
      responses: {
        /** The run waits for a worker. */
        201: Json<{
          /** Id of the new run. */
          id: Uuid;
          /** Id of the job that shows its progress. */
          progressJobId: Uuid;
          replayed?: Replayed;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 422>;
    };
  };
  '/api/data_sync/runs': {
    /**
     * `listSyncRuns`: List sync runs. Returns the runs of the selected organization, newest first. Needs
     * the feature `data_sync.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 100. Default: 50. */
          pageSize?: number;
          /** Text to find in integrationId, entityType and status; the id of a run finds that run, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'createdAt' | 'integrationId' | 'entityType' | 'direction' | 'status';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only runs of this integration. */
          integrationId?: string;
          /** Only runs of this type of records. */
          entityType?: string;
          /** Only runs of this direction. */
          direction?: 'import' | 'export';
          /** Only runs with this status. */
          status?: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled' | 'paused';
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of runs. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: SyncRun[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
  };
  '/api/data_sync/runs/{id}': {
    /**
     * `getSyncRun`: Read a sync run. Returns a run with its counters and progress. The counters are always
     * exact; the `ETag` changes with every field except `durationMs`. Needs the feature `data_sync.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the run. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The run. */
        200: Json<SyncRunDetail>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/data_sync/runs/{id}/cancel': {
    /**
     * `cancelSyncRun`: Cancel a sync run. Ends a run that has not ended yet. A batch that is being written
     * is completed and counted; no further batch starts. Needs the feature `data_sync.run`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the run. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The run is cancelled. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
  };
  '/api/data_sync/runs/{id}/failures': {
    /**
     * `listSyncFailures`: List failed items of a sync run. Returns the failed items of a run in the order
     * of processing. They are kept for 30 days; `?format=csv` downloads all of them. Needs the feature
     * `data_sync.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the run. */
          id: Uuid;
        };
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Only the item with this externalId. */
          id?: string;
          /** Text to find in externalId, localId or error, ignoring case. */
          search?: string;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of failed items. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: SyncFailure[];
              /** False when there are more than one request can read: then `total` is the number of matches so far. */
              totalIsExact: boolean;
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/data_sync/runs/{id}/retry': {
    /**
     * `retrySyncRun`: Retry a sync run. Starts a new run with the settings and the batch size of an ended
     * run, from where that run stopped. A paused run is cancelled first. Exports into a file always start
     * from the beginning. Needs the feature `data_sync.run`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the run. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
          /**
           * Your own text of at most 255 characters, the same in every attempt of one request. Within 24 hours,
           * the same request returns the first response; a different request with the same key returns 409.
           */
          'Idempotency-Key'?: string;
        };
      };
      requestBody?: Json<{
        /** True starts from the beginning; false continues where the run stopped. Default: false. */
        fromBeginning?: boolean;
      }>;
      responses: {
        /** The run waits for a worker. */
        201: Json<{
          /** Id of the new run. */
          id: Uuid;
          /** Id of the job that shows its progress. */
          progressJobId: Uuid;
          replayed?: Replayed;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412 | 422>;
    };
  };
  '/api/data_sync/schedules': {
    /**
     * `listSyncSchedules`: List sync schedules. Returns the schedules of the selected organizations,
     * newest first. Filters are combined with AND. Needs the feature `data_sync.configure`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Only the row with this id. */
          id?: Uuid;
          /** Text to find in integrationId, entityType or scheduleValue, ignoring case. */
          search?: string;
          /** Only schedules of this integration. */
          integrationId?: string;
          /** Only schedules of this entity type. */
          entityType?: string;
          /** Only schedules of this direction. */
          direction?: 'import' | 'export';
          /** True for enabled schedules only, false for disabled ones only. */
          isEnabled?: boolean;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of schedules. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: SyncSchedule[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `saveSyncSchedule`: Schedule a sync. Starts runs at the times of a cron expression or at intervals.
     * An organization has one schedule per integration, entity type and direction: an existing schedule is
     * changed. The schedule is a scheduled job that runs the command `data_sync.run` with the rights of
     * the user who saved it, who must hold the feature `data_sync.run` now and at each run. A time is
     * skipped while such a run is active or the integration is disabled. Needs the feature
     * `data_sync.configure`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<{
        integrationId: SyncIntegrationId;
        entityType: SyncEntityType;
        direction: SyncDirection;
        scheduleType: ScheduleType;
        scheduleValue: SyncScheduleValue;
        /** IANA time zone in which a cron expression is read. Default: "UTC". */
        timezone?: string;
        /**
         * True starts each run from the beginning; false continues where the last such run ended. Default:
         * false.
         */
        fullSync?: boolean;
        /** A disabled schedule starts no runs. Default: true. */
        isEnabled?: boolean;
      }>;
      responses: {
        /** The schedule. */
        201: Json<SyncSchedule>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 409 | 412 | 422 | 503>;
    };
  };
  '/api/data_sync/schedules/{id}': {
    /**
     * `getSyncSchedule`: Read a sync schedule. Returns the schedule with the times of its last and next
     * run. Needs the feature `data_sync.configure`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the schedule. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The schedule. */
        200: Json<SyncSchedule>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateSyncSchedule`: Change a sync schedule. Changes the given fields, at least one, and leaves all
     * others as they are. A new `scheduleType` requires a new `scheduleValue`. Needs the feature
     * `data_sync.configure`.
     */
    put: {
      parameters: {
        path: {
          /** Id of the schedule. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<{
        scheduleType?: ScheduleType;
        scheduleValue?: SyncScheduleValue;
        /** IANA time zone in which a cron expression is read. */
        timezone?: string;
        /** True starts each run from the beginning; false continues where the last such run ended. */
        fullSync?: boolean;
        /** A disabled schedule starts no runs. */
        isEnabled?: boolean;
      }>;
      responses: {
        /** The schedule as changed. */
        200: Json<SyncSchedule>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 412 | 422 | 503>;
    };
    /**
     * `deleteSyncSchedule`: Delete a sync schedule. The schedule starts no further runs; an active run
     * continues. Needs the feature `data_sync.configure`.
     */
    delete: {
      parameters: {
        path: {
          /** Id of the schedule. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The schedule is deleted. */
        200: Json<{
          /** Always true. */
          deleted: true;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/data_sync/validate': {
    /**
     * `validateSyncConnection`: Test the connection of a sync. Checks the integration, its adapter and its
     * credentials, and lets the adapter test the connection. A problem is returned as `ok: false` with a
     * `message`. Needs the feature `data_sync.configure`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        integrationId: SyncIntegrationId;
        entityType: SyncEntityType;
        direction: SyncDirection;
      }>;
      responses: {
        /** Whether a run would work. */
        200: Json<{
          ok: Ok;
          /** Result of the check. */
          message?: string;
          /** Particulars. */
          details?: Record<string, unknown>;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         * Also carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 422>;
    };
  };
  '/api/payment_gateways/cancel': {
    /**
     * `cancelPayment`: Cancel a payment. Cancels a payment that was not captured and releases the
     * authorized amount.The operation is idempotent: for 24 hours, the same request returns the first
     * response with `replayed: true`, also if the first request was interrupted. To repeat an operation on
     * purpose, such as a second refund of the same amount, send another `Idempotency-Key` or
     * `operationId`. `If-Match` takes the `ETag` of the payment or of its status; it is not checked for a
     * repeated request. Needs the feature `payment_gateways.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
          /**
           * Your own text of at most 255 characters, the same in every attempt of one request. Within 24 hours,
           * the same request returns the first response; a different request with the same key returns 409.
           */
          'Idempotency-Key'?: string;
        };
      };
      requestBody: Json<{
        /** Id of the transaction. */
        transactionId: Uuid;
        /** Why. `duplicate` and `fraud` are passed on to Stripe. */
        reason?: string;
        operationId?: PaymentOperationId;
      }>;
      responses: {
        /** The payment is cancelled. */
        200: Json<{
          replayed?: Replayed;
          /** Id of the transaction. */
          transactionId: Uuid;
          status: PaymentStatus;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412 | 422 | 502>;
    };
  };
  '/api/payment_gateways/capture': {
    /**
     * `capturePayment`: Capture a payment. Captures the authorized amount or a part of it; the rest is
     * released. For a bank transfer or cash, it records that the money has arrived, in one or more parts.
     * Repeating a full capture returns the same response.The operation is idempotent: for 24 hours, the
     * same request returns the first response with `replayed: true`, also if the first request was
     * interrupted. To repeat an operation on purpose, such as a second refund of the same amount, send
     * another `Idempotency-Key` or `operationId`. `If-Match` takes the `ETag` of the payment or of its
     * status; it is not checked for a repeated request. Needs the feature `payment_gateways.capture`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
          /**
           * Your own text of at most 255 characters, the same in every attempt of one request. Within 24 hours,
           * the same request returns the first response; a different request with the same key returns 409.
           */
          'Idempotency-Key'?: string;
        };
      };
      requestBody: Json<{
        /** Id of the transaction. */
        transactionId: Uuid;
        /** Amount to capture; by default the whole authorized amount. */
        amount?: number;
        operationId?: PaymentOperationId;
      }>;
      responses: {
        /** The captured amount. */
        200: Json<{
          replayed?: Replayed;
          /** Id of the transaction. */
          transactionId: Uuid;
          status: PaymentStatus;
          /** Total captured amount so far. */
          capturedAmount: number;
          /** The provider’s `chargeId`. */
          providerData: Record<string, unknown> | null;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412 | 422 | 502>;
    };
  };
  '/api/payment_gateways/payment_methods': {
    /**
     * `listPaymentMethods`: List the saved payment methods of a customer. Returns the saved payment
     * methods of a customer; the list may be empty. It is not paginated and has no `format`, because the
     * platform does not store its fields. Card details are read from the provider with each request; the
     * platform stores ids only. Needs the feature `payment_gateways.view`.
     */
    get: {
      parameters: {
        path?: never;
        query: Selection & {
          /** Key of the payment provider. */
          providerKey: string;
          /**
           * Your own id of the customer. Each organization has its own customers: the same reference in another
           * one is another customer.
           */
          customerReference: string;
        };
        header?: never;
      };
      responses: {
        /** The payment methods. */
        200: Json<{
          /** The newest first, 100 at most. */
          items: PaymentMethod[];
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<422 | 502>;
    };
  };
  '/api/payment_gateways/payment_methods/setups': {
    /**
     * `createPaymentMethodSetup`: Create a page on which a customer saves a payment method. Creates a page
     * at the provider on which the customer enters a payment method for later payments; nothing is
     * charged. The payment method then is in the list of the customer, and the event
     * `payment_gateways.payment_method.created` is published when the provider’s message arrives. To save
     * a payment method together with a payment, create a payment session with `savePaymentMethod`. Each
     * request creates a new page unless it has an `Idempotency-Key`. Needs the feature
     * `payment_gateways.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /**
           * Your own text of at most 255 characters, the same in every attempt of one request. Within 24 hours,
           * the same request returns the first response; a different request with the same key returns 409.
           */
          'Idempotency-Key'?: string;
        };
      };
      requestBody: Json<{
        /** Key of the payment provider. */
        providerKey: string;
        customerReference: PaymentCustomerReference;
        /**
         * URL to which the provider’s page redirects the customer afterwards; `{CHECKOUT_SESSION_ID}` in it
         * becomes the session’s id with Stripe.
         */
        successUrl: string;
        /** URL to which it redirects a customer who saves nothing. */
        cancelUrl?: string;
      }>;
      responses: {
        /** The page. */
        201: Json<PaymentMethodSetup>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409 | 422 | 502>;
    };
  };
  '/api/payment_gateways/payment_methods/{id}': {
    /**
     * `getPaymentMethod`: Read a saved payment method. Returns one payment method of a customer. Card
     * details are read from the provider with each request; the platform stores ids only. Needs the
     * feature `payment_gateways.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the payment method. */
          id: string;
        };
        query: Selection & {
          /** Key of the payment provider. */
          providerKey: string;
          /**
           * Your own id of the customer. Each organization has its own customers: the same reference in another
           * one is another customer.
           */
          customerReference: string;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The payment method. */
        200: Json<PaymentMethod>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 422 | 502>;
    };
    /**
     * `updatePaymentMethod`: Make a saved payment method the default. Makes the payment method the default
     * of its customer, here and at the provider. Needs the feature `payment_gateways.manage`.
     */
    put: {
      parameters: {
        path: {
          /** Id of the payment method. */
          id: string;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<{
        /** Key of the payment provider. */
        providerKey: string;
        customerReference: PaymentCustomerReference;
        /** Makes it the default of the customer; the previous default is replaced. */
        isDefault: true;
      }>;
      responses: {
        /** The payment method as it is now. */
        200: Json<PaymentMethod>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412 | 422 | 502>;
    };
    /**
     * `deletePaymentMethod`: Delete a saved payment method. Detaches the payment method from its customer
     * at the provider; it cannot be used or attached again. An interrupted request is completed when you
     * repeat it, or when the provider’s message arrives. Needs the feature `payment_gateways.manage`.
     */
    delete: {
      parameters: {
        path: {
          /** Id of the payment method. */
          id: string;
        };
        query: Selection & {
          /** Key of the payment provider. */
          providerKey: string;
          /**
           * Your own id of the customer. Each organization has its own customers: the same reference in another
           * one is another customer.
           */
          customerReference: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The payment method is deleted. */
        200: Json<{
          /** Always true. */
          success: true;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412 | 422 | 502>;
    };
  };
  '/api/payment_gateways/providers': {
    /**
     * `listPaymentProviders`: List payment providers. Returns every payment provider of the deployment,
     * and whether the organization has configured it. Needs the feature `payment_gateways.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      responses: {
        /** The providers. */
        200: Json<{
          /** The providers. */
          items: PaymentProvider[];
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/payment_gateways/providers/{key}': {
    /**
     * `getPaymentProvider`: Read a payment provider. Returns one payment provider, and whether the
     * organization has configured it. Needs the feature `payment_gateways.view`.
     */
    get: {
      parameters: {
        path: {
          /** Key of the provider. */
          key: string;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The provider. */
        200: Json<PaymentProvider>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/payment_gateways/refund': {
    /**
     * `refundPayment`: Refund a payment. Refunds the captured amount or a part of it, in one or more
     * refunds. While the provider is still processing a refund, the status of the payment does not
     * change.The operation is idempotent: for 24 hours, the same request returns the first response with
     * `replayed: true`, also if the first request was interrupted. To repeat an operation on purpose, such
     * as a second refund of the same amount, send another `Idempotency-Key` or `operationId`. `If-Match`
     * takes the `ETag` of the payment or of its status; it is not checked for a repeated request. Needs
     * the feature `payment_gateways.refund`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
          /**
           * Your own text of at most 255 characters, the same in every attempt of one request. Within 24 hours,
           * the same request returns the first response; a different request with the same key returns 409.
           */
          'Idempotency-Key'?: string;
        };
      };
      requestBody: Json<{
        /** Id of the transaction. */
        transactionId: Uuid;
        /** Amount to refund; by default the whole remaining amount. */
        amount?: number;
        /** Why. `duplicate` and `fraud` are passed on to Stripe. */
        reason?: string;
        operationId?: PaymentOperationId;
      }>;
      responses: {
        /** The refund. */
        200: Json<{
          replayed?: Replayed;
          /** Id of the transaction. */
          transactionId: Uuid;
          /** The provider’s id of the refund. */
          refundId: string;
          status: PaymentStatus;
          /** Amount of this refund. */
          refundedAmount: number;
          /** Status of the refund. */
          refundStatus: 'pending' | 'succeeded' | 'failed' | 'cancelled';
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412 | 422 | 502>;
    };
  };
  '/api/payment_gateways/sessions': {
    /**
     * `createPaymentSession`: Create a payment session. Starts a payment at a provider, with the
     * credentials of the organization’s integration. The customer then confirms it in the browser or on
     * the page of `redirectUrl`. With `paymentMethodId`, a saved payment method is charged immediately:
     * the response is 201 with the `status` `captured`, `authorized`, `pending` or `failed`, also if the
     * bank declines. Each request starts a new payment unless it has an `Idempotency-Key`. Needs the
     * feature `payment_gateways.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /**
           * Your own text of at most 255 characters, the same in every attempt of one request. Within 24 hours,
           * the same request returns the first response; a different request with the same key returns 409.
           */
          'Idempotency-Key'?: string;
        };
      };
      requestBody: Json<{
        /** Payment provider, as GET /api/payment_gateways/providers lists them. */
        providerKey: string;
        /**
         * Amount to pay, in the main unit of the currency, with no more decimals than the currency has: `10.5`
         * is 10.50 EUR.
         */
        amount: number;
        /** ISO 4217 code of the currency. */
        currencyCode: string;
        /** `automatic` (the default) or `manual`. Default: "automatic". */
        captureMethod?: 'automatic' | 'manual';
        /** Description of the payment. */
        description?: string | null;
        /** Id of the order in your own system. */
        orderId?: UuidOrNull;
        /** Your own data about the payment. The provider receives what fits its limits. */
        metadata?: Record<string, unknown> | null;
        /**
         * `embedded` (the default): the customer pays in your page, with `clientSecret`. `redirect`: the
         * customer pays on a page of the provider (`redirectUrl`); requires `successUrl`. Returns 422 if the
         * provider has no such page.
         */
        mode?: 'embedded' | 'redirect';
        /**
         * URL to which a hosted payment page redirects the customer afterwards; `{CHECKOUT_SESSION_ID}` in it
         * becomes the session’s id with Stripe.
         */
        successUrl?: string;
        /** URL to which it redirects a customer who does not pay. */
        cancelUrl?: string;
        customerReference?: PaymentCustomerReference;
        /**
         * Saves the payment method for later payments without the customer; requires `customerReference`. Get
         * the customer’s consent first.
         */
        savePaymentMethod?: boolean;
        /**
         * Saved payment method of the customer to charge at once, without the customer; needs
         * `customerReference`. `status` and `failure` of the response contain the result.
         */
        paymentMethodId?: string;
      }>;
      responses: {
        /** The payment, waiting for the customer. */
        201: Json<PaymentSession>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 422 | 502>;
    };
  };
  '/api/payment_gateways/status': {
    /**
     * `getPaymentStatus`: Get the status of a payment. Returns the status of a payment. While the payment
     * is open, the provider is queried at most every 5 seconds; if it does not respond in time, the stored
     * status is returned. Needs the feature `payment_gateways.view`.
     */
    get: {
      parameters: {
        path?: never;
        query: Selection & {
          /** Id of the transaction. */
          transactionId: Uuid;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The payment. */
        200: Json<PaymentState>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `refreshPayment`: Refresh the status of a payment. Queries the provider now, also for a closed
     * payment, and returns the updated status. Needs the feature `payment_gateways.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<{
        /** Id of the transaction. */
        transactionId: Uuid;
      }>;
      responses: {
        /** The payment. */
        200: Json<PaymentState>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412 | 422 | 502>;
    };
  };
  '/api/payment_gateways/transactions': {
    /**
     * `listPayments`: List payments. Returns the payments of the organization, newest first. Needs the
     * feature `payment_gateways.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /**
           * Text to find in the provider and the ids of transaction, payment, order, session, charge and latest
           * refund, ignoring case.
           */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'createdAt' | 'status' | 'providerKey';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only payments with this status. */
          status?:
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
          /** Only payments of this provider. */
          providerKey?: string;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of payments. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: Payment[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
  };
  '/api/payment_gateways/transactions/{id}': {
    /**
     * `getPayment`: Read a payment with its history. Returns a payment with its refunds, disputes and
     * history, and the log entries of the provider’s integration about it. Needs the feature
     * `payment_gateways.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the transaction. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The payment. */
        200: Json<{
          transaction: PaymentDetail;
          /** The latest 100 entries of the log. */
          logs: IntegrationLog[];
        }>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/payment_gateways/webhook/{provider}': {
    /**
     * `receivePaymentEvent`: Receive a webhook of a payment provider. Accepts a message that is signed
     * with the secret of the organization of the payment. The organization is taken from the stored
     * payment, never from the message. Register the URL with `?tenantId=…&organizationId=…` (`webhookUrl`
     * of the integration): messages about payments that were not created here are then verified with that
     * organization’s secret and return `ignored: true`; without these parameters they return 401. Messages
     * are acknowledged at once and processed from a queue, each one once even if it is sent several times.
     * After 60 messages per minute that cannot be verified, the sender receives 429 with `Retry-After`.
     */
    post: {
      parameters: {
        path: {
          /** Key of the provider. */
          provider: string;
        };
        query?: Selection;
        header?: never;
      };
      /** Anything, as the sender signed it. At most 262144 bytes. */
      requestBody: {
        content: {
          '*/*': string | Blob;
        };
      };
      responses: {
        /** The message is accepted. */
        202: Json<{
          /** Always true. */
          received: true;
          /** Always true. */
          queued?: true;
          /** The message is verified, but about a payment that was not created here. */
          ignored?: true;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<401 | 404 | 429>;
    };
  };
  '/api/progress/active': {
    /**
     * `listActiveJobs`: List active progress jobs. Returns jobs that are pending or running, newest first,
     * at most 50, and jobs that completed or failed within the last 30 seconds, latest first, at most 10.
     * Sync runs are included, child jobs are not. The cost of the request does not depend on the length of
     * the history. Needs the feature `progress.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      responses: {
        /** Active and recently ended jobs. */
        200: Json<{
          /** Jobs that are pending or running. */
          active: ProgressJobSummary[];
          /** Jobs that have just completed or failed. */
          recentlyCompleted: ProgressJobSummary[];
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/progress/jobs': {
    /**
     * `listProgressJobs`: List and search progress jobs. Returns jobs of the selected organizations,
     * including child jobs; by default only pending and running jobs (see `status` and
     * `includeCompleted`). Ended jobs are kept for 30 days. A job whose worker died is listed as failed
     * within a minute. Needs the feature `progress.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in name and job type, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'createdAt' | 'startedAt' | 'finishedAt';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only jobs with one of these states, separated by commas. */
          status?: ('pending' | 'running' | 'completed' | 'failed' | 'cancelled')[];
          /** Only jobs of this type. */
          jobType?: string;
          /** Only child jobs of this job. */
          parentJobId?: Uuid;
          /** Also jobs that have ended; without a `status` these are left out. */
          includeCompleted?: boolean;
          /** Only jobs that ended at or after this time. */
          completedSince?: string;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of jobs. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: ProgressJobRow[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createProgressJob`: Create a progress job. The job is pending until its worker sends an update with
     * the status `running`. Browsers receive an event. Needs the feature `progress.create`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** Type of the job. */
        jobType: string;
        /** Name for people. */
        name: string;
        /** Description of the job. */
        description?: string | null;
        /** How many there are. */
        totalCount?: number | null;
        /** Whether callers can cancel the job. Default: false. */
        cancellable?: boolean;
        /** Your own data about the job. */
        meta?: Record<string, unknown> | null;
        /** Parent job. */
        parentJobId?: UuidOrNull;
        /** Index of the child job, from 0. */
        partitionIndex?: number | null;
        /** Number of child jobs. */
        partitionCount?: number | null;
      }>;
      responses: {
        /** The job is created. */
        201: Json<{
          /** Id of the job. */
          id: Uuid;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/progress/jobs/{id}': {
    /**
     * `getProgressJob`: Read a progress job. Returns the job with all details, also its result after it
     * has ended. Needs the feature `progress.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the job. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The job. */
        200: Json<ProgressJob>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateProgressJob`: Update the progress of a job. Changes the given fields and leaves all others as
     * they are. Percentage and estimate are calculated from the counts unless you send them. Every update,
     * even an empty one, is a heartbeat of the worker: send one at least every 60 seconds while the job
     * runs. Browsers receive updates at most every 250 milliseconds, or when the percentage changes. If
     * the response has `cancelRequested`, the worker must stop and send the status `cancelled`. Updates of
     * ended jobs are ignored; jobs of sync runs are updated by their run only. Needs the feature
     * `progress.update`.
     */
    put: {
      parameters: {
        path: {
          /** Id of the job. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<{
        /** Number of processed items. */
        processedCount?: number;
        /** Progress in percent, 0 to 100; 0 without a total. */
        progressPercent?: number;
        /** How many there are. */
        totalCount?: number;
        /** Estimated seconds until the job is completed. */
        etaSeconds?: number;
        /** Keys to set; the others stay as they are. */
        meta?: Record<string, unknown>;
        /** New status: the job starts or ends. Later updates of an ended job change nothing. */
        status?: 'running' | 'completed' | 'failed' | 'cancelled';
        /** The result. */
        resultSummary?: Record<string, unknown>;
        /** Why it failed. */
        errorMessage?: string;
        /** Stack trace of the error, for developers. */
        errorStack?: string;
      }>;
      responses: {
        /** The current progress. */
        200: Json<{
          ok: Ok;
          /** Progress in percent, 0 to 100; 0 without a total. */
          progressPercent: number;
          /**
           * Status of the job. A running job without an update for 60 seconds has failed, as has a job that does
           * not start within 24 hours.
           */
          status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
          /** Whether the worker should stop. */
          cancelRequested: boolean;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
    /**
     * `cancelProgressJob`: Cancel a progress job. Cancels a pending job or a sync run at once. For a
     * running job, it sets `cancelRequested`; the job continues until its worker sees it. Cancelling a
     * sync run requires `data_sync.run`, too. Repeating the request changes nothing. Returns 400 if the
     * job has ended or is not cancellable. Needs the feature `progress.cancel`.
     */
    delete: {
      parameters: {
        path: {
          /** Id of the job. */
          id: Uuid;
        };
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The job is cancelled, or its worker is requested to stop. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 404 | 412>;
    };
  };
  '/api/auth/feature-check': {
    /**
     * `checkFeatures`: Check features of the caller. Takes features and wildcards such as `webhooks.*` and
     * returns whether the caller has all of them.
     */
    post: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      requestBody: Json<{
        /** Features to check. */
        features: string[];
      }>;
      responses: {
        /** Which of the features the caller has. */
        200: Json<{
          /** Does the caller have all of them? */
          ok: boolean;
          /** The features that the caller has, without duplicates. */
          granted: string[];
          /** Id of the user, or `api_key:` and the id of the key. */
          userId: string;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         * Also carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/auth/features': {
    /**
     * `listFeatures`: List features. Returns all features of the platform and of your own modules, with
     * titles. Roles can also grant `prefix.*` for all features with a prefix, `*.view` for reading
     * everything in the tenant, and `*` for all features.
     */
    get: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      responses: {
        /** The features by module. */
        200: Json<{
          /** All modules, in the order of their names. */
          modules: FeatureModule[];
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         * Also carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/auth/login': {
    /**
     * `logIn`: Log in with an e-mail address and a password. Takes an HTML form. Returns a session token
     * for `Authorization: Bearer …` and sets it as cookie `auth_token` (8 hours), with a refresh token as
     * cookie `session_token` (8 hours, 30 days with `remember`). A wrong address and a wrong password have
     * the same response. At most 20 attempts per minute from one client address, and 5 of these for one
     * e-mail address; then log-ins are blocked for a minute.
     */
    post: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      /** At most 16384 bytes. */
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            /** E-mail address, ignoring case. */
            email: string;
            /** The password. */
            password: string;
            /** Keep the session for 30 days: `true`, `1`, `on` or `yes`. */
            remember?: boolean;
            /** Tenant of the account; needed when several tenants know the address. */
            tenantId?: Uuid;
            /** Alias of `tenantId`; `tenantId` has precedence. */
            tenant?: Uuid;
            /** Path on this host to which the browser is redirected afterwards. */
            redirect?: string;
          };
          'multipart/form-data': {
            /** E-mail address, ignoring case. */
            email: string;
            /** The password. */
            password: string;
            /** Keep the session for 30 days: `true`, `1`, `on` or `yes`. */
            remember?: boolean;
            /** Tenant of the account; needed when several tenants know the address. */
            tenantId?: Uuid;
            /** Alias of `tenantId`; `tenantId` has precedence. */
            tenant?: Uuid;
            /** Path on this host to which the browser is redirected afterwards. */
            redirect?: string;
          };
        };
      };
      responses: {
        /** The user is logged in. */
        200: Json<{
          ok: LogInOk;
          /** Session token. */
          token: string;
          /** Path to open next; always on this host. */
          redirect: string;
          /** Gets new session tokens at `/api/auth/session/refresh`. */
          refreshToken?: string;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`. Also carries
         * `{"ok":false}`.
         */
        default: Json<ApiError>;
      } & Failures<401 | 429>;
    };
  };
  '/api/auth/logout': {
    /**
     * `logOut`: Log out. Ends the session: its tokens are rejected from the next request on and its
     * cookies are removed. An API key has no session, so nothing changes.
     */
    post: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      responses: {
        /** The session has ended. */
        200: Json<{
          ok: LogInOk;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         * Also carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/auth/password': {
    /**
     * `changePassword`: Change your password. Requires the current password and ends all your other
     * sessions. A wrong current password returns 400. After 5 attempts of a user in 5 minutes, changes are
     * blocked for 5 minutes. API keys have no password and receive 403.
     */
    post: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      /** At most 16384 bytes. */
      requestBody: Json<{
        /** The current password. */
        currentPassword: string;
        /**
         * 8 to 256 characters with a digit, an upper-case letter and a special character; spaces do not count
         * as special characters.
         */
        newPassword: string;
      }>;
      responses: {
        /** The password is changed. */
        200: Json<{
          ok: LogInOk;
          /** Number of sessions that the request ended. */
          ended: number;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         * Also carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      } & Failures<403>;
    };
  };
  '/api/auth/session': {
    /**
     * `getSession`: Get the current caller and its rights. Returns the user or API key of this request,
     * its tenant and organization, and its rights.
     */
    get: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      responses: {
        /** The caller. */
        200: Json<{
          /** Whether the caller is a user or an API key, directly or with a session. */
          kind: 'user' | 'api_key';
          /** Id of the user or the key. */
          id: Uuid;
          /** Name of the user, if known, or of the key. */
          name: string | null;
          /** E-mail address of the user; null for a key. */
          email: string | null;
          /** Tenant that the caller belongs to; null for a platform key. */
          tenantId: UuidOrNull;
          /** Name of this tenant. */
          tenantName: string | null;
          /** Organization that the caller belongs to, or null. */
          organizationId: UuidOrNull;
          /** Whether the caller may do everything in every tenant. */
          isSuperAdmin: boolean;
          /** Features and wildcards that the caller holds: `a.b`, `a.*`, `*.view`, `*`. */
          features: string[];
          /** When the session ends unless it is refreshed, or the key expires; null for never. */
          expiresAt: TimestampOrNull;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         * Also carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/auth/session/from-key': {
    /**
     * `exchangeKey`: Exchange an API key for a session. For web pages, which should not store an API key.
     * Sets the HttpOnly cookies of a log-in, `auth_token` and `session_token`, for at most 8 hours;
     * refresh them at `/api/auth/session/refresh`. The session always has the current rights of the key,
     * in the same organizations and from the same addresses. It ends when the key is deleted or expires,
     * or when the exchanged secret is replaced. The exchange counts against the rate limits of the key,
     * requests of the session do not. At most 20 attempts per minute from one client address.
     */
    post: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      /** At most 4096 bytes. */
      requestBody: Json<{
        /** The API key. It is not stored, and no response shows it. */
        key: string;
      }>;
      responses: {
        /** The user is logged in. */
        200: Json<{
          ok: LogInOk;
          /** Session token. */
          token: string;
          /** When the session ends unless it is refreshed; never after its key. */
          expiresAt: Timestamp;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`. Also carries
         * `{"ok":false}`.
         */
        default: Json<ApiError>;
      } & Failures<401 | 403 | 429>;
    };
  };
  '/api/auth/session/refresh': {
    /**
     * `refreshSession`: Refresh the session. Takes the refresh token from the body or else from the cookie
     * `session_token` and returns a new session token. The session is extended until the new token
     * expires, but at most 30 days after the log-in; the refresh token does not change. At most 60
     * requests per minute from one client address and 15 with one token.
     */
    post: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      /** At most 16384 bytes. */
      requestBody?: Json<{
        /** Gets new session tokens at `/api/auth/session/refresh`. */
        refreshToken?: string;
      }>;
      responses: {
        /** A new session token. */
        200: Json<{
          ok: LogInOk;
          /** Session token. */
          accessToken: string;
          /** Seconds for which it is valid. */
          expiresIn: number;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`. Also carries
         * `{"ok":false}`.
         */
        default: Json<ApiError>;
      } & Failures<401 | 429>;
    };
  };
  '/api/auth/sessions': {
    /**
     * `listSessions`: List your sessions. Returns all active sessions of the user, latest log-in first; a
     * user has at most 100. The list of an API key is empty.
     */
    get: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      responses: {
        /** The sessions. */
        200: Json<{
          /** The latest log-in first. */
          sessions: Session[];
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         * Also carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `deleteSession`: End one of your sessions. The tokens of the session are rejected from the next
     * request on. You can repeat the request: a session that has ended, or that belongs to another user,
     * counts as 0.
     */
    delete: {
      parameters: {
        path?: never;
        query: {
          /** Id of the session, as the list shows it. */
          id: string;
        };
        header?: never;
      };
      responses: {
        /** The session has ended. */
        200: Json<{
          ok: LogInOk;
          /** Number of sessions that the request ended. */
          ended: number;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         * Also carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/auth/sessions/end-others': {
    /**
     * `endOtherSessions`: End all your other sessions. The tokens of the other sessions are rejected from
     * the next request on.
     */
    post: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      responses: {
        /** The other sessions have ended. */
        200: Json<{
          ok: LogInOk;
          /** Number of sessions that the request ended. */
          ended: number;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         * Also carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/auth/users': {
    /**
     * `listUsers`: List and search users. Returns users sorted by e-mail address. Callers who may select
     * only some organizations see the users of these organizations. Needs the feature `auth.users.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in e-mail address and name, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'email' | 'name' | 'createdAt' | 'updatedAt';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only users with this text in the name, ignoring case. */
          name?: string;
          /** Only users with any of these roles: ids, separated by commas. */
          roleIds?: Uuid[];
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of users. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: User[];
              /** Whether the caller is a super admin. */
              isSuperAdmin: boolean;
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `createUser`: Create a user. The user belongs to `organizationId`, by default the selected
     * organization. You can only assign roles whose rights you hold. Needs the feature
     * `auth.users.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      requestBody: Json<
        UserFields & {
          email: UserEmail;
          /** 8 to 256 characters with a digit, an upper-case letter and a special character. */
          password: string;
        }
      >;
      responses: {
        /** The user is created. */
        201: Json<{
          /** Id of the user. */
          id: Uuid;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 409>;
    };
    /**
     * `updateUser`: Change a user. Changes the given fields and leaves all others as they are. A change of
     * roles, organization or `isActive` takes effect on the next request of every session; a new password
     * and `isActive: false` end all sessions. You cannot change the e-mail address or password of a user
     * who has rights that you lack, and only super admins can change super admins. Needs the feature
     * `auth.users.manage`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<
        UserFields & {
          email?: UserEmail;
          /** 8 to 256 characters with a digit, an upper-case letter and a special character. */
          password?: string;
          /** Id of the user to change. */
          id: Uuid;
        }
      >;
      responses: {
        /** The user is changed. */
        200: Json<{
          /** The change is made. */
          ok: true;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 409 | 412>;
    };
    /**
     * `deleteUser`: Delete a user. Ends the sessions of the user; the e-mail address can be used again.
     * Send the id in the body or as a query parameter. You cannot delete yourself, and only super admins
     * can delete super admins. Needs the feature `auth.users.manage`.
     */
    delete: {
      parameters: {
        path?: never;
        query?: {
          /** Id of the user. */
          id?: Uuid;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody?: Json<{
        /** Id of the user. */
        id?: Uuid;
      }>;
      responses: {
        /** The user is deleted. */
        200: Json<{
          /** The change is made. */
          ok: true;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 409 | 412>;
    };
  };
  '/api/auth/users/acl': {
    /**
     * `getUserAcl`: Read the individual rights of a user. Returns the individual rights of the user, which
     * replace the rights of the roles. Needs the feature `auth.acl.manage`.
     */
    get: {
      parameters: {
        path?: never;
        query: {
          /** Id of the user. */
          userId: Uuid;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The rights. */
        200: Json<
          GetAclFields & {
            /** Whether the user has individual rights instead of those of its roles. */
            hasCustomAcl: boolean;
            /** When the user was last changed; null without individual rights. */
            updatedAt: TimestampOrNull;
          }
        >;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateUserAcl`: Change the individual rights of a user. Individual rights replace the rights of the
     * roles. Fields that you leave out do not change. To use the rights of the roles again, send no
     * features and `isSuperAdmin: false`. The change takes effect on the next request of every session.
     * You can only grant rights that you hold; only super admins can grant `*` and super admin. Needs the
     * feature `auth.acl.manage`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<
        UpdateAclFields & {
          /** Id of the user. */
          userId: Uuid;
        }
      >;
      responses: {
        /** The user has its new rights. */
        200: Json<{
          /** The change is made. */
          ok: true;
          /**
           * Features that only super admins can grant were ignored: `directory.*` and everything under
           * `directory.tenants`.
           */
          sanitized: boolean;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 412>;
    };
  };
  '/api/auth/roles': {
    /**
     * `listRoles`: List and search roles. Returns the tenant's roles sorted by name, with the number of
     * users and API keys that hold each role. Needs the feature `auth.roles.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in the name, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'name' | 'createdAt' | 'updatedAt';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of roles. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: Role[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `createRole`: Create a role. A new role has no features; add them with `PUT /api/auth/roles/acl`. It
     * is valid in the organizations that the caller may select. Needs the feature `auth.roles.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      requestBody: Json<{
        /** Unique in the tenant, ignoring case. `admin` and `superadmin` are reserved. */
        name: string;
      }>;
      responses: {
        /** The role is created. */
        201: Json<{
          /** Id of the role. */
          id: Uuid;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409>;
    };
    /**
     * `updateRole`: Rename a role. Users and keys keep the role under its new name. Only super admins can
     * rename roles that make super admins. Needs the feature `auth.roles.manage`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<{
        /** Id of the role. */
        id: Uuid;
        /** Unique in the tenant, ignoring case. `admin` and `superadmin` are reserved. */
        name?: string;
      }>;
      responses: {
        /** The role is renamed. */
        200: Json<{
          /** The change is made. */
          ok: true;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 409 | 412>;
    };
    /**
     * `deleteRole`: Delete a role. A role that a user or an API key holds cannot be deleted. Send the id
     * in the body or as a query parameter. Needs the feature `auth.roles.manage`.
     */
    delete: {
      parameters: {
        path?: never;
        query?: {
          /** Id of the role. */
          id?: Uuid;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody?: Json<{
        /** Id of the role. */
        id?: Uuid;
      }>;
      responses: {
        /** The role is deleted. */
        200: Json<{
          /** The change is made. */
          ok: true;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 409 | 412>;
    };
  };
  '/api/auth/roles/acl': {
    /**
     * `getRoleAcl`: Read the rights of a role. Returns the rights that the role grants. Needs the feature
     * `auth.acl.manage`.
     */
    get: {
      parameters: {
        path?: never;
        query: {
          /** Id of the role. */
          roleId: Uuid;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version you have; 304 without a body when it is still the current one. */
          'If-None-Match'?: string;
        };
      };
      responses: {
        /** The rights. */
        200: Json<
          GetAclFields & {
            /** Id of the role. */
            roleId: Uuid;
            /** When the role or its rights were last changed. */
            updatedAt: Timestamp;
          }
        >;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateRoleAcl`: Change the rights of a role. Fields that you leave out do not change. The change
     * takes effect on the next request of every user and key with the role: rights are removed first, then
     * new rights are added, then the response is sent. If the role has too many holders for one request,
     * the response is 503 `unfinished`: repeat the request to continue. Until it is complete, no holder
     * has more rights than before. You can only grant rights that you hold; only super admins can grant
     * `*` and super admin. Needs the feature `auth.acl.manage`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<
        UpdateAclFields & {
          /** Id of the role. */
          roleId: Uuid;
        }
      >;
      responses: {
        /** All users and keys with the role have the new rights. */
        200: Json<{
          /** The change is made. */
          ok: true;
          /**
           * Features that only super admins can grant were ignored: `directory.*` and everything under
           * `directory.tenants`.
           */
          sanitized: boolean;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 412 | 503>;
    };
  };
  '/api/api_keys/keys': {
    /**
     * `listApiKeys`: List API keys. Returns keys of the organizations that you may select, newest first.
     * Callers who may select every organization also see keys of the whole tenant. Secrets are never
     * shown. Needs the feature `api_keys.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in name or prefix, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'createdAt' | 'name';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of keys. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: ApiKey[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createApiKey`: Create an API key. The response contains the secret, which is not shown again. The
     * key has the rights of its roles, which must not exceed your own, and works in its organization. Its
     * rate limits replace those of the deployment; only super admins can set higher ones. Needs the
     * feature `api_keys.create`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      requestBody: Json<
        CreateApiKeyFields & {
          /** Name shown to people. */
          name: string;
          /** Tenant of the key; by default the caller's. Others only for super admins. */
          tenantId?: UuidOrNull;
          /**
           * Organization of the key, by default the selected one. A key without an organization is valid in the
           * whole tenant; only callers with access to the whole tenant can create it.
           */
          organizationId?: UuidOrNull;
        }
      >;
      responses: {
        /** The key with its secret. */
        201: Json<NewApiKey>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404>;
    };
    /**
     * `updateApiKey`: Change an API key. Changes the fields that you send; `roles` and `allowedAddresses`
     * replace the whole list. The secrets of the key do not change. The change takes effect on the next
     * request of the key. You cannot change a key that has more rights than you, nor give it more. Only
     * super admins can set rate limits above those of the deployment. Needs the feature `api_keys.create`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<
        CreateApiKeyFields & {
          /** Id of the key. */
          id: Uuid;
          /** Name shown to people. */
          name?: string;
        }
      >;
      responses: {
        /** The key after the change. */
        200: Json<ApiKey>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 412>;
    };
    /**
     * `deleteApiKey`: Delete an API key. The next request with the key is rejected. Needs the feature
     * `api_keys.delete`.
     */
    delete: {
      parameters: {
        path?: never;
        query: {
          /** Id of the key. */
          id: Uuid;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The key is deleted. */
        200: Json<{
          /** Always true. */
          success: boolean;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 412>;
    };
  };
  '/api/api_keys/keys/{id}/rotate': {
    /**
     * `rotateApiKey`: Rotate the secret of an API key. Id, roles and rate limits of the key do not change.
     * The old secret stays valid for the grace period; an even older secret is rejected at once. You
     * cannot rotate a key that has more rights than you. Needs the feature `api_keys.create`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the key. */
          id: Uuid;
        };
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody?: Json<{
        /** Seconds for which the old secret stays valid, at most a day. By default it ends at once. Default: 0. */
        gracePeriodSeconds?: number;
      }>;
      responses: {
        /** The key with its new secret. */
        200: Json<NewApiKey>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 412>;
    };
  };
  '/api/directory/organization-switcher': {
    /**
     * `getOrganizationSwitcher`: Get the organizations that you may select. Returns the open organizations
     * that you may select, as a tree. Their ancestors are included but cannot be selected. Super admins
     * see all organizations and can name another tenant. If the cookie `svc_selected_org` names an
     * organization that no longer exists, it is ignored.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to show; by default the caller's. Others only for super admins. */
          tenantId?: Uuid;
        };
        header?: never;
      };
      responses: {
        /** Organizations that the caller can select. */
        200: Json<Switcher>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/directory/organizations': {
    /**
     * `listOrganizations`: List organizations. Returns the organizations of the tenant in one of three
     * views; only `manage` is paginated. Callers who may select only some organizations can access these
     * and the organizations below them; others return 404. Needs the feature
     * `directory.organizations.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in name or slug, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'name' | 'createdAt' | 'updatedAt';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /**
           * `options`: a flat list in tree order; `manage`: pages of full rows; `tree`: nested. Default:
           * "options".
           */
          view?: 'options' | 'manage' | 'tree';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only organizations with one of these ids, separated by commas. */
          ids?: Uuid[];
          /** By default `all` for `manage`, else `active`. */
          status?: 'all' | 'active' | 'inactive';
          /** True means `status=all`. */
          includeInactive?: boolean;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** The organizations in the requested view. */
        200: {
          content: {
            'application/json':
              | {
                  /** The rows of the page. */
                  items: Organization[];
                  /** Rows that match, over all pages. */
                  total: number;
                  /** Page number, from 1. */
                  page: number;
                  /** Requested rows per page. */
                  pageSize: number;
                  /** Number of pages; 0 when nothing matches. */
                  totalPages: number;
                }
              | {
                  /** The top-level organizations with their children. */
                  items: OrganizationNode[];
                }
              | {
                  /** The organizations; a parent precedes its children. */
                  items: OrganizationOption[];
                };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `createOrganization`: Create an organization. Without `parentId`, the organization is created at the
     * top of the tree or, for callers who may select only some organizations, under their own
     * organization. Needs the feature `directory.organizations.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      requestBody: Json<
        OrganizationFields & {
          /** Name of the organization. */
          name: string;
        }
      >;
      responses: {
        /** The id of the new organization. */
        201: Json<{
          /** Id of the new resource. */
          id: Uuid;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateOrganization`: Change an organization. Changes the given fields and leaves all others as they
     * are; a move that would create a cycle is rejected. A closed organization can no longer be selected,
     * and its API keys and sessions are rejected from their next request on. If a request is interrupted,
     * repeat it to complete it. Callers who may select only some organizations can access these and the
     * organizations below them; others return 404. Needs the feature `directory.organizations.manage`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<
        OrganizationFields & {
          /** Id of the organization to change. */
          id: Uuid;
          /** Name of the organization. */
          name?: string;
        }
      >;
      responses: {
        /** The organization is changed. */
        200: Json<{
          /** Always true. */
          ok: boolean;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
    /**
     * `deleteOrganization`: Delete an organization. Closes the organization, moves its direct children to
     * its parent and deletes it. Its data can no longer be accessed. Callers who may select only some
     * organizations can access these and the organizations below them; others return 404. Needs the
     * feature `directory.organizations.manage`.
     */
    delete: {
      parameters: {
        path?: never;
        query: {
          /** Id of the organization. */
          id: Uuid;
          /** Tenant to use; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The organization is deleted. */
        200: Json<{
          /** Always true. */
          ok: boolean;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
  };
  '/api/directory/tenants': {
    /**
     * `listTenants`: List tenants. Returns every tenant of the platform, sorted by name. Needs the feature
     * `directory.tenants.view`. For super admins only.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in the name, ignoring case. */
          search?: string;
          /** Field to sort by; equal values are sorted by id. */
          sortField?: 'name' | 'createdAt' | 'updatedAt';
          /** Sort direction. By default dates and priorities are sorted descending, all other fields ascending. */
          sortDir?: 'asc' | 'desc';
          /** Only this tenant. */
          id?: Uuid;
          /** Only open, or only closed tenants. */
          isActive?: boolean;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of tenants. */
        200: {
          content: {
            'application/json': Page & {
              /** The rows of the page. */
              items: Tenant[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createTenant`: Create a tenant. Creates a tenant without organizations, users and keys. Needs the
     * feature `directory.tenants.manage`. For super admins only.
     */
    post: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      requestBody: Json<{
        /** Name of the tenant. */
        name: string;
        /** False closes the tenant: its API keys and sessions are rejected at once. */
        isActive?: boolean;
      }>;
      responses: {
        /** The id of the new tenant. */
        201: Json<{
          /** Id of the new resource. */
          id: Uuid;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `updateTenant`: Change a tenant. Changes the given fields and leaves all others as they are. A
     * closed tenant can no longer be selected, and its API keys and sessions are rejected from their next
     * request on; they work again when the tenant is reopened. If a request is interrupted, repeat it to
     * complete it. Needs the feature `directory.tenants.manage`. For super admins only.
     */
    put: {
      parameters: {
        path?: never;
        query?: never;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      requestBody: Json<{
        /** Id of the tenant to change. */
        id: Uuid;
        /** Name of the tenant. */
        name?: string;
        /** False closes the tenant: its API keys and sessions are rejected at once. */
        isActive?: boolean;
      }>;
      responses: {
        /** The tenant is changed. */
        200: Json<{
          /** Always true. */
          ok: boolean;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
    /**
     * `deleteTenant`: Delete a tenant. Closes the tenant and removes it from the list. Its data can no
     * longer be accessed. Needs the feature `directory.tenants.manage`. For super admins only.
     */
    delete: {
      parameters: {
        path?: never;
        query: {
          /** Id of the tenant. */
          id: Uuid;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The tenant is deleted. */
        200: Json<{
          /** Always true. */
          ok: boolean;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
  };
  '/api/audit_logs/actions': {
    /**
     * `listAuditActions`: List audit log entries. Returns the audit log of the tenant, newest first.
     * Callers who may select only some organizations see the entries of these organizations; callers who
     * may select every organization also see entries of the whole tenant. `from` and `to` limit the time
     * range. Entries are kept for 400 days. Needs the feature `audit_logs.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Only the row with this id. */
          id?: Uuid;
          /** Text to find in resource, resourceId, action or actorId, ignoring case. */
          search?: string;
          /** Only entries with exactly this resource. */
          resource?: string;
          /** Only entries with exactly this resourceId. */
          resourceId?: string;
          /** Only entries with exactly this action. */
          action?: string;
          /** Only entries with exactly this actorId. */
          actorId?: string;
          /** Only entries of this time or later; a date alone means its first moment in UTC. */
          from?: string;
          /** Only entries of this time or earlier; a date alone means its first moment in UTC. */
          to?: string;
          /** True returns entries that belong to no tenant, such as tenants and toggles; only for super admins. */
          platform?: boolean;
          /**
           * Returns a file instead of a page: all matching rows in the order of the list. Upper and lower case
           * are equal; media types and `md` are accepted, too; other values return 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** One page of entries. */
        200: {
          content: {
            'application/json': PageFields & {
              /** The entries of the page. */
              items: AuditAction[];
              /** Entries that match, over all pages; see `totalIsExact`. */
              total: number;
              /**
               * False when the log is longer than one request can read: then `total` is the number of matches so
               * far; use `from` and `to` to read the rest.
               */
              totalIsExact: boolean;
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/docs/api': {
    /**
     * `openExplorer`: Redirect to the API explorer. Redirects `/`, `/docs` and `/docs/api/` to
     * `/docs/api`. Requires no credentials.
     */
    get: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      responses: {
        /** The explorer is at `Location`. */
        302: { content?: never };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/docs/markdown': {
    /**
     * `getMarkdown`: Get this API description as Markdown. Returns one section per operation, for people,
     * wikis and language models. Requires no credentials.
     */
    get: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      responses: {
        /** The description. */
        200: {
          content: {
            'text/markdown': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/docs/openapi': {
    /**
     * `getOpenapi`: Get this API description as OpenAPI document. Returns OpenAPI 3.1 as JSON, for code
     * generators and API clients. Requires no credentials.
     */
    get: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      responses: {
        /** The document. */
        200: Json<{
          /** Version of the OpenAPI specification. */
          openapi: string;
          /** What the document describes. */
          info: {
            /** Name of the API. */
            title: string;
            /** Version of the deployed code. */
            version: string;
            [name: string]: unknown;
          };
          /** The operations by path and method. */
          paths: Record<string, unknown>;
          [name: string]: unknown;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/docs/api': {
    /**
     * `getExplorer`: The API explorer. Returns a page that shows every operation and sends requests to
     * this host. Filter the operations by words of their summary, path or module. Paste an API key under
     * *Authorize* to use it; the page does not store the key.
     */
    get: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      responses: {
        /** The page. */
        200: {
          content: {
            'text/html': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/docs/api/{file}': {
    /**
     * `getExplorerAsset`: Get a script or style sheet of the API explorer. Returns a file that the page
     * loads. The file names change with the content.
     */
    get: {
      parameters: {
        path: {
          /** Name of the file, as the page refers to it. */
          file: string;
        };
        query?: never;
        header?: never;
      };
      responses: {
        /** The file. */
        200: {
          content: {
            'text/javascript': string;
            'text/css': string;
          };
        };
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/health': {
    /**
     * `getHealth`: Check that the service is up. Responds to GET and HEAD without credentials and reads no
     * data. Use it for readiness probes.
     */
    get: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      responses: {
        /** The service is up. */
        200: Json<{
          /** Always `ok`; an unhealthy service does not return 200. */
          status: 'ok';
          /** Version of the deployed code. */
          version: string;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`; 403:
         * `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/overview/activity': {
    /**
     * `getActivity`: Show deliveries and runs by hour. Returns the activity of the selected organizations
     * by hour: webhook deliveries, runs of scheduled jobs (including jobs of the whole tenant) and sync
     * runs. You receive the series that your features allow. Deliveries and runs count in the hour in
     * which they ended. The numbers are approximate: after a crash, a count may be missing or doubled.
     * They are kept for 35 days.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Beginning of the window, at most 168 hours before `until`; by default 24 hours before it. */
          since?: string;
          /** End of the time range; default: now. */
          until?: string;
        };
        header?: never;
      };
      responses: {
        /** The series. */
        200: Json<{
          /** Beginning of the first hour. */
          since: Timestamp;
          /** End of the time range. */
          until: Timestamp;
          /** One point per hour of the time range, earliest first; null without `webhooks.view`. */
          deliveries: DeliveryPoint[] | null;
          /** One point per hour of the time range, earliest first; null without `scheduler.jobs.view`. */
          jobRuns: JobRunPoint[] | null;
          /** One point per hour of the time range, earliest first; null without `data_sync.view`. */
          syncRuns: SyncRunPoint[] | null;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/overview/dead-letters': {
    /**
     * `listDeadLetterQueues`: List queues with dead letters. Every queue whose dead-letter queue holds
     * messages, those with most of them first. They are kept for 14 days. SQS counts approximately: a
     * count may be a minute old. Only for super admins. For super admins only.
     */
    get: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      responses: {
        /** The queues. */
        200: Json<{
          /** Queues with dead letters. */
          items: DeadLetterQueue[];
          /** Dead letters of all queues together. */
          total: number;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/overview/dead-letters/{queue}': {
    /**
     * `listDeadLetters`: Look at the dead letters of a queue. Some of the messages, at most 10: queues
     * have no pages, and SQS chooses. They stay where they are. Only for super admins. For super admins
     * only.
     */
    get: {
      parameters: {
        path: {
          /** Name of the queue. */
          queue: string;
        };
        query?: never;
        header?: never;
      };
      responses: {
        /** Some of its dead letters, the earliest first. */
        200: Json<
          DeadLetterQueue & {
            /** The messages. */
            items: DeadLetter[];
          }
        >;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/overview/dead-letters/{queue}/redrive': {
    /**
     * `redriveDeadLetters`: Bring the dead letters of a queue back. Has SQS move them back to their queue,
     * where each message counts as new, once the reason they failed is gone. The response does not wait
     * for the move. What fails again returns to the dead letters. Only for super admins. For super admins
     * only.
     */
    post: {
      parameters: {
        path: {
          /** Name of the queue. */
          queue: string;
        };
        query?: never;
        header?: never;
      };
      responses: {
        /** The move has begun. */
        202: Json<{
          ok: Ok;
          /** How many of its messages failed for good, as SQS counts them. */
          count: number;
        }>;
        /**
         * Errors that every operation can return. 400: `invalid_input`, `malformed_body`, `too_deep`,
         * `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`, `missing_feature`,
         * `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409>;
    };
  };
}
