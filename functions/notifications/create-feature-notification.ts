import { featureTitles } from '../../shared/catalog/declared-features.ts';
import { creation } from '../../shared/kernel/http/creation.ts';
import { createFeatureNotification } from '../../shared/modules/notifications/create-contract.ts';
import * as notifications from '../../shared/modules/notifications/create-service.ts';

export const handler = creation(
  createFeatureNotification,
  notifications.createFeatureNotification(featureTitles),
  notifications.createdFeatureNotification,
);
