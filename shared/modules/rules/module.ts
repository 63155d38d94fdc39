/** The manifest of this module, which the catalog collects. */
import { endpointsIn, errorsIn, type ModuleManifest } from '../../kernel/modules/manifest.ts';
import { contractsOf, errorsOf } from '../../kernel/resources/manifest.ts';
import * as authoringContract from './authoring/authoring-contract.ts';
import * as bulkContract from './authoring/bulk-contract.ts';
import * as historyContract from './authoring/history-contract.ts';
import * as languageContract from './authoring/language-contract.ts';
import * as playgroundContract from './authoring/playground-contract.ts';
import * as ruleContract from './authoring/rule-contract.ts';
import { commands } from './commands.ts';
import * as errors from './errors.ts';
import { events } from './events.ts';
import * as executionContract from './execution/execution-contract.ts';
import { features } from './features.ts';
import * as logContract from './log/log-contract.ts';
import { ruleSamples } from './samples.ts';
import { ruleSchemas } from './schemas.ts';
import { ruleSets } from './sets/rule-sets.ts';
import * as setContract from './sets/set-contract.ts';
import * as setExecutionContract from './sets/set-execution-contract.ts';
import * as setMemberContract from './sets/set-member-contract.ts';
import * as workers from './workers.ts';

export const manifest: ModuleManifest = {
  events,
  features,
  sections: {
    rules: {
      position: 1,
      title: 'Business rules',
      description:
        'Rules with a condition and actions for a true and a false result. Rules belong to an organization; ' +
        'their `ruleId` is unique in the tenant.',
    },
  },
  endpoints: endpointsIn([
    bulkContract,
    languageContract,
    authoringContract,
    playgroundContract,
    historyContract,
    ruleContract,
    executionContract,
    logContract,
    { ...contractsOf(ruleSets), ...setContract },
    setExecutionContract,
    setMemberContract,
  ]),
  workers: Object.values(workers),
  queues: {
    'rule-triggers': {
      summary: 'Events that may trigger rules',
      // Excludes events of rules, which would run rules again.
      fromBus: [{ 'anything-but': { prefix: 'business_rules.' } }],
      maxReceiveCount: 5,
    },
  },
  commands,
  errors: [...errorsIn(errors), ...errorsOf(ruleSets)],
  samples: ruleSamples,
  schemas: ruleSchemas,
};
