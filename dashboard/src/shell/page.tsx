import BreadcrumbGroup from '@cloudscape-design/components/breadcrumb-group';
import ContentLayout from '@cloudscape-design/components/content-layout';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { type ReactNode, useEffect } from 'react';
import type { HelpPage } from '../../help/help-pages.ts';
import { useOrganization } from '../session/organization.tsx';
import { PRODUCT } from './brand.ts';
import { LearnMore } from './learn-more.tsx';
import { useFollow } from './navigate.ts';

interface PageProps {
  readonly title: string;
  /** The pages above this one, by path within the organization. */
  readonly above?: readonly { readonly text: string; readonly path: string }[];
  readonly description?: ReactNode;
  /** The page of the documentation that says more. */
  readonly help?: HelpPage;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

const TOP: NonNullable<PageProps['above']> = [];

/** The frame of each page: where it is, what it is called, what can be done. */
export function Page({ title, above = TOP, description, help, actions, children }: PageProps) {
  const { id, name } = useOrganization();
  const follow = useFollow();
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`;
  }, [title]);
  const items = [{ text: name, path: '' }, ...above].map(({ text, path }) => ({ text, href: `/o/${id}/${path}` }));
  return (
    <ContentLayout
      breadcrumbs={
        <BreadcrumbGroup items={[...items, { text: title, href: '' }]} onFollow={follow} ariaLabel="Breadcrumbs" />
      }
      header={
        <Header
          variant="h1"
          description={
            help === undefined ? (
              description
            ) : (
              <>
                {description} <LearnMore about={title} page={help} />
              </>
            )
          }
          actions={actions}
        >
          <bdi>{title}</bdi>
        </Header>
      }
    >
      <SpaceBetween size="l">{children}</SpaceBetween>
    </ContentLayout>
  );
}
