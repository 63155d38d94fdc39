import { NotificationsPage } from './notifications-page.tsx';

export const notifications = { Component: NotificationsPage };
