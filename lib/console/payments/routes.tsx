import { MethodsPage } from './methods-page.tsx';
import { PaymentPage } from './payment-page.tsx';

export const show = { Component: PaymentPage };
export const methods = { Component: MethodsPage };
