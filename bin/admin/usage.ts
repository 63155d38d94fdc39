/** What the administrator's tool can be told. */
import type { ParseArgsConfig } from 'node:util';

export const usage = `Usage: npm run admin -- <what> <verb> [options]

  tenant create --name <name>
  tenant list
  tenant rename --id <tenant id> --name <name>
  tenant open|close|delete --id <tenant id>
  tenant export --id <tenant id> --out <new folder>   (items, files and schedules; no credentials)
  tenant erase --id <tenant id> [--yes]        (everything it has, for ever; asks for the id unless --yes)
  organization create --tenant <id> --name <name> [--parent <id>]
  organization list --tenant <id>
  organization rename --tenant <id> --id <organization id> --name <name>
  organization move --tenant <id> --id <organization id> [--parent <id>]   (without --parent: to the top)
  organization open|close|delete --tenant <id> --id <organization id>
  key create --name <name> --tenant <id> [--organization <id>] [--feature <name>]… [--super-admin]
             [--expires <ISO time>] [--per-minute <n>] [--per-hour <n>]
  key list --tenant <id>
  key rotate --tenant <id> --id <key id> [--grace <seconds>]
  key delete --tenant <id> --id <key id>
  scheduler reconcile                          (repairs what crashes left between jobs and their schedules)
  canary set-up --url <public host>            (gives the canary its key and webhook, or new ones)
  migrate [--dry-run]                          (writes items of older versions back in their present shape)
  sync run <integration> <entityType> <import|export> [--tenant <id> --organization <id>] [--full]
           [--batch-size <n>] [--follow]       (--follow shows bar, rate and time left; --local: the demo's organization)
  backup --out <new folder> [--tenant <id>]    (items as DynamoDB exports them, and files)
  restore --from <folder> [--tenant <id>] [--yes]   (makes table and files as they were then)
  restore check                                (what a restored table lacks: stream, TTL, recovery, protection)
  redrive <queue>                              (its dead letters come back to it, to be tried again)

  --stage <stage>   deployed stage (default dev), with the AWS credentials and region of your shell
  --local           the runtime that \`npm start\` runs (found by DATA_DIR, default .local)

Features may be wildcards: --feature '*' or --feature 'business_rules.*'.`;

export const options = {
  name: { type: 'string' },
  tenant: { type: 'string' },
  organization: { type: 'string' },
  parent: { type: 'string' },
  feature: { type: 'string', multiple: true },
  'super-admin': { type: 'boolean' },
  expires: { type: 'string' },
  'per-minute': { type: 'string' },
  'per-hour': { type: 'string' },
  id: { type: 'string' },
  grace: { type: 'string' },
  out: { type: 'string' },
  from: { type: 'string' },
  full: { type: 'boolean' },
  'batch-size': { type: 'string' },
  follow: { type: 'boolean' },
  yes: { type: 'boolean' },
  url: { type: 'string' },
  'dry-run': { type: 'boolean' },
  stage: { type: 'string', default: 'dev' },
  local: { type: 'boolean' },
  help: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];
