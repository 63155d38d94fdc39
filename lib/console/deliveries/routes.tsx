import { DeliveriesPage } from './deliveries-page.tsx';
import { DeliveryPage } from './delivery-page.tsx';

export const list = { Component: DeliveriesPage };
export const show = { Component: DeliveryPage };
