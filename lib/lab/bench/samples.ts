/** Samples, sent to the platform of the benches. */

import { sampleOf } from '../../../shared/catalog/samples.ts';
import type { SampleClient, SampleRequest, Unique } from '../../../shared/kernel/samples/sample.ts';
import { sampleClient } from '../../../shared/kernel/samples/wire.ts';
import { localSurroundings } from '../../demo/sample-surroundings.ts';
import { anEntityTypeWithRules, executionOf } from './executed-rules.ts';
import type { BenchCaller, Platform } from './platform.ts';

export const samplesAs = (platform: Platform, caller: BenchCaller): SampleClient =>
  sampleClient((request) => platform.send(caller, request), localSurroundings(platform));

const rulesOfType = 5;

/** Creates the prerequisites of an operation's call and returns the call. Executions run five rules instead of one. */
export async function preparedCall(
  operationId: string,
  platform: Platform,
  caller: BenchCaller,
  unique?: Unique,
): Promise<SampleRequest> {
  if (operationId === 'executeRules') {
    return executionOf(await anEntityTypeWithRules(platform, caller, rulesOfType));
  }
  return sampleOf(operationId).prepare(samplesAs(platform, caller), unique);
}
