/** The nodes of a story as a tree, with the times of its waterfall. Pure. */
import type { StoryNode } from '../../../shared/clients/typescript/index.ts';
import type { Thing } from '../names/use-name.ts';

export interface Step {
  node: StoryNode;
  /** Position and width of its bar, in percent of the story. */
  bar: { start: number; width: number };
  /** Milliseconds since the first event. */
  afterMs: number;
  steps: readonly Step[];
}

const startOf = ({ at }: StoryNode): number => Date.parse(at);
const endOf = ({ at, endedAt }: StoryNode): number => Math.max(Date.parse(at), Date.parse(endedAt ?? at));

/** Milliseconds from the first event to the last end. */
export function storyMs(nodes: readonly StoryNode[]): number {
  const from = Math.min(...nodes.map(startOf));
  return Math.max(0, Math.max(...nodes.map(endOf)) - from);
}

/** Narrower bars would not be visible. */
const minWidth = 1;

/** The steps without a cause, with those that they led to. */
export function stepsOf(nodes: readonly StoryNode[]): readonly Step[] {
  const byCause = Map.groupBy(nodes, ({ parentId }) => parentId);
  const from = Math.min(...nodes.map(startOf));
  const total = Math.max(1, storyMs(nodes));
  const percent = (ms: number): number => Math.max(0, Math.min(100, (ms / total) * 100));
  const toStep = (node: StoryNode): Step => {
    const width = Math.max(minWidth, percent(endOf(node) - startOf(node)));
    const start = Math.min(100 - width, percent(startOf(node) - from));
    const steps = (byCause.get(node.id) ?? []).map(toStep);
    return { node, bar: { start, width }, afterMs: Math.max(0, startOf(node) - from), steps };
  };
  return (byCause.get(null) ?? []).map(toStep);
}

/** What a node is about, if that has a name: the webhook of a delivery, or what an audit entry says was changed. */
export function subjectOf({ kind, detail, organizationId }: StoryNode): Thing | undefined {
  const { webhookId, resource, resourceId } = detail ?? {};
  if (kind === 'delivery' && typeof webhookId === 'string')
    return { kind: 'webhooks.webhook', id: webhookId, organizationId };
  if (kind === 'audit_entry' && typeof resourceId === 'string')
    return { kind: String(resource), id: resourceId, organizationId };
  return undefined;
}

/** The page of a node's resource; undefined if the console has none. */
export function pageOf({ kind, resourceId, detail }: StoryNode): string | undefined {
  if (resourceId === null) return undefined;
  const id = encodeURIComponent(resourceId);
  switch (kind) {
    case 'event':
      return `/events/log/${id}`;
    case 'delivery':
      return `/deliveries/${id}`;
    case 'rule_execution':
      return `/rules/log/${id}`;
    case 'job_run':
      return `/jobs/${encodeURIComponent(String(detail?.jobId))}`;
    case 'sync_run':
      return `/sync/runs/${id}`;
    case 'audit_entry':
      return `/audit?${new URLSearchParams({ thing: String(detail?.resourceId), kind: String(detail?.resource ?? '') })}`;
    case 'mail':
      return `/mails?${new URLSearchParams({ search: String(detail?.to) })}`;
    default:
      return undefined;
  }
}
