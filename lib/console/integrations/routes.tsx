import { IntegrationPage } from './integration-page.tsx';
import { IntegrationsPage } from './integrations-page.tsx';

export const list = { Component: IntegrationsPage };
export const show = { Component: IntegrationPage };
