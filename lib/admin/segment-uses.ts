/** Recounts the uses of global segments, from the whole table. */
import { fromAttributes } from '../../shared/kernel/table/attributes.ts';
import {
  recountSegmentUses,
  segmentsUsedBy,
  usingAttributes,
} from '../../shared/modules/toggles/recount-segment-uses.ts';
import type { Progress } from './progress.ts';
import { scanTable } from './scan.ts';

/** Corrects use counts that differ. Throws UnavailableError if other writers keep changing them. */
export async function repairSegmentUses(progress: Progress): Promise<void> {
  await recountSegmentUses(async () => {
    const uses = new Map<string, number>();
    await scanTable(
      (page) => {
        for (const id of page.map(fromAttributes).flatMap(segmentsUsedBy))
          uses.set(id, (uses.get(id) ?? 0) + 1);
      },
      { progress, attributes: usingAttributes },
    );
    return uses;
  });
}
