/**
 * The code that compiles, runs, answers and logs rules. It is loaded while DynamoDB responds, so it must be
 * pure and must not load an AWS client.
 */

export { executionNameOf, newExecutionName } from '../log/logged-execution.ts';
export { logWrites } from '../log/rule-log.ts';
export { compileHead, compileStored } from './compiled-rule.ts';
export { runRules } from './execution.ts';
export { toExecution, toSingleExecution, toSkippedRule } from './execution-response.ts';
export { failureWrites } from './failure-events.ts';
