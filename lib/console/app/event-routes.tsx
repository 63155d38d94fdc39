/** The pages about events: sent to webhooks, received from providers, and as they happen. */
import type { RouteObject } from 'react-router';
import { Needs } from './needs.tsx';

export const webhooks: RouteObject[] = [
  { path: 'webhooks', lazy: async () => (await import('../webhooks/routes.tsx')).list },
  { path: 'webhooks/:id', lazy: async () => (await import('../webhooks/routes.tsx')).show },
  {
    element: <Needs feature="webhooks.manage" />,
    children: [
      { path: 'webhooks/new', lazy: async () => (await import('../webhooks/routes.tsx')).create },
      { path: 'webhooks/:id/edit', lazy: async () => (await import('../webhooks/routes.tsx')).edit },
    ],
  },
  { path: 'deliveries', lazy: async () => (await import('../deliveries/routes.tsx')).list },
  { path: 'deliveries/:id', lazy: async () => (await import('../deliveries/routes.tsx')).show },
];

export const inbound: RouteObject[] = [
  { path: 'inbound', lazy: async () => (await import('../inbound/routes.tsx')).list },
  { path: 'inbound/:id', lazy: async () => (await import('../inbound/routes.tsx')).show },
  {
    element: <Needs feature="webhooks.manage" />,
    children: [
      { path: 'inbound/new', lazy: async () => (await import('../inbound/routes.tsx')).create },
      { path: 'inbound/:id/edit', lazy: async () => (await import('../inbound/routes.tsx')).edit },
    ],
  },
];

export const events: RouteObject[] = [
  { path: 'events', lazy: async () => (await import('../events/routes.tsx')).feed },
  { path: 'events/types', lazy: async () => (await import('../events/routes.tsx')).types },
  { path: 'events/types/of', lazy: async () => (await import('../events/routes.tsx')).type },
  {
    element: <Needs feature="events.publish" />,
    children: [{ path: 'events/publish', lazy: async () => (await import('../events/routes.tsx')).publish }],
  },
];
