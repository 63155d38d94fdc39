import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { Deployment } from '../deployment.ts';
import { frontName } from '../names.ts';
import { edgeRegion } from '../stage/regions.ts';
import { PlatformStack } from './platform-stack.ts';

/** Percent of the budget at which an e-mail is sent, for actual and for forecast costs. */
const thresholds = [
  { notificationType: 'ACTUAL', threshold: 80 },
  { notificationType: 'FORECASTED', threshold: 100 },
];

/**
 * Sends an e-mail when the stage is about to exceed its budget. AWS counts by the tag `Stage`, which the account must
 * have activated as a cost allocation tag.
 */
export class BudgetStack extends PlatformStack {
  constructor(scope: Construct, deployment: Deployment, monthlyUsd: number, email: string) {
    // Not all regions have budgets.
    super(scope, deployment, 'budget', 'Platform Modules: the monthly budget', { region: edgeRegion });
    new CfnBudget(this, 'Budget', {
      budget: {
        budgetName: frontName(deployment.stage),
        budgetType: 'COST',
        timeUnit: 'MONTHLY',
        budgetLimit: { amount: monthlyUsd, unit: 'USD' },
        costFilters: { TagKeyValue: [`user:Stage$${deployment.stage}`] },
      },
      notificationsWithSubscribers: thresholds.map((threshold) => ({
        notification: { ...threshold, comparisonOperator: 'GREATER_THAN', thresholdType: 'PERCENTAGE' },
        subscribers: [{ subscriptionType: 'EMAIL', address: email }],
      })),
    });
  }
}
