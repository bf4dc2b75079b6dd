import { useState } from 'react';
import { Link } from 'react-router';
import { KindIcon } from '../../channels/kind-icon.tsx';
import { describeFilter } from '../../filters/describe-filter.ts';
import { usePaths } from '../../session/organization.tsx';
import { toneOf } from '../figure-tiles.tsx';
import { inFigures, inPercent } from '../figures.ts';
import { heightAt, heightOf, offsetOf, pathOf, type Ribbon, ribbonsOf, ROW } from './layout.ts';
import { wordsOf } from './link-words.ts';
import type { MapNode, RoutingMap } from './routing.ts';

/** The map as a picture: webhooks left, channels right, each link a ribbon that leads to its filter. */
export function RoutingPicture({ map }: { readonly map: RoutingMap }) {
  const to = usePaths();
  const [near, setNear] = useState<number>();
  const ribbons = ribbonsOf(map);
  const height = heightOf(map);
  return (
    <div className="map" style={{ height }}>
      <ol className="map-side" style={{ paddingTop: offsetOf(map, map.webhooks.length) }} aria-label="Webhooks">
        {map.webhooks.map((node) => (
          <li key={node.id ?? ''} style={{ height: ROW }}>
            <NodeName node={node} href={to(node.id === undefined ? 'webhooks' : `webhooks/${node.id}`)} />
            <span className="quiet">{`${inFigures(node.count)} messages`}</span>
          </li>
        ))}
      </ol>
      <div className="map-middle">
        <svg viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" height={height}>
          {ribbons.map((ribbon, index) => (
            <RibbonPath
              key={`${ribbon.link.from} ${ribbon.link.to}`}
              map={map}
              ribbon={ribbon}
              look={lookOf(near, index)}
              onNear={(isNear) => setNear(isNear ? index : undefined)}
            />
          ))}
        </svg>
        {ribbons.map((ribbon, index) => (
          <FilterLabel key={`${ribbon.link.from} ${ribbon.link.to}`} ribbon={ribbon} look={lookOf(near, index)} />
        ))}
      </div>
      <ol className="map-side" style={{ paddingTop: offsetOf(map, map.channels.length) }} aria-label="Channels">
        {map.channels.map((node) => (
          <li key={node.id ?? ''} style={{ height: ROW }}>
            <NodeName node={node} href={to(node.id === undefined ? 'channels' : `channels/${node.id}`)} />
            <span className={`map-success tone-${toneOf(node.success) ?? 'plain'}`}>{successWords(node)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}

const lookOf = (near: number | undefined, index: number) => (near === undefined ? '' : near === index ? 'near' : 'far');

function successWords({ count, success }: MapNode): string {
  if (success === undefined) return `${inFigures(count)} deliveries`;
  return `${inPercent(success)} of ${inFigures(count)}`;
}

function NodeName({ node, href }: { readonly node: MapNode; readonly href: string }) {
  return (
    <Link to={href} className="map-name" title={node.name}>
      {node.kind !== undefined && <KindIcon kind={node.kind} />}
      <bdi>{node.name}</bdi>
    </Link>
  );
}

interface RibbonPathProps {
  readonly map: RoutingMap;
  readonly ribbon: Ribbon;
  readonly look: string;
  readonly onNear: (isNear: boolean) => void;
}

function RibbonPath({ map, ribbon, look, onNear }: RibbonPathProps) {
  const to = usePaths();
  const { link, width } = ribbon;
  const success = map.channels[link.to]?.success;
  const line = (
    <path
      d={pathOf(ribbon)}
      className={`ribbon ribbon-${toneOf(success) ?? 'plain'} ${look}`}
      strokeWidth={width}
      vectorEffect="non-scaling-stroke"
      onPointerEnter={() => onNear(true)}
      onPointerLeave={() => onNear(false)}
    >
      <title>{wordsOf(map, link)}</title>
    </path>
  );
  if (link.href === undefined) return line;
  return (
    <Link to={to(link.href)} aria-label={wordsOf(map, link)} onFocus={() => onNear(true)} onBlur={() => onNear(false)}>
      {line}
    </Link>
  );
}

function FilterLabel({ ribbon, look }: { readonly ribbon: Ribbon; readonly look: string }) {
  const { link, labelAt } = ribbon;
  const at = labelAt ?? 0.5;
  if (link.filter === null || (labelAt === undefined && look !== 'near')) return null;
  return (
    <span
      aria-hidden
      className={`map-filter ${look}`}
      style={{ insetInlineStart: `${at * 100}%`, top: heightAt(ribbon, at) }}
    >
      {describeFilter(link.filter)}
    </span>
  );
}
