/** Which address shows which page. Each group of pages is loaded when it is first shown. */
import { createBrowserRouter, type RouteObject } from 'react-router';
import { Needs, NeedsSuperAdmin } from './needs.tsx';
import { RouteFailure, UnknownPage } from './route-failure.tsx';
import { Shell } from './shell.tsx';

const webhooks: RouteObject[] = [
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

const toggles: RouteObject[] = [
  { path: 'toggles', lazy: async () => (await import('../toggles/routes.tsx')).list },
  { path: 'toggles/new', lazy: async () => (await import('../toggles/routes.tsx')).create },
  { path: 'toggles/:id', lazy: async () => (await import('../toggles/routes.tsx')).show },
];

export const router = createBrowserRouter(
  [
    {
      element: <Shell />,
      errorElement: <RouteFailure />,
      HydrateFallback: () => null,
      children: [
        {
          errorElement: <RouteFailure />,
          children: [
            { index: true, lazy: async () => (await import('../home/routes.tsx')).home },
            { element: <Needs feature="webhooks.view" />, children: webhooks },
            {
              element: <Needs feature="progress.view" />,
              children: [{ path: 'work', lazy: async () => (await import('../work/routes.tsx')).work }],
            },
            {
              element: <Needs feature="notifications.view" />,
              children: [
                {
                  path: 'notifications',
                  lazy: async () => (await import('../notifications/routes.tsx')).notifications,
                },
              ],
            },
            { element: <NeedsSuperAdmin />, children: toggles },
            { path: '*', element: <UnknownPage /> },
          ],
        },
      ],
    },
  ],
  { basename: '/console' },
);
