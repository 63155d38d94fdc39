import { AuditPage } from './audit-page.tsx';

export const list = { Component: AuditPage };
