/** Checks the health of integrations, on request and periodically. */

import type { ChangeContext } from '../../kernel/audit/record.ts';
import { toIso } from '../../kernel/base/times.ts';
import type { Caller, Target } from '../../kernel/http/operation.ts';
import { log } from '../../kernel/observability/log.ts';
import type { Message } from '../../kernel/queues/message.ts';
import type { RunTime } from '../../kernel/queues/scheduled.ts';
import { sendMessages } from '../../kernel/queues/send.ts';
import type { RowScope } from '../../kernel/table/keys.ts';
import { sweepPages } from '../../kernel/table/sweep.ts';
import type { CheckResult } from './check.ts';
import { healthChecks } from './checks.ts';
import { connect, isEnabled, readSettings, type Settings } from './connection.ts';
import { missingCredentials } from './credentials.ts';
import { reportAuthFailure } from './credentials-service.ts';
import type { IntegrationDefinition } from './definition-contract.ts';
import { canBeChecked } from './integration.ts';
import { getDefinition } from './integration-service.ts';
import { healthChecksPartition } from './keys.ts';
import { integrationLimits } from './limits.ts';
import type { HealthReport } from './log-contract.ts';
import { redactEntry } from './logs.ts';
import { credentialTarget, findIntegration, healthCheckOf } from './registry.ts';
import { runCheck } from './run-check.ts';
import { saveHealth } from './state-store.ts';

function unconfigured(message: string, nowMs: number, missing: readonly string[] = []): HealthReport {
  const checkedAt = toIso(nowMs);
  const details = missing.length === 0 ? null : { missing };
  return { status: 'unconfigured', message, details, latencyMs: null, checkedAt };
}

/** Returns an unhealthy result if credentials are missing, as a check could not succeed; otherwise undefined. */
function incompleteResult(missing: readonly string[]): (CheckResult & { latencyMs: number }) | undefined {
  if (missing.length === 0) return undefined;
  const message = `Missing credentials: ${missing.join(', ')}`;
  return { status: 'unhealthy', message, details: { missing }, latencyMs: 0 };
}

/** Runs the health check, and stores and logs its result. */
async function check(
  scope: RowScope,
  definition: IntegrationDefinition,
  settings: Settings,
  context: ChangeContext,
): Promise<HealthReport> {
  const service = healthCheckOf(definition);
  const healthCheck = service === undefined ? undefined : healthChecks[service];
  if (healthCheck === undefined) return unconfigured('No health check configured', context.nowMs);
  const { fields } = credentialTarget(definition);
  if (!canBeChecked(definition, settings))
    return unconfigured('No credentials configured', context.nowMs, missingCredentials(fields, {}));
  const connection = await connect(scope, definition, settings);
  const missing = missingCredentials(fields, connection.credentials);
  const result = incompleteResult(missing) ?? (await runCheck(healthCheck, connection));
  const { status, message = null, details = null, latencyMs } = result;
  const checkedAtMs = Date.now();
  const entry = redactEntry(
    {
      level: status === 'healthy' ? 'info' : 'warn',
      message: `Health check: ${status}`,
      code: 'health_check',
      payload: { status, message, details, latencyMs },
    },
    connection.secrets,
  );
  const health = { status, message, latencyMs, checkedAtMs };
  await saveHealth(scope, settings.state(definition.id), health, entry, context);
  if (result.authFailed) await reportAuthFailure(scope, connection, { ...context, nowMs: checkedAtMs });
  return { status, message, details, latencyMs, checkedAt: toIso(checkedAtMs) };
}

/** Checks an integration now, even if it is disabled. Throws NotFoundError and UnavailableError. */
export async function checkIntegrationHealth({ scope, context }: Caller<RowScope>, { id }: Target) {
  const definition = getDefinition(id);
  return check(scope, definition, await readSettings(scope), context);
}

export interface CheckData {
  integrationId: string;
}

const itemsPerPage = 500;

/**
 * Enqueues a check of every enabled integration, until the deadline. Messages that the queue rejects do not stop the
 * sweep. Returns the number of requested checks. Throws SendError after all pages if messages were rejected.
 */
export async function requestChecks({ nowMs, deadlineMs }: RunTime) {
  const round = Math.floor(nowMs / (integrationLimits.checkEveryMinutes * 60_000));
  let requested = 0;
  const sweep = { name: 'health checks', partitions: [healthChecksPartition], pageItems: itemsPerPage };
  await sweepPages({ ...sweep, consistent: false, deadlineMs }, async (items) => {
    const messages = items.map((item) => {
      const [tenantId, organizationId] = [String(item.tenantId), String(item.organizationId)];
      const integrationId = String(item.integrationId);
      const id = `${organizationId}-${integrationId}-${round}`;
      const message: Message<CheckData> = {
        v: 1,
        id,
        type: 'integrations.check',
        tenantId,
        organizationId,
        idempotencyKey: `${tenantId}:${id}`,
        data: { integrationId },
      };
      return { message };
    });
    await sendMessages('integration-health', messages);
    requested += messages.length;
  });
  log('info', 'health checks requested', { requested });
  return requested;
}

/** Runs the check of a message, unless the integration has been disabled or removed since. */
export async function checkRequested(
  { tenantId, organizationId, data }: Message<CheckData>,
  nowMs: number,
): Promise<void> {
  const definition = findIntegration(data.integrationId);
  if (tenantId === null || organizationId === null || definition === undefined) return;
  const scope = { tenantId, organizationId };
  const settings = await readSettings(scope);
  if (!isEnabled(definition, settings.state(definition.id))) return;
  await check(scope, definition, settings, { principal: { subject: 'system:integrations' }, nowMs });
}
