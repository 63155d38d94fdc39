import { HomePage } from './home-page.tsx';

export const home = { Component: HomePage };
