import { useNavigate } from 'react-router';

interface FollowEvent {
  readonly detail: { readonly href?: string | undefined; readonly external?: boolean | undefined };
  preventDefault(): void;
}

/** Follows links of the design system within the page, without loading it anew. */
export function useFollow(): (event: FollowEvent) => void {
  const navigate = useNavigate();
  return (event) => {
    const { href, external } = event.detail;
    if (href === undefined || external === true || !href.startsWith('/')) return;
    event.preventDefault();
    void navigate(href);
  };
}
