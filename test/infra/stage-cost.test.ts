/** The page about stage costs is correct for the platform without a team's extensions. `npm test -- test/infra/stage-cost -u` updates it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { costPage, idleCost, totalUsd } from '../../lib/lab/bench/stage-cost.ts';
import { platformConfig } from '../../shared/extensions/config.ts';
import { everythingOn } from '../support/runtime/everything-on.ts';
import { synthesize } from '../support/runtime/template.ts';

const ownQueues = Object.keys(platformConfig.jobQueues).map((name) => name.replaceAll('-', ''));
/** Whether a resource is a team's own queue or watches it. */
const isOfExtension = ({ logicalId }: { logicalId: string }): boolean =>
  ownQueues.some((name) => new RegExp(`^${name}(Work|DeadLetters)[A-Z]`).test(logicalId));
const costOf = (options: Parameters<typeof synthesize>[0]) =>
  idleCost(
    synthesize(options)
      .stacks.flatMap(({ resources }) => resources)
      .filter((resource) => !isOfExtension(resource)),
  );
const stages = {
  dev: costOf({ stage: 'dev' }),
  prod: costOf({ stage: 'prod' }),
  'prod with everything': costOf({ stage: 'prod', options: everythingOn }),
};

describe('the cost of an idle stage', () => {
  it('is computed from the templates and the price list', async () => {
    await expect(costPage(stages)).toMatchFileSnapshot('../../lib/aws/stage-costs.md');
  });

  it('matches the pages', () => {
    const [dev, prod] = [stages.dev, stages.prod].map((lines) => Math.round(totalUsd(lines)));
    expect(readFileSync('lib/aws/costs.md', 'utf8').replaceAll('\n', ' ')).toContain(
      `Idle, some ${dev} USD a month for a stage without traffic and ${prod} USD for \`prod\``,
    );
  });

  it('excludes missing resources', () => {
    expect(idleCost([])).toEqual([]);
    const [key] = idleCost([{ type: 'AWS::KMS::Key', properties: {} }]);
    expect(key).toEqual({ what: 'Keys and secrets', usd: 1 });
  });
});
