import type { SyncRun } from '../../../shared/clients/typescript/index.ts';
import { syncTexts } from '../texts/sync.ts';
import { Badge } from '../ui/badge.tsx';
import type { Tone } from '../ui/notice.tsx';

export const runStatuses = ['pending', 'running', 'completed', 'failed', 'cancelled', 'paused'] as const;

const tones: Readonly<Record<SyncRun['status'], Tone>> = {
  pending: 'calm',
  running: 'accent',
  completed: 'good',
  failed: 'bad',
  cancelled: 'warn',
  paused: 'warn',
};

export const isOver = ({ status }: Pick<SyncRun, 'status'>): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled';

/** A completed run with a message stored nothing. */
export function RunStatus({ of: { status, lastError } }: { of: Pick<SyncRun, 'status' | 'lastError'> }) {
  const tone = status === 'completed' && lastError !== null ? 'warn' : tones[status];
  return <Badge tone={tone}>{syncTexts.statuses[status]}</Badge>;
}
