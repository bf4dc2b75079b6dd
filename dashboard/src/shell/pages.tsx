import Pagination, { type PaginationProps } from '@cloudscape-design/components/pagination';

/** Rows of a list that are drawn at once. */
export const ROWS = 50;

interface PagesProps extends Pick<PaginationProps, 'currentPageIndex' | 'pagesCount' | 'onChange'> {
  /** Told of the page as the address has it: the first one has none. */
  readonly onPage: (page: string) => void;
}

/** The pages of a list that has more than one. */
export function Pages({ onPage, onChange, ...props }: PagesProps) {
  if (props.pagesCount <= 1) return null;
  return (
    <Pagination
      {...props}
      ariaLabels={{
        nextPageLabel: 'Next page',
        previousPageLabel: 'Previous page',
        pageLabel: (page) => `Page ${page}`,
      }}
      onChange={(event) => {
        onChange?.(event);
        onPage(event.detail.currentPageIndex === 1 ? '' : String(event.detail.currentPageIndex));
      }}
    />
  );
}
