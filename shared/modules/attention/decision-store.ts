/** Stores what people decide about causes: one small item each, which expires. */
import { type Change, type ChangeContext, recordChange } from '../../kernel/audit/record.ts';
import { toIsoOrNull } from '../../kernel/base/times.ts';
import type { AttentionHome } from '../../kernel/modules/attention.ts';
import { fromItem, isExpired, toItem } from '../../kernel/table/item.ts';
import { queryAll } from '../../kernel/table/read.ts';
import { transact } from '../../kernel/table/write.ts';
import type { Decision } from './cause.ts';
import type { CauseAction } from './events.ts';
import { decisionKey, decisionsPartition } from './keys.ts';
import { attentionLimits } from './limits.ts';

const entity = 'attention_decision';

/** The decisions about the causes of an organization, a tenant or the platform, by kind and key. One Query. */
export async function readDecisions(home: AttentionHome, nowMs: number): Promise<Map<string, Decision>> {
  const items = await queryAll({ pk: decisionsPartition(home), consistent: true });
  return new Map(
    items
      .filter((item) => !isExpired(item, nowMs / 1_000))
      .map((item) => [String(item.sk), fromItem<Decision>(item, entity)]),
  );
}

/** The decision about one cause. */
export const decisionAbout = (
  decisions: ReadonlyMap<string, Decision>,
  home: AttentionHome,
  { kind, key }: Pick<Decision, 'kind' | 'key'>,
): Decision | undefined => decisions.get(decisionKey(home, kind, key).sk);

/** The cause that a decision is about. */
export interface DecidedCause {
  id: string;
  kind: string;
  key: string;
  home: AttentionHome;
  title: string;
  resourceId: string;
}

function changeOf(
  action: CauseAction,
  { id, kind, home, title, resourceId }: DecidedCause,
  mutedUntil: string | null,
  nowMs: number,
): Change {
  return {
    ...home,
    resource: 'attention.cause',
    resourceId: id,
    action,
    // Decisions have no revision: the time orders their events.
    version: nowMs,
    data: { kind, resourceId, title, mutedUntil },
    changes: { title: { after: title }, ...(mutedUntil && { mutedUntil: { after: mutedUntil } }) },
  };
}

/** Stores the decision about a cause, and records who has decided. */
export async function saveDecision(
  cause: DecidedCause,
  decision: Decision,
  context: ChangeContext,
): Promise<void> {
  const { nowMs } = context;
  const { mutedUntilMs } = decision;
  const endsMs = mutedUntilMs ?? nowMs + attentionLimits.acknowledgedDays * 86_400_000;
  const put = {
    ...toItem(decisionKey(cause.home, cause.kind, cause.key), entity, decision),
    ttl: Math.ceil(endsMs / 1_000),
  };
  const mutedUntil = toIsoOrNull(mutedUntilMs);
  const change = changeOf(mutedUntil === null ? 'acknowledged' : 'muted', cause, mutedUntil, nowMs);
  await transact([{ put }, ...recordChange(change, context)]);
}

/** Removes the decision about a cause, and records who took it back. */
export async function removeDecision(cause: DecidedCause, context: ChangeContext): Promise<void> {
  const change = changeOf('reopened', cause, null, context.nowMs);
  await transact([
    { delete: decisionKey(cause.home, cause.kind, cause.key) },
    ...recordChange(change, context),
  ]);
}
