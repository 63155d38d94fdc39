/** The resources of the API. Written by `npm run openapi`. */

export const logs = {
  name: "logs",
  path: "/api/business_rules/logs",
  title: "Rule log entries",
  plural: "Rule log entries",
  isExported: true,
  operations: {"list":"listLogs","get":"getLog","delete":"deleteLogs"},
  columns: {"id":"text","ruleId":"id","ruleName":"text","ruleType":["GUARD","VALIDATION","CALCULATION","ACTION","ASSIGNMENT"],"entityType":"text","entityId":"text","eventType":"text","executionResult":["SUCCESS","FAILURE","ERROR"],"inputContext":"object","outputContext":"object","errorMessage":"text","executionTimeMs":"number","executedAt":"time","executedBy":"text","eventId":"text","tenantId":"id","organizationId":"id"},
  titles: {"id":"Id","ruleId":"Rule id","ruleName":"Rule name","ruleType":"Rule type","entityType":"Entity type","entityId":"Entity id","eventType":"Event type","executionResult":"Execution result","inputContext":"Input context","outputContext":"Output context","errorMessage":"Error message","executionTimeMs":"Execution time ms","executedAt":"Executed at","executedBy":"Executed by","eventId":"Event id","tenantId":"Tenant id","organizationId":"Organization id"},
  filters: {"id":"text","search":"text","ruleId":"id","entityId":"text","entityType":"text","eventType":"text","executionResult":["SUCCESS","FAILURE","ERROR"],"executedBy":"text","executedAtFrom":"text","executedAtTo":"text"},
  sorts: ["executedAt","id","ruleId","entityType","executionResult","executionTimeMs"],
  features: {"list":"business_rules.logs.view","get":"business_rules.logs.view","delete":"business_rules.logs.delete"},
} as const;

export const rules = {
  name: "rules",
  path: "/api/business_rules/rules",
  title: "Business rule",
  plural: "Business rules",
  isExported: true,
  operations: {"list":"listRules","get":"getRule","create":"createRule","change":"updateRule","delete":"deleteRule"},
  columns: {"id":"id","ruleId":"text","ruleName":"text","description":"text","ruleType":["GUARD","VALIDATION","CALCULATION","ACTION","ASSIGNMENT"],"ruleCategory":"text","entityType":"text","eventType":"text","enabled":"boolean","priority":"number","version":"number","effectiveFrom":"text","effectiveTo":"text","missingFieldPolicy":["ignore","fail"],"conditionExpression":"object","successActions":"list","failureActions":"list","tenantId":"id","organizationId":"id","runAs":"object","blockedReason":"text","createdAt":"time","updatedAt":"time","createdBy":"text","updatedBy":"text"},
  titles: {"id":"Id","ruleId":"Rule id","ruleName":"Rule name","description":"Description","ruleType":"Rule type","ruleCategory":"Rule category","entityType":"Entity type","eventType":"Event type","enabled":"Enabled","priority":"Priority","version":"Version","effectiveFrom":"Effective from","effectiveTo":"Effective to","missingFieldPolicy":"Missing field policy","conditionExpression":"Condition expression","successActions":"Success actions","failureActions":"Failure actions","tenantId":"Tenant id","organizationId":"Organization id","runAs":"Run as","blockedReason":"Blocked reason","createdAt":"Created at","updatedAt":"Updated at","createdBy":"Created by","updatedBy":"Updated by"},
  filters: {"search":"text","id":"id","ruleId":"text","ruleType":["GUARD","VALIDATION","CALCULATION","ACTION","ASSIGNMENT"],"entityType":"text","eventType":"text","ruleCategory":"text","runAs":"text","enabled":"boolean"},
  sorts: ["ruleName","priority","createdAt","updatedAt","ruleId","ruleType","entityType"],
  features: {"list":"business_rules.rules.view","get":"business_rules.rules.view","create":"business_rules.rules.create","change":"business_rules.rules.edit","delete":"business_rules.rules.delete"},
} as const;

export const ruleRevisions = {
  name: "ruleRevisions",
  path: "/api/business_rules/rules/{id}/revisions",
  title: "Revisions of a rule",
  plural: "Revisions of a rule",
  isExported: true,
  operations: {"list":"listRuleRevisions","get":"getRuleRevision"},
  columns: {"revision":"number","action":["created","updated","deleted","restored"],"changedAt":"time","changedBy":"text","changedFields":"list","restoredFrom":"number"},
  titles: {"revision":"Revision","action":"Action","changedAt":"Changed at","changedBy":"Changed by","changedFields":"Changed fields","restoredFrom":"Restored from"},
  filters: {},
  sorts: [],
  features: {"list":"business_rules.rules.view","get":"business_rules.rules.view"},
} as const;

export const sets = {
  name: "sets",
  path: "/api/business_rules/sets",
  title: "Rule set",
  plural: "Rule sets",
  isExported: true,
  operations: {"list":"listSets","get":"getSet","create":"createSet","change":"updateSet","delete":"deleteSet"},
  columns: {"id":"id","setId":"text","setName":"text","description":"text","enabled":"boolean","memberCount":"number","tenantId":"id","organizationId":"id","createdAt":"time","updatedAt":"time","createdBy":"text","updatedBy":"text"},
  titles: {"id":"Id","setId":"Set id","setName":"Set name","description":"Description","enabled":"Enabled","memberCount":"Member count","tenantId":"Tenant id","organizationId":"Organization id","createdAt":"Created at","updatedAt":"Updated at","createdBy":"Created by","updatedBy":"Updated by"},
  filters: {"search":"text","id":"id","setId":"text","enabled":"boolean"},
  sorts: ["setId","setName","enabled","createdAt","updatedAt"],
  features: {"list":"business_rules.rules.view","get":"business_rules.rules.view","create":"business_rules.rules.create","change":"business_rules.rules.edit","delete":"business_rules.rules.delete"},
} as const;

export const failedRuns = {
  name: "failedRuns",
  path: "/api/scheduler/failed-runs",
  title: "Runs that failed, of all jobs",
  plural: "Runs that failed, of all jobs",
  isExported: false,
  operations: {"list":"listFailedRuns"},
  columns: {"id":"text","jobId":"id","jobName":"text","error":"text","triggerType":["scheduled","manual"],"attemptsMade":"number","scheduledAt":"time","failedAt":"time"},
  titles: {"id":"Id","jobId":"Job id","jobName":"Job name","error":"Error","triggerType":"Trigger type","attemptsMade":"Attempts made","scheduledAt":"Scheduled at","failedAt":"Failed at"},
  filters: {"since":"text"},
  sorts: [],
  features: {"list":"scheduler.jobs.view"},
} as const;

export const jobs = {
  name: "jobs",
  path: "/api/scheduler/jobs",
  title: "Scheduled job",
  plural: "Scheduled jobs",
  isExported: true,
  operations: {"list":"listJobs","get":"getJob","create":"createJob","change":"updateJob","delete":"deleteJob"},
  columns: {"id":"id","organizationId":"id","tenantId":"id","name":"text","description":"text","scopeType":["system","organization","tenant"],"scheduleType":["cron","interval"],"scheduleValue":"text","timezone":"text","targetType":["queue","command"],"targetQueue":"text","targetCommand":"text","targetPayload":"object","requireFeature":"text","isEnabled":"boolean","lastRunAt":"time","nextRunAt":"time","sourceType":["user","module"],"sourceModule":"text","createdAt":"time","updatedAt":"time","deletedAt":"time","createdBy":"text","updatedBy":"text","createdByUserId":"id","updatedByUserId":"id","runAs":"object","blockedReason":"text","condition":"object"},
  titles: {"id":"Id","organizationId":"Organization id","tenantId":"Tenant id","name":"Name","description":"Description","scopeType":"Scope type","scheduleType":"Schedule type","scheduleValue":"Schedule value","timezone":"Timezone","targetType":"Target type","targetQueue":"Target queue","targetCommand":"Target command","targetPayload":"Target payload","requireFeature":"Require feature","isEnabled":"Is enabled","lastRunAt":"Last run at","nextRunAt":"Next run at","sourceType":"Source type","sourceModule":"Source module","createdAt":"Created at","updatedAt":"Updated at","deletedAt":"Deleted at","createdBy":"Created by","updatedBy":"Updated by","createdByUserId":"Created by user id","updatedByUserId":"Updated by user id","runAs":"Run as","blockedReason":"Blocked reason","condition":"Condition"},
  filters: {"search":"text","id":"id","scopeType":["system","organization","tenant"],"isEnabled":"boolean","sourceType":["user","module"],"sourceModule":"text","runAs":"text"},
  sorts: ["name","nextRunAt","createdAt"],
  features: {"list":"scheduler.jobs.view","get":"scheduler.jobs.view","create":"scheduler.jobs.manage","change":"scheduler.jobs.manage","delete":"scheduler.jobs.manage"},
} as const;

export const executions = {
  name: "executions",
  path: "/api/scheduler/jobs/{id}/executions",
  title: "Runs of a scheduled job",
  plural: "Runs of a scheduled job",
  isExported: false,
  operations: {"list":"listExecutions"},
  columns: {"id":"text","state":["waiting","active","completed","failed","delayed","paused"],"progress":"number","scheduledAt":"time","startedAt":"time","completedAt":"time","result":"object","error":"text","triggerType":["scheduled","manual"],"triggeredByUserId":"text","attemptsMade":"number","durationMs":"number"},
  titles: {"id":"Id","state":"State","progress":"Progress","scheduledAt":"Scheduled at","startedAt":"Started at","completedAt":"Completed at","result":"Result","error":"Error","triggerType":"Trigger type","triggeredByUserId":"Triggered by user id","attemptsMade":"Attempts made","durationMs":"Duration ms"},
  filters: {"state":["waiting","active","completed","failed","delayed","paused"],"triggerType":["scheduled","manual"]},
  sorts: [],
  features: {"list":"scheduler.jobs.view"},
} as const;

export const toggles = {
  name: "toggles",
  path: "/api/feature_toggles/global",
  title: "Feature toggle",
  plural: "Feature toggles",
  isExported: true,
  operations: {"list":"listToggles","get":"getToggle","create":"createToggle","change":"updateToggle","delete":"deleteToggle"},
  columns: {"id":"id","identifier":"text","name":"text","description":"text","category":"text","type":["boolean","string","number","json"],"defaultValue":"text","prerequisites":"list","metadata":"object","created_at":"text","updated_at":"text"},
  titles: {"id":"Id","identifier":"Identifier","name":"Name","description":"Description","category":"Category","type":"Type","defaultValue":"Default value","prerequisites":"Prerequisites","metadata":"Metadata","created_at":"Created_at","updated_at":"Updated_at"},
  filters: {"search":"text","id":"id","identifier":"text","name":"text","category":"text","type":["boolean","string","number","json"]},
  sorts: ["id","category","identifier","name","createdAt","updatedAt","type"],
  features: {"list":"superAdmin","get":"superAdmin","create":"superAdmin","change":"superAdmin","delete":"superAdmin"},
} as const;

export const overrides = {
  name: "overrides",
  path: "/api/feature_toggles/overrides",
  title: "Toggles of a tenant with its overrides",
  plural: "Toggles of a tenant with its overrides",
  isExported: true,
  operations: {"list":"listOverrides","change":"setOverride"},
  columns: {"id":"text","toggleId":"id","tenantId":"id","identifier":"text","name":"text","category":"text","tenantName":"text","isOverride":"boolean"},
  titles: {"id":"Id","toggleId":"Toggle id","tenantId":"Tenant id","identifier":"Identifier","name":"Name","category":"Category","tenantName":"Tenant name","isOverride":"Is override"},
  filters: {"search":"text","identifier":"text","name":"text","category":"text","id":"id"},
  sorts: ["identifier","name","category"],
  features: {"list":"superAdmin","change":"superAdmin"},
} as const;

export const segments = {
  name: "segments",
  path: "/api/feature_toggles/segments",
  title: "Segment",
  plural: "Segments",
  isExported: true,
  operations: {"list":"listSegments","create":"createSegment","change":"updateSegment","delete":"deleteSegment"},
  columns: {"id":"id","name":"text","description":"text","condition":"object","segments":"list","isGlobal":"boolean","uses":"number","createdAt":"time","updatedAt":"time"},
  titles: {"id":"Id","name":"Name","description":"Description","condition":"Condition","segments":"Segments","isGlobal":"Is global","uses":"Uses","createdAt":"Created at","updatedAt":"Updated at"},
  filters: {"search":"text","id":"id","isGlobal":"boolean"},
  sorts: ["name","createdAt","updatedAt"],
  features: {"list":"feature_toggles.view","create":"feature_toggles.segments.manage","change":"feature_toggles.segments.manage","delete":"feature_toggles.segments.manage"},
} as const;

export const visibleToggles = {
  name: "visibleToggles",
  path: "/api/feature_toggles/toggles",
  title: "Toggles that a tenant can use",
  plural: "Toggles that a tenant can use",
  isExported: true,
  operations: {"list":"listVisibleToggles"},
  columns: {"id":"id","identifier":"text","name":"text","description":"text","category":"text","type":["boolean","string","number","json"],"defaultValue":"text","prerequisites":"list","metadata":"object","isOverride":"boolean","rules":"number","isKilled":"boolean","owner":"text","expiresAt":"time","lastEvaluatedAt":"time","staleReasons":["expired","not_evaluated"]},
  titles: {"id":"Id","identifier":"Identifier","name":"Name","description":"Description","category":"Category","type":"Type","defaultValue":"Default value","prerequisites":"Prerequisites","metadata":"Metadata","isOverride":"Is override","rules":"Rules","isKilled":"Is killed","owner":"Owner","expiresAt":"Expires at","lastEvaluatedAt":"Last evaluated at","staleReasons":"Stale reasons"},
  filters: {"search":"text","id":"id","identifier":"text","name":"text","category":"text","type":["boolean","string","number","json"],"stale":"boolean","staleDays":"number"},
  sorts: ["id","category","identifier","name","createdAt","updatedAt","type"],
  features: {"list":"feature_toggles.view"},
} as const;

export const definitions = {
  name: "definitions",
  path: "/api/entities/definitions",
  title: "Custom field",
  plural: "Custom fields of an entity type",
  isExported: true,
  operations: {"list":"listDefinitions","create":"createDefinition","delete":"deleteDefinition"},
  columns: {"id":"id","entityType":"text","key":"text","label":"text","kind":["text","multiline","integer","float","boolean","select","currency","relation","attachment","dictionary","phone","date","datetime"],"multi":"boolean","options":"list","validation":"list","attachment":"object","createdAt":"time","updatedAt":"time"},
  titles: {"id":"Id","entityType":"Entity type","key":"Key","label":"Label","kind":"Kind","multi":"Multi","options":"Options","validation":"Validation","attachment":"Attachment","createdAt":"Created at","updatedAt":"Updated at"},
  filters: {"id":"id","search":"text","entityType":"text"},
  sorts: [],
  features: {"list":null,"create":"entities.definitions.manage","delete":"entities.definitions.manage"},
} as const;

export const records = {
  name: "records",
  path: "/api/entities/records",
  title: "Record",
  plural: "Records of one entity type",
  isExported: true,
  operations: {"list":"listRecords","create":"createRecord","change":"updateRecord","delete":"deleteRecord"},
  columns: {"id":"id","entityType":"text","externalId":"text","fields":"object","customFields":"object","tenantId":"id","organizationId":"id","version":"number","createdAt":"time","updatedAt":"time"},
  titles: {"id":"Id","entityType":"Entity type","externalId":"External id","fields":"Fields","customFields":"Custom fields","tenantId":"Tenant id","organizationId":"Organization id","version":"Version","createdAt":"Created at","updatedAt":"Updated at"},
  filters: {"entityType":"text","id":"id","externalId":"text","search":"text"},
  sorts: [],
  features: {"list":"entities.records.view","create":"entities.records.manage","change":"entities.records.manage","delete":"entities.records.manage"},
} as const;

export const attachments = {
  name: "attachments",
  path: "/api/attachments",
  title: "File",
  plural: "Files of a record",
  isExported: true,
  operations: {"list":"listAttachments","create":"uploadAttachment","delete":"deleteAttachment"},
  columns: {"id":"id","url":"text","thumbnailUrl":"text","hasThumbnail":"boolean","fileName":"text","originalName":"text","fileSize":"number","mimeType":"text","partitionCode":"text","tags":"list","assignments":"list","content":"text","contentStatus":["none","pending","done","failed"],"createdAt":"time","customFields":"object"},
  titles: {"id":"Id","url":"Url","thumbnailUrl":"Thumbnail url","hasThumbnail":"Has thumbnail","fileName":"File name","originalName":"Original name","fileSize":"File size","mimeType":"Mime type","partitionCode":"Partition code","tags":"Tags","assignments":"Assignments","content":"Content","contentStatus":"Content status","createdAt":"Created at","customFields":"Custom fields"},
  filters: {"entityId":"text","recordId":"text","id":"id","search":"text"},
  sorts: [],
  features: {"list":"attachments.view","create":"attachments.manage","delete":"attachments.manage"},
} as const;

export const library = {
  name: "library",
  path: "/api/attachments/library",
  title: "Library",
  plural: "Library",
  isExported: true,
  operations: {"list":"listLibrary","get":"getLibraryItem","delete":"deleteLibraryItem"},
  columns: {"id":"id","url":"text","thumbnailUrl":"text","hasThumbnail":"boolean","fileName":"text","originalName":"text","fileSize":"number","mimeType":"text","partitionCode":"text","partitionTitle":"text","entityId":"text","recordId":"text","tags":"list","assignments":"list","content":"text","contentStatus":["none","pending","done","failed"],"createdAt":"time"},
  titles: {"id":"Id","url":"Url","thumbnailUrl":"Thumbnail url","hasThumbnail":"Has thumbnail","fileName":"File name","originalName":"Original name","fileSize":"File size","mimeType":"Mime type","partitionCode":"Partition code","partitionTitle":"Partition title","entityId":"Entity id","recordId":"Record id","tags":"Tags","assignments":"Assignments","content":"Content","contentStatus":"Content status","createdAt":"Created at"},
  filters: {"search":"text","id":"id","partition":"text","contentSearch":"text","tags":"text"},
  sorts: ["createdAt","fileName","fileSize"],
  features: {"list":"attachments.view","get":"attachments.view","delete":"attachments.manage"},
} as const;

export const shares = {
  name: "shares",
  path: "/api/attachments/library/{id}/shares",
  title: "File by a link",
  plural: "Share links of a file",
  isExported: false,
  operations: {"list":"listShares","create":"createShare","delete":"revokeShare"},
  columns: {"id":"id","name":"text","createdBy":"text","createdAt":"time","expiresAt":"time"},
  titles: {"id":"Id","name":"Name","createdBy":"Created by","createdAt":"Created at","expiresAt":"Expires at"},
  filters: {},
  sorts: [],
  features: {"list":"attachments.view","create":"attachments.manage","delete":"attachments.manage"},
} as const;

export const versions = {
  name: "versions",
  path: "/api/attachments/library/{id}/versions",
  title: "Versions of a file",
  plural: "Versions of a file",
  isExported: false,
  operations: {"list":"listVersions","delete":"deleteVersion"},
  columns: {"number":"number","fileName":"text","originalName":"text","mimeType":"text","fileSize":"number","sha256":"text","createdAt":"time","createdBy":"text","restoredFrom":"number","isCurrent":"boolean"},
  titles: {"number":"Number","fileName":"File name","originalName":"Original name","mimeType":"Mime type","fileSize":"File size","sha256":"Sha256","createdAt":"Created at","createdBy":"Created by","restoredFrom":"Restored from","isCurrent":"Is current"},
  filters: {},
  sorts: [],
  features: {"list":"attachments.view","delete":"attachments.manage"},
} as const;

export const partitions = {
  name: "partitions",
  path: "/api/attachments/partitions",
  title: "Storage partition",
  plural: "Storage partitions",
  isExported: false,
  operations: {"list":"listPartitions","create":"createPartition","change":"updatePartition","delete":"deletePartition"},
  columns: {"id":"id","code":"text","title":"text","description":"text","isPublic":"boolean","requiresOcr":"boolean","contentSearch":"boolean","ocrModel":"text","versionsKept":"number","storageDriver":["local","s3"],"configJson":"object","createdAt":"time","updatedAt":"time","envKey":"text"},
  titles: {"id":"Id","code":"Code","title":"Title","description":"Description","isPublic":"Is public","requiresOcr":"Requires ocr","contentSearch":"Content search","ocrModel":"Ocr model","versionsKept":"Versions kept","storageDriver":"Storage driver","configJson":"Config json","createdAt":"Created at","updatedAt":"Updated at","envKey":"Env key"},
  filters: {},
  sorts: [],
  features: {"list":"attachments.manage","create":"attachments.manage","change":"attachments.manage","delete":"attachments.manage"},
} as const;

export const events = {
  name: "events",
  path: "/api/events",
  title: "Event",
  plural: "Events of the platform",
  isExported: true,
  operations: {"list":"listEvents","create":"publishEvent"},
  columns: {"type":"text","module":"text","description":"text","clientBroadcast":"boolean","schema":"object","sample":"object"},
  titles: {"type":"Type","module":"Module","description":"Description","clientBroadcast":"Client broadcast","schema":"Schema","sample":"Sample"},
  filters: {"search":"text","id":"text","module":"text"},
  sorts: ["type","module"],
  features: {"list":null,"create":"events.publish"},
} as const;

export const loggedEvents = {
  name: "loggedEvents",
  path: "/api/events/log",
  title: "Event log",
  plural: "Event log",
  isExported: true,
  operations: {"list":"listLoggedEvents"},
  columns: {"id":"text","eventId":"text","type":"text","entityType":"text","entityId":"text","source":["platform","own","inbound"],"tenantId":"id","organizationId":"id","occurredAt":"time","version":"number","depth":"number","dataBytes":"number","isErased":"boolean","data":"object"},
  titles: {"id":"Id","eventId":"Event id","type":"Type","entityType":"Entity type","entityId":"Entity id","source":"Source","tenantId":"Tenant id","organizationId":"Organization id","occurredAt":"Occurred at","version":"Version","depth":"Depth","dataBytes":"Data bytes","isErased":"Is erased","data":"Data"},
  filters: {"id":"text","type":"text","entityType":"text","entityId":"text","source":["platform","own","inbound"],"eventId":"text","search":"text","cursor":"text","from":"text","to":"text"},
  sorts: [],
  features: {"list":"events.log.view"},
} as const;

export const webhooks = {
  name: "webhooks",
  path: "/api/webhooks",
  title: "Webhook",
  plural: "Webhooks",
  isExported: true,
  operations: {"list":"listWebhooks","get":"getWebhook","create":"createWebhook","change":"updateWebhook","delete":"deleteWebhook"},
  columns: {"id":"id","name":"text","description":"text","url":"text","subscribedEvents":"list","httpMethod":["POST","PUT","PATCH"],"isActive":"boolean","deliveryStrategy":"text","maxRetries":"number","consecutiveFailures":"number","lastSuccessAt":"time","lastFailureAt":"time","createdAt":"time","updatedAt":"time","condition":"object"},
  titles: {"id":"Id","name":"Name","description":"Description","url":"Url","subscribedEvents":"Subscribed events","httpMethod":"Http method","isActive":"Is active","deliveryStrategy":"Delivery strategy","maxRetries":"Max retries","consecutiveFailures":"Consecutive failures","lastSuccessAt":"Last success at","lastFailureAt":"Last failure at","createdAt":"Created at","updatedAt":"Updated at","condition":"Condition"},
  filters: {"search":"text","id":"id","isActive":"boolean"},
  sorts: ["createdAt","updatedAt","name"],
  features: {"list":"webhooks.view","get":"webhooks.view","create":"webhooks.manage","change":"webhooks.manage","delete":"webhooks.manage"},
} as const;

export const deliveries = {
  name: "deliveries",
  path: "/api/webhooks/deliveries",
  title: "Deliveries",
  plural: "Deliveries",
  isExported: true,
  operations: {"list":"listDeliveries","get":"getDelivery"},
  columns: {"id":"id","webhookId":"id","webhookName":"text","eventType":"text","messageId":"text","status":["pending","sending","delivered","failed","expired"],"responseStatus":"number","errorMessage":"text","attemptNumber":"number","maxAttempts":"number","nextRetryAt":"time","durationMs":"number","targetUrl":"text","enqueuedAt":"time","lastAttemptAt":"time","deliveredAt":"time","createdAt":"time"},
  titles: {"id":"Id","webhookId":"Webhook id","webhookName":"Webhook name","eventType":"Event type","messageId":"Message id","status":"Status","responseStatus":"Response status","errorMessage":"Error message","attemptNumber":"Attempt number","maxAttempts":"Max attempts","nextRetryAt":"Next retry at","durationMs":"Duration ms","targetUrl":"Target url","enqueuedAt":"Enqueued at","lastAttemptAt":"Last attempt at","deliveredAt":"Delivered at","createdAt":"Created at"},
  filters: {"search":"text","id":"id","webhookId":"id","eventType":"text","status":["pending","sending","delivered","failed","expired"],"fromDate":"text","toDate":"text"},
  sorts: ["createdAt"],
  features: {"list":"webhooks.view","get":"webhooks.view"},
} as const;

export const webhookEvents = {
  name: "webhookEvents",
  path: "/api/webhooks/events",
  title: "Events that webhooks can subscribe to",
  plural: "Events that webhooks can subscribe to",
  isExported: false,
  operations: {"list":"listWebhookEvents"},
  columns: {"id":"text","label":"text","description":"text","category":["crud","lifecycle"],"module":"text","entity":"text","excludeFromTriggers":"boolean","clientBroadcast":"boolean","schema":"object","sample":"object"},
  titles: {"id":"Id","label":"Label","description":"Description","category":"Category","module":"Module","entity":"Entity","excludeFromTriggers":"Exclude from triggers","clientBroadcast":"Client broadcast","schema":"Schema","sample":"Sample"},
  filters: {},
  sorts: [],
  features: {"list":"webhooks.view"},
} as const;

export const inboundEndpoints = {
  name: "inboundEndpoints",
  path: "/api/webhooks/inbound-endpoints",
  title: "Inbound endpoint",
  plural: "Inbound endpoints",
  isExported: true,
  operations: {"list":"listInboundEndpoints","get":"getInboundEndpoint","create":"createInboundEndpoint","change":"updateInboundEndpoint","delete":"deleteInboundEndpoint"},
  columns: {"id":"id","name":"text","description":"text","providerKey":"text","settings":"object","isActive":"boolean","path":"text","createdAt":"time","updatedAt":"time"},
  titles: {"id":"Id","name":"Name","description":"Description","providerKey":"Provider key","settings":"Settings","isActive":"Is active","path":"Path","createdAt":"Created at","updatedAt":"Updated at"},
  filters: {"search":"text","id":"id","providerKey":"text","isActive":"boolean"},
  sorts: ["name","createdAt","updatedAt"],
  features: {"list":"webhooks.view","get":"webhooks.view","create":"webhooks.manage","change":"webhooks.manage","delete":"webhooks.manage"},
} as const;

export const notifications = {
  name: "notifications",
  path: "/api/notifications",
  title: "User",
  plural: "Notifications of the caller",
  isExported: true,
  operations: {"list":"listNotifications","create":"createNotification"},
  columns: {"id":"id","type":"text","title":"text","body":"text","titleKey":"text","bodyKey":"text","titleVariables":"object","bodyVariables":"object","icon":"text","severity":["info","warning","success","error"],"status":["unread","read","actioned","dismissed"],"actions":"list","primaryActionId":"text","sourceModule":"text","sourceEntityType":"text","sourceEntityId":"text","linkHref":"text","groupKey":"text","occurrences":"number","requiredFeature":"text","organizationId":"id","createdAt":"time","firstOccurredAt":"time","expiresAt":"time","readAt":"time","actionedAt":"time","dismissedAt":"time","actionTaken":"text","version":"number"},
  titles: {"id":"Id","type":"Type","title":"Title","body":"Body","titleKey":"Title key","bodyKey":"Body key","titleVariables":"Title variables","bodyVariables":"Body variables","icon":"Icon","severity":"Severity","status":"Status","actions":"Actions","primaryActionId":"Primary action id","sourceModule":"Source module","sourceEntityType":"Source entity type","sourceEntityId":"Source entity id","linkHref":"Link href","groupKey":"Group key","occurrences":"Occurrences","requiredFeature":"Required feature","organizationId":"Organization id","createdAt":"Created at","firstOccurredAt":"First occurred at","expiresAt":"Expires at","readAt":"Read at","actionedAt":"Actioned at","dismissedAt":"Dismissed at","actionTaken":"Action taken","version":"Version"},
  filters: {"id":"id","search":"text","status":["unread","read","actioned","dismissed"],"type":"text","severity":["info","warning","success","error"],"sourceEntityType":"text","sourceEntityId":"text","since":"text"},
  sorts: [],
  features: {"list":"notifications.view","create":"notifications.create"},
} as const;

export const mails = {
  name: "mails",
  path: "/api/email/log",
  title: "Mails of the tenant",
  plural: "Mails of the tenant",
  isExported: true,
  operations: {"list":"listMails"},
  columns: {"id":"id","kind":["notification","digest","confirmation","account"],"type":"text","to":"text","subject":"text","state":["queued","deferred","sending","sent","delivered","bounced","complained","skipped","failed"],"reason":"text","attempts":"number","userId":"id","notificationId":"id","storyId":"text","organizationId":"id","sesMessageId":"text","createdAt":"time","updatedAt":"time"},
  titles: {"id":"Id","kind":"Kind","type":"Type","to":"To","subject":"Subject","state":"State","reason":"Reason","attempts":"Attempts","userId":"User id","notificationId":"Notification id","storyId":"Story id","organizationId":"Organization id","sesMessageId":"Ses message id","createdAt":"Created at","updatedAt":"Updated at"},
  filters: {"id":"id","search":"text","state":["queued","deferred","sending","sent","delivered","bounced","complained","skipped","failed"],"kind":["notification","digest","confirmation","account"],"type":"text","userId":"id","from":"text","until":"text"},
  sorts: [],
  features: {"list":"email.view"},
} as const;

export const suppressedAddresses = {
  name: "suppressedAddresses",
  path: "/api/email/suppressions",
  title: "Suppressed addresses",
  plural: "Suppressed addresses",
  isExported: true,
  operations: {"list":"listSuppressedAddresses","delete":"removeSuppressedAddress"},
  columns: {"id":"id","address":"text","reason":["bounce","complaint"],"createdAt":"time"},
  titles: {"id":"Id","address":"Address","reason":"Reason","createdAt":"Created at"},
  filters: {"id":"id","search":"text"},
  sorts: [],
  features: {"list":"email.view","delete":"email.manage"},
} as const;

export const emailTemplates = {
  name: "emailTemplates",
  path: "/api/email/templates",
  title: "Custom mail templates",
  plural: "Custom mail templates",
  isExported: true,
  operations: {"list":"listEmailTemplates","change":"saveEmailTemplate","delete":"deleteEmailTemplate"},
  columns: {"id":"id","type":"text","subject":"text","body":"text","version":"number","updatedAt":"time"},
  titles: {"id":"Id","type":"Type","subject":"Subject","body":"Body","version":"Version","updatedAt":"Updated at"},
  filters: {"id":"id","search":"text"},
  sorts: [],
  features: {"list":"email.view","change":"email.manage","delete":"email.manage"},
} as const;

export const integrations = {
  name: "integrations",
  path: "/api/integrations",
  title: "Integrations",
  plural: "Integrations",
  isExported: true,
  operations: {"list":"listIntegrations","get":"getIntegration"},
  columns: {"id":"text","title":"text","description":"text","category":"text","tags":"list","hub":"text","providerKey":"text","bundleId":"text","author":"text","company":"text","version":"text","hasCredentials":"boolean","credentialsNeeded":"boolean","isEnabled":"boolean","reauthRequired":"boolean","apiVersion":"text","healthStatus":["healthy","degraded","unhealthy","unconfigured"],"lastHealthCheckedAt":"time","lastHealthLatencyMs":"number","enabledAt":"time","stateUpdatedAt":"time","analytics":"object"},
  titles: {"id":"Id","title":"Title","description":"Description","category":"Category","tags":"Tags","hub":"Hub","providerKey":"Provider key","bundleId":"Bundle id","author":"Author","company":"Company","version":"Version","hasCredentials":"Has credentials","credentialsNeeded":"Credentials needed","isEnabled":"Is enabled","reauthRequired":"Reauth required","apiVersion":"Api version","healthStatus":"Health status","lastHealthCheckedAt":"Last health checked at","lastHealthLatencyMs":"Last health latency ms","enabledAt":"Enabled at","stateUpdatedAt":"State updated at","analytics":"Analytics"},
  filters: {"search":"text","id":"text","category":"text","bundleId":"text","isEnabled":"boolean","credentialsNeeded":"boolean","healthStatus":["healthy","degraded","unhealthy","unconfigured"]},
  sorts: ["title","category","enabledAt","healthStatus"],
  features: {"list":"integrations.view","get":"integrations.view"},
} as const;

export const integrationLogs = {
  name: "integrationLogs",
  path: "/api/integrations/logs",
  title: "Integration log entries",
  plural: "Integration log entries",
  isExported: true,
  operations: {"list":"listIntegrationLogs"},
  columns: {"id":"id","integrationId":"text","level":["info","warn","error"],"message":"text","code":"text","payload":"object","runId":"text","entityType":"text","entityId":"text","scopeEntityType":"text","scopeEntityId":"text","createdAt":"time"},
  titles: {"id":"Id","integrationId":"Integration id","level":"Level","message":"Message","code":"Code","payload":"Payload","runId":"Run id","entityType":"Entity type","entityId":"Entity id","scopeEntityType":"Scope entity type","scopeEntityId":"Scope entity id","createdAt":"Created at"},
  filters: {"id":"id","search":"text","integrationId":"text","level":["info","warn","error"],"runId":"text","entityType":"text","entityId":"text"},
  sorts: [],
  features: {"list":"integrations.view"},
} as const;

export const syncMappings = {
  name: "syncMappings",
  path: "/api/data_sync/mappings",
  title: "Sync mappings",
  plural: "Sync mappings",
  isExported: true,
  operations: {"list":"listSyncMappings","get":"getSyncMapping","create":"saveSyncMapping","change":"updateSyncMapping","delete":"deleteSyncMapping"},
  columns: {"id":"id","integrationId":"text","entityType":"text","mapping":"object","createdAt":"time","updatedAt":"time"},
  titles: {"id":"Id","integrationId":"Integration id","entityType":"Entity type","mapping":"Mapping","createdAt":"Created at","updatedAt":"Updated at"},
  filters: {"search":"text","id":"id","integrationId":"text","entityType":"text"},
  sorts: ["integrationId","entityType","createdAt","updatedAt"],
  features: {"list":"data_sync.configure","get":"data_sync.configure","create":"data_sync.configure","change":"data_sync.configure","delete":"data_sync.configure"},
} as const;

export const syncOptions = {
  name: "syncOptions",
  path: "/api/data_sync/options",
  title: "Integrations that can sync",
  plural: "Integrations that can sync",
  isExported: false,
  operations: {"list":"listSyncOptions"},
  columns: {"integrationId":"text","title":"text","description":"text","providerKey":"text","direction":["import","export","bidirectional"],"runMode":"text","canStartRun":"boolean","supportedEntities":"list","readsUploads":"boolean","hasCredentials":"boolean","isEnabled":"boolean","settingsPath":"text"},
  titles: {"integrationId":"Integration id","title":"Title","description":"Description","providerKey":"Provider key","direction":"Direction","runMode":"Run mode","canStartRun":"Can start run","supportedEntities":"Supported entities","readsUploads":"Reads uploads","hasCredentials":"Has credentials","isEnabled":"Is enabled","settingsPath":"Settings path"},
  filters: {},
  sorts: [],
  features: {"list":"data_sync.view"},
} as const;

export const syncRuns = {
  name: "syncRuns",
  path: "/api/data_sync/runs",
  title: "Sync runs",
  plural: "Sync runs",
  isExported: true,
  operations: {"list":"listSyncRuns","get":"getSyncRun"},
  columns: {"id":"id","integrationId":"text","entityType":"text","recordType":"text","direction":["import","export"],"status":["pending","running","completed","failed","cancelled","paused"],"cursor":"text","initialCursor":"text","createdCount":"number","updatedCount":"number","skippedCount":"number","failedCount":"number","fixedCount":"number","heldBackCount":"number","batchesCompleted":"number","lastError":"text","progressJobId":"id","triggeredBy":"text","fullSync":"boolean","batchSize":"number","maxFailures":"number","retryOf":"text","attachmentId":"text","startedAt":"time","finishedAt":"time","durationMs":"number","createdAt":"time","updatedAt":"time"},
  titles: {"id":"Id","integrationId":"Integration id","entityType":"Entity type","recordType":"Record type","direction":"Direction","status":"Status","cursor":"Cursor","initialCursor":"Initial cursor","createdCount":"Created count","updatedCount":"Updated count","skippedCount":"Skipped count","failedCount":"Failed count","fixedCount":"Fixed count","heldBackCount":"Held back count","batchesCompleted":"Batches completed","lastError":"Last error","progressJobId":"Progress job id","triggeredBy":"Triggered by","fullSync":"Full sync","batchSize":"Batch size","maxFailures":"Max failures","retryOf":"Retry of","attachmentId":"Attachment id","startedAt":"Started at","finishedAt":"Finished at","durationMs":"Duration ms","createdAt":"Created at","updatedAt":"Updated at"},
  filters: {"search":"text","id":"id","integrationId":"text","entityType":"text","direction":["import","export"],"status":["pending","running","completed","failed","cancelled","paused"]},
  sorts: ["createdAt","integrationId","entityType","direction","status"],
  features: {"list":"data_sync.view","get":"data_sync.view"},
} as const;

export const syncFailures = {
  name: "syncFailures",
  path: "/api/data_sync/runs/{runId}/failures",
  title: "Failed items of a sync run",
  plural: "Failed items of a sync run",
  isExported: true,
  operations: {"list":"listSyncFailures"},
  columns: {"failureId":"text","batch":"number","externalId":"text","localId":"text","error":"text","data":"text","createdAt":"time"},
  titles: {"failureId":"Failure id","batch":"Batch","externalId":"External id","localId":"Local id","error":"Error","data":"Data","createdAt":"Created at"},
  filters: {"id":"text","search":"text"},
  sorts: [],
  features: {"list":"data_sync.view"},
} as const;

export const syncSchedules = {
  name: "syncSchedules",
  path: "/api/data_sync/schedules",
  title: "Sync",
  plural: "Sync schedules",
  isExported: true,
  operations: {"list":"listSyncSchedules","get":"getSyncSchedule","create":"saveSyncSchedule","change":"updateSyncSchedule","delete":"deleteSyncSchedule"},
  columns: {"id":"id","integrationId":"text","entityType":"text","direction":["import","export"],"scheduleType":["cron","interval"],"scheduleValue":"text","timezone":"text","fullSync":"boolean","isEnabled":"boolean","scheduledJobId":"id","lastRunAt":"time","nextRunAt":"time","createdAt":"time","updatedAt":"time"},
  titles: {"id":"Id","integrationId":"Integration id","entityType":"Entity type","direction":"Direction","scheduleType":"Schedule type","scheduleValue":"Schedule value","timezone":"Timezone","fullSync":"Full sync","isEnabled":"Is enabled","scheduledJobId":"Scheduled job id","lastRunAt":"Last run at","nextRunAt":"Next run at","createdAt":"Created at","updatedAt":"Updated at"},
  filters: {"id":"id","search":"text","integrationId":"text","entityType":"text","direction":["import","export"],"isEnabled":"boolean"},
  sorts: [],
  features: {"list":"data_sync.configure","get":"data_sync.configure","create":"data_sync.configure","change":"data_sync.configure","delete":"data_sync.configure"},
} as const;

export const paymentMethods = {
  name: "paymentMethods",
  path: "/api/payment_gateways/payment_methods",
  title: "Saved payment methods of a customer",
  plural: "Saved payment methods of a customer",
  isExported: false,
  operations: {"list":"listPaymentMethods","get":"getPaymentMethod","change":"updatePaymentMethod","delete":"deletePaymentMethod"},
  columns: {"id":"text","providerKey":"text","customerReference":"text","type":"text","brand":"text","last4":"text","expiryMonth":"number","expiryYear":"number","wallet":"text","isDefault":"boolean","createdAt":"time"},
  titles: {"id":"Id","providerKey":"Provider key","customerReference":"Customer reference","type":"Type","brand":"Brand","last4":"Last4","expiryMonth":"Expiry month","expiryYear":"Expiry year","wallet":"Wallet","isDefault":"Is default","createdAt":"Created at"},
  filters: {"providerKey":"text","customerReference":"text"},
  sorts: [],
  features: {"list":"payment_gateways.view","get":"payment_gateways.view","change":"payment_gateways.manage","delete":"payment_gateways.manage"},
} as const;

export const paymentProviders = {
  name: "paymentProviders",
  path: "/api/payment_gateways/providers",
  title: "Payment providers",
  plural: "Payment providers",
  isExported: false,
  operations: {"list":"listPaymentProviders","get":"getPaymentProvider"},
  columns: {"providerKey":"text","title":"text","description":"text","integrationId":"text","capturesRepeatedly":"boolean","capturesPending":"boolean","sendsWebhooks":"boolean","requiresConfiguration":"boolean","isConfigured":"boolean","configurationStatus":["configured","missing_credentials","disabled","unmanaged"]},
  titles: {"providerKey":"Provider key","title":"Title","description":"Description","integrationId":"Integration id","capturesRepeatedly":"Captures repeatedly","capturesPending":"Captures pending","sendsWebhooks":"Sends webhooks","requiresConfiguration":"Requires configuration","isConfigured":"Is configured","configurationStatus":"Configuration status"},
  filters: {},
  sorts: [],
  features: {"list":"payment_gateways.view","get":"payment_gateways.view"},
} as const;

export const payments = {
  name: "payments",
  path: "/api/payment_gateways/transactions",
  title: "Payments",
  plural: "Payments",
  isExported: true,
  operations: {"list":"listPayments","get":"getPayment"},
  columns: {"id":"id","paymentId":"id","providerKey":"text","providerSessionId":"text","gatewayPaymentId":"text","gatewayRefundId":"text","unifiedStatus":["pending","authorized","captured","partially_captured","partially_refunded","refunded","cancelled","failed","expired","unknown"],"gatewayStatus":"text","amount":"text","amountReceived":"text","amountRefunded":"text","currencyCode":"text","captureMethod":["automatic","manual"],"orderId":"text","description":"text","isDisputed":"boolean","redirectUrl":"text","lastWebhookAt":"time","lastPolledAt":"time","createdAt":"time","updatedAt":"time","organizationId":"id"},
  titles: {"id":"Id","paymentId":"Payment id","providerKey":"Provider key","providerSessionId":"Provider session id","gatewayPaymentId":"Gateway payment id","gatewayRefundId":"Gateway refund id","unifiedStatus":"Unified status","gatewayStatus":"Gateway status","amount":"Amount","amountReceived":"Amount received","amountRefunded":"Amount refunded","currencyCode":"Currency code","captureMethod":"Capture method","orderId":"Order id","description":"Description","isDisputed":"Is disputed","redirectUrl":"Redirect url","lastWebhookAt":"Last webhook at","lastPolledAt":"Last polled at","createdAt":"Created at","updatedAt":"Updated at","organizationId":"Organization id"},
  filters: {"search":"text","id":"id","status":["pending","authorized","captured","partially_captured","partially_refunded","refunded","cancelled","failed","expired","unknown"],"providerKey":"text","from":"text","to":"text"},
  sorts: ["createdAt","status","providerKey"],
  features: {"list":"payment_gateways.view","get":"payment_gateways.view"},
} as const;

export const progressJobs = {
  name: "progressJobs",
  path: "/api/progress/jobs",
  title: "Progress job",
  plural: "Progress jobs",
  isExported: true,
  operations: {"list":"listProgressJobs","get":"getProgressJob","create":"createProgressJob","change":"updateProgressJob","delete":"cancelProgressJob"},
  columns: {"id":"id","jobType":"text","name":"text","description":"text","status":["pending","running","completed","failed","cancelled"],"progressPercent":"number","processedCount":"number","totalCount":"number","etaSeconds":"number","cancellable":"boolean","meta":"object","startedAt":"time","finishedAt":"time","errorMessage":"text","parentJobId":"id","createdAt":"time","tenantId":"id","organizationId":"id"},
  titles: {"id":"Id","jobType":"Job type","name":"Name","description":"Description","status":"Status","progressPercent":"Progress percent","processedCount":"Processed count","totalCount":"Total count","etaSeconds":"Eta seconds","cancellable":"Cancellable","meta":"Meta","startedAt":"Started at","finishedAt":"Finished at","errorMessage":"Error message","parentJobId":"Parent job id","createdAt":"Created at","tenantId":"Tenant id","organizationId":"Organization id"},
  filters: {"search":"text","id":"id","status":["pending","running","completed","failed","cancelled"],"jobType":"text","parentJobId":"id","includeCompleted":"boolean","completedSince":"text"},
  sorts: ["createdAt","startedAt","finishedAt"],
  features: {"list":"progress.view","get":"progress.view","create":"progress.create","change":"progress.update","delete":"progress.cancel"},
} as const;

export const users = {
  name: "users",
  path: "/api/auth/users",
  title: "User",
  plural: "Users",
  isExported: true,
  operations: {"list":"listUsers","create":"createUser","change":"updateUser","delete":"deleteUser"},
  columns: {"id":"id","email":"text","name":"text","organizationId":"id","organizationName":"text","tenantId":"id","tenantName":"text","roles":"list","roleIds":"list","hasPassword":"boolean","isActive":"boolean","createdAt":"time","updatedAt":"time","revision":"number"},
  titles: {"id":"Id","email":"Email","name":"Name","organizationId":"Organization id","organizationName":"Organization name","tenantId":"Tenant id","tenantName":"Tenant name","roles":"Roles","roleIds":"Role ids","hasPassword":"Has password","isActive":"Is active","createdAt":"Created at","updatedAt":"Updated at","revision":"Revision"},
  filters: {"search":"text","id":"id","name":"text","roleIds":"list"},
  sorts: ["email","name","createdAt","updatedAt"],
  features: {"list":"auth.users.view","create":"auth.users.manage","change":"auth.users.manage","delete":"auth.users.manage"},
} as const;

export const roles = {
  name: "roles",
  path: "/api/auth/roles",
  title: "Role",
  plural: "Roles",
  isExported: true,
  operations: {"list":"listRoles","create":"createRole","change":"updateRole","delete":"deleteRole"},
  columns: {"id":"id","name":"text","usersCount":"number","keysCount":"number","tenantId":"id","tenantIds":"list","tenantName":"text","isChanging":"boolean","createdAt":"time","updatedAt":"time","revision":"number"},
  titles: {"id":"Id","name":"Name","usersCount":"Users count","keysCount":"Keys count","tenantId":"Tenant id","tenantIds":"Tenant ids","tenantName":"Tenant name","isChanging":"Is changing","createdAt":"Created at","updatedAt":"Updated at","revision":"Revision"},
  filters: {"search":"text","id":"id"},
  sorts: ["name","createdAt","updatedAt"],
  features: {"list":"auth.roles.view","create":"auth.roles.manage","change":"auth.roles.manage","delete":"auth.roles.manage"},
} as const;

export const apiKeys = {
  name: "apiKeys",
  path: "/api/api_keys/keys",
  title: "API key",
  plural: "API keys",
  isExported: true,
  operations: {"list":"listApiKeys","create":"createApiKey","change":"updateApiKey","delete":"deleteApiKey"},
  columns: {"id":"id","name":"text","description":"text","keyPrefix":"text","organizationId":"id","organizationName":"text","ownerId":"id","createdAt":"time","lastUsedAt":"time","expiresAt":"time","requestsPerMinute":"number","requestsPerHour":"number","allowedAddresses":"list","readOnly":"boolean","workloads":"list","roles":"list"},
  titles: {"id":"Id","name":"Name","description":"Description","keyPrefix":"Key prefix","organizationId":"Organization id","organizationName":"Organization name","ownerId":"Owner id","createdAt":"Created at","lastUsedAt":"Last used at","expiresAt":"Expires at","requestsPerMinute":"Requests per minute","requestsPerHour":"Requests per hour","allowedAddresses":"Allowed addresses","readOnly":"Read only","workloads":"Workloads","roles":"Roles"},
  filters: {"search":"text","id":"id","ownerId":"id"},
  sorts: ["createdAt","name"],
  features: {"list":"api_keys.view","create":"api_keys.create","change":"api_keys.create","delete":"api_keys.delete"},
} as const;

export const organizations = {
  name: "organizations",
  path: "/api/directory/organizations",
  title: "Organization",
  plural: "Organizations",
  isExported: true,
  operations: {"list":"listOrganizations","create":"createOrganization","change":"updateOrganization","delete":"deleteOrganization"},
  columns: {"id":"id","name":"text","slug":"text","parentId":"id","depth":"number","isActive":"boolean","tenantId":"id","tenantName":"text","parentName":"text","rootId":"id","treePath":"text","pathLabel":"text","ancestorIds":"list","childIds":"list","descendantIds":"list","childrenCount":"number","descendantsCount":"number","createdAt":"time","updatedAt":"time"},
  titles: {"id":"Id","name":"Name","slug":"Slug","parentId":"Parent id","depth":"Depth","isActive":"Is active","tenantId":"Tenant id","tenantName":"Tenant name","parentName":"Parent name","rootId":"Root id","treePath":"Tree path","pathLabel":"Path label","ancestorIds":"Ancestor ids","childIds":"Child ids","descendantIds":"Descendant ids","childrenCount":"Children count","descendantsCount":"Descendants count","createdAt":"Created at","updatedAt":"Updated at"},
  filters: {"search":"text","view":["options","manage","tree"],"id":"id","ids":"list","status":["all","active","inactive"],"includeInactive":"boolean"},
  sorts: ["name","createdAt","updatedAt"],
  features: {"list":"directory.organizations.view","create":"directory.organizations.manage","change":"directory.organizations.manage","delete":"directory.organizations.manage"},
} as const;

export const tenants = {
  name: "tenants",
  path: "/api/directory/tenants",
  title: "Tenant",
  plural: "Tenants",
  isExported: true,
  operations: {"list":"listTenants","create":"createTenant","change":"updateTenant","delete":"deleteTenant"},
  columns: {"id":"id","name":"text","isActive":"boolean","createdAt":"time","updatedAt":"time"},
  titles: {"id":"Id","name":"Name","isActive":"Is active","createdAt":"Created at","updatedAt":"Updated at"},
  filters: {"search":"text","id":"id","isActive":"boolean"},
  sorts: ["name","createdAt","updatedAt"],
  features: {"list":"superAdmin","create":"superAdmin","change":"superAdmin","delete":"superAdmin"},
} as const;

export const auditActions = {
  name: "auditActions",
  path: "/api/audit_logs/actions",
  title: "Audit log entries",
  plural: "Audit log entries",
  isExported: true,
  operations: {"list":"listAuditActions"},
  columns: {"id":"id","action":"text","resource":"text","resourceId":"text","actorType":"text","actorId":"text","method":["password","passkey","provider","key","workload"],"factors":["password","passkey","provider","key","workload","totp","recovery_code"],"tenantId":"id","organizationId":"id","requestId":"text","changes":"object","createdAt":"time"},
  titles: {"id":"Id","action":"Action","resource":"Resource","resourceId":"Resource id","actorType":"Actor type","actorId":"Actor id","method":"Method","factors":"Factors","tenantId":"Tenant id","organizationId":"Organization id","requestId":"Request id","changes":"Changes","createdAt":"Created at"},
  filters: {"id":"id","search":"text","resource":"text","resourceId":"text","action":"text","actorId":"text","from":"text","to":"text","platform":"boolean"},
  sorts: [],
  features: {"list":"audit_logs.view"},
} as const;

export const deadLetterQueues = {
  name: "deadLetterQueues",
  path: "/api/overview/dead-letters",
  title: "Queues with dead letters",
  plural: "Queues with dead letters",
  isExported: false,
  operations: {"list":"listDeadLetterQueues"},
  columns: {"queue":"text","count":"number"},
  titles: {"queue":"Queue","count":"Count"},
  filters: {"withDepths":"boolean"},
  sorts: [],
  features: {"list":"superAdmin"},
} as const;

export const deadLetters = {
  name: "deadLetters",
  path: "/api/overview/dead-letters/{queue}",
  title: "Dead letters of a queue",
  plural: "Dead letters of a queue",
  isExported: false,
  operations: {"list":"listDeadLetters"},
  columns: {"messageId":"text","sentAt":"time","type":"text","tenantId":"text","organizationId":"text","cause":"text","failedAt":"time","tries":"number","body":"text"},
  titles: {"messageId":"Message id","sentAt":"Sent at","type":"Type","tenantId":"Tenant id","organizationId":"Organization id","cause":"Cause","failedAt":"Failed at","tries":"Tries","body":"Body"},
  filters: {},
  sorts: [],
  features: {"list":"superAdmin"},
} as const;

export const causes = {
  name: "causes",
  path: "/api/attention/causes",
  title: "What fails now",
  plural: "What fails now",
  isExported: false,
  operations: {"list":"listCauses"},
  columns: {"id":"text","kind":"text","title":"text","message":"text","count":"number","since":"time","lastSeenAt":"time","state":["open","acknowledged","muted"],"mutedUntil":"time","decidedBy":"text","decidedAt":"time","resource":"text","resourceId":"text","feature":"text","tenantId":"id","organizationId":"id"},
  titles: {"id":"Id","kind":"Kind","title":"Title","message":"Message","count":"Count","since":"Since","lastSeenAt":"Last seen at","state":"State","mutedUntil":"Muted until","decidedBy":"Decided by","decidedAt":"Decided at","resource":"Resource","resourceId":"Resource id","feature":"Feature","tenantId":"Tenant id","organizationId":"Organization id"},
  filters: {"state":["open","acknowledged","muted"]},
  sorts: [],
  features: {"list":null},
} as const;

export const tenantsInNeed = {
  name: "tenantsInNeed",
  path: "/api/attention/tenants",
  title: "Tenants in which something fails now",
  plural: "Tenants in which something fails now",
  isExported: false,
  operations: {"list":"listTenantsInNeed"},
  columns: {"tenantId":"id","name":"text","open":"number","kinds":"object","organizationIds":"list","lastSeenAt":"time","isComplete":"boolean"},
  titles: {"tenantId":"Tenant id","name":"Name","open":"Open","kinds":"Kinds","organizationIds":"Organization ids","lastSeenAt":"Last seen at","isComplete":"Is complete"},
  filters: {"after":"text","limit":"number"},
  sorts: [],
  features: {"list":"superAdmin"},
} as const;
