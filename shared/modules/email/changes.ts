/** The context of changes without an authenticated caller: reports of SES, and links in mails. */
import type { ChangeContext } from '../../kernel/audit/record.ts';

export const systemContext = (nowMs: number): ChangeContext => ({
  principal: { subject: 'system:email' },
  nowMs,
});
