/** The lists of this module that `format=` exports. Columns are in the order of the file. */
import { type ExportSource, exportSource } from '../../kernel/lists/export-source.ts';
import * as notifications from './notification-service.ts';
import { listNotifications } from './read-contract.ts';

export const exportSources: readonly ExportSource[] = [
  exportSource(
    listNotifications,
    {
      fileName: 'notifications',
      columns: [
        'id',
        'type',
        'title',
        'body',
        'severity',
        'status',
        'titleKey',
        'bodyKey',
        'titleVariables',
        'bodyVariables',
        'icon',
        'actions',
        'primaryActionId',
        'sourceModule',
        'sourceEntityType',
        'sourceEntityId',
        'linkHref',
        'groupKey',
        'occurrences',
        'requiredFeature',
        'organizationId',
        'createdAt',
        'firstOccurredAt',
        'expiresAt',
        'readAt',
        'actionedAt',
        'dismissedAt',
        'actionTaken',
        'version',
      ],
    },
    notifications.listNotifications,
  ),
];
