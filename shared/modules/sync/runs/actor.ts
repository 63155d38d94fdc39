/** Who acts when a run goes on by itself. */
import type { ChangeContext } from '../../../kernel/audit/record.ts';

const principal = { subject: 'system:data_sync' };
export const contextNow = (): ChangeContext => ({ principal, nowMs: Date.now() });
