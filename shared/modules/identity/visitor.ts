import type { ChangeContext } from '../../kernel/audit/record.ts';
import type { Client } from '../../kernel/http/types.ts';

/** Who calls an operation without credentials. */
export interface Visitor<Known = Client> {
  client: Known;
  context: Pick<ChangeContext, 'nowMs'>;
}
