/**
 * One JSON object per line, for CloudWatch's queries; Lambda reads level and time by these names, and passes stdout on
 * unchanged. Callers choose values field by field; nothing here prints a whole event, header or body, so that no
 * secret is logged.
 */
import { toJson } from '../base/json.ts';
import { toIso } from '../base/times.ts';

type Level = 'debug' | 'info' | 'warn' | 'error';
const order: readonly Level[] = ['debug', 'info', 'warn', 'error'];
const lowest = order.indexOf((process.env.LOG_LEVEL as Level | undefined) ?? 'info');

export function log(level: Level, message: string, fields: Record<string, unknown> = {}): void {
  if (order.indexOf(level) < lowest) return;
  process.stdout.write(`${toJson({ level, timestamp: toIso(Date.now()), message, ...fields })}\n`);
}

/** X-Ray trace id of the invocation; undefined without tracing. */
export function traceId(): string | undefined {
  return /Root=([^;]+)/.exec(process.env._X_AMZN_TRACE_ID ?? '')?.[1];
}

/** An error with its causes as plain data for the log. */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { value: String(error) };
  return {
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}
