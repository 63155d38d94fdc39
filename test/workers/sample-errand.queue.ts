import type { SQSEvent } from 'aws-lambda';
import { openSecret, sealSecret } from '../../shared/secrets/seal.ts';
import { note } from './table.ts';

export interface Errand {
  id: string;
  kind: 'seal' | 'open';
  tenantId: string;
  /** To seal or to open. */
  text: string;
}

const purpose = 'samples.secret';

async function run({ kind, tenantId, text }: Errand): Promise<string> {
  return kind === 'seal' ? sealSecret({ tenantId }, purpose, text) : openSecret({ tenantId }, purpose, text);
}

/** Does what the messages ask for, and notes what came of it. */
export async function handler({ Records }: SQSEvent): Promise<void> {
  for (const { body } of Records) {
    const errand = JSON.parse(body) as Errand;
    const outcome = await run(errand).then(
      (result) => ({ result }),
      (error: Error) => ({ error: error.name, message: error.message }),
    );
    await note(errand.id, outcome);
  }
}
