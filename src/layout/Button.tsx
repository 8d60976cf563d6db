import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import './button.css';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: 'text' | 'outlined' | 'contained';
  size?: 'small' | 'medium';
  color?: 'primary' | 'error' | 'inherit';
  startIcon?: ReactNode;
  /** Makes it a link to this path. */
  to?: string;
}

/**
 * Looks like MUI's button and has its class names, but its styles are a style sheet's: MUI computes those of each button
 * again. For what every list and record shows; elsewhere MUI's own may be used.
 */
export function Button({
  variant = 'text',
  size = 'medium',
  color = 'primary',
  startIcon,
  to,
  className = '',
  children,
  ...button
}: ButtonProps) {
  const shared = {
    className: `MuiButtonBase-root MuiButton-root MuiButton-${variant} button button-${size} button-${color} ${className}`,
    children: (
      <>
        {startIcon && <span className="MuiButton-startIcon button-icon">{startIcon}</span>}
        {children}
      </>
    ),
  };
  return to === undefined ? (
    <button type="button" {...button} {...shared} />
  ) : (
    // A link takes the same attributes, whatever the type of their element.
    <Link to={to} {...(button as object)} {...shared} />
  );
}
