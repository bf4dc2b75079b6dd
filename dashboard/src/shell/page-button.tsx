import Button, { type ButtonProps } from '@cloudscape-design/components/button';
import type { ReactNode } from 'react';
import { useFollow } from './navigate.ts';

interface PageButtonProps {
  readonly href: string;
  readonly children: ReactNode;
  readonly variant?: ButtonProps.Variant;
}

/** A button that leads to another page of the dashboard. */
export function PageButton({ href, children, variant = 'normal' }: PageButtonProps) {
  return (
    <Button href={href} variant={variant} onFollow={useFollow()}>
      {children}
    </Button>
  );
}
