import type { StageOptions } from '../../lib/aws/stage/stage-options.ts';

/** A stage that may be deleted: its data is removed with its stacks. Copy it for others (`pr-12.ts`, `test.ts`). */
export default { preset: 'development' } satisfies StageOptions;
