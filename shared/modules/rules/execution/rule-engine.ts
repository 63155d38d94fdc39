/**
 * Everything that executes rules and touches nothing: compiling, running, and what is answered and logged. Functions
 * evaluate it while they wait for DynamoDB, so it keeps to pure code and has no client of AWS.
 */

export { executionNameOf, newExecutionName } from '../log/logged-execution.ts';
export { logWrites } from '../log/rule-log.ts';
export { compileHead, compileStored } from './compiled-rule.ts';
export { runRules } from './execution.ts';
export { toExecution, toSingleExecution, toSkippedRule } from './execution-response.ts';
export { failureWrites } from './failure-events.ts';
