import Button from '@cloudscape-design/components/button';
import { useState } from 'react';
import { describeFilter } from '../../filters/describe-filter.ts';
import { usePaths } from '../../session/organization.tsx';
import { PageLink } from '../../shell/page-link.tsx';
import { toneOf } from '../figure-tiles.tsx';
import { inFigures, inPercent } from '../figures.ts';
import type { MapLink, RoutingMap } from './routing.ts';

const PART = 8;

/** The map in words, the busiest links first: for those who cannot see the picture, or have no room for it. */
export function RoutingList({ map }: { readonly map: RoutingMap }) {
  const [shown, setShown] = useState(PART);
  const links = map.links.toSorted((one, other) => other.count - one.count);
  return (
    <>
      <ul className="plain-list">
        {links.slice(0, shown).map((link) => (
          <li key={`${link.from} ${link.to}`}>
            <LinkLine map={map} link={link} />
          </li>
        ))}
      </ul>
      {links.length > shown && (
        <Button
          variant="inline-link"
          onClick={() => setShown(links.length)}
        >{`Show ${links.length - shown} more`}</Button>
      )}
    </>
  );
}

function LinkLine({ map, link }: { readonly map: RoutingMap; readonly link: MapLink }) {
  const to = usePaths();
  const { from, to: place, filter, href, count } = link;
  const channel = map.channels[place];
  const success = channel?.success;
  const names = (
    <span className="breakable">
      <bdi>{map.webhooks[from]?.name}</bdi> → <bdi>{channel?.name}</bdi>
    </span>
  );
  return (
    <>
      <div className="line">
        {href === undefined ? names : <PageLink href={to(href)}>{names}</PageLink>}
        <span>
          {`about ${inFigures(Math.round(count))} `}
          <span className={`tone-${toneOf(success) ?? 'plain'}`}>
            {success === undefined ? '' : `· the channel took ${inPercent(success)}`}
          </span>
        </span>
      </div>
      <span className="quiet breakable">{href === undefined ? 'Several links' : describeFilter(filter)}</span>
    </>
  );
}
