import type { Stack } from 'aws-cdk-lib';

/** Lets EventBridge Scheduler assume a role for the schedules of one group of this account only. */
export function scheduleTrust(stack: Stack, groupName: string): object {
  return {
    Version: '2012-10-17',
    Statement: [
      {
        Effect: 'Allow',
        Principal: { Service: 'scheduler.amazonaws.com' },
        Action: 'sts:AssumeRole',
        // Schedules of other accounts must not make the service use this role.
        Condition: {
          StringEquals: {
            'aws:SourceAccount': stack.account,
            'aws:SourceArn': stack.formatArn({
              service: 'scheduler',
              resource: 'schedule-group',
              resourceName: groupName,
            }),
          },
        },
      },
    ],
  };
}
