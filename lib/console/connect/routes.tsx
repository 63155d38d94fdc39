import { ConnectPage } from './connect-page.tsx';

export const connect = { Component: ConnectPage };
