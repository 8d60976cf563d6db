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
 * An icon of @mui/icons-material as the build makes it (scripts/consoleBuild.ts): the same element, styled by base.css.
 * A list has eighty of them, and MUI's own computes the style of each again.
 */
export const createIcon = (path: ReactNode) => memo((props: SvgIconProps) => draw(path, props));
