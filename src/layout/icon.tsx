import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon';
import { memo, type ReactNode } from 'react';

function draw(path: ReactNode, props: SvgIconProps) {
  const { fontSize = 'medium', className = '', sx, color, titleAccess, ...others } = props;
  if (sx || color) return <SvgIcon {...props}>{path}</SvgIcon>;
  return (
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
}

/**
 * Replaces icons of @mui/icons-material in the build (scripts/consoleBuild.ts): the same element, styled by base.css. A
 * list has eighty icons, and MUI computes the style of each again.
 */
export const createIcon = (path: ReactNode) => memo((props: SvgIconProps) => draw(path, props));
