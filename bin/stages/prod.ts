import type { StageOptions } from '../../lib/aws/stage/stage-options.ts';

/** Production: monitored, protected, with a web ACL and the ingest service. Add its domain and alarm receivers. */
export default { preset: 'production' } satisfies StageOptions;
