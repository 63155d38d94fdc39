/** Changes that no caller makes: what SES reports, and what the holder of a link chooses for an address. */
import type { ChangeContext } from '../../kernel/audit/record.ts';

export const systemContext = (nowMs: number): ChangeContext => ({
  principal: { subject: 'system:email' },
  nowMs,
});
