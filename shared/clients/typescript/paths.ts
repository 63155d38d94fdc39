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
  EmailTemplate,
  EmailTemplateFields,
  EntityRecord,
  EvaluateInPlaygroundContext,
  EventType,
  ExecutedRuleFields,
  ExecuteFields,
  Execution,
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
  JobFields,
  JobRunPoint,
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
  ScheduledJobFields,
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
  TenantId,
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
  WebhookDelivery,
  WebhookDeliveryRow,
  WebhookFields,
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
   * Organization to act in, by its UUID; by default the caller's own. `__all__` reads all organizations
   * that the caller may see. The cookie `svc_selected_org` does the same; the query wins.
   */
  organizationId?: string;
  /** Tenant to act in; by default the caller's own. */
  tenantId?: string;
}

export interface paths {
  '/api/business_rules/execute': {
    /**
     * `executeRules`: Execute the rules of an entity type. Runs every enabled rule of the entity type that
     * is in effect now, in the selected organization: the highest priority first, then by `ruleId`. All of
     * them run, also after one that blocks. Where a condition holds, the rule’s success actions are taken,
     * where it does not its failure actions. Effects and log entries are written together or not at all.
     * When more than 100 rules match none is run, and `allowed` is false. A rule has 5 s, all together 20
     * s; rules that an event sets off 5 s. Needs the feature `business_rules.rules.execute`.
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
        /** What the rules decided. */
        200: Json<RuleExecution>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/business_rules/execute/{ruleId}': {
    /**
     * `executeRule`: Execute one rule. Runs one rule of any entity type and event. A rule that is disabled
     * or not in effect is not run: then `success` is false and `error` says why. Needs the feature
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
        /** What became of the rule. */
        200: Json<
          ExecutedRuleFields & {
            /** Whether the rule was run without an error. */
            success: boolean;
            /** False when the condition of a GUARD does not hold, or when an action blocks. */
            allowed: boolean;
            /** Values that SET_FIELD gave to fields, by name. */
            fields: Record<string, unknown>;
          }
        >;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`. Also carries
         * `{"success":false,"conditionResult":false,"actionsExecuted":null,"executionTime":0}`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/business_rules/logs': {
    /**
     * `listLogs`: List what rules did. Every rule of every execution in the selected organization that was
     * no dry run, the latest first. Values of fields that are named like secrets are left out. Entries are
     * kept for 90 days. Filters combine with AND. Needs the feature `business_rules.logs.view`.
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
          /** Text to find in ruleName, entityId or errorMessage, in any case. */
          search?: string;
          /** Only entries of the rule with this id. */
          ruleId?: Uuid;
          /** Only entries with exactly this entityId. */
          entityId?: string;
          /** Only entries with exactly this entityType. */
          entityType?: string;
          /** Only entries with exactly this eventType. */
          eventType?: string;
          /** SUCCESS: the condition held. FAILURE: it did not. ERROR: the rule could not do its work. */
          executionResult?: 'SUCCESS' | 'FAILURE' | 'ERROR';
          /** Only entries with exactly this executedBy. */
          executedBy?: string;
          /** Only entries of this time or later; an age such as `7d` counts back from now. */
          executedAtFrom?: string;
          /** Only entries of this time or earlier. */
          executedAtTo?: string;
          /** Field to sort by; the id decides between equals. Default: "executedAt". */
          sortField?: 'executedAt' | 'id' | 'ruleId' | 'entityType' | 'executionResult' | 'executionTimeMs';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
          sortDir?: 'asc' | 'desc';
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
               * False when the log is longer than one request looks at: then `total` is how many matched so far, and
               * `executedAtFrom` and `executedAtTo` reach the rest.
               */
              totalIsExact: boolean;
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `deleteLogs`: Delete old log entries. Deletes the entries of the selected organization that are
     * older than the given age or time, for good. A very long log takes several requests: while `finished`
     * is false, repeat it. Needs the feature `business_rules.logs.delete`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/business_rules/logs/export': {
    /**
     * `exportLogs`: Export the log as a file. Every entry that matches, the latest first, as a file: the
     * same as `format` on the list of entries. CSV is guarded against formulas. Needs the feature
     * `business_rules.logs.view`.
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
          /** SUCCESS: the condition held. FAILURE: it did not. ERROR: the rule could not do its work. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/business_rules/logs/stats': {
    /**
     * `getLogStats`: Count what rules did, and how long they took. Figures of the log: how many rules ran,
     * how many conditions held, and how long rules took. `groupBy` tells them apart by rule, entity type,
     * result, hour or day, which shows for instance the slowest rules. Needs the feature
     * `business_rules.logs.view`.
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
          /** SUCCESS: the condition held. FAILURE: it did not. ERROR: the rule could not do its work. */
          executionResult?: 'SUCCESS' | 'FAILURE' | 'ERROR';
          /** Only entries with exactly this executedBy. */
          executedBy?: string;
          /** Only entries of this time or later; by default of the last seven days. Default: "7d". */
          executedAtFrom?: string;
          /** Only entries of this time or earlier. */
          executedAtTo?: string;
          /** What to tell the figures apart by. */
          groupBy?: 'rule' | 'entityType' | 'result' | 'hour' | 'day';
        };
        header?: never;
      };
      responses: {
        /** The figures. */
        200: Json<{
          /** Rules that ran. */
          executions: number;
          /** How many conditions held. */
          success: number;
          /** How many guards and validations did not hold, and how many others took actions for that. */
          failure: number;
          /**
           * How many rules of the other types had nothing to do: their condition did not hold, and they have no
           * actions for that. The log shows them as FAILURE.
           */
          notApplied: number;
          /** How many rules could not do their work. */
          error: number;
          /** Share of the conditions that held among the rules that applied, 0 to 1; 0 without any. */
          successRate: number;
          /** Mean time of a rule in milliseconds. */
          averageTimeMs: number;
          /** Half of the rules took at most so long. */
          p50TimeMs: number;
          /** 95 % took at most so long. */
          p95TimeMs: number;
          /** 99 % took at most so long. */
          p99TimeMs: number;
          /** The longest time of a rule. */
          maxTimeMs: number;
          /** Begin of the time that was looked at. */
          from: Timestamp;
          /** Its end. */
          to: Timestamp;
          /**
           * False when the log is longer than one request looks at: then the figures are of the latest entries,
           * and `executedAtFrom` and `executedAtTo` reach the rest.
           */
          isExact: boolean;
          /** With `groupBy`: the figures of each group, the largest first; hours and days in order. */
          groups?: {
            /** Id of the rule, entity type, result, hour or day that the figures are of. */
            key: string;
            /** The same for people. */
            name: string;
            /** Rules that ran. */
            executions: number;
            /** How many conditions held. */
            success: number;
            /** How many guards and validations did not hold, and how many others took actions for that. */
            failure: number;
            /**
             * How many rules of the other types had nothing to do: their condition did not hold, and they have no
             * actions for that. The log shows them as FAILURE.
             */
            notApplied: number;
            /** How many rules could not do their work. */
            error: number;
            /** Share of the conditions that held among the rules that applied, 0 to 1; 0 without any. */
            successRate: number;
            /** Mean time of a rule in milliseconds. */
            averageTimeMs: number;
            /** Half of the rules took at most so long. */
            p50TimeMs: number;
            /** 95 % took at most so long. */
            p95TimeMs: number;
            /** 99 % took at most so long. */
            p99TimeMs: number;
            /** The longest time of a rule. */
            maxTimeMs: number;
          }[];
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/business_rules/logs/{id}': {
    /**
     * `getLog`: Read what a rule did. One entry of the log, with the rule as it was then. Needs the
     * feature `business_rules.logs.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/business_rules/operators': {
    /**
     * `listOperators`: List operators, actions and placeholders. The language of rules as data, for
     * editors. Needs the feature `business_rules.rules.view`.
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
            /** False for those that look at the field alone. */
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
            /** What stands between the braces. */
            name: string;
            /** What it stands for. */
            description: string;
            /** Whether conditions know it, too. */
            inConditions: boolean;
          }[];
          /** What a condition may not exceed. Groups nest to any depth. */
          limits: {
            /** Conditions in one group. */
            rulesPerGroup: number;
            /** Characters of a field path. */
            fieldPathCharacters: number;
            /** Characters of a pattern of MATCHES. */
            patternCharacters: number;
            /** Characters of a text that MATCHES looks at; fewer where the pattern repeats by number. */
            matchedTextCharacters: number;
          };
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/business_rules/rules': {
    /**
     * `listRules`: List and search business rules. Rules of the selected organization, by default those
     * with the highest priority first. Filters combine with AND. When the rows of a page are too large for
     * one response, the error names a page size that fits. A list by `id` or `ruleId` is strongly
     * consistent: a rule is in it as soon as it is created. Needs the feature `business_rules.rules.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 100. Default: 20. */
          pageSize?: number;
          /** Text to find in ruleName or ruleId, in any case. */
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
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
          sortDir?: 'asc' | 'desc';
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
                /** Rows asked for per page. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createRule`: Create a business rule. Creates a rule in the selected organization. The ruleId must
     * be free in the whole tenant. Needs the feature `business_rules.rules.create`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409>;
    };
    /**
     * `updateRule`: Change a business rule. Changes the given fields and leaves all others as they are.
     * `If-Match` refuses to overwrite a newer rule. Needs the feature `business_rules.rules.edit`.
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
          /** Kind of entity the rule looks at. */
          entityType?: string;
          /** When the rule holds. Groups nest to any depth. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
    /**
     * `deleteRule`: Delete a business rule. The rule is marked as deleted: no endpoint shows it any more,
     * and its ruleId is free again. Needs the feature `business_rules.rules.delete`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/business_rules/rules/bulk-delete': {
    /**
     * `bulkDeleteRules`: Delete several rules. Deletes up to 100 rules of the selected organizations. Each
     * id has a transaction, an event and an audit entry of its own, and a failure of one stops no other:
     * the response is 200 with a result for each. Sent again, the call changes nothing more. The last
     * write wins. It counts as one request against rate limits, and costs one read of all ids for each
     * selected organization and one transaction for each that changes. An id that is not there, or no
     * more, is `unchanged`. Needs the feature `business_rules.rules.delete`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** Ids of the rules, 1 to 100; one that comes twice counts once. */
        ids: Uuid[];
      }>;
      responses: {
        /** What became of each rule. */
        200: Json<BulkResponse>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/business_rules/rules/bulk-update': {
    /**
     * `bulkUpdateRules`: Enable or disable several rules. Enables or disables up to 100 rules of the
     * selected organizations. Each id has a transaction, an event and an audit entry of its own, and a
     * failure of one stops no other: the response is 200 with a result for each. Sent again, the call
     * changes nothing more. The last write wins. It counts as one request against rate limits, and costs
     * one read of all ids for each selected organization and one transaction for each that changes. Needs
     * the feature `business_rules.rules.edit`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** Ids of the rules, 1 to 100; one that comes twice counts once. */
        ids: Uuid[];
        /** Whether the rules are executed from now on. */
        enabled: boolean;
      }>;
      responses: {
        /** What became of each rule. */
        200: Json<BulkResponse>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/business_rules/rules/validate': {
    /**
     * `validateRule`: Check a rule before it is saved. Checks the given fields of a rule, whichever they
     * are, as saving would, and warns of what is allowed but hardly meant. With `data` it says what the
     * rule would do, and why; nothing is stored or carried out. Needs the feature
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
        /** An entity’s data to try the rule on; nothing is carried out. */
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
          /** What could be saved but will hardly do what it looks like. */
          warnings: string[];
          /** With `data`: what the rule would do; null without, or when it is not valid. */
          evaluation: {
            /** Whether the condition holds. */
            conditionResult: boolean;
            actionsExecuted: RuleActionsExecuted;
            /** False when the condition of a GUARD does not hold, or when an action blocks. */
            allowed: boolean;
            /** Values that SET_FIELD gave to fields, by name. */
            fields: Record<string, unknown>;
            /** With `explain`: why the condition holds or fails. */
            trace?: Trace;
            /**
             * Fields of the whole condition that the data does not have, also where no comparison looked at them;
             * each is a warning, too.
             */
            missingFields: string[];
            /** Why the rule could not do its work. */
            error?: string;
          } | null;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/business_rules/rules/{id}': {
    /**
     * `getRule`: Read a business rule. A deleted rule, and one of another tenant or organization, is not
     * found. Needs the feature `business_rules.rules.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/business_rules/rules/{id}/restore': {
    /**
     * `restoreRule`: Bring a deleted rule back. A deleted rule is as it was before: enabled or not, in its
     * rule sets, with its id and history. When another rule has its ruleId by now, it is 409. A rule that
     * is not deleted is not found here. Needs the feature `business_rules.rules.create`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409>;
    };
  };
  '/api/business_rules/rules/{id}/revisions': {
    /**
     * `listRuleRevisions`: List the revisions of a rule. Who changed which fields of a rule, live or
     * deleted, the latest revision first. The latest 100 revisions of a rule are kept, the present one
     * included, also while it is deleted; of a rule that is older than its history, those from the first
     * change on that was recorded. Strongly consistent; one read for the rule and one for the page. Needs
     * the feature `business_rules.rules.view`.
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
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/business_rules/rules/{id}/revisions/compare': {
    /**
     * `compareRuleRevisions`: Compare two revisions of a rule. The fields that differ between two
     * revisions, with both values. The latest 100 revisions of a rule are kept, the present one included,
     * also while it is deleted; of a rule that is older than its history, those from the first change on
     * that was recorded. Needs the feature `business_rules.rules.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/business_rules/rules/{id}/revisions/{revision}': {
    /**
     * `getRuleRevision`: Read a revision of a rule. The whole rule as it was, live or deleted. The latest
     * 100 revisions of a rule are kept, the present one included, also while it is deleted; of a rule that
     * is older than its history, those from the first change on that was recorded. Needs the feature
     * `business_rules.rules.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/business_rules/rules/{id}/revisions/{revision}/restore': {
    /**
     * `restoreRuleRevision`: Restore a revision of a rule. Gives a live rule all fields of one of its
     * revisions, as a new revision: nothing of the history is lost. When another rule has the ruleId of
     * then, it is 409. `If-Match` refuses to overwrite a newer rule. A deleted rule is not found here:
     * bring it back first. Needs the feature `business_rules.rules.edit`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
  };
  '/api/business_rules/sets': {
    /**
     * `listSets`: List and search rule sets. Sets of the selected organization, by default by setId.
     * Filters combine with AND. Needs the feature `business_rules.rules.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in setName or setId, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'setId' | 'setName' | 'enabled' | 'createdAt' | 'updatedAt';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only sets with this text in their setId, in any case. */
          setId?: string;
          /** Only enabled, or only disabled sets. */
          enabled?: boolean;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createSet`: Create a rule set. Creates an empty set in the selected organization. The setId must be
     * free in the whole tenant. Needs the feature `business_rules.rules.create`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409>;
    };
    /**
     * `updateSet`: Change a rule set. Changes the given fields and leaves all others as they are. Needs
     * the feature `business_rules.rules.edit`.
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
      }>;
      responses: {
        /** The set as changed. */
        200: Json<
          RuleSet & {
            ok: Ok;
          }
        >;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
    /**
     * `deleteSet`: Delete a rule set. The set is marked as deleted, and its setId is free again. Its rules
     * stay. Needs the feature `business_rules.rules.delete`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/business_rules/sets/{id}': {
    /**
     * `getSet`: Read a rule set with its members. A deleted set, and one of another tenant or
     * organization, is not found. Needs the feature `business_rules.rules.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/business_rules/sets/{id}/execute': {
    /**
     * `executeSet`: Execute a rule set. Runs the enabled members of an enabled set in ascending sequence.
     * A GUARD that blocks ends it: what comes after is SKIPPED, as is what is disabled, not in effect, or
     * for another entity type or event than the request names. Needs the feature
     * `business_rules.rules.execute`.
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
        /** What became of the set’s rules. */
        200: Json<
          RuleExecution & {
            /** Your own identifier, unique in the tenant. */
            setId: string;
            /** Name shown to people. */
            setName: string;
          }
        >;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409>;
    };
  };
  '/api/business_rules/sets/{id}/members': {
    /**
     * `addSetMember`: Add a rule to a set. Adds a rule of the set’s organization. A set has at most 100
     * rules, each once. Needs the feature `business_rules.rules.edit`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
    /**
     * `updateSetMember`: Change a member of a rule set. Changes when a member runs, or whether it does.
     * Needs the feature `business_rules.rules.edit`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
    /**
     * `removeSetMember`: Take a rule out of a set. The membership ends; the rule stays. Needs the feature
     * `business_rules.rules.edit`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/scheduler/firings': {
    /**
     * `previewFirings`: Show when a schedule fires next. Of a job (`jobId`), whether it is enabled or not,
     * or of a schedule that is not stored yet (`scheduleType`, `scheduleValue` and `timezone`, UTC unless
     * given), which is checked as for a new job. An interval that is not stored yet is counted from now.
     * Times that the clock skips in spring are left out, as they are when the job runs. Needs the feature
     * `scheduler.jobs.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** The job whose firings are shown; without it the schedule is in the other keys. */
          jobId?: Uuid;
          /** How `scheduleValue` is written. */
          scheduleType?: 'cron' | 'interval';
          /**
           * `cron`: minute, hour, day of month, month and day of week, with lists, ranges, steps and names; when
           * both days are restricted, either is meant. `interval`: a whole number and `s`, `m`, `h` or `d`.
           */
          scheduleValue?: string;
          /**
           * IANA time zone in which a cron expression is read. A time that the clock skips in spring is skipped;
           * one that it shows twice in autumn fires once. Intervals have no zone.
           */
          timezone?: string;
          /** Firings after this moment; now unless given. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 422>;
    };
  };
  '/api/scheduler/jobs': {
    /**
     * `listJobs`: List and search scheduled jobs. Jobs of the selected organizations and of the tenant as
     * a whole; super admins see those of the platform too. The latest come first by default. Filters
     * combine with AND. A list by `id` is strongly consistent. Needs the feature `scheduler.jobs.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 100. Default: 20. */
          pageSize?: number;
          /** Text to find in name or description, in any case. */
          search?: string;
          /** Only the job with this id. */
          id?: Uuid;
          /** Only jobs of this scope. */
          scopeType?: 'system' | 'organization' | 'tenant';
          /** Only jobs that are enabled, or that are not. */
          isEnabled?: boolean;
          /** Only jobs of this source. */
          sourceType?: 'user' | 'module';
          /** Only jobs that this module made. */
          sourceModule?: string;
          /** Field to sort by; `createdAt` by default. */
          sortBy?: 'name' | 'nextRunAt' | 'createdAt';
          /** Direction of the sort; `desc` by default. */
          sortOrder?: 'asc' | 'desc';
          /** Another spelling of `sortBy`. */
          sortField?: 'name' | 'nextRunAt' | 'createdAt';
          /** Another spelling of `sortOrder`. */
          sortDir?: 'asc' | 'desc';
          /** Another spelling of `sortBy`. */
          sort?: 'name' | 'nextRunAt' | 'createdAt';
          /** Another spelling of `sortOrder`. */
          order?: 'asc' | 'desc';
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
                /** Rows asked for per page. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createJob`: Create a scheduled job. The job fires from its `nextRunAt` on, each time within a
     * minute. Who saves a job with a command that needs a feature must hold it; runs are made in their
     * name, with the rights that they have then. Jobs of the whole tenant are created, changed, run and
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
        JobFields &
          ScheduledJobFields & {
            scheduleType: ScheduleType;
            scheduleValue: ScheduleValue;
          }
      >;
      responses: {
        /** The job as created. */
        200: Json<ScheduledJob>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 409 | 422>;
    };
    /**
     * `updateJob`: Change a scheduled job. Changes the given fields and leaves all others as they are.
     * Another `scheduleType` needs a new `scheduleValue`, another `targetType` needs its target and clears
     * queue, command and payload of before. Another `scopeType` moves the job by the rules of its
     * creation: to the selected organization, to the tenant, or to the platform. Its id and schedule stay,
     * it runs in the name of the caller from then on, and between a tenant and the platform it leaves its
     * history behind. An interval is counted from the change of its schedule. `If-Match` refuses to
     * overwrite a newer job. Needs the feature `scheduler.jobs.manage`.
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
          /**
           * Whom the job belongs to: the selected organization, the whole tenant, or the platform itself, which
           * only super admins give jobs.
           */
          scopeType?: 'system' | 'organization' | 'tenant';
          scheduleType?: ScheduleType;
          scheduleValue?: ScheduleValue;
          /** What the job does when it is due. */
          targetType?: 'queue' | 'command';
          /** Id of the job to change. */
          id: Uuid;
        }
      >;
      responses: {
        /** The job as changed. */
        200: Json<ScheduledJob>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 409 | 412 | 422 | 503>;
    };
    /**
     * `deleteJob`: Delete a scheduled job. The job fires no more and no endpoint shows it; for 30 days it
     * can be brought back. The id may be given in the body or in the query. Needs the feature
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 412>;
    };
  };
  '/api/scheduler/jobs/bulk-delete': {
    /**
     * `bulkDeleteJobs`: Delete several scheduled jobs. Deletes up to 100 jobs, each of which can be
     * brought back. Each id has a transaction, an event and an audit entry of its own, and a failure of
     * one stops no other: the response is 200 with a result for each. Sent again, the call changes nothing
     * more. The last write wins. It counts as one request against rate limits, and costs one read of all
     * ids for each selected organization and one transaction for each that changes. An id that is not
     * there, or no more, is `unchanged`. Needs the feature `scheduler.jobs.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** Ids of the jobs, 1 to 100; one that comes twice counts once. */
        ids: Uuid[];
      }>;
      responses: {
        /** What became of each job. */
        200: Json<BulkResponse>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/scheduler/jobs/bulk-update': {
    /**
     * `bulkUpdateJobs`: Enable or disable several scheduled jobs. Enables or disables up to 100 jobs. Each
     * id has a transaction, an event and an audit entry of its own, and a failure of one stops no other:
     * the response is 200 with a result for each. Sent again, the call changes nothing more. The last
     * write wins. It counts as one request against rate limits, and costs one read of all ids for each
     * selected organization and one transaction for each that changes. Schedules follow one by one: a job
     * whose result has the code `unfinished` is stored as wanted, and the same call once more finishes its
     * schedule. Needs the feature `scheduler.jobs.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** Ids of the jobs, 1 to 100; one that comes twice counts once. */
        ids: Uuid[];
        /** Whether the jobs fire from now on. */
        isEnabled: boolean;
      }>;
      responses: {
        /** What became of each job. */
        200: Json<BulkResponse>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/scheduler/jobs/undo': {
    /**
     * `undoDeleteJob`: Bring a deleted job back. Within 30 days of its deletion, a job is as it was
     * before: enabled or not, with its history. A job that is not deleted is not found here. Needs the
     * feature `scheduler.jobs.manage`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 409 | 503>;
    };
  };
  '/api/scheduler/jobs/{id}': {
    /**
     * `getJob`: Read a scheduled job. A job of a selected organization, of the tenant as a whole or, for
     * super admins, of the platform. A deleted job, and one of another tenant or organization, is not
     * found. The `ETag` names what people change: a run moves `lastRunAt` and `nextRunAt` and leaves it as
     * it is. Needs the feature `scheduler.jobs.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/scheduler/jobs/{id}/executions': {
    /**
     * `listExecutions`: List the runs of a scheduled job. Runs that began or are due within their minute,
     * the latest first. Those that completed are kept 30 days, those that failed 90; of jobs that run very
     * often at least a day. Needs the feature `scheduler.jobs.view`.
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
            /** False when the history is longer than one request looks at. */
            totalIsExact: boolean;
            /** Rows asked for per page. */
            pageSize: number;
            /** Page number, from 1. */
            page: number;
          };
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 503>;
    };
  };
  '/api/scheduler/queue-jobs/{jobId}': {
    /**
     * `getQueueJob`: Read one run of a scheduled job. By the id that starting a job answered, or that the
     * list of its runs shows. Needs the feature `scheduler.jobs.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 503>;
    };
  };
  '/api/scheduler/targets': {
    /**
     * `listTargets`: List what jobs may do. The queues that a job may send to and the commands that it may
     * run, in the name of the user who gave them to the job and within the job’s own place:
     * `webhooks.publish_event` publishes an event (payload `{type, data, id?}`, feature `events.publish`),
     * `business_rules.execute_set` executes a rule set of the organization (`{ruleSetId, entityType?,
     * entityId?, eventType?, data?, dryRun?}`, feature `business_rules.rules.execute`),
     * `scheduler.test.echo` answers its payload. Each takes effect once per run, however often the run is
     * attempted. Needs the feature `scheduler.jobs.view`.
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
            /** What to show people. */
            label: string;
            /** What the queue is for, in a sentence. */
            summary: string;
          }[];
          /** Every command that a job may name, by name. */
          commands: {
            /** Name of the command. */
            value: string;
            /** What to show people. */
            label: string;
            /** What the command is for, in a sentence. */
            summary: string;
          }[];
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/scheduler/trigger': {
    /**
     * `triggerJob`: Run a scheduled job now. Starts a run beside the schedule, which stays as it is. A job
     * can be started 10 times a minute and 100 times an hour. Needs the feature `scheduler.jobs.trigger`.
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
          /** The same in words. */
          message: string;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 422 | 503>;
    };
  };
  '/api/feature_toggles/check/batch': {
    /**
     * `checkToggles`: Check many toggles at once. Values of any types. A toggle that has none does not
     * fail the others: its entry names the code instead.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      requestBody: Json<{
        /** Identifiers of 1 to 100 toggles; repeated ones count once. */
        identifiers: string[];
      }>;
      responses: {
        /** Each value and where it comes from. */
        200: Json<{
          /** One entry per identifier, in the order asked for. */
          results: ToggleCheck[];
          tenantId: TenantId;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/feature_toggles/check/boolean': {
    /**
     * `checkBooleanToggle`: Check a boolean toggle. The tenant's own value, or the default when it has
     * none; a check after a write sees what was written. With `If-None-Match` an unchanged value returns
     * 304.
     */
    get: {
      parameters: {
        path?: never;
        query: {
          /** Identifier of the toggle. */
          identifier: string;
          /** Tenant to act in; by default the caller's own. */
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
          /** Identifier that was asked for. */
          identifier: string;
          tenantId: TenantId;
        }>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 404>;
    };
  };
  '/api/feature_toggles/check/json': {
    /**
     * `checkJsonToggle`: Check a JSON toggle. The tenant's own value, or the default when it has none; a
     * check after a write sees what was written. With `If-None-Match` an unchanged value returns 304.
     */
    get: {
      parameters: {
        path?: never;
        query: {
          /** Identifier of the toggle. */
          identifier: string;
          /** Tenant to act in; by default the caller's own. */
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
          /** Identifier that was asked for. */
          identifier: string;
          tenantId: TenantId;
        }>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 404>;
    };
  };
  '/api/feature_toggles/check/number': {
    /**
     * `checkNumberToggle`: Check a number toggle. The tenant's own value, or the default when it has none;
     * a check after a write sees what was written. With `If-None-Match` an unchanged value returns 304.
     */
    get: {
      parameters: {
        path?: never;
        query: {
          /** Identifier of the toggle. */
          identifier: string;
          /** Tenant to act in; by default the caller's own. */
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
          /** Identifier that was asked for. */
          identifier: string;
          tenantId: TenantId;
        }>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 404>;
    };
  };
  '/api/feature_toggles/check/string': {
    /**
     * `checkStringToggle`: Check a string toggle. The tenant's own value, or the default when it has none;
     * a check after a write sees what was written. With `If-None-Match` an unchanged value returns 304.
     */
    get: {
      parameters: {
        path?: never;
        query: {
          /** Identifier of the toggle. */
          identifier: string;
          /** Tenant to act in; by default the caller's own. */
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
          /** Identifier that was asked for. */
          identifier: string;
          tenantId: TenantId;
        }>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 404>;
    };
  };
  '/api/feature_toggles/global': {
    /**
     * `listToggles`: List and search feature toggles. Toggles of the deployment, by default in the order
     * of their identifiers. Filters combine with AND. For super admins. For super admins only.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in identifier, name, description or category, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'id' | 'category' | 'identifier' | 'name' | 'createdAt' | 'updatedAt' | 'type';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only toggles with this text in the identifier, in any case. */
          identifier?: string;
          /** Only toggles with this text in the name, in any case. */
          name?: string;
          /** Only toggles with this text in the category, in any case. */
          category?: string;
          /** Only toggles of this type. */
          type?: 'boolean' | 'string' | 'number' | 'json';
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createToggle`: Create a feature toggle. Creates a toggle that every tenant can check at once. For
     * super admins. For super admins only.
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
         * Value for every tenant without one of its own: null, or a value of the type, at most 24576 bytes of
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
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
         * Value for every tenant without one of its own: null, or a value of the type, at most 24576 bytes of
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
    /**
     * `deleteToggle`: Delete a feature toggle. The toggle is marked as deleted: checks no longer find it,
     * and its identifier stays taken. The id may be given in the body or as query parameter. For super
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/feature_toggles/global/bulk-delete': {
    /**
     * `bulkDeleteToggles`: Delete several feature toggles. Deletes up to 100 toggles, whose identifiers
     * stay taken. Each id has a transaction, an event and an audit entry of its own, and a failure of one
     * stops no other: the response is 200 with a result for each. Sent again, the call changes nothing
     * more. The last write wins. It counts as one request against rate limits, and costs one read of all
     * ids for each selected organization and one transaction for each that changes. An id that is not
     * there, or no more, is `unchanged`. For super admins. For super admins only.
     */
    post: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      requestBody: Json<{
        /** Ids of the toggles, 1 to 100; one that comes twice counts once. */
        ids: Uuid[];
      }>;
      responses: {
        /** What became of each toggle. */
        200: Json<BulkResponse>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/feature_toggles/global/bulk-update': {
    /**
     * `bulkUpdateToggles`: Switch several feature toggles on or off. Gives up to 100 toggles the same
     * boolean default. Tenants keep their own values. Each id has a transaction, an event and an audit
     * entry of its own, and a failure of one stops no other: the response is 200 with a result for each.
     * Sent again, the call changes nothing more. The last write wins. It counts as one request against
     * rate limits, and costs one read of all ids for each selected organization and one transaction for
     * each that changes. For super admins. For super admins only.
     */
    post: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      requestBody: Json<{
        /** Ids of the toggles, 1 to 100; one that comes twice counts once. */
        ids: Uuid[];
        /** Default value of the toggles, which must be of type boolean or json. */
        defaultValue: boolean;
      }>;
      responses: {
        /** What became of each toggle. */
        200: Json<BulkResponse>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/feature_toggles/global/{id}': {
    /**
     * `getToggle`: Read a feature toggle. A deleted toggle is not found. For super admins. For super
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/feature_toggles/global/{id}/override': {
    /**
     * `getOverride`: Read what a toggle is in a tenant. The selected tenant's own value, or the default
     * with an empty `id` when it has none. For super admins. For super admins only.
     */
    get: {
      parameters: {
        path: {
          /** Id of the toggle. */
          id: Uuid;
        };
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
          /** The value that holds in the tenant: its own, or the default. */
          value: unknown;
          /** Name of the tenant. */
          tenantName: string;
          tenantId: TenantId;
          /** Type of the toggle. */
          toggleType: 'boolean' | 'string' | 'number' | 'json';
        }>;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/feature_toggles/global/{id}/override/targeting': {
    /**
     * `getOverrideTargeting`: Read the targeting of a tenant’s own value. The rules and the kill switch
     * that hold in the selected tenant in the place of those of the toggle. Needs the feature
     * `feature_toggles.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the toggle. */
          id: Uuid;
        };
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
            tenantId: TenantId;
            /** Whether the tenant has a value of its own. */
            isOverride: boolean;
            /** The value that holds in the tenant where no rule does. */
            value: unknown;
          }
        >;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `setOverrideTargeting`: Change the targeting of a tenant’s own value. Changes the given fields in
     * the selected tenant. A tenant without a value of its own gets one: the default. Rules use global
     * segments and those of the tenant. For super admins. For super admins only.
     */
    put: {
      parameters: {
        path: {
          /** Id of the toggle. */
          id: Uuid;
        };
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
            tenantId: TenantId;
            /** Whether the tenant has a value of its own. */
            isOverride: boolean;
            /** The value that holds in the tenant where no rule does. */
            value: unknown;
          }
        >;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/feature_toggles/global/{id}/targeting': {
    /**
     * `getTargeting`: Read the targeting of a toggle. Its rules, kill switch, owner and expiry. Needs the
     * feature `feature_toggles.view`.
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
            /** Value where no rule holds. */
            defaultValue: unknown;
            /** Who answers for the toggle: a person or a team. */
            owner: string | null;
            /** When the toggle should be gone. */
            expiresAt: TimestampOrNull;
          }
        >;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `setTargeting`: Change the targeting of a toggle. Changes the given fields; the next evaluation sees
     * it. Rules use global segments. Who is within a percentage stays there when it grows. For super
     * admins. For super admins only.
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
          /** Who answers for the toggle: a person or a team. */
          owner?: string | null;
          /** When the toggle should be gone; from then on it is listed as stale. Evaluations go on. */
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
            /** Value where no rule holds. */
            defaultValue: unknown;
            /** Who answers for the toggle: a person or a team. */
            owner: string | null;
            /** When the toggle should be gone. */
            expiresAt: TimestampOrNull;
          }
        >;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/feature_toggles/overrides': {
    /**
     * `listOverrides`: List which toggles a tenant has overridden. One row for every toggle, with
     * `isOverride` when the selected tenant has a value of its own. For super admins. For super admins
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
          /** Text to find in identifier, name, description or category, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'identifier' | 'name' | 'category';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
          sortDir?: 'asc' | 'desc';
          /** Only toggles with this text in the identifier, in any case. */
          identifier?: string;
          /** Only toggles with this text in the name, in any case. */
          name?: string;
          /** Only toggles with this text in the category, in any case. */
          category?: string;
          /** Only the row of the toggle with this id. */
          id?: Uuid;
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `setOverride`: Give a tenant its own value of a toggle, or take it away. Acts in the selected
     * tenant; the next check there sees it. Taking away what is not set changes nothing. For super admins.
     * For super admins only.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/feature_toggles/playground': {
    /**
     * `evaluateInPlayground`: Try a toggle on a context. Evaluates a toggle in the selected tenant and
     * explains the outcome. Nothing is counted. Needs the feature `feature_toggles.view`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
            /** The same in words. */
            message: string;
          } | null;
          context: EvaluateInPlaygroundContext;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/feature_toggles/segments': {
    /**
     * `listSegments`: List segments. Global segments and those of the selected tenant, by name. Needs the
     * feature `feature_toggles.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in name or description, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'name' | 'createdAt' | 'updatedAt';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
          sortDir?: 'asc' | 'desc';
          /** Only the segment with this id. */
          id?: Uuid;
          /** Only global segments, or only those of the tenant. */
          isGlobal?: boolean;
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `createSegment`: Create a segment. A segment of the selected tenant, or with `isGlobal` of the
     * deployment. Global segments are changed by super admins. Needs the feature
     * `feature_toggles.segments.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<412>;
    };
    /**
     * `updateSegment`: Change a segment. Changes the given fields; the next evaluation sees it. Global
     * segments are changed by super admins. Needs the feature `feature_toggles.segments.manage`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
    /**
     * `deleteSegment`: Delete a segment. Refused with 409 while rules or other segments use it. Global
     * segments are changed by super admins. Needs the feature `feature_toggles.segments.manage`.
     */
    delete: {
      parameters: {
        path?: never;
        query?: {
          /** Id of the segment. */
          id?: Uuid;
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
  };
  '/api/feature_toggles/toggles': {
    /**
     * `listVisibleToggles`: List the toggles that a tenant can use. All toggles, with their owners, expiry
     * and last evaluation, and why they are stale. Needs the feature `feature_toggles.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in identifier, name, description or category, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'id' | 'category' | 'identifier' | 'name' | 'createdAt' | 'updatedAt' | 'type';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only toggles with this text in the identifier, in any case. */
          identifier?: string;
          /** Only toggles with this text in the name, in any case. */
          name?: string;
          /** Only toggles with this text in the category, in any case. */
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
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
  };
  '/api/feature_toggles/toggles/{id}/usage': {
    /**
     * `getToggleUsage`: Read how often a toggle was evaluated. Evaluations of the toggle in the selected
     * tenant by day (UTC) and value, the latest day first; kept for 90 days. They are counted in batches:
     * the last minute may be missing. The playground is not counted. Needs the feature
     * `feature_toggles.view`.
     */
    get: {
      parameters: {
        path: {
          /** Id of the toggle. */
          id: Uuid;
        };
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/ofrep/v1/evaluate/flags': {
    /**
     * `evaluateFlags`: Evaluate all toggles (OFREP). For providers of OpenFeature in browsers and apps,
     * which evaluate all toggles for one context and keep the values. With `If-None-Match` unchanged
     * values answer 304. `eventStreams` names a stream of changes, for callers with an API key or a
     * session's cookie. Counted apart from other requests: 6 000 a minute and API key, unless the
     * deployment says otherwise.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** What an event of the stream named; accepted and not needed. */
          flagConfigEtag?: string;
          /** What an event of the stream named; accepted and not needed. */
          flagConfigLastModified?: string;
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/ofrep/v1/evaluate/flags/{key}': {
    /**
     * `evaluateFlag`: Evaluate one toggle (OFREP). For providers of OpenFeature on servers, which send the
     * context with each evaluation. Errors carry `key`, `errorCode` and `errorDetails`. Counted apart from
     * other requests: 6 000 a minute and API key, unless the deployment says otherwise.
     */
    post: {
      parameters: {
        path: {
          /** Identifier of the toggle. */
          key: string;
        };
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 404>;
    };
  };
  '/ofrep/v1/streams': {
    /**
     * `streamToggleChanges`: Listen to changes of toggles (OFREP). Server-sent events for `EventSource`:
     * `{"type":"refetchEvaluation","etag":"…"}` whenever a toggle, a segment or a value of the tenant has
     * changed. Its URL is in the response of the bulk evaluation; the token in it names tenant and key, is
     * valid for one to two days, and gives no other right. A connection ends after a minute at most and is
     * made again by the client, which learns then of what it missed; a new connection begins with an
     * event, because something may have changed since the evaluation. A tenant may have 50 open, beside
     * those of events, unless the deployment says otherwise.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<503>;
    };
  };
  '/api/entities/definitions': {
    /**
     * `listDefinitions`: List the custom fields of an entity type. All custom fields that the tenant
     * defined for the type, by key. Every caller of the tenant may read them. The ETag is the version of
     * all definitions of the type: send it as `If-Match` to define or delete one of them.
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
          /** Text to find in key or label, in any case. */
          search?: string;
          /**
           * Type of the records that have the field, `<module>.<entity>` in lower case; of the platform’s own
           * modules only `attachments.attachment`.
           */
          entityType: string;
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `createDefinition`: Define a custom field. Defines a field, or replaces the definition with the same
     * key. Records keep values of replaced fields. Needs the feature `entities.definitions.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<412>;
    };
    /**
     * `deleteDefinition`: Delete a custom field. Deletes the definition; values that records have are kept
     * but no longer checked, filtered or shown. Needs the feature `entities.definitions.manage`.
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
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/entities/records': {
    /**
     * `listRecords`: List and search records of one entity type. Records of the selected organization,
     * newest first. `cf_<key>=value` filters by a custom field, following its kind; `cf_<key>In=a,b` takes
     * any of several values. A key that the type does not define is 400 with the nearest one; of a type
     * without custom fields such filters are ignored. `id` and `externalId` find a record as soon as it is
     * created. Needs the feature `entities.records.view`.
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
           * Text to find in externalId or the record’s own texts, in any case. Of a record the first 512
           * characters are searched: externalId, then the texts and numbers of `fields`, nested ones last.
           */
          search?: string;
          /** createdAt, updatedAt, externalId or `cf_<key>`; by default the newest record comes first. */
          sortField?: string;
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
          sortDir?: 'asc' | 'desc';
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
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
        /** The record is gone. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/attachments': {
    /**
     * `listAttachments`: List the files of a record. All files of the record, newest first. With both
     * `page` and `pageSize` one page of them. `cf_<key>=value` filters by a custom field that is defined
     * for `attachments.attachment`, following its kind; `cf_<key>In=a,b` takes any of several values. A
     * key that is not defined is 400 with the nearest one; without custom fields such filters are ignored.
     * Values of more than 200 characters match none. Needs the feature `attachments.view`.
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
          /** Text to find in names of files, safe and as sent, in any case. */
          search?: string;
          /** Page number, from 1; counts together with pageSize. */
          page?: number;
          /** Files per page, at most 200; counts together with page. */
          pageSize?: number;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
              /** Files asked for per page; with paging only. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `uploadAttachment`: Upload a file. A multipart form with the parts `entityId`, `recordId` and
     * `file`, in any order. Optional parts: `fieldKey` (a custom field of the entity whose size,
     * extensions and partition then count), `partitionCode`, `tags` (a JSON array), `assignments` (a JSON
     * array of `{type, id, href?, label?}`), `customFields` (a JSON object) or `cf_<key>`; what of these
     * cannot be read counts as left out. The record becomes an assignment, unless entityId is
     * `attachments:library`. Programs and active content (HTML, SVG, XML) are refused under any name.
     * Needs the feature `attachments.manage`.
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
            /** Custom field of the entity whose size, extensions and partition count. */
            fieldKey?: string;
            /** Storage partition to use. */
            partitionCode?: string;
            /** JSON array of texts. */
            tags?: string;
            /** JSON array of `{type, id, href?, label?}`. */
            assignments?: string;
            /** JSON object of custom values; `cf_<key>` parts count too. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 403 | 413>;
    };
    /**
     * `deleteAttachment`: Delete a file. Removes the attachment, its thumbnails and the file itself, with
     * all its versions. Needs the feature `attachments.manage`.
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
        /** The file is gone. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/attachments/file/{id}': {
    /**
     * `downloadFile`: Download a file. The current version of the file as it was uploaded, byte for byte.
     * Files of a public partition are for everybody, unless the deployment demands credentials for those
     * as well. Files of private partitions are for callers who act in their organization, and for super
     * admins: without credentials the response is 401, with those of others 404. An invalid key or token
     * in a header is refused; a cookie of a session that has ended, or of an organization that is gone,
     * counts as none. Images (AVIF, BMP, GIF, JPEG, PNG and WebP) are shown by browsers, everything else
     * is saved, as `application/octet-stream`. A `Range` of bytes is answered with 206 and that part, so
     * that interrupted downloads go on; several ranges at once with the whole file. `If-Range` takes the
     * `ETag`, which changes with the bytes and with nothing else. `HEAD` answers the headers alone.
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
          /** Keeps caches of versions apart; any value delivers the current version. */
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
        /** The part that `Range` asks for. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 416>;
    };
  };
  '/api/attachments/image/{id}': {
    /**
     * `getImage`: Show an image, resized when a size is asked for. A JPEG, PNG, GIF or WebP in the size
     * that is asked for and in its own format; upright, without metadata, of an animation the first frame.
     * Without `width` and `height` the image is delivered as it was uploaded. What follows the id in the
     * path is only for people: `/api/attachments/image/{id}/front-view.jpg` is the same. Files of a public
     * partition are for everybody, unless the deployment demands credentials for those as well. Files of
     * private partitions are for callers who act in their organization, and for super admins: without
     * credentials the response is 401, with those of others 404. An invalid key or token in a header is
     * refused; a cookie of a session that has ended, or of an organization that is gone, counts as none.
     * The first 64 sizes of an image are kept for 30 days; others are made for each request. 240 images of
     * a tenant are resized in a minute (`IMAGE_RENDERS_PER_MINUTE` of the deployment), for callers with
     * credentials and for those without; then the answer is 429, and sizes that are kept are still
     * delivered. Images of more than 40 million pixels, 2000 frames or 25 MB are refused, and so are those
     * whose bytes are not what their type says.
     */
    get: {
      parameters: {
        path: {
          /** Id of the attachment. */
          id: Uuid;
        };
        query?: Selection & {
          /** Keeps caches of versions apart; any value delivers the current version. */
          v?: number;
          /** Width in pixels, 1 to 4000; what is left out follows from the proportions. */
          width?: number;
          /** Height in pixels, 1 to 4000; what is left out follows from the proportions. */
          height?: number;
          /**
           * `cover` fills the size and cuts off what is over; `contain` shows everything and fills up the rest,
           * transparent, or white in a JPEG. Default: "cover".
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 404 | 413>;
    };
  };
  '/api/attachments/library': {
    /**
     * `listLibrary`: Search the library. Files of the selected organization, newest first, with the tags
     * and partitions there are to choose from. `availableTags` are those of all files, not only of those
     * found; of more than 1000 the first. `cf_<key>=value` filters by a custom field that is defined for
     * `attachments.attachment`, following its kind; `cf_<key>In=a,b` takes any of several values. A key
     * that is not defined is 400 with the nearest one; without custom fields such filters are ignored.
     * Values of more than 200 characters match none. Needs the feature `attachments.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 100. Default: 50. */
          pageSize?: number;
          /** Text to find in names of files, safe and as sent, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'createdAt' | 'fileName' | 'fileSize';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
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
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
                /** Everybody who knows a file’s address reads it. */
                isPublic: boolean;
              }[];
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
  };
  '/api/attachments/library/{id}': {
    /**
     * `getLibraryItem`: Look at a file. Everything about a file, with the label of its partition, its
     * custom values and the whole text that was extracted, up to 2 MB. Needs the feature
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateLibraryItem`: Change tags, assignments and custom fields. Each list that is given replaces
     * the one that is there; custom values are changed one by one, and null clears one. What is left out
     * stays. Needs the feature `attachments.manage`.
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
        /** What the file has to do with; replaces what is there. */
        assignments?: {
          /** Kind of thing. */
          type: string;
          /** Its id. */
          id: string;
          /** Where it is shown: a path, or an http(s) address. */
          href?: string | null;
          /** What it is called. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
    /**
     * `deleteLibraryItem`: Delete a file of the library. Removes the attachment, its thumbnails and the
     * file itself, with all its versions. Needs the feature `attachments.manage`.
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
        /** The file is gone. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/attachments/library/{id}/extract': {
    /**
     * `extractContent`: Extract the text of a file again. Text is extracted after an upload by itself;
     * this does it once more, for a file whose extraction failed or whose partition has come to want text.
     * It continues after the response: `contentStatus` shows its state, and
     * `attachments.attachment.extracted` or `attachments.attachment.extraction_failed` how it ended. Pages
     * that must be recognized count against the tenant’s month (`OCR_PAGES_PER_MONTH`). Needs the feature
     * `attachments.manage`.
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
        /** Extraction begins. */
        202: Json<{
          ok: Ok;
          /** The file, and how extraction stands. */
          item: {
            /** Id of the attachment. */
            id: Uuid;
            /** How extraction of text stands; `none` where the partition wants none, or the kind of file has none. */
            contentStatus: 'none' | 'pending' | 'done' | 'failed';
          };
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
  };
  '/api/attachments/library/{id}/shares': {
    /**
     * `listShares`: List the share links of a file. The links that work now, the newest first, without
     * their addresses. Needs the feature `attachments.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `createShare`: Share a file by a link. Makes a signed address under which anyone downloads the file
     * without credentials, whichever partition it is in, until the link expires, is revoked, or the file
     * is deleted. The address is shown this once. A file has at most 50 links at a time. Needs the feature
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
        /** How long the link works, 60 seconds to 30 days. Default: 604800. */
        expiresInSeconds?: number;
      }>;
      responses: {
        /** The link. */
        201: Json<
          ShareLink & {
            /** Address of the file; it cannot be shown again. */
            url: string;
          }
        >;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409>;
    };
  };
  '/api/attachments/library/{id}/shares/{shareId}': {
    /**
     * `revokeShare`: Revoke a share link. The address of the link opens nothing from the next request on.
     * Needs the feature `attachments.manage`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/attachments/library/{id}/versions': {
    /**
     * `listVersions`: List the versions of a file. All versions that there are, the current one first: at
     * most 100 earlier ones. Needs the feature `attachments.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/attachments/library/{id}/versions/uploads': {
    /**
     * `beginVersionUpload`: Begin a direct upload of a new version. Answers a form with which a browser
     * sends the file to the bucket itself, as `POST /api/attachments/uploads` does for a new file. Then
     * complete the upload by its id (`POST /api/attachments/uploads/{id}/complete`). What is not about the
     * bytes stays: id, record, tags, assignments, custom values and share links. Text is extracted anew,
     * and images are resized anew. The version before stays readable; the partition says how many are kept
     * (`versionsKept`, 10 by default), and the oldest beyond that are removed. All kept versions count in
     * what the tenant stores. An `If-Match` must hold now and when the upload is completed. Needs the
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
        /** Bytes, if they are known; checked at once then, and the form takes no more. */
        fileSize?: number;
        /** Media type as the client knows it. */
        mimeType?: string;
      }>;
      responses: {
        /** The form. */
        201: Json<{
          /** Id by which the upload is completed. */
          uploadId: Uuid;
          /** Where the form is sent. */
          uploadUrl: string;
          /** Fields that go before the file. */
          fields: Record<string, string>;
          /** How long the form may be sent. */
          expiresInSeconds: number;
          /** The largest file that it takes. */
          maxBytes: number;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 404 | 412 | 413>;
    };
  };
  '/api/attachments/library/{id}/versions/{version}': {
    /**
     * `deleteVersion`: Delete an earlier version of a file. Removes the version and its bytes. The current
     * version is 409: it goes with the file, or once another is restored. Needs the feature
     * `attachments.manage`.
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
        /** The version is gone. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
  };
  '/api/attachments/library/{id}/versions/{version}/file': {
    /**
     * `downloadVersion`: Download one version of a file. The bytes of a version, whichever it is, for
     * callers who see the file in the library: earlier versions of a public file are not public. Ranges
     * and `HEAD` work as with `GET /api/attachments/file/{id}`. Needs the feature `attachments.view`.
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
        /** The part that `Range` asks for. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 416>;
    };
  };
  '/api/attachments/library/{id}/versions/{version}/restore': {
    /**
     * `restoreVersion`: Restore an earlier version of a file. Makes a copy of the version the current one,
     * under the next number. What is not about the bytes stays: id, record, tags, assignments, custom
     * values and share links. Text is extracted anew, and images are resized anew. The version before
     * stays readable; the partition says how many are kept (`versionsKept`, 10 by default), and the oldest
     * beyond that are removed. All kept versions count in what the tenant stores. The current version is
     * 409. Needs the feature `attachments.manage`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412 | 413>;
    };
  };
  '/api/attachments/partitions': {
    /**
     * `listPartitions`: List storage partitions. The default partitions, which every tenant has, then the
     * tenant’s own, oldest first. Needs the feature `attachments.manage`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `createPartition`: Create a storage partition. Codes are unique in the tenant, and those of the
     * default partitions are taken. Refused where the environment manages partitions
     * (`PARTITIONS_LOCKED`). Needs the feature `attachments.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 409>;
    };
    /**
     * `updatePartition`: Change a storage partition. Changes what is given and leaves the rest as it is;
     * the code must be the partition’s own. Only super admins change default partitions, for every tenant.
     * Refused where the environment manages partitions. Needs the feature `attachments.manage`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 412>;
    };
    /**
     * `deletePartition`: Delete a storage partition. Default partitions stay, and so do those in which
     * files lie. Refused where the environment manages partitions. Needs the feature `attachments.manage`.
     */
    delete: {
      parameters: {
        path?: never;
        query: {
          /** Id of the partition. */
          id: Uuid;
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** The partition is gone. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 409 | 412>;
    };
  };
  '/api/attachments/shared/{token}': {
    /**
     * `downloadSharedFile`: Download a file by a share link. The current version of the file that a share
     * link opens, byte for byte, without credentials: the signed address is the permission. An address
     * that is wrong, has expired or was revoked is 404, which says nothing about files. All links of a
     * tenant together serve 600 requests a minute, and a client may try 60 addresses in vain; beyond that
     * the response is 429. Ranges and `HEAD` work as with `GET /api/attachments/file/{id}`.
     */
    get: {
      parameters: {
        path: {
          /** What follows the last slash of the address. */
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
        /** The part that `Range` asks for. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 416 | 429>;
    };
  };
  '/api/attachments/transfer': {
    /**
     * `transferAttachments`: Move files to another record. Moves files of one kind of record to another
     * record of it. Assignments to the record they come from become assignments to the new one. Ids that
     * match nothing are passed over; when none matches, the response is 404. `If-Match` names the ETags of
     * all files that are to move, separated by commas: when one of them has changed, none moves. Needs the
     * feature `attachments.manage`.
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
        /** Only files of this record move. */
        fromRecordId?: string;
        /** The record that they move to. */
        toRecordId: string;
      }>;
      responses: {
        /** The files have moved. */
        200: Json<{
          ok: Ok;
          /** How many moved. */
          updated: number;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/attachments/uploads': {
    /**
     * `beginUpload`: Begin a direct upload. Answers a form with which a browser sends the file to the
     * bucket itself: `fields` first, then `file`, as multipart form to `uploadUrl`. Then complete the
     * upload. What follows from the name and the size is refused at once. Needs the feature
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
        /** Bytes, if they are known; checked at once then, and the form takes no more. */
        fileSize?: number;
        /** Media type as the client knows it. */
        mimeType?: string;
        /** Custom field whose limits count. */
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
          /** Where the form is sent. */
          uploadUrl: string;
          /** Fields that go before the file. */
          fields: Record<string, string>;
          /** How long the form may be sent. */
          expiresInSeconds: number;
          /** The largest file that it takes. */
          maxBytes: number;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 403 | 413>;
    };
  };
  '/api/attachments/uploads/{id}/complete': {
    /**
     * `completeUpload`: Complete a direct upload. Checks the file as an ordinary upload is checked, and
     * stores the attachment, or the new version of the attachment that the upload was begun for. Repeated,
     * it returns the same; an upload that was never begun, expired, or whose file has not come is 404. An
     * `If-Match` that a new version was begun with still holds here. Needs the feature
     * `attachments.manage`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 403 | 404 | 409 | 412 | 413>;
    };
  };
  '/api/attachments/usage': {
    /**
     * `getUsage`: How much the tenant stores. Bytes and files of all organizations of the tenant, by
     * partition, and what it may store. Needs the feature `attachments.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
          /** What the tenant may store. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/attachments/versions': {
    /**
     * `uploadVersion`: Upload a new version of a file. A multipart form with the parts `attachmentId` and
     * `file`, in any order. The file is checked as an upload is, by the limits of the field and the
     * partition that the attachment is in, and becomes its current version. What is not about the bytes
     * stays: id, record, tags, assignments, custom values and share links. Text is extracted anew, and
     * images are resized anew. The version before stays readable; the partition says how many are kept
     * (`versionsKept`, 10 by default), and the oldest beyond that are removed. All kept versions count in
     * what the tenant stores. `If-Match` with the ETag of the file makes sure that no other version was
     * stored since. Needs the feature `attachments.manage`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 404 | 412 | 413>;
    };
  };
  '/api/events': {
    /**
     * `listEvents`: List the events of the platform. Every event that the platform publishes, with the
     * JSON Schema of its data and a sample. Events that teams publish themselves are not listed. Open to
     * every caller.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in type or description, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'type' | 'module';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
          sortDir?: 'asc' | 'desc';
          /** Only the event with this type, which is its id. */
          id?: string;
          /** Only events of this module. */
          module?: string;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `publishEvent`: Publish an event. Publishes an event of your own module in the caller’s tenant, and
     * in its organization where it acts in one: webhooks, event-driven rules and queues receive it like
     * the platform’s events. The response means that it is stored and will be delivered, at least once and
     * usually within two seconds. The body may have up to 256 KB, and receivers get the event whole. Needs
     * the feature `events.publish`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      /** At most 262144 bytes. */
      requestBody: Json<{
        /** `<module>.<entity>.<action>` in lower case; the platform’s own modules publish for themselves. */
        type: string;
        /** What the event tells, any JSON object. `tenantId` and `organizationId` are set in it. */
        data: Record<string, unknown>;
        /**
         * Your own id of the event: one that was accepted before in the tenant, within 14 days, is accepted
         * again but not published again.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/events/stream': {
    /**
     * `streamEvents`: Listen to events as they happen. Server-sent events for `EventSource`. Each frame
     * has an `id:` and one `data:` line with the JSON `{id, payload, timestamp, organizationId, eventId,
     * version}`: type of the event, its data, when it happened in milliseconds, its organization (empty
     * for the whole tenant), its own id, and the revision of what it is about. Sent are the events with
     * `clientBroadcast` of `GET /api/events` that happen in the selected organization (with the cookie
     * `svc_selected_org=__all__` in all that the caller may select), or in the tenant as a whole, and each
     * only to callers who hold the view feature of its module (`webhooks.view`, `progress.view`,
     * `notifications.view`, or `<module>.view`); events for certain users, roles or holders of a feature
     * (`recipientUserId`, `recipientUserIds`, `recipientRoleId`, `recipientRoleIds`, `requiredFeature` in
     * their data) go to those only. A frame has up to 4096 bytes: of larger events the payload is
     * `{truncated: true, id, entityId, entityType}`. A connection ends after at most 60 seconds and says
     * it is alive every 15. Browsers connect again by themselves, and get what they missed in between, in
     * order and once, by `Last-Event-ID`: frames are kept for 10 minutes. A client that comes back later
     * learns it by an event named `missed` that it should load its data afresh. A tenant may have 50
     * streams open unless the deployment says otherwise. Every caller may connect.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /**
           * Where to go on: the `id:` of the last frame that was received. For clients that cannot send the
           * header `Last-Event-ID`, which browsers send by themselves and which goes before this.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<503>;
    };
  };
  '/api/webhooks': {
    /**
     * `listWebhooks`: List and search webhooks. Webhooks of the selected organization, the newest first.
     * Needs the feature `webhooks.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in name or URL, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'createdAt' | 'updatedAt' | 'name';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only active webhooks, or only others. */
          isActive?: boolean;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createWebhook`: Create a webhook. Sends the subscribed events of the organization from now on,
     * signed as Standard Webhooks wants it. An event of the tenant as a whole goes to the webhooks of all
     * its organizations. The response holds the signing secret, which is not shown again. An organization
     * has at most 500 webhooks (`WEBHOOKS_PER_ORGANIZATION` of the deployment). Needs the feature
     * `webhooks.manage`.
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
           * Where events are sent: http or https, without user name and password, and no private or special
           * address.
           */
          url: string;
          subscribedEvents: WebhookSubscribedEvents;
        }
      >;
      responses: {
        /** The webhook, and its secret. */
        201: Json<
          Webhook & {
            /** The signing secret: `whsec_` and 24 random bytes in base64. It is shown this once. */
            secret: string;
          }
        >;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409>;
    };
  };
  '/api/webhooks/bulk-delete': {
    /**
     * `bulkDeleteWebhooks`: Delete several webhooks. Deletes up to 100 webhooks of the selected
     * organizations. Each id has a transaction, an event and an audit entry of its own, and a failure of
     * one stops no other: the response is 200 with a result for each. Sent again, the call changes nothing
     * more. The last write wins. It counts as one request against rate limits, and costs one read of all
     * ids for each selected organization and one transaction for each that changes. An id that is not
     * there, or no more, is `unchanged`. Needs the feature `webhooks.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** Ids of the webhooks, 1 to 100; one that comes twice counts once. */
        ids: Uuid[];
      }>;
      responses: {
        /** What became of each webhook. */
        200: Json<BulkResponse>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/webhooks/bulk-update': {
    /**
     * `bulkUpdateWebhooks`: Enable or disable several webhooks. Enables or disables up to 100 webhooks of
     * the selected organizations. One that is enabled again forgets its consecutive failures. Each id has
     * a transaction, an event and an audit entry of its own, and a failure of one stops no other: the
     * response is 200 with a result for each. Sent again, the call changes nothing more. The last write
     * wins. It counts as one request against rate limits, and costs one read of all ids for each selected
     * organization and one transaction for each that changes. Needs the feature `webhooks.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** Ids of the webhooks, 1 to 100; one that comes twice counts once. */
        ids: Uuid[];
        /** Whether the webhooks send from now on. */
        isActive: boolean;
      }>;
      responses: {
        /** What became of each webhook. */
        200: Json<BulkResponse>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/webhooks/deliveries': {
    /**
     * `listDeliveries`: List and search deliveries. The delivery log of the organization, the newest
     * first, kept for 30 days. Name a webhook where there are many: then only its own log is read. A list
     * by `id` reads that delivery alone. Needs the feature `webhooks.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in event type, message id, URL or error, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'createdAt';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only deliveries to this webhook. */
          webhookId?: Uuid;
          /** Name of the event. */
          eventType?: string;
          /**
           * `pending` waits for its next attempt, `sending` is under way, `delivered` was answered with 2xx,
           * `expired` was abandoned (refused, out of attempts, or the webhook was inactive), `failed` could not
           * be sent at all (webhook deleted, URL not allowed).
           */
          status?: 'pending' | 'sending' | 'delivered' | 'failed' | 'expired';
          /** Only deliveries of events at or after this moment. */
          fromDate?: string;
          /** Only deliveries of events at or before this moment; a date alone means its end. */
          toDate?: string;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/webhooks/deliveries/{id}': {
    /**
     * `getDelivery`: Read a delivery. A delivery with its payload and every attempt. Needs the feature
     * `webhooks.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/webhooks/deliveries/{id}/retry': {
    /**
     * `retryDelivery`: Send a delivery again. Queues another attempt now, with the same message id and
     * payload, in any status of the delivery. When all attempts are used up it gets one more. While an
     * attempt is under way the response is 409. Needs the feature `webhooks.manage`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
  };
  '/api/webhooks/events': {
    /**
     * `listWebhookEvents`: List the events that webhooks can subscribe to. Every event of the platform
     * that can be delivered, by name, with the schema of its data and a sample body. Events that teams
     * publish themselves can be subscribed to as well. Needs the feature `webhooks.view`.
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
           * Events whose names depend on your data, such as `<entityType>.created`: put your own type, provider
           * or event where `<…>` stands to subscribe to one.
           */
          templates: DeliverableEvent[];
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/webhooks/{id}': {
    /**
     * `getWebhook`: Read a webhook. All settings of a webhook and how its deliveries fare. Needs the
     * feature `webhooks.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateWebhook`: Change a webhook. Changes the given fields and leaves all others as they are.
     * Waiting deliveries follow the change. Values of `customHeaders` that are `__masked__` stay as they
     * are stored; when scheme, host or port of `url` change, they must be given again (400). Needs the
     * feature `webhooks.manage`.
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
           * Where events are sent: http or https, without user name and password, and no private or special
           * address.
           */
          url?: string;
          subscribedEvents?: WebhookSubscribedEvents;
          /** Whether events are sent. Switching a webhook on again sets `consecutiveFailures` to 0. */
          isActive?: boolean;
        }
      >;
      responses: {
        /** The webhook as changed. */
        200: Json<Webhook>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
    /**
     * `deleteWebhook`: Delete a webhook. Nothing is sent any more, waiting deliveries fail. The log of its
     * deliveries stays readable. Needs the feature `webhooks.manage`.
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
        /** The webhook is gone. */
        200: Json<{
          /** Always true. */
          success: true;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/webhooks/{id}/recover': {
    /**
     * `recoverWebhook`: Send again what a webhook missed. Queues one more attempt of every delivery of the
     * window that failed or expired. It works in the background; the delivery log shows the progress.
     * Needs the feature `webhooks.manage`.
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
        /** Deliveries made at or before this moment; now unless given. */
        until?: string;
      }>;
      responses: {
        /** The recovery has begun. */
        202: Json<{
          /** Always true. */
          success: true;
          /** Id of the recovery, also in its event. */
          id: Uuid;
          /** Beginning of the window. */
          since: Timestamp;
          /** End of the window. */
          until: Timestamp;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409>;
    };
  };
  '/api/webhooks/{id}/rotate-secret': {
    /**
     * `rotateWebhookSecret`: Rotate the signing secret. Issues a new secret. For the grace period each
     * request carries a signature of both; a second rotation within it ends the older secret at once.
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
         * How long the previous secret signs beside the new one; 0 ends it at once. Default: 24 hours, or what
         * the deployment sets.
         */
        gracePeriodSeconds?: number;
      }>;
      responses: {
        /** The new secret. */
        200: Json<{
          /** Always true. */
          success: true;
          /** The signing secret: `whsec_` and 24 random bytes in base64. It is shown this once. */
          secret: string;
          /** When the previous secret was replaced. */
          previousSecretSetAt: Timestamp;
          /** When the previous secret stops signing. */
          previousSecretExpiresAt: Timestamp;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/webhooks/{id}/series': {
    /**
     * `getWebhookSeries`: Show the deliveries of a webhook by hour. A point for every hour of the window.
     * A delivery counts in the hour in which it was decided, an attempt in the hour in which it was made.
     * The numbers are statistics: a crash may lose a count or count twice. They are kept for 35 days, and
     * begin anew for a webhook that was created before they were counted. Needs the feature
     * `webhooks.view`.
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
          /** End of the window; now unless given. */
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
          /** End of the window. */
          until: Timestamp;
          /** The earliest hour first. */
          points: DeliveryPoint[];
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/webhooks/{id}/stats': {
    /**
     * `getWebhookStats`: Count the deliveries of a webhook. Counts deliveries by status in a window of
     * time, the last 24 hours unless given. Needs the feature `webhooks.view`.
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
          /** Deliveries made at or before this moment; now unless given. */
          until?: string;
        };
        header?: never;
      };
      responses: {
        /** The counts. */
        200: Json<WebhookStats>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/webhooks/{id}/test': {
    /**
     * `testWebhook`: Send a test delivery. Sends a signed event at once, records it as a delivery with a
     * single attempt, and returns what came of it: 200 also when the receiver refused it. An inactive
     * webhook sends nothing, and the delivery says so. Waits at most 20 seconds for the receiver, or the
     * webhook’s own timeout. Needs the feature `webhooks.test`.
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
        /** What came of it. */
        200: Json<{
          /** Always true. */
          success: true;
          delivery: WebhookDelivery;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409>;
    };
  };
  '/api/webhooks/inbound-endpoints': {
    /**
     * `listInboundEndpoints`: List inbound endpoints. Where providers send messages for the organization,
     * the newest first. Needs the feature `webhooks.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in the name, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'createdAt' | 'updatedAt' | 'name';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only endpoints of this provider. */
          providerKey?: string;
          /** Only active endpoints, or only others. */
          isActive?: boolean;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createInboundEndpoint`: Open an inbound endpoint. Opens a URL for a provider’s messages. Each
     * genuine message is published once as the event `inbound.<providerKey>.<event>`, which webhooks,
     * rules and the event stream receive. An organization has at most 200 endpoints
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
        /** Who sends, and so how messages are verified: standard_webhooks, github, generic_hmac. */
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
            /** The secret. It is shown this once. */
            secret: string;
          }
        >;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409>;
    };
  };
  '/api/webhooks/inbound-endpoints/{id}': {
    /**
     * `getInboundEndpoint`: Read an inbound endpoint. Everything but its secret. Needs the feature
     * `webhooks.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
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
        /** An inactive endpoint answers like an unknown one. */
        isActive?: boolean;
      }>;
      responses: {
        /** The endpoint as changed. */
        200: Json<InboundEndpoint>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
    /**
     * `deleteInboundEndpoint`: Delete an inbound endpoint. Its URL is unknown from now on. Needs the
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
        /** The endpoint is gone. */
        200: Json<{
          /** Always true. */
          success: true;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/webhooks/inbound-endpoints/{id}/rotate-secret': {
    /**
     * `rotateInboundSecret`: Replace the secret of an inbound endpoint. Takes the secret that the provider
     * issued, or makes one. The old one is refused from now on. Needs the feature `webhooks.secrets`.
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
          /** The secret. It is shown this once. */
          secret: string;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/webhooks/inbound/{endpointId}': {
    /**
     * `receiveWebhook`: Receive a message of a provider. Takes a message that is signed as the endpoint’s
     * provider does it, answers at once, and has it processed from a queue. A repeated one is accepted and
     * dropped, within 14 days. At most 60 messages a minute and endpoint.
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
          /** There when the message came before. */
          duplicate?: true;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<401 | 404 | 429 | 503>;
    };
  };
  '/api/notifications': {
    /**
     * `listNotifications`: List the notifications of the caller. The caller’s own notifications, the
     * newest first. A user has those addressed to them, from whichever organization, and those for holders
     * of a feature they have, of the selected organization and of the tenant as a whole. An API key has
     * the latter. Needs the feature `notifications.view`.
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
          /** Text to find in title or body, in any case. */
          search?: string;
          /**
           * Only with one of these statuses, separated by commas: unread, read, actioned, dismissed. By default
           * all but dismissed.
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
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createNotification`: Notify a user. Makes a notification for one user of the tenant. With a
     * `groupKey`, an active notification of the same recipient, type and key is refreshed: it is unread
     * again, keeps its id and counts one more occurrence. Needs the feature `notifications.create`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      /** At most 131072 bytes. */
      requestBody: Json<
        CreateNotificationFields & {
          /** User that it is for. */
          recipientUserId: Uuid;
          type: Type;
        }
      >;
      responses: {
        /** The notification is made. */
        201: Json<{
          ok: Ok;
          /** Id of the notification. */
          id: Uuid;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/notifications/batch': {
    /**
     * `createNotificationBatch`: Notify several users. Makes the same notification for up to 1000 users:
     * for all of them or, when one of them does not exist, for none. More than 49 go through a queue and
     * reach everybody within seconds. With a `groupKey`, an active notification of the same recipient,
     * type and key is refreshed: it is unread again, keeps its id and counts one more occurrence. Needs
     * the feature `notifications.create`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      /** At most 131072 bytes. */
      requestBody: Json<
        CreateNotificationFields & {
          /** Users that it is for; each gets one. */
          recipientUserIds: Uuid[];
          type: Type;
        }
      >;
      responses: {
        /** The notifications are made. */
        201: Json<{
          ok: Ok;
          /** Notifications made. */
          count: number;
          /** Their ids. */
          ids: Uuid[];
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/notifications/feature': {
    /**
     * `createFeatureNotification`: Notify the holders of a feature. Creates one notification for the
     * holders of the feature in the organization, or in the whole tenant when the caller acts in no
     * organization: users and API keys. Rights count when it is read, so who gets the feature sees it and
     * who loses the feature does not; reading, dismissing and acting is each reader’s own. With a
     * `groupKey`, an active notification of the same recipient, type and key is refreshed: it is unread
     * again, keeps its id and counts one more occurrence. Needs the feature `notifications.create`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      /** At most 131072 bytes. */
      requestBody: Json<
        CreateNotificationFields & {
          /** Feature whose holders it is for. */
          requiredFeature: string;
          type: Type;
        }
      >;
      responses: {
        /** The notification is made. */
        201: Json<{
          ok: Ok;
          /** Notifications made. */
          count: number;
          /** Their ids. */
          ids: Uuid[];
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/notifications/mark-all-read': {
    /**
     * `readAllNotifications`: Mark all notifications of the caller as read. Marks what is unread as read
     * and returns how many that were. A user has those addressed to them, from whichever organization, and
     * those for holders of a feature they have, of the selected organization and of the tenant as a whole.
     * An API key has the latter. Needs the feature `notifications.view`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/notifications/role': {
    /**
     * `createRoleNotification`: Notify the holders of a role. Makes the notification for each active user
     * who holds the role now, of those that the caller may see. More than 49 go through a queue and reach
     * everybody within seconds. With a `groupKey`, an active notification of the same recipient, type and
     * key is refreshed: it is unread again, keeps its id and counts one more occurrence. Needs the feature
     * `notifications.create`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      /** At most 131072 bytes. */
      requestBody: Json<
        CreateNotificationFields & {
          /** Role whose holders it is for. */
          roleId: Uuid;
          type: Type;
        }
      >;
      responses: {
        /** The notifications are made. */
        201: Json<{
          ok: Ok;
          /** Notifications made. */
          count: number;
          /** Their ids. */
          ids: Uuid[];
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/notifications/unread-count': {
    /**
     * `countUnreadNotifications`: Count the unread notifications of the caller. How many of the caller’s
     * own notifications are unread. A user has those addressed to them, from whichever organization, and
     * those for holders of a feature they have, of the selected organization and of the tenant as a whole.
     * An API key has the latter. Needs the feature `notifications.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/notifications/{id}/action': {
    /**
     * `actOnNotification`: Take an action of a notification. Notes that the caller took one of the
     * actions, once, and returns where it leads. What the action means is up to its creator; the event
     * `notifications.notification.actioned` tells of it. Needs the feature `notifications.view`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the notification. */
          id: Uuid;
        };
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
        /** The action is noted. */
        200: Json<{
          ok: Ok;
          /** What was noted. */
          result: {
            /** Id of the action. */
            actionId: string;
            /** What the notification is now. */
            status: 'actioned';
            /** When the action was noted. */
            actionedAt: Timestamp;
          };
          /** Where the action leads, or else the notification; null for nowhere. */
          href: string | null;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
  };
  '/api/notifications/{id}/dismiss': {
    /**
     * `dismissNotification`: Dismiss a notification. Takes it out of the caller’s list and count.
     * `status=dismissed` still lists it until it expires. Needs the feature `notifications.view`.
     */
    put: {
      parameters: {
        path: {
          /** Id of the notification. */
          id: Uuid;
        };
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/notifications/{id}/read': {
    /**
     * `readNotification`: Mark a notification as read. Marks it as read by the caller; one that is not
     * unread stays as it is. Needs the feature `notifications.view`.
     */
    put: {
      parameters: {
        path: {
          /** Id of the notification. */
          id: Uuid;
        };
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/notifications/{id}/restore': {
    /**
     * `restoreNotification`: Bring a dismissed notification back. Gives it the status that it had before
     * the caller dismissed it; any other stays as it is. Needs the feature `notifications.view`.
     */
    put: {
      parameters: {
        path: {
          /** Id of the notification. */
          id: Uuid;
        };
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/auth/password/forgot': {
    /**
     * `requestPasswordReset`: Get a link by which to choose a new password. Sends a link that is valid
     * once, for 30 minutes, to the address if it belongs to an active user; to one of several tenants, a
     * link for each. The response is the same for every address. At most 60 requests in 15 minutes from
     * one client address, and 5 an hour for one e-mail address.
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
        /** If there is such an account, the mail is on its way. */
        202: Json<{
          ok: Ok;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409 | 429>;
    };
  };
  '/api/auth/password/reset': {
    /**
     * `showPasswordReset`: The page on which to choose a password. The page behind the link. Opening it
     * does not use the link up.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `resetPassword`: Choose a new password. Takes what the page’s form sends. Uses the link up, sets the
     * password and ends all sessions of the user. A link that is too old, was used or was replaced by a
     * change of the password is not found. At most 60 requests in 15 minutes from one client address.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 429>;
    };
  };
  '/api/auth/users/invite': {
    /**
     * `inviteUser`: Invite a user. Creates a user without a password and mails a link by which they choose
     * one, valid once for 30 minutes. The response holds the link as well: where the deployment sends no
     * mails, hand it over yourself. You cannot give roles with rights that you lack. Needs the feature
     * `auth.users.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
          /** Whether a mail is on its way; false without a sender. */
          isMailed: boolean;
          /** Where the user chooses a password. */
          link: string;
          /** Until when the link is valid. */
          expiresAt: Timestamp;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 409>;
    };
  };
  '/api/email/confirm': {
    /**
     * `showConfirmation`: The page behind the link that confirms an address. Shows whose mails the address
     * gets, and a button that confirms it.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `confirmAddress`: Confirm an address by the link in a mail. From now on the address, which is no
     * user’s, gets the tenant’s mails.
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
        /** The address gets mails. */
        200: {
          content: {
            'text/html': string;
          };
        };
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/email/domains': {
    /**
     * `verifyEmailDomain`: Verify a domain of the tenant. Looks for the TXT record that proves that the
     * domain is the tenant’s. Addresses of a verified domain get mails without a confirmation. Call it
     * once for the record, and again when DNS has it. Needs the feature `email.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409>;
    };
  };
  '/api/email/log': {
    /**
     * `listMails`: List the mails of the tenant. The delivery log, newest first. Entries are kept for 30
     * days, without what the mails say. Needs the feature `email.view`.
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
          /** Text to find in address or subject, in any case. */
          search?: string;
          /** Only in this state. */
          state?:
            | 'queued'
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
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
              /** False when the list is longer than one request looks at. */
              totalIsExact: boolean;
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/email/preferences': {
    /**
     * `getEmailPreferences`: Read when a user gets mails. What the user says about mails of notifications.
     * Users have their own; those of other users need the feature `email.manage`. An API key names a user.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** User whose preferences these are; the caller unless given. */
          userId?: Uuid;
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateEmailPreferences`: Change when a user gets mails. Changes the given fields and leaves all
     * others as they are. Users have their own; those of other users need the feature `email.manage`. An
     * API key names a user.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** User whose preferences these are; the caller unless given. */
          userId?: Uuid;
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/email/preview': {
    /**
     * `previewEmail`: Show a mail without sending it. Fills in the given text, or else the one that mails
     * of the type have now, with example values or the given ones. The link that ends the mails belongs to
     * an example address. Needs the feature `email.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/email/resume': {
    /**
     * `resumeEmail`: Resume the mails of a paused tenant. Ends a pause before its time, once its reason is
     * gone. Only super admins do. For super admins only.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/email/settings': {
    /**
     * `getEmailSettings`: Read the settings of mails. What the tenant says about its mails, or the
     * defaults. Needs the feature `email.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
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
          /** Tenant to act in; by default the caller's own. */
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
        /** Name that mails come from; null is the tenant’s own. */
        senderName?: string | null;
        /** Where replies go; null is the sender’s address. */
        replyTo?: string | null;
        /** When users get mails who have not said otherwise. */
        defaultMode?: 'instant' | 'hourly' | 'off';
      }>;
      responses: {
        /** The settings after the change. */
        200: Json<EmailSettings>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<412>;
    };
  };
  '/api/email/status': {
    /**
     * `getEmailStatus`: Whether mails are sent. Says whether the deployment has a sender and the tenant
     * sends, what was sent today (UTC), and whether sending is paused: a tenant is paused for 24 hours
     * when 3 % of a day’s mails bounce or 0.1 % are complained about. Needs the feature `email.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      responses: {
        /** The state of the channel. */
        200: Json<{
          /** Whether mails of the tenant are sent now. */
          isEnabled: boolean;
          /** Why not: the deployment has no sender, the tenant has switched mails off, or sending is paused. */
          blockedReason: 'no_sender' | 'disabled' | 'paused' | null;
          /** Address that mails come from. */
          sender: string | null;
          /** Mails of the day, up to the limit. */
          sentToday: number;
          /** Mails that bounced today. */
          bouncedToday: number;
          /** Mails that were complained about today. */
          complainedToday: number;
          /** Mails that the tenant may send in one day (UTC). */
          dailyLimit: number;
          /** Until when sending is paused. */
          pausedUntil: TimestampOrNull;
          /** Why it is paused. */
          pausedReason: string | null;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/email/suppressions': {
    /**
     * `listSuppressedAddresses`: List addresses that get no mails. Addresses whose mails bounced for good,
     * and those whose readers complained. Needs the feature `email.view`.
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
          /** Text to find in the address, in any case. */
          search?: string;
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
              /** False when the list is longer than one request looks at. */
              totalIsExact: boolean;
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `removeSuppressedAddress`: Send mails to an address again. For an address that works again, or whose
     * reader wants mails after all. One that is not suppressed stays as it is. Needs the feature
     * `email.manage`.
     */
    delete: {
      parameters: {
        path?: never;
        query?: {
          /** The address. */
          address?: string;
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      requestBody?: Json<{
        /** The address. */
        address?: string;
      }>;
      responses: {
        /** The address gets mails. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/email/templates': {
    /**
     * `listEmailTemplates`: List the own texts of mails. The tenant’s own texts in the order of their
     * types. Other types have the default text. Needs the feature `email.view`.
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
          /** Text to find in type or subject, in any case. */
          search?: string;
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/email/templates/{type}': {
    /**
     * `saveEmailTemplate`: Save the own text of a type. Mails about notifications of the type have this
     * text from now on. One that fails when a mail is made is logged, and the mail has the default text.
     * Also for `email.digest.due` and `email.confirmation`. Needs the feature `email.manage`.
     */
    put: {
      parameters: {
        path: {
          /** What kind of notification it is. */
          type: string;
        };
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409 | 412>;
    };
    /**
     * `deleteEmailTemplate`: Go back to the default text of a type. Removes the tenant’s own text of the
     * type. Needs the feature `email.manage`.
     */
    delete: {
      parameters: {
        path: {
          /** What kind of notification it is. */
          type: string;
        };
        query?: {
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
        };
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
        };
      };
      responses: {
        /** Mails have the default text. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/email/unsubscribe': {
    /**
     * `showUnsubscribe`: The page behind the link that ends mails. Shows what the link ends, and a button
     * for it. Programs that open links end nothing by it.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `unsubscribe`: End mails by the link in one of them. Ends mails of the type of the notification, or
     * all of a digest, for the reader of the mail (RFC 8058). The link is the only credential; the body
     * may be anything.
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
        /** The reader gets no more of these mails. */
        200: {
          content: {
            'text/html': string;
          };
        };
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/integrations': {
    /**
     * `listIntegrations`: List and search integrations. Every integration of the deployment with its state
     * in the organization, from A to Z. All filters must hold. A page beyond the last is empty. Needs the
     * feature `integrations.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in title, description or tags, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'title' | 'category' | 'enabledAt' | 'healthStatus';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
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
          /** Only those that are switched on, or only others. */
          isEnabled?: boolean;
          /** Only those with this health. */
          healthStatus?: 'healthy' | 'degraded' | 'unhealthy' | 'unconfigured';
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/integrations/logs': {
    /**
     * `listIntegrationLogs`: List what integrations did. The log of the organization’s integrations,
     * newest first. All filters must hold. Entries are kept for 30 days unless the deployment says
     * otherwise. Needs the feature `integrations.view`.
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
          /** Text to find in message or code, in any case. */
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
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
              /** False when the log is longer than one request looks at: then `total` is how many matched so far. */
              totalIsExact: boolean;
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/integrations/{id}': {
    /**
     * `getIntegration`: Read an integration. The fields of its row in the list, its definition, its
     * bundle, its state, and its activity of the last 30 days. Needs the feature `integrations.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/integrations/{id}/credentials': {
    /**
     * `getIntegrationCredentials`: Read the credentials of an integration. The schema and what is saved,
     * without secrets. The credentials of an integration that has none of its own are those of its bundle;
     * the bundle’s id is understood, too. Needs the feature `integrations.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateIntegrationCredentials`: Save the credentials of an integration. Replaces all that was saved;
     * `__masked__` in a secret field keeps the secret, an empty text removes it, and keys that the schema
     * does not declare are secrets, too. When scheme, host or port of an address change, the secrets must
     * be given again (400 with `details`); another path keeps them. `{}` removes everything. Values are
     * encrypted with a key of the tenant. `reauthRequired` is cleared. Credentials of a bundle are shared
     * by its integrations. Needs the feature `integrations.credentials.manage`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/integrations/{id}/health': {
    /**
     * `checkIntegrationHealth`: Check whether an integration works. Asks the provider with the saved
     * credentials, for at most 10 seconds. What was found is stored and logged; credentials that the
     * provider refuses set `reauthRequired`. Integrations that are switched on are checked every 15
     * minutes anyway. Needs the feature `integrations.manage`.
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
        /** What was found. */
        200: Json<IntegrationHealth>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/integrations/{id}/state': {
    /**
     * `updateIntegrationState`: Switch an integration on or off. Changes the given fields and leaves the
     * others as they are. `webhook_custom` switches deliveries, retries, tests and inbound webhooks of the
     * organization. Needs the feature `integrations.manage`.
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
        /** Whether it is switched on. */
        isEnabled?: boolean;
        /** The provider refuses the credentials; saving new ones clears it. */
        reauthRequired?: boolean;
      }>;
      responses: {
        /** The state as changed. */
        200: Json<
          IntegrationFields & {
            /** Whether it is switched on. */
            isEnabled: boolean;
            /** When it was changed. */
            updatedAt: string | null;
          }
        >;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/integrations/{id}/version': {
    /**
     * `updateIntegrationVersion`: Choose the version of a provider’s API. One of those that the
     * integration declares, as long as it is not sunset. Needs the feature `integrations.manage`.
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
          /** What was in effect before. */
          previousVersion: string;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412 | 422>;
    };
  };
  '/api/data_sync/mappings': {
    /**
     * `listSyncMappings`: List mappings. Saved mappings of the selected organization, newest first. Needs
     * the feature `data_sync.configure`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in integrationId and entityType, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'createdAt' | 'updatedAt' | 'integrationId' | 'entityType';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Id of the integration. */
          integrationId?: string;
          /**
           * What the integration calls the records: letters, digits, `_`, `-` and `.`; files and addresses carry
           * it as it is. Records and their events have the type `<module>.<entity>` that follows from it
           * (`recordType` of a run): `customers` becomes `external.customers`, `crm.eu.Customer` becomes
           * `crm.eu_customer`. The platform’s own modules are refused.
           */
          entityType?: string;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `saveSyncMapping`: Save the mapping of an entity type. Saves how an integration’s items become
     * records of the type, and records items; the next batch of a run goes by it. There is one mapping per
     * integration and entity type: saving it again replaces it. Needs the feature `data_sync.configure`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/data_sync/mappings/{id}': {
    /**
     * `getSyncMapping`: Read a mapping. A mapping as it was saved. Needs the feature
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateSyncMapping`: Replace a mapping. Replaces the mapping; integration and entity type stay.
     * Needs the feature `data_sync.configure`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
    /**
     * `deleteSyncMapping`: Delete a mapping. From the next batch on every field goes under its own name
     * again, or as the adapter says. Needs the feature `data_sync.configure`.
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
        /** The mapping is gone. */
        200: Json<{
          /** Always true. */
          deleted: true;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/data_sync/options': {
    /**
     * `listSyncOptions`: List what can be synced. Every integration with a sync adapter, and whether a run
     * of it may be started now. Needs the feature `data_sync.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/data_sync/run': {
    /**
     * `startSyncRun`: Start a sync run. Imports or exports the records of one entity type in the
     * background. One run of an integration, entity type and direction is at work in an organization at a
     * time, and at most 200 of a tenant (`SYNC_RUNS_PER_TENANT` of the deployment). Needs the feature
     * `data_sync.run`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /**
           * A text of your own, at most 255 characters, that is the same in every try of one request. Within 24
           * hours the same request is answered as the first time, and another one with the same key is 409.
           */
          'Idempotency-Key'?: string;
        };
      };
      requestBody: Json<{
        integrationId: SyncIntegrationId;
        entityType: SyncEntityType;
        direction: SyncDirection;
        /**
         * True starts at the very beginning; false where the last run of the kind ended. Records that have not
         * changed are skipped either way. Default: false.
         */
        fullSync?: boolean;
        /** Most records that are worked on at a time. Default: 100. */
        batchSize?: number;
        /** Who or what has it run; the caller unless given. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 422>;
    };
  };
  '/api/data_sync/runs': {
    /**
     * `listSyncRuns`: List sync runs. Runs of the selected organization, newest first. Needs the feature
     * `data_sync.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 100. Default: 50. */
          pageSize?: number;
          /** Text to find in integrationId, entityType and status; the id of a run finds that run, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'createdAt' | 'integrationId' | 'entityType' | 'direction' | 'status';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
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
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
  };
  '/api/data_sync/runs/{id}': {
    /**
     * `getSyncRun`: Read a sync run. A run with its counters and its progress. Its counters are exact
     * whenever they are read; its `ETag` changes with everything but `durationMs`. Needs the feature
     * `data_sync.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/data_sync/runs/{id}/cancel': {
    /**
     * `cancelSyncRun`: Cancel a sync run. Ends a run that is not over. A batch that is being written is
     * finished and counted; no other begins. Needs the feature `data_sync.run`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
  };
  '/api/data_sync/runs/{id}/failures': {
    /**
     * `listSyncFailures`: List what a run could not take over. Failed items of a run in the order of the
     * run. They are kept for 30 days; `?format=csv` downloads all of them. Needs the feature
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
          /** Text to find in externalId, localId or error, in any case. */
          search?: string;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
              /** False when there are more than one request looks at: then `total` is how many matched so far. */
              totalIsExact: boolean;
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/data_sync/runs/{id}/retry': {
    /**
     * `retrySyncRun`: Run a sync again. Starts a new run like one that is over, with its batch size, from
     * where that one stood. One that is paused ends as cancelled first. Exports into a file always start
     * at the beginning. Needs the feature `data_sync.run`.
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
           * A text of your own, at most 255 characters, that is the same in every try of one request. Within 24
           * hours the same request is answered as the first time, and another one with the same key is 409.
           */
          'Idempotency-Key'?: string;
        };
      };
      requestBody?: Json<{
        /** True starts at the very beginning; false where the run stood. Default: false. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412 | 422>;
    };
  };
  '/api/data_sync/schedules': {
    /**
     * `listSyncSchedules`: List schedules of syncs. Schedules of the selected organizations, the latest
     * first. All filters must hold. Needs the feature `data_sync.configure`.
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
          /** Text to find in integrationId, entityType or scheduleValue, in any case. */
          search?: string;
          /** Only schedules of this integration. */
          integrationId?: string;
          /** Only schedules of this entity type. */
          entityType?: string;
          /** Only schedules of this direction. */
          direction?: 'import' | 'export';
          /** Only schedules that are on, or that are off. */
          isEnabled?: boolean;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `saveSyncSchedule`: Schedule a sync. Starts a run at the times of a cron expression or at intervals.
     * An integration, entity type and direction have one schedule in an organization: the one that is
     * there is changed. It is a scheduled job that runs the command `data_sync.run` in the name of the
     * user who saved it, who needs the feature `data_sync.run` then and now. A time is left out while a
     * run of the kind is at work or the integration is switched off. Needs the feature
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
         * True starts each run at the very beginning; false where the last run of the kind ended. Default:
         * false.
         */
        fullSync?: boolean;
        /** Off, it starts nothing. Default: true. */
        isEnabled?: boolean;
      }>;
      responses: {
        /** The schedule. */
        201: Json<SyncSchedule>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 409 | 412 | 422 | 503>;
    };
  };
  '/api/data_sync/schedules/{id}': {
    /**
     * `getSyncSchedule`: Read a schedule of a sync. The schedule with its last and next time. Needs the
     * feature `data_sync.configure`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateSyncSchedule`: Change a schedule of a sync. Changes the given fields, at least one, and
     * leaves all others as they are. Another `scheduleType` needs a new `scheduleValue`. Needs the feature
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
        /** True starts each run at the very beginning; false where the last run of the kind ended. */
        fullSync?: boolean;
        /** Off, it starts nothing. */
        isEnabled?: boolean;
      }>;
      responses: {
        /** The schedule as changed. */
        200: Json<SyncSchedule>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 412 | 422 | 503>;
    };
    /**
     * `deleteSyncSchedule`: Delete a schedule of a sync. It starts no more runs; one that is at work goes
     * on. Needs the feature `data_sync.configure`.
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
        /** It is deleted. */
        200: Json<{
          /** Always true. */
          deleted: true;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412>;
    };
  };
  '/api/data_sync/validate': {
    /**
     * `validateSyncConnection`: Check whether a sync would work. Looks for the integration, its adapter
     * and its credentials, and has the adapter try them. What does not work is answered with `ok: false`
     * and a `message`. Needs the feature `data_sync.configure`.
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
        /** A run would work. */
        200: Json<{
          ok: Ok;
          /** What was found. */
          message?: string;
          /** Particulars. */
          details?: Record<string, unknown>;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`. Also carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 422>;
    };
  };
  '/api/payment_gateways/cancel': {
    /**
     * `cancelPayment`: Cancel a payment. Ends a payment that was not captured, and lets go of what was
     * authorized. It happens once: for 24 hours the same request again is answered as the first time, also
     * when the first was cut off, and says so by `replayed: true`. To do the same again, such as a second
     * refund of the same amount, send another `Idempotency-Key` or `operationId`. `If-Match` takes the
     * `ETag` of the payment or of its status; what was done by the same request before is answered in any
     * case. Needs the feature `payment_gateways.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
          /**
           * A text of your own, at most 255 characters, that is the same in every try of one request. Within 24
           * hours the same request is answered as the first time, and another one with the same key is 409.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412 | 422 | 502>;
    };
  };
  '/api/payment_gateways/capture': {
    /**
     * `capturePayment`: Capture a payment. Takes money that was authorized, all of it or less; what is
     * left of it the customer keeps. Of a bank transfer or cash it records that the money is there, also
     * part by part. Repeating a full capture returns the same. It happens once: for 24 hours the same
     * request again is answered as the first time, also when the first was cut off, and says so by
     * `replayed: true`. To do the same again, such as a second refund of the same amount, send another
     * `Idempotency-Key` or `operationId`. `If-Match` takes the `ETag` of the payment or of its status;
     * what was done by the same request before is answered in any case. Needs the feature
     * `payment_gateways.capture`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
          /**
           * A text of your own, at most 255 characters, that is the same in every try of one request. Within 24
           * hours the same request is answered as the first time, and another one with the same key is 409.
           */
          'Idempotency-Key'?: string;
        };
      };
      requestBody: Json<{
        /** Id of the transaction. */
        transactionId: Uuid;
        /** What to take; without it all that was authorized. */
        amount?: number;
        operationId?: PaymentOperationId;
      }>;
      responses: {
        /** What was captured. */
        200: Json<{
          replayed?: Replayed;
          /** Id of the transaction. */
          transactionId: Uuid;
          status: PaymentStatus;
          /** What has been taken so far. */
          capturedAmount: number;
          /** The provider’s `chargeId`. */
          providerData: Record<string, unknown> | null;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412 | 422 | 502>;
    };
  };
  '/api/payment_gateways/payment_methods': {
    /**
     * `listPaymentMethods`: List the saved payment methods of a customer. The payment methods that a
     * customer has saved. The list of a customer without any is empty. It has no pages and no `format`,
     * because nothing of it is stored here. Details of cards are read from the provider with each request;
     * the platform stores ids only. Needs the feature `payment_gateways.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<422 | 502>;
    };
  };
  '/api/payment_gateways/payment_methods/setups': {
    /**
     * `createPaymentMethodSetup`: Let a customer save a payment method without paying. Opens a page of the
     * provider’s on which the customer enters a payment method for later payments; nothing is charged.
     * Once they have, the payment method is in the list of the customer, and the event
     * `payment_gateways.payment_method.created` is published when the provider’s message arrives. To save
     * one with a payment, create a payment session with `savePaymentMethod`. Each request opens another
     * page, unless it has an `Idempotency-Key`. Needs the feature `payment_gateways.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /**
           * A text of your own, at most 255 characters, that is the same in every try of one request. Within 24
           * hours the same request is answered as the first time, and another one with the same key is 409.
           */
          'Idempotency-Key'?: string;
        };
      };
      requestBody: Json<{
        /** Key of the payment provider. */
        providerKey: string;
        customerReference: PaymentCustomerReference;
        /**
         * Where the provider’s page sends the customer afterwards; `{CHECKOUT_SESSION_ID}` in it becomes the
         * session’s id with Stripe.
         */
        successUrl: string;
        /** Where it sends one who saves nothing. */
        cancelUrl?: string;
      }>;
      responses: {
        /** The page. */
        201: Json<PaymentMethodSetup>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409 | 422 | 502>;
    };
  };
  '/api/payment_gateways/payment_methods/{id}': {
    /**
     * `getPaymentMethod`: Read a saved payment method. One payment method of a customer. Details of cards
     * are read from the provider with each request; the platform stores ids only. Needs the feature
     * `payment_gateways.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 422 | 502>;
    };
    /**
     * `updatePaymentMethod`: Make a saved payment method the default. Makes a payment method the default
     * of its customer, at the provider as well. Needs the feature `payment_gateways.manage`.
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
        /** Makes it the default of the customer; the one that was the default no longer is. */
        isDefault: true;
      }>;
      responses: {
        /** The payment method as it is now. */
        200: Json<PaymentMethod>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412 | 422 | 502>;
    };
    /**
     * `deletePaymentMethod`: Delete a saved payment method. Detaches a payment method from its customer at
     * the provider: it cannot be used or attached again. A request that was interrupted is completed when
     * you repeat it, or by the provider’s message. Needs the feature `payment_gateways.manage`.
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
        /** The payment method is gone. */
        200: Json<{
          /** Always true. */
          success: true;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412 | 422 | 502>;
    };
  };
  '/api/payment_gateways/providers': {
    /**
     * `listPaymentProviders`: List payment providers. Every provider of the deployment, and whether the
     * organization has set it up. Needs the feature `payment_gateways.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/payment_gateways/providers/{key}': {
    /**
     * `getPaymentProvider`: Read a payment provider. One provider, and whether the organization has set it
     * up. Needs the feature `payment_gateways.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/payment_gateways/refund': {
    /**
     * `refundPayment`: Refund a payment. Gives captured money back, all of it or some, in as many refunds
     * as it takes. A refund that the provider has only accepted leaves the status as it is until it is
     * done. It happens once: for 24 hours the same request again is answered as the first time, also when
     * the first was cut off, and says so by `replayed: true`. To do the same again, such as a second
     * refund of the same amount, send another `Idempotency-Key` or `operationId`. `If-Match` takes the
     * `ETag` of the payment or of its status; what was done by the same request before is answered in any
     * case. Needs the feature `payment_gateways.refund`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /** The `ETag` of the version to change; 412 when it is no longer the current one. */
          'If-Match'?: string;
          /**
           * A text of your own, at most 255 characters, that is the same in every try of one request. Within 24
           * hours the same request is answered as the first time, and another one with the same key is 409.
           */
          'Idempotency-Key'?: string;
        };
      };
      requestBody: Json<{
        /** Id of the transaction. */
        transactionId: Uuid;
        /** What goes back; without it all that is left of the payment. */
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
          /** What this refund gives back. */
          refundedAmount: number;
          /** What has become of the refund. */
          refundStatus: 'pending' | 'succeeded' | 'failed' | 'cancelled';
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412 | 422 | 502>;
    };
  };
  '/api/payment_gateways/sessions': {
    /**
     * `createPaymentSession`: Begin a payment. Begins a payment at a provider, with the credentials of the
     * organization’s integration. The customer then confirms it in the browser, or on the page that
     * `redirectUrl` names. With `paymentMethodId` a saved payment method is charged at once: the response
     * is 201 also when the bank declines, with the `status` `captured`, `authorized`, `pending` or
     * `failed`. Each request begins another payment, unless it has an `Idempotency-Key`. Needs the feature
     * `payment_gateways.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: {
          /**
           * A text of your own, at most 255 characters, that is the same in every try of one request. Within 24
           * hours the same request is answered as the first time, and another one with the same key is 409.
           */
          'Idempotency-Key'?: string;
        };
      };
      requestBody: Json<{
        /** Payment provider, as GET /api/payment_gateways/providers lists them. */
        providerKey: string;
        /**
         * What is to be paid, in the currency’s main unit and with no more decimals than it has: `10.5` is
         * 10.50 EUR.
         */
        amount: number;
        /** ISO 4217 code of the currency. */
        currencyCode: string;
        /** `automatic` (the default) or `manual`. Default: "automatic". */
        captureMethod?: 'automatic' | 'manual';
        /** What is paid for. */
        description?: string | null;
        /** Order that it is for, in your own system. */
        orderId?: UuidOrNull;
        /** Anything that you want to find again. The provider gets what fits its own limits. */
        metadata?: Record<string, unknown> | null;
        /**
         * `embedded` (the default): the customer pays in your page, with `clientSecret`. `redirect`: on a page
         * of the provider’s, whose address is `redirectUrl`; needs `successUrl`. 422 when the provider has no
         * such page.
         */
        mode?: 'embedded' | 'redirect';
        /**
         * Where a hosted payment page sends the customer afterwards; `{CHECKOUT_SESSION_ID}` in it becomes the
         * session’s id with Stripe.
         */
        successUrl?: string;
        /** Where it sends one who does not pay. */
        cancelUrl?: string;
        customerReference?: PaymentCustomerReference;
        /**
         * Saves the payment method that the customer pays with for later payments without them; needs
         * `customerReference`. Ask for the customer’s consent first.
         */
        savePaymentMethod?: boolean;
        /**
         * Saved payment method of the customer to charge at once, without the customer; needs
         * `customerReference`. `status` and `failure` of the response say what became of it.
         */
        paymentMethodId?: string;
      }>;
      responses: {
        /** The payment, waiting for the customer. */
        201: Json<PaymentSession>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 422 | 502>;
    };
  };
  '/api/payment_gateways/status': {
    /**
     * `getPaymentStatus`: Read how a payment stands. What is known of a payment. While it is open the
     * provider is asked, at most every 5 seconds; when it does not answer soon, what is stored is
     * answered. Needs the feature `payment_gateways.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `refreshPayment`: Ask the provider how a payment stands. Asks the provider now, also about a payment
     * that is closed, and returns what holds then. Needs the feature `payment_gateways.manage`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 412 | 422 | 502>;
    };
  };
  '/api/payment_gateways/transactions': {
    /**
     * `listPayments`: List payments. The payments of the organization, the newest first. Needs the feature
     * `payment_gateways.view`.
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
           * refund, in any case.
           */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'createdAt' | 'status' | 'providerKey';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
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
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
  };
  '/api/payment_gateways/transactions/{id}': {
    /**
     * `getPayment`: Read a payment with its history. A payment with its refunds, its disputes, all that
     * happened to it, and what the log of the provider’s integration says of it. Needs the feature
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/payment_gateways/webhook/{provider}': {
    /**
     * `receivePaymentEvent`: Receive a message of a payment provider. Takes a message that is signed with
     * the secret of the organization whose payment it is about, which our own record of the payment says
     * and the message never does. Register the URL with `?tenantId=…&organizationId=…` (`webhookUrl` of
     * the integration): then messages about payments that did not begin here are verified with that
     * organization’s secret and answered with `ignored: true`; without them they answer 401. A message is
     * answered at once and processed from a queue, once however often it comes. After 60 messages a minute
     * that cannot be verified, their sender gets 429 with `Retry-After`.
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
          /** The message is genuine, and about a payment that did not begin here. */
          ignored?: true;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<401 | 404 | 429>;
    };
  };
  '/api/progress/active': {
    /**
     * `listActiveJobs`: Show the background work that goes on. Jobs that are pending or running, the
     * newest first, at most 50, and those that completed or failed within 30 seconds, the last one first,
     * at most 10. Parts of other jobs are left out. Sync runs are among them. Reads a fixed number of
     * items, however long the history is. Needs the feature `progress.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      responses: {
        /** What goes on. */
        200: Json<{
          /** Jobs that are pending or running. */
          active: ProgressJobSummary[];
          /** Jobs that have just completed or failed. */
          recentlyCompleted: ProgressJobSummary[];
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/progress/jobs': {
    /**
     * `listProgressJobs`: List and search background work. Jobs of the selected organizations with their
     * parts; pending and running ones unless `status` or `includeCompleted` says otherwise. Jobs that
     * ended are kept for 30 days. The state of a job that has lost its worker is filtered by as such
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
          /** Text to find in name and job type, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'createdAt' | 'startedAt' | 'finishedAt';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only jobs with one of these states, separated by commas. */
          status?: ('pending' | 'running' | 'completed' | 'failed' | 'cancelled')[];
          /** Only jobs of this type. */
          jobType?: string;
          /** Only parts of this job. */
          parentJobId?: Uuid;
          /** Also jobs that have ended; without a `status` these are left out. */
          includeCompleted?: boolean;
          /** Only jobs that ended since then. */
          completedSince?: string;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createProgressJob`: Announce background work. The job is pending until its worker reports by an
     * update that it runs. Browsers receive the event. Needs the feature `progress.create`.
     */
    post: {
      parameters: {
        path?: never;
        query?: Selection;
        header?: never;
      };
      requestBody: Json<{
        /** What kind of work it is. */
        jobType: string;
        /** What people see. */
        name: string;
        /** What the work is for. */
        description?: string | null;
        /** How many there are. */
        totalCount?: number | null;
        /** Whether it may be cancelled from outside. Default: false. */
        cancellable?: boolean;
        /** Anything about the job. */
        meta?: Record<string, unknown> | null;
        /** Job that it is a part of. */
        parentJobId?: UuidOrNull;
        /** Which of the parts it is, from 0. */
        partitionIndex?: number | null;
        /** How many parts there are. */
        partitionCount?: number | null;
      }>;
      responses: {
        /** The job is made. */
        201: Json<{
          /** Id of the job. */
          id: Uuid;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/progress/jobs/{id}': {
    /**
     * `getProgressJob`: Read a job of background work. The job with everything about it; what came of it
     * is kept after its end. Needs the feature `progress.view`.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateProgressJob`: Say how far background work is. Changes the given fields and leaves all others
     * as they are. Percentage and estimate follow from the counts unless they are given. Every update,
     * even an empty one, shows that the worker lives: send one at least every 60 seconds while the job
     * runs. Browsers receive updates at most every 250 milliseconds, or when the percentage is another.
     * `cancelRequested` tells the worker to stop, and to say so with the status `cancelled`. Jobs that
     * have ended ignore updates; those of sync runs are moved by their run alone. Needs the feature
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
        /** How many are done. */
        processedCount?: number;
        /** How much is done, 0 to 100; 0 without a total. */
        progressPercent?: number;
        /** How many there are. */
        totalCount?: number;
        /** Seconds until it is done, at the pace so far. */
        etaSeconds?: number;
        /** Keys to set; the others stay as they are. */
        meta?: Record<string, unknown>;
        /**
         * What becomes of it: it begins, or it ends. A job that has ended stays as it is; later updates change
         * nothing.
         */
        status?: 'running' | 'completed' | 'failed' | 'cancelled';
        /** What came of it. */
        resultSummary?: Record<string, unknown>;
        /** Why it failed. */
        errorMessage?: string;
        /** Where it failed, for developers. */
        errorStack?: string;
      }>;
      responses: {
        /** How far it is now. */
        200: Json<{
          ok: Ok;
          /** How much is done, 0 to 100; 0 without a total. */
          progressPercent: number;
          /**
           * Where it is. A running job that is not heard of for 60 seconds has failed; so has one that does not
           * begin within 24 hours.
           */
          status: 'pending' | 'running' | 'completed' | 'failed' | 'cancelled';
          /** Whether the worker should stop. */
          cancelRequested: boolean;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
    /**
     * `cancelProgressJob`: Cancel background work. A pending job is cancelled at once, and so is a sync
     * run. Of a running one, the request is noted: it runs on until its worker notices. To cancel a sync
     * run takes `data_sync.run`, too. Asking again changes nothing. A job that has ended or is not
     * cancellable returns 400. Needs the feature `progress.cancel`.
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
        /** It is cancelled, or will be. */
        200: Json<{
          ok: Ok;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400 | 404 | 412>;
    };
  };
  '/api/auth/feature-check': {
    /**
     * `checkFeatures`: Which of these features the caller has. Takes features and wildcards such as
     * `webhooks.*`, of which the caller must have all.
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
        /** What the caller has of them. */
        200: Json<{
          /** Does the caller have all of them? */
          ok: boolean;
          /** Those the caller has, each once. */
          granted: string[];
          /** Id of the user, or `api_key:` and the id of the key. */
          userId: string;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`. Also carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/auth/features': {
    /**
     * `listFeatures`: List the features that roles can grant. All features of the platform and of your own
     * modules, with titles. Beside them, grants may be `prefix.*` for everything under a prefix, `*.view`
     * for reading everything in the tenant, and `*` for everything.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`. Also carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/auth/login': {
    /**
     * `logIn`: Log in with an e-mail address and a password. Takes what an HTML form sends. Answers a
     * session token for `Authorization: Bearer …` and sets it as cookie `auth_token` (8 hours), with a
     * refresh token as cookie `session_token` (8 hours, 30 days with `remember`). Every wrong pair has the
     * same response. At most 20 attempts a minute from one address and 5 for one e-mail address there,
     * then a pause of a minute.
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
            /** E-mail address, in any case. */
            email: string;
            /** The password. */
            password: string;
            /** Keep the session for 30 days: `true`, `1`, `on` or `yes`. */
            remember?: boolean;
            /** Tenant of the account; needed when several tenants know the address. */
            tenantId?: Uuid;
            /** The same as `tenantId`, which goes first. */
            tenant?: Uuid;
            /** Path on this host to go to afterwards. */
            redirect?: string;
          };
          'multipart/form-data': {
            /** E-mail address, in any case. */
            email: string;
            /** The password. */
            password: string;
            /** Keep the session for 30 days: `true`, `1`, `on` or `yes`. */
            remember?: boolean;
            /** Tenant of the account; needed when several tenants know the address. */
            tenantId?: Uuid;
            /** The same as `tenantId`, which goes first. */
            tenant?: Uuid;
            /** Path on this host to go to afterwards. */
            redirect?: string;
          };
        };
      };
      responses: {
        /** The session has begun. */
        200: Json<{
          ok: LogInOk;
          /** Session token. */
          token: string;
          /** Where to go now; always on this host. */
          redirect: string;
          /** Gets new session tokens at `/api/auth/session/refresh`. */
          refreshToken?: string;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`. Also
         * carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      } & Failures<401 | 429>;
    };
  };
  '/api/auth/logout': {
    /**
     * `logOut`: End the session. The tokens of the session are refused from the next request on, and its
     * cookies are removed. An API key has no session: nothing happens to it.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`. Also carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/auth/password': {
    /**
     * `changePassword`: Change your password. Needs the current password and ends all your other sessions;
     * the session of the request stays. A wrong current password returns 400. At most 5 attempts of a user
     * in 5 minutes, then a pause of 5 minutes. API keys have no password: they get 403.
     */
    post: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      /** At most 16384 bytes. */
      requestBody: Json<{
        /** The password as it is now. */
        currentPassword: string;
        /**
         * 8 to 256 characters with a digit, an upper-case letter and a special character; spaces count as none
         * of them.
         */
        newPassword: string;
      }>;
      responses: {
        /** The password is changed. */
        200: Json<{
          ok: LogInOk;
          /** How many sessions this call has ended. */
          ended: number;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`. Also carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      } & Failures<403>;
    };
  };
  '/api/auth/session': {
    /**
     * `getSession`: Show who you are and what you may do. The user or API key behind the credentials of
     * this request, its home and its rights.
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
          /** Whether a user or an API key calls, itself or by a session. */
          kind: 'user' | 'api_key';
          /** Id of the user or the key. */
          id: Uuid;
          /** Name of the user, if known, or of the key. */
          name: string | null;
          /** E-mail address of the user; null for a key. */
          email: string | null;
          /** Home tenant; null for a platform key without a home. */
          tenantId: UuidOrNull;
          /** Name of the home tenant. */
          tenantName: string | null;
          /** Home organization; null for none. */
          organizationId: UuidOrNull;
          /** Whether the caller may do everything in every tenant. */
          isSuperAdmin: boolean;
          /** Features and wildcards that the caller holds: `a.b`, `a.*`, `*.view`, `*`. */
          features: string[];
          /** When the session ends unless it is refreshed, or the key expires; null for never. */
          expiresAt: TimestampOrNull;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`. Also carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/auth/session/from-key': {
    /**
     * `exchangeKey`: Exchange an API key for a session. For web pages, which should not keep a key: the
     * session is set as the HttpOnly cookies of a log-in, `auth_token` and `session_token`, for at most 8
     * hours, and refreshed at `/api/auth/session/refresh`. The session may do at each request what the key
     * may do at that time, in the same organizations and from the same addresses. It ends with the key:
     * when the key is deleted, expires, or the secret that was exchanged is replaced. The exchange counts
     * against the limits of the key, requests of the session do not. At most 20 attempts a minute from one
     * address.
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
        /** The session has begun. */
        200: Json<{
          ok: LogInOk;
          /** Session token. */
          token: string;
          /** When the session ends unless it is refreshed; never after its key. */
          expiresAt: Timestamp;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`. Also
         * carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      } & Failures<401 | 403 | 429>;
    };
  };
  '/api/auth/session/refresh': {
    /**
     * `refreshSession`: Get a new session token for a refresh token. Takes the refresh token from the body
     * or else from the cookie `session_token`. The session lives as long as the new token, but at most 30
     * days after the log-in; the refresh token stays the same. At most 60 requests a minute from one
     * address and 15 with one token.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`. Also
         * carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      } & Failures<401 | 429>;
    };
  };
  '/api/auth/sessions': {
    /**
     * `listSessions`: List your sessions. All live sessions of the logged-in user, the latest log-in
     * first; a user has at most 100. An API key has none.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`. Also carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `deleteSession`: End one of your sessions. The tokens of the session are refused from the next
     * request on. You may repeat the call: a session that has ended, or that belongs to someone else,
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
          /** How many sessions this call has ended. */
          ended: number;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`. Also carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/auth/sessions/end-others': {
    /**
     * `endOtherSessions`: End all your sessions but this one. The tokens of the other sessions are refused
     * from the next request on.
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
          /** How many sessions this call has ended. */
          ended: number;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`. Also carries `{"ok":false}`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/auth/users': {
    /**
     * `listUsers`: List and search users. Users by e-mail address. Callers who may not select every
     * organization see those whose home they may select. Needs the feature `auth.users.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in e-mail address and name, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'email' | 'name' | 'createdAt' | 'updatedAt';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Only users with this text in the name, in any case. */
          name?: string;
          /** Only users with any of these roles: ids, separated by commas. */
          roleIds?: Uuid[];
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `createUser`: Create a user. The home is `organizationId`, else the selected organization. You can
     * only give roles whose rights you hold. Needs the feature `auth.users.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 409>;
    };
    /**
     * `updateUser`: Change a user. Changes the given fields and leaves all others as they are. A change of
     * roles, home or `isActive` counts on the next request of every session; a new password, and
     * `isActive: false`, end them. Address and password of users with rights that you lack stay out of
     * reach, and only super admins change super admins. Needs the feature `auth.users.manage`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 409 | 412>;
    };
    /**
     * `deleteUser`: Delete a user. Ends the sessions and frees the e-mail address. The id may be given in
     * the body or as query parameter. You cannot delete yourself, and only super admins delete super
     * admins. Needs the feature `auth.users.manage`.
     */
    delete: {
      parameters: {
        path?: never;
        query?: {
          /** Id of the user. */
          id?: Uuid;
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 409 | 412>;
    };
  };
  '/api/auth/users/acl': {
    /**
     * `getUserAcl`: Read the own rights of a user. The rights that replace those of the roles, when there
     * are any. Needs the feature `auth.acl.manage`.
     */
    get: {
      parameters: {
        path?: never;
        query: {
          /** Id of the user. */
          userId: Uuid;
          /** Tenant to act in; by default the caller's own. */
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
            /** Whether the user has rights of its own instead of those of its roles. */
            hasCustomAcl: boolean;
            /** When the user was last changed; null without rights of its own. */
            updatedAt: TimestampOrNull;
          }
        >;
        /** Still the version you have. */
        304: { content?: never };
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateUserAcl`: Change the own rights of a user. These rights replace those of the roles. What is
     * left out stays as it is; no features and no super admin removes them, and the roles count again. The
     * change counts on the next request of every session. You can only grant rights that you hold; only
     * super admins grant `*` and super admin. Needs the feature `auth.acl.manage`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
           * Features were left out that only super admins may give: `directory.*` and everything under
           * `directory.tenants`.
           */
          sanitized: boolean;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 412>;
    };
  };
  '/api/auth/roles': {
    /**
     * `listRoles`: List and search roles. The tenant's roles by name, with how many users and API keys
     * hold each. Needs the feature `auth.roles.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in the name, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'name' | 'createdAt' | 'updatedAt';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `createRole`: Create a role. A new role has no features; `PUT /api/auth/roles/acl` gives them. It
     * reaches the organizations that the user who creates it may select. Needs the feature
     * `auth.roles.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
        };
        header?: never;
      };
      requestBody: Json<{
        /** Unique in the tenant, in any case. `admin` and `superadmin` are reserved. */
        name: string;
      }>;
      responses: {
        /** The role is created. */
        201: Json<{
          /** Id of the role. */
          id: Uuid;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<409>;
    };
    /**
     * `updateRole`: Rename a role. Holders keep the role under its new name. Only super admins rename
     * roles that make super admins. Needs the feature `auth.roles.manage`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
        /** Unique in the tenant, in any case. `admin` and `superadmin` are reserved. */
        name?: string;
      }>;
      responses: {
        /** The role is renamed. */
        200: Json<{
          /** The change is made. */
          ok: true;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 409 | 412>;
    };
    /**
     * `deleteRole`: Delete a role. A role that a user or an API key holds stays. The id may be given in
     * the body or as query parameter. Needs the feature `auth.roles.manage`.
     */
    delete: {
      parameters: {
        path?: never;
        query?: {
          /** Id of the role. */
          id?: Uuid;
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 409 | 412>;
    };
  };
  '/api/auth/roles/acl': {
    /**
     * `getRoleAcl`: Read the rights of a role. What the role gives to everybody who holds it. Needs the
     * feature `auth.acl.manage`.
     */
    get: {
      parameters: {
        path?: never;
        query: {
          /** Id of the role. */
          roleId: Uuid;
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateRoleAcl`: Change the rights of a role. What is left out stays as it is. The change counts on
     * the next request of everybody who holds the role: rights are taken from all of them first, then new
     * ones are given, then the response comes. When that takes longer than one request may, the response
     * is 503 `unfinished`: repeat the request, and it goes on. Until then no holder has more than before.
     * You can only grant rights that you hold; only super admins grant `*` and super admin. Needs the
     * feature `auth.acl.manage`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
        /** Everybody who holds the role has its new rights. */
        200: Json<{
          /** The change is made. */
          ok: true;
          /**
           * Features were left out that only super admins may give: `directory.*` and everything under
           * `directory.tenants`.
           */
          sanitized: boolean;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 412 | 503>;
    };
  };
  '/api/api_keys/keys': {
    /**
     * `listApiKeys`: List API keys. Keys of the organizations that you may select, newest first. Keys of
     * the whole tenant show to those who may select every organization. Secrets are never shown. Needs the
     * feature `api_keys.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in name or prefix, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'createdAt' | 'name';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
          sortDir?: 'asc' | 'desc';
          /** Only the row with this id. */
          id?: Uuid;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createApiKey`: Create an API key. The response holds the secret; nothing shows it again. The key
     * has the rights of its roles, which must not exceed your own, and acts in its organization. Its rate
     * limits replace those of the deployment, which only super admins may exceed. Needs the feature
     * `api_keys.create`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
           * Organization that the key lives in, by default the selected one. Without any, the key may act in the
           * whole tenant; only callers who may do so themselves can create it.
           */
          organizationId?: UuidOrNull;
        }
      >;
      responses: {
        /** The key with its secret. */
        201: Json<NewApiKey>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404>;
    };
    /**
     * `updateApiKey`: Change an API key. Changes the fields that you send; `roles` and `allowedAddresses`
     * replace the whole list. The secrets of the key stay as they are, and its next request is judged by
     * the change. A key with more rights than yours cannot be changed, nor given more. Only super admins
     * may set rate limits above those of the deployment. Needs the feature `api_keys.create`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 412>;
    };
    /**
     * `deleteApiKey`: Delete an API key. The next request with the key is refused. Needs the feature
     * `api_keys.delete`.
     */
    delete: {
      parameters: {
        path?: never;
        query: {
          /** Id of the key. */
          id: Uuid;
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 412>;
    };
  };
  '/api/api_keys/keys/{id}/rotate': {
    /**
     * `rotateApiKey`: Give an API key a new secret. The key stays what it is: id, roles and rate windows.
     * The old secret works on for the grace period, then it is refused; an even older one still in its
     * grace is refused at once. A key with more rights than yours cannot be rotated. Needs the feature
     * `api_keys.create`.
     */
    post: {
      parameters: {
        path: {
          /** Id of the key. */
          id: Uuid;
        };
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<403 | 404 | 412>;
    };
  };
  '/api/directory/organization-switcher': {
    /**
     * `getOrganizationSwitcher`: Organizations the caller may select. The open organizations that the
     * caller may select, as a tree. Those above them are shown too, not to be selected. Super admins see
     * all and may name another tenant. A choice in the cookie `svc_selected_org` that is gone counts as
     * none.
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
        /** What the caller may switch to. */
        200: Json<Switcher>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/directory/organizations': {
    /**
     * `listOrganizations`: List organizations. The organizations of the tenant in one of three views; only
     * `manage` has pages. Callers who may select only some organizations work on those and on what is
     * below them; others are not found. Needs the feature `directory.organizations.view`.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in name or slug, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'name' | 'createdAt' | 'updatedAt';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
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
          /** True is the same as `status=all`. */
          includeInactive?: boolean;
          /** Tenant to act in; by default the caller's own. */
          tenantId?: string;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
           */
          format?: string;
        };
        header?: never;
      };
      responses: {
        /** The organizations in the view asked for. */
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
                  /** Rows asked for per page. */
                  pageSize: number;
                  /** Number of pages; 0 when nothing matches. */
                  totalPages: number;
                }
              | {
                  /** The organizations at the top, with those below them. */
                  items: OrganizationNode[];
                }
              | {
                  /** The organizations, each after the one above it. */
                  items: OrganizationOption[];
                };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `createOrganization`: Create an organization. Without `parentId` the organization comes to the top
     * of the tree, or, for callers who may select only some organizations, under their own. Needs the
     * feature `directory.organizations.manage`.
     */
    post: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
          /** Id of what was created. */
          id: Uuid;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
    /**
     * `updateOrganization`: Change an organization. Changes the given fields and leaves all others; a move
     * that would make a cycle is refused. An organization that is closed can no longer be selected, and
     * the keys and sessions that live in it are refused from their next request on. An interrupted request
     * is finished by repeating it. Callers who may select only some organizations work on those and on
     * what is below them; others are not found. Needs the feature `directory.organizations.manage`.
     */
    put: {
      parameters: {
        path?: never;
        query?: {
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
    /**
     * `deleteOrganization`: Delete an organization. Closes the organization as a change does, moves those
     * right below it to its parent and removes it. What is stored in it is out of reach for good. Callers
     * who may select only some organizations work on those and on what is below them; others are not
     * found. Needs the feature `directory.organizations.manage`.
     */
    delete: {
      parameters: {
        path?: never;
        query: {
          /** Id of the organization. */
          id: Uuid;
          /** Tenant to act in; by default the caller's own. */
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
  };
  '/api/directory/tenants': {
    /**
     * `listTenants`: List tenants. Every tenant of the platform, by name. Only for super admins. Needs the
     * feature `directory.tenants.view`. For super admins only.
     */
    get: {
      parameters: {
        path?: never;
        query?: {
          /** Page number, from 1. Default: 1. */
          page?: number;
          /** Rows per page, at most 200. Default: 50. */
          pageSize?: number;
          /** Text to find in the name, in any case. */
          search?: string;
          /** Field to sort by; the id decides between equals. */
          sortField?: 'name' | 'createdAt' | 'updatedAt';
          /** Direction of the sort. By default dates and priorities descend, everything else ascends. */
          sortDir?: 'asc' | 'desc';
          /** Only this tenant. */
          id?: Uuid;
          /** Only open, or only closed tenants. */
          isActive?: boolean;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<400>;
    };
    /**
     * `createTenant`: Create a tenant. The tenant starts without organizations, users and keys. Only for
     * super admins. Needs the feature `directory.tenants.manage`. For super admins only.
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
        /** False closes the tenant: its keys and sessions are refused at once. */
        isActive?: boolean;
      }>;
      responses: {
        /** The id of the new tenant. */
        201: Json<{
          /** Id of what was created. */
          id: Uuid;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
    /**
     * `updateTenant`: Change a tenant. Changes the given fields and leaves all others. A tenant that is
     * closed can no longer be selected, and the keys and sessions that live in it are refused from their
     * next request on; when it is opened again they work as before. An interrupted request is finished by
     * repeating it. Only for super admins. Needs the feature `directory.tenants.manage`. For super admins
     * only.
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
        /** False closes the tenant: its keys and sessions are refused at once. */
        isActive?: boolean;
      }>;
      responses: {
        /** The tenant is changed. */
        200: Json<{
          /** Always true. */
          ok: boolean;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
    /**
     * `deleteTenant`: Delete a tenant. Closes the tenant as a change does, and takes it off the list. What
     * is stored in it is out of reach for good. Only for super admins. Needs the feature
     * `directory.tenants.manage`. For super admins only.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404 | 409 | 412>;
    };
  };
  '/api/audit_logs/actions': {
    /**
     * `listAuditActions`: List who changed what. The audit trail of the tenant, newest first. Callers who
     * may select only some organizations see the entries of those; entries of the tenant as a whole show
     * to those who may select every organization. `from` and `to` limit what is looked at. Entries are
     * kept for 400 days. Needs the feature `audit_logs.view`.
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
          /** Text to find in resource, resourceId, action or actorId, in any case. */
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
          /** True shows what belongs to no tenant, for super admins: tenants, toggles. */
          platform?: boolean;
          /**
           * Answers a file instead of a page: every row that matches, in the order of the list. In any case;
           * media types and `md` are understood too, anything else is answered with 400.
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
               * False when the trail is longer than one request looks at: then `total` is how many matched so far,
               * and `from` and `to` reach the rest.
               */
              totalIsExact: boolean;
            };
            'text/csv': string;
            'application/xml': string;
            'text/markdown': string;
          };
        };
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/docs/api': {
    /**
     * `openExplorer`: Go to the API explorer. Redirects to `/docs/api`, as `/`, `/docs` and `/docs/api/`
     * do. Needs no credentials.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/docs/markdown': {
    /**
     * `getMarkdown`: This description as Markdown. One section per operation, for people, wikis and
     * language models. Needs no credentials.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/docs/openapi': {
    /**
     * `getOpenapi`: This description as OpenAPI document. OpenAPI 3.1 as JSON, for code generators and API
     * clients. Needs no credentials.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/docs/api': {
    /**
     * `getExplorer`: The API explorer. A page that shows every operation and sends requests to this host.
     * Its filter finds operations by words of their summary, path or module. Paste an API key under
     * *Authorize* to use it; the key stays in the page and is forgotten with it.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/docs/api/{file}': {
    /**
     * `getExplorerAsset`: A script or style sheet of the API explorer. Files that the page loads. Their
     * names change with their content.
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
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      } & Failures<404>;
    };
  };
  '/api/health': {
    /**
     * `getHealth`: Is the service up?. Answers GET and HEAD, without credentials and without touching any
     * state. Use it for readiness probes.
     */
    get: {
      parameters: {
        path?: never;
        query?: never;
        header?: never;
      };
      responses: {
        /** The service answers. */
        200: Json<{
          /** Always `ok`; an unhealthy service does not answer 200. */
          status: 'ok';
          /** Version of the deployed code. */
          version: string;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`; 403: `cross_site`; 413: `body_too_large`; 500: `internal`; 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
  '/api/overview/activity': {
    /**
     * `getActivity`: Show deliveries and runs by hour. What happened in the selected organizations in each
     * hour: deliveries of webhooks, runs of scheduled jobs (those of the tenant as a whole included) and
     * runs of data sync. You get the series that your features let you see. Deliveries and runs count in
     * the hour in which they ended. The numbers are statistics: a crash may lose a count or count twice.
     * They are kept for 35 days.
     */
    get: {
      parameters: {
        path?: never;
        query?: Selection & {
          /** Beginning of the window, at most 168 hours before `until`; by default 24 hours before it. */
          since?: string;
          /** End of the window; now unless given. */
          until?: string;
        };
        header?: never;
      };
      responses: {
        /** The series. */
        200: Json<{
          /** Beginning of the first hour. */
          since: Timestamp;
          /** End of the window. */
          until: Timestamp;
          /** A point for every hour of the window, the earliest first; null without `webhooks.view`. */
          deliveries: DeliveryPoint[] | null;
          /** A point for every hour of the window, the earliest first; null without `scheduler.jobs.view`. */
          jobRuns: JobRunPoint[] | null;
          /** A point for every hour of the window, the earliest first; null without `data_sync.view`. */
          syncRuns: SyncRunPoint[] | null;
        }>;
        /**
         * What checks and failures of any operation can answer. 400: `invalid_input`, `malformed_body`,
         * `too_deep`, `scope_required`; 401: `unauthenticated`; 403: `address_forbidden`, `cross_site`,
         * `missing_feature`, `scope_forbidden`; 413: `body_too_large`; 429: `rate_limited`; 500: `internal`;
         * 503: `unavailable`.
         */
        default: Json<ApiError>;
      };
    };
  };
}
