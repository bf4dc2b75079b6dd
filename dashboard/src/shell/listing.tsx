import Cards from '@cloudscape-design/components/cards';
import Table, { type TableProps } from '@cloudscape-design/components/table';
import { useIsPhone } from './is-phone.ts';

/** A table; on a telephone, where columns have no room, a card for each of its rows. */
export function Listing<T>(props: TableProps<T>) {
  return useIsPhone() ? <RowCards {...props} /> : <Table {...props} />;
}

/** The cell that names a row becomes the head of its card, the others its lines. */
function RowCards<T>({ columnDefinitions, visibleColumns, selectionType, ...common }: TableProps<T>) {
  const { items, trackBy, loading, loadingText, empty, header, filter, footer, pagination } = common;
  const { selectedItems, onSelectionChange, isItemDisabled, ariaLabels } = common;
  const shown = columnDefinitions.filter(({ id }) => visibleColumns?.includes(id ?? '') ?? true);
  const title = shown.find(({ isRowHeader }) => isRowHeader);
  return (
    <div className="row-cards">
      <Cards
        items={items}
        cardsPerRow={[{ cards: 1 }]}
        cardDefinition={{
          header: (item) => title?.cell(item),
          sections: shown
            .filter((column) => column !== title)
            .map((column) => ({
              ...(column.id !== undefined && { id: column.id }),
              header: <span className="quiet">{column.header}</span>,
              content: (item: T) => column.cell(item),
              width: 50,
            })),
        }}
        empty={empty}
        header={header}
        filter={filter}
        pagination={pagination}
        {...(trackBy !== undefined && { trackBy })}
        {...(loading !== undefined && { loading })}
        {...(loadingText !== undefined && { loadingText })}
        {...(selectionType !== undefined && { selectionType })}
        {...(selectedItems !== undefined && { selectedItems })}
        {...(isItemDisabled !== undefined && { isItemDisabled })}
        {...(onSelectionChange !== undefined && { onSelectionChange })}
        {...(ariaLabels !== undefined && {
          ariaLabels: {
            itemSelectionLabel: ariaLabels.itemSelectionLabel ?? (() => ''),
            selectionGroupLabel: ariaLabels.selectionGroupLabel ?? '',
          },
        })}
      />
      {footer}
    </div>
  );
}
