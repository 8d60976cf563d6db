import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { Skeleton } from './Skeleton.tsx';

const lines = (count: number, height: number): ReactNode =>
  Array.from({ length: count }, (_, line) => `line${line}`).map((line) => (
    <Skeleton key={line} variant="rounded" height={height} />
  ));

const shapes = {
  /** Figures side by side, then cards. */
  dashboard: (
    <>
      <div className="page-skeleton-figures">{lines(4, 132)}</div>
      {lines(1, 360)}
    </>
  ),
  /** One card of fields. */
  record: lines(1, 320),
  /** A toolbar and rows. */
  list: (
    <>
      {lines(1, 44)}
      {lines(7, 40)}
    </>
  ),
};

const shapeOf = (pathname: string): ReactNode => {
  if (pathname === '/') return shapes.dashboard;
  return /\/show$|\/[\da-f-]{36}/.test(pathname) ? shapes.record : shapes.list;
};

/** Placeholder for a page while its code loads, in the shape of what comes: a dashboard, a record or a list. */
export function PageSkeleton() {
  const translate = useTranslate();
  const { pathname } = useLocation();
  return (
    <div role="status" aria-label={translate('shell.loading')} className="page-skeleton">
      <Skeleton variant="text" width="min(16rem, 60%)" height={38} />
      {shapeOf(pathname)}
    </div>
  );
}
