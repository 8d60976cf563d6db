import type { SvgIconProps } from '@mui/material/SvgIcon';
import { lazy, memo, type ReactNode, Suspense } from 'react';

const SvgIcon = lazy(() => import('@mui/material/SvgIcon'));

function draw(path: ReactNode, props: SvgIconProps) {
  const { fontSize = 'medium', className = '', sx, color, titleAccess, ...others } = props;
  const icon = (
    // biome-ignore lint/a11y/noSvgWithoutTitle: without a title it is hidden
    <svg
      className={`MuiSvgIcon-root icon icon-${fontSize} ${className}`}
      viewBox="0 0 24 24"
      focusable="false"
      role={titleAccess ? 'img' : undefined}
      aria-hidden={titleAccess ? undefined : true}
      {...others}
    >
      {path}
      {titleAccess && <title>{titleAccess}</title>}
    </svg>
  );
  if (!sx && !color) return icon;
  return (
    <Suspense fallback={icon}>
      <SvgIcon {...props}>{path}</SvgIcon>
    </Suspense>
  );
}

/**
 * Replaces icons of @mui/icons-material in the build (scripts/consoleBuild.ts): the same element, styled by base.css. A
 * list has eighty icons, and MUI computes the style of each again. MUI's own is loaded for icons with `sx` or `color`, which
 * no list has.
 */
export const createIcon = (path: ReactNode) => memo((props: SvgIconProps) => draw(path, props));
