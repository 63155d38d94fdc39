/** Which address shows which page. Each group of pages is loaded when it is first shown. */
import { createBrowserRouter, type RouteObject } from 'react-router';
import { Needs } from './needs.tsx';
import { RouteFailure, UnknownPage } from './route-failure.tsx';
import { Shell } from './shell.tsx';

const webhooks: RouteObject[] = [
  { path: 'webhooks', lazy: async () => (await import('../webhooks/routes.tsx')).list },
  { path: 'webhooks/new', lazy: async () => (await import('../webhooks/routes.tsx')).create },
  { path: 'webhooks/:id', lazy: async () => (await import('../webhooks/routes.tsx')).show },
  { path: 'webhooks/:id/edit', lazy: async () => (await import('../webhooks/routes.tsx')).edit },
  { path: 'deliveries', lazy: async () => (await import('../deliveries/routes.tsx')).list },
  { path: 'deliveries/:id', lazy: async () => (await import('../deliveries/routes.tsx')).show },
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
            { path: '*', element: <UnknownPage /> },
          ],
        },
      ],
    },
  ],
  { basename: '/console' },
);
