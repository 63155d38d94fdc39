import { CreateEndpointPage, EditEndpointPage } from './endpoint-form-pages.tsx';
import { EndpointPage } from './endpoint-page.tsx';
import { EndpointsPage } from './endpoints-page.tsx';

export const list = { Component: EndpointsPage };
export const create = { Component: CreateEndpointPage };
export const show = { Component: EndpointPage };
export const edit = { Component: EditEndpointPage };
