import Link from '@cloudscape-design/components/link';
import type { HelpPage } from '../../help/help-pages.ts';

interface LearnMoreProps {
  /** What the page is about, for those who hear the link without what stands around it. */
  readonly about: string;
  readonly page: HelpPage;
}

/** Leads to the documentation in a tab of its own: nothing typed is lost. */
export function LearnMore({ about, page }: LearnMoreProps) {
  const [file = '', section] = page.split('#');
  return (
    <Link
      external
      variant="primary"
      href={`/help/${file}.html${section === undefined ? '' : `#${section}`}`}
      ariaLabel={`Learn more about ${about}`}
    >
      Learn more
    </Link>
  );
}
