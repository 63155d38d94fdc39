import { MethodsPage } from './methods-page.tsx';
import { PaymentPage } from './payment-page.tsx';
import { PaymentsPage } from './payments-page.tsx';

export const list = { Component: PaymentsPage };
export const show = { Component: PaymentPage };
export const methods = { Component: MethodsPage };
